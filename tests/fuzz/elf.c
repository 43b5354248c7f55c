/* The target of programs and their debug information: the bytes are an ELF
   file. It is asked for the functions, inlined functions, lines and variables
   of some of its addresses. */
#include <elf.h>
#include <string.h>

#include "check.h"
#include "draw.h"
#include "elf/resolver.h"
#include "elf/variables.h"
#include "util/diag.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t n, size_t room,
                               unsigned seed);
/* Defined by libFuzzer: random changes of bytes. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t n, size_t room);

enum {
    MOST = 30,  /* functions that are tried */
    STEPS = 20, /* addresses in each */
};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    diag_quiet(true);
    return 0;
}

/* Asks for the functions and lines at an address. Only the outermost function
   may have no name. */
/* Finds the bytes of a section of a file of 64 bits, whose table of sections
   must be whole. Returns false if there is no such section. */
static bool find_section(const uint8_t *data, size_t n, unsigned number,
                         size_t *at, size_t *size)
{
    Elf64_Ehdr head;
    Elf64_Shdr section;
    if (n < sizeof head)
        return false;
    memcpy(&head, data, sizeof head);
    if (!head.e_shnum || head.e_shoff > n ||
        head.e_shnum > (n - head.e_shoff) / sizeof section)
        return false;
    memcpy(&section,
           data + head.e_shoff + number % head.e_shnum * sizeof section,
           sizeof section);
    *at = section.sh_offset;
    *size = section.sh_size;
    return section.sh_type != SHT_NOBITS && *size && *at < n && *size <= n - *at;
}

/* Most changes are those of the bytes of one section, which keep its size: other
   changes leave few files of which anything can be read. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t n, size_t room,
                               unsigned seed)
{
    enum { PLAIN = 8 /* one of so many changes is any other one */ };
    static uint8_t bytes[1 << 16];
    size_t at, size;
    if (seed % PLAIN == 0 || !find_section(data, n, seed / PLAIN, &at, &size) ||
        size > sizeof bytes)
        return LLVMFuzzerMutate(data, n, room);
    memcpy(bytes, data + at, size);
    memcpy(data + at, bytes, LLVMFuzzerMutate(bytes, size, size));
    return n;
}

static void check_address(struct elf_resolver *resolver, uint32_t id,
                          uint64_t address)
{
    static const struct elf_parts parts = { .inlines = true, .lines = true };
    struct arena arena = { 0 };
    struct elf_frames frames =
        elf_resolver_frames(resolver, id, address, parts, &arena);
    for (size_t i = 1; i < frames.n; i++)
        REQUIRE(frames.of[i].function.len, "inlined function %zu at %llx has no name",
                i, (unsigned long long)address);
    for (size_t i = 0; i < frames.n; i++) {
        const struct elf_line *line = &frames.of[i].line;
        uint64_t found;
        elf_resolver_line_address(resolver, id, str_basename(line->file),
                                  line->line, &found);
    }
    arena_free(&arena);
}

static void check_variables(const struct elf_module *module)
{
    struct elf_variables variables = { 0 };
    struct arena arena = { 0 };
    if (!module->lines.dwarf)
        return;
    elf_variables_open(&variables, module->lines.dwarf);
    for (size_t i = 0; i < variables.n && i < MOST; i++)
        for (uint64_t at = 0; at < STEPS; at++)
            elf_variables_find(&variables, variables.of[i].begin + at, &arena);
    for (size_t i = 0; i < variables.n_locals && i < MOST; i++)
        for (int64_t at = 0; at < STEPS; at++)
            elf_variables_find_local(&variables, variables.locals[i].function,
                                     variables.locals[i].begin + at, &arena);
    elf_variables_close(&variables);
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct elf_resolver resolver = { 0 };
    uint32_t id =
        elf_resolver_add(&resolver, str_of(draw_file(0, data, n)), S(""));
    const struct elf_module *module = elf_resolver_open(&resolver, id);
    const struct elf_functions *functions = &module->functions;
    for (size_t f = 0; f < functions->n && f < MOST; f++) {
        const struct elf_function *function = &functions->of[f];
        uint64_t step = (function->end - function->start) / STEPS + 1;
        for (uint64_t i = 0; i < STEPS; i++)
            check_address(&resolver, id, function->start + i * step);
    }
    check_variables(module);
    elf_resolver_free(&resolver);
    return 0;
}
