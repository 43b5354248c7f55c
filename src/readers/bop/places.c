/* The places of a trace in the source, by the programs that it names. */
#include <elfutils/libdwelf.h>
#include <stdlib.h>

#include "elf/debug.h"
#include "elf/lines.h"
#include "elf/symbols.h"
#include "readers/bop/trace.h"
#include "util/diag.h"

struct places {
    struct bop_trace *trace;
    const bool *wanted;
    const char *input;
    struct bop_place *of; /* by site */
    struct starts {
        uint64_t address;
        uint32_t module, function;
    } *starts; /* of functions, by module and address */
    uint32_t n_starts;
};

/* A module's file; those that have the lines. */
struct binary {
    struct elf_file file, debug;
};

static const struct elf_file *lines_of(const struct binary *binary)
{
    return binary->debug.elf ? &binary->debug : &binary->file;
}

static bool has_build_id(const struct elf_file *file, struct str hex)
{
    const unsigned char *bytes;
    const void *found;
    ssize_t n = dwelf_elf_gnu_build_id(file->elf, &found);
    if (hex.len == 0 || n <= 0)
        return hex.len == 0;
    bytes = found;
    for (ssize_t i = 0; i < n; i++) {
        struct str two = str_head(hex, 2);
        uint64_t byte;
        if (!str_take_hex(&two, &byte) || byte != bytes[i])
            return false;
        hex = str_skip(hex, 2);
    }
    return hex.len == 0;
}

static bool open_there(struct binary *binary, const char *path,
                       struct str build_id)
{
    if (!elf_is(path) || !elf_open(&binary->file, path))
        return false;
    if (has_build_id(&binary->file, build_id))
        return true;
    elf_close(&binary->file);
    return false;
}

/* Beside the trace. */
static struct str moved_path(const struct places *p, struct str path)
{
    struct str input = str_of(p->input), name = str_basename(input);
    int folder = (int)(input.len - name.len);
    return arena_printf(&p->trace->texts, "%.*s%s", folder, input.s,
                        str_basename(path).s);
}

static bool open_module(struct binary *binary, const struct places *p,
                        uint32_t id)
{
    const struct bop_module *module = &p->trace->module[id];
    *binary = (struct binary){ { .fd = -1 }, { .fd = -1 } };
    if (!open_there(binary, module->path.s, module->build_id) &&
        !open_there(binary, moved_path(p, module->path).s, module->build_id))
        return false;
    if (!elf_has_lines(&binary->file))
        elf_debug_open(&binary->debug, &binary->file, ELF_DEBUG_ROOT,
                       &p->trace->texts);
    return true;
}

static void close_module(struct binary *binary)
{
    elf_close(&binary->file);
    elf_close(&binary->debug);
}

struct wish {
    uint64_t address;
    uint32_t site;
};

static int by_address(const void *left, const void *right)
{
    const struct wish *a = left, *b = right;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return (a->site > b->site) - (a->site < b->site);
}

static size_t list_wishes(const struct places *p, uint32_t module,
                          struct wish *wishes)
{
    size_t n = 0;
    for (uint32_t i = 0; i < p->trace->sites.n; i++) {
        const struct bop_site *site = &p->trace->site[i];
        if (p->wanted[i] && site->where == BOP_MODULE && site->of == module)
            wishes[n++] = (struct wish){ site->address, i };
    }
    qsort(wishes, n, sizeof *wishes, by_address);
    return n;
}

static void set_text(struct bop_trace *trace, struct bop_place *place)
{
    if (place->file.len && place->line)
        place->text = arena_printf(&trace->texts, "%s:%llu", place->file.s,
                                   (unsigned long long)place->line);
}

static void find_lines(struct places *p, const struct wish *wishes, size_t n,
                       const struct elf_file *file)
{
    struct arena scratch = { 0 };
    struct elf_line *lines = NEW_N(&scratch, struct elf_line, n);
    for (size_t i = 0; i < n; i++)
        lines[i].address = wishes[i].address;
    elf_places(lines, n, file, &p->trace->texts);
    for (size_t i = 0; i < n; i++) {
        struct bop_place *place = &p->of[wishes[i].site];
        place->file = lines[i].file;
        place->line = lines[i].line;
        set_text(p->trace, place);
    }
    arena_free(&scratch);
}

static void find_in_module(struct places *p, uint32_t module)
{
    struct arena scratch = { 0 };
    struct binary binary;
    const char *path = p->trace->module[module].path.s;
    struct wish *wishes = NEW_N(&scratch, struct wish, p->trace->sites.n);
    size_t n = list_wishes(p, module, wishes);
    if (n == 0) {
        arena_free(&scratch);
        return;
    }
    if (!open_module(&binary, p, module)) {
        diag_warn("%s: %s is not there, or is another build than the one that "
                  "was traced: its places are shown as addresses",
                  p->input, path);
    } else {
        if (!elf_has_lines(lines_of(&binary)))
            diag_warn("%s: %s has no line numbers: its places are shown as "
                      "addresses", p->input, path);
        find_lines(p, wishes, n, lines_of(&binary));
        close_module(&binary);
    }
    arena_free(&scratch);
}

