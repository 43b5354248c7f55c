/* The target of programs and their debug information: the bytes are an ELF
   file. It is asked for the functions, inlined functions, lines, variables and
   instructions of some of its addresses. */
#include <elf.h>
#include <string.h>

#include "ask.h"
#include "draw.h"
#include "util/diag.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t n, size_t room,
                               unsigned seed);
/* Defined by libFuzzer: random changes of bytes. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t n, size_t room);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    diag_quiet(true);
    return 0;
}

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct elf_resolver resolver = { 0 };
    uint32_t id =
        elf_resolver_add(&resolver, str_of(draw_file(0, data, n)), S(""));
    ask_module(&resolver, id);
    elf_resolver_free(&resolver);
    return 0;
}
