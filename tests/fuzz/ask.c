#include "ask.h"

#include <string.h>

#include "check.h"
#include "deps/elf/debug_info.h"
#include "deps/elf/variables.h"
#include "elf/disassembler.h"
#include "elf/module.h"

enum {
    MOST = 30,  /* functions that are tried */
    STEPS = 20, /* addresses in each */
};

/* Asks for the functions and lines at an address. Only the outermost function
   may have no name. */
static void ask_address(struct bop_debug_info *info, uint32_t id,
                        uint64_t address)
{
    static const struct elf_parts parts = { .inlines = true, .lines = true };
    struct arena arena = { 0 };
    struct elf_frames frames =
        elf_resolver_frames(info->resolver, id, address, parts, &arena);
    for (size_t i = 1; i < frames.n; i++)
        REQUIRE(frames.of[i].function.len,
                "inlined function %zu at %llx has no name", i,
                (unsigned long long)address);
    for (size_t i = 0; i < frames.n; i++) {
        const struct elf_line *line = &frames.of[i].line;
        uint64_t found;
        bop_debug_info_line(info, id, str_basename(line->file), line->line,
                            &found);
    }
    arena_free(&arena);
}

/* Disassembles a function. Instructions follow each other and leave no byte
   out. */
static void ask_code(const struct elf_file *file,
                     const struct elf_function *function)
{
    struct elf_disassembler disassembler;
    uint64_t address = function->start;
    struct str bytes = str_head(elf_code(file, address),
                                function->end - function->start);
    if (!elf_disassembler_open(&disassembler, file))
        return;
    bytes = str_head(bytes, MOST * STEPS);
    while (bytes.len) {
        struct elf_instruction instruction;
        uint64_t at = address;
        size_t left = bytes.len;
        elf_disassembler_next(&disassembler, &bytes, &address, &instruction);
        REQUIRE(instruction.address == at && address - at == left - bytes.len &&
                    address > at && *instruction.text,
                "instruction at %llx", (unsigned long long)at);
    }
    elf_disassembler_close(&disassembler);
}

static void ask_functions(struct elf_resolver *resolver, uint32_t id)
{
    struct bop_debug_info info = { .resolver = resolver };
    const struct elf_functions *functions =
        &elf_resolver_open(resolver, id)->parts->functions;
    for (size_t f = 0; f < functions->n && f < MOST; f++) {
        const struct elf_function *function = &functions->of[f];
        uint64_t step = (function->end - function->start) / STEPS + 1;
        ask_code(&elf_resolver_open(resolver, id)->parts->file, function);
        for (uint64_t i = 0; i < STEPS; i++)
            ask_address(&info, id, function->start + i * step);
    }
    bop_debug_info_close(&info);
}

static void ask_variables(const struct elf_module *module)
{
    struct elf_variables variables = { 0 };
    struct arena arena = { 0 };
    if (!module->parts->lines.dwarf)
        return;
    elf_variables_open(&variables, module->parts->lines.dwarf);
    for (size_t i = 0; i < variables.n && i < MOST; i++)
        for (uint64_t at = 0; at < STEPS; at++)
            elf_variables_find(&variables, variables.of[i].begin + at, &arena);
    for (size_t i = 0; i < variables.locals.n && i < MOST; i++) {
        const struct elf_local_range *local = &variables.locals.of[i];
        for (int64_t at = 0; at < STEPS; at++)
            elf_variables_find_local(&variables, local->function,
                                     local->begin + at, &arena);
    }
    elf_variables_close(&variables);
    arena_free(&arena);
}

static void ask_symbols(const struct elf_file *file)
{
    static const uint32_t types[] = { SHT_SYMTAB, SHT_DYNSYM };
    struct arena arena = { 0 };
    struct elf_objects objects = { 0 };
    uint64_t found;
    for (size_t i = 0; i < ROWS(types); i++) {
        struct elf_symbols symbols;
        if (!elf_symbols(&symbols, file, types[i], &arena))
            continue;
        for (size_t s = 0; s < symbols.n && s < MOST; s++) {
            uint64_t address = symbols.of[s].address;
            ptrdiff_t owner = elf_owner(&symbols, address);
            REQUIRE(address >= symbols.end || owner == (ptrdiff_t)s,
                    "symbol %td owns the address of symbol %zu", owner, s);
        }
    }
    elf_address_of(file, "main", &found);
    elf_pointer(file);
    elf_objects_open(&objects, file, &arena);
    for (uint64_t at = 0; at < 0x1000; at += 0x40)
        elf_objects_find(&objects, 0x1000 + at);
    arena_free(&arena);
}

/* Asks for the lines of all functions at once. */
static void ask_lines(const struct elf_module *module)
{
    const struct elf_file *file =
        module->parts->debug.elf ? &module->parts->debug
                                 : &module->parts->file;
    struct elf_line lines[MOST];
    struct arena arena = { 0 };
    size_t n = 0;
    for (; n < MOST && n < module->parts->functions.n; n++)
        lines[n] = (struct elf_line){ module->parts->functions.of[n].start,
                                      S(""), 0, 0 };
    elf_lines(lines, n, file, &arena);
    arena_free(&arena);
}

void ask_module(struct elf_resolver *resolver, uint32_t id)
{
    const struct elf_module *module = elf_resolver_open(resolver, id);
    uint64_t address;
    ask_functions(resolver, id);
    ask_variables(module);
    for (uint64_t at = 0; at < 0x2000; at += 0x400)
        elf_resolver_address(resolver, id, at, &address);
    if (!module->has_file)
        return;
    ask_symbols(&module->parts->file);
    ask_lines(module);
}