static int by_start(const void *left, const void *right)
{
    const struct starts *a = left, *b = right;
    if (a->module != b->module)
        return a->module < b->module ? -1 : 1;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return (a->function > b->function) - (a->function < b->function);
}

static void sort_starts(struct places *p)
{
    uint32_t n = p->trace->functions.n;
    p->starts = NEW_N(&p->trace->texts, struct starts, n);
    for (uint32_t f = 0; f < n; f++) {
        const struct bop_site *site =
            &p->trace->site[p->trace->function[f].site];
        if (site->where == BOP_MODULE)
            p->starts[p->n_starts++] =
                (struct starts){ site->address, site->of, f };
    }
    qsort(p->starts, p->n_starts, sizeof *p->starts, by_start);
}

/* The function that begins nearest before. */
static uint32_t owner(const struct places *p, const struct bop_site *site)
{
    uint32_t low = 0, high = p->n_starts;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct starts *start = &p->starts[middle];
        bool before = start->module != site->of
                          ? start->module < site->of
                          : start->address <= site->address;
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    return low && p->starts[low - 1].module == site->of
               ? p->starts[low - 1].function
               : NO_ID;
}

static void name_address(struct places *p, uint32_t i)
{
    const struct bop_site *site = &p->trace->site[i];
    struct bop_place *place = &p->of[i];
    struct str module = S("?");
    if (site->where == BOP_MODULE) {
        module = str_basename(p->trace->module[site->of].path);
        place->function = owner(p, site);
    }
    struct str text = arena_printf(&p->trace->texts, "%s+0x%llx", module.s,
                                   (unsigned long long)site->address);
    if (!place->text.len)
        place->text = text;
    place->name = text;
}

/* Which function of the program has the line. */
static struct str name_in(const struct elf_file *file,
                          const struct elf_file *with_lines,
                          const struct bop_literal *literal,
                          struct arena *arena)
{
    struct arena scratch = { 0 };
    struct elf_symbols symbols;
    struct str name = S("");
    uint64_t address;
    if (elf_line_address(with_lines, literal->file.s, literal->line,
                         &address) &&
        elf_symbols(&symbols, file, SHT_SYMTAB, &scratch)) {
        ptrdiff_t symbol = elf_owner(&symbols, address);
        if (symbol != NO_SYMBOL && symbols.of[symbol].function != NO_SYMBOL)
            name = arena_copy(
                arena, str_of(symbols.of[symbols.of[symbol].function].name));
    }
    arena_free(&scratch);
    return name;
}

/* The program tells which functions run by their names. */
static uint32_t function_named(const struct bop_trace *trace, struct str name)
{
    for (uint32_t f = 0; name.len && f < trace->functions.n; f++)
        if (str_eq(trace->function[f].name, name))
            return f;
    return NO_ID;
}

static void name_literal(struct places *p, uint32_t i,
                         const struct binary *program)
{
    struct bop_trace *trace = p->trace;
    const struct bop_literal *literal = &trace->literal[trace->site[i].of];
    struct bop_place *place = &p->of[i];
    place->file = literal->file;
    place->line = literal->line;
    set_text(trace, place);
    if (program->file.elf)
        place->name = name_in(&program->file, lines_of(program), literal,
                              &trace->texts);
    place->function = function_named(trace, place->name);
    if (!place->name.len)
        place->name = literal->file;
}

static void name_all(struct places *p)
{
    struct binary program = { { .fd = -1 }, { .fd = -1 } };
    if (p->trace->literals.n && p->trace->modules.n)
        open_module(&program, p, 0);
    for (uint32_t i = 0; i < p->trace->sites.n; i++) {
        switch (p->trace->site[i].where) {
        case BOP_NOWHERE:
            break;
        case BOP_MODULE:
        case BOP_MEMORY:
            name_address(p, i);
            break;
        case BOP_LITERAL:
            name_literal(p, i, &program);
            break;
        }
    }
    close_module(&program);
}

struct bop_place *bop_places(struct bop_trace *trace, const bool *wanted,
                             const char *input)
{
    struct places p = { .trace = trace, .wanted = wanted, .input = input };
    p.of = NEW_N(&trace->texts, struct bop_place, trace->sites.n);
    for (uint32_t i = 0; i < trace->sites.n; i++)
        p.of[i] = (struct bop_place){ S(""), S(""), 0, NO_ID, S("") };
    for (uint32_t m = 0; m < trace->modules.n; m++)
        find_in_module(&p, m);
    sort_starts(&p);
    name_all(&p);
    return p.of;
}
