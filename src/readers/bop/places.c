#include "readers/bop/places.h"

#include <elfutils/libdwelf.h>
#include <stdlib.h>

#include "elf/debug.h"
#include "elf/lines.h"
#include "elf/symbols.h"
#include "util/diag.h"

/* The start of a function of the trace. */
struct bop_start {
    uint64_t address;
    uint32_t module, function;
};

struct bop_finder {
    struct bop_trace *trace;
    const bool *wanted;
    const char *input;
    struct bop_place *places; /* by site */
    struct bop_start *starts; /* sorted by module and address */
    uint32_t n_starts;
};

/* An open module. */
struct bop_binary {
    struct elf_file file, debug; /* debug.elf is NULL: no separate file */
};

/* Returns the file that has the line numbers of a module. */
static const struct elf_file *lines_of(const struct bop_binary *binary)
{
    return binary->debug.elf ? &binary->debug : &binary->file;
}

/* Does the file have this build id? "" agrees with every file. */
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

static bool open_path(struct bop_binary *binary, const char *path,
                      struct str build_id)
{
    if (!elf_is(path) || !elf_open(&binary->file, path))
        return false;
    if (has_build_id(&binary->file, build_id))
        return true;
    elf_close(&binary->file);
    return false;
}

/* Opens the file of a module, which may have been copied into the folder of
   the trace, and its debug file if it needs one. */
static bool open_module(struct bop_binary *binary, const struct bop_finder *f,
                        uint32_t id)
{
    const struct bop_module *module = &f->trace->modules[id];
    struct arena *texts = &f->trace->texts;
    *binary = (struct bop_binary){ { .fd = -1 }, { .fd = -1 } };
    struct str input = str_of(f->input);
    int folder = (int)(input.len - str_basename(input).len);
    struct str copy = arena_printf(texts, "%.*s%s", folder, input.s,
                                   str_basename(module->path).s);
    if (!open_path(binary, module->path.s, module->build_id) &&
        !open_path(binary, copy.s, module->build_id))
        return false;
    if (!elf_has_lines(&binary->file))
        elf_debug_open(&binary->debug, &binary->file, ELF_DEBUG_ROOT, texts);
    return true;
}

static void close_module(struct bop_binary *binary)
{
    elf_close(&binary->file);
    elf_close(&binary->debug);
}

static void set_text(struct bop_trace *trace, struct bop_place *place)
{
    if (place->file.len && place->line)
        place->text = arena_printf(&trace->texts, "%s:%llu", place->file.s,
                                   (unsigned long long)place->line);
}

/* A wanted site of one module. */
struct bop_wanted_site {
    uint64_t address;
    uint32_t site;
};

static int by_address(const void *left, const void *right)
{
    const struct bop_wanted_site *a = left, *b = right;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return (a->site > b->site) - (a->site < b->site);
}

/* Lists the wanted sites of a module by address. There is room for all sites.
   Returns their number. */
static size_t list_wanted(const struct bop_finder *f, uint32_t module,
                          struct bop_wanted_site *list)
{
    size_t n = 0;
    for (uint32_t i = 0; i < f->trace->site_texts.n; i++) {
        const struct bop_site *site = &f->trace->sites[i];
        if (f->wanted[i] && site->where == BOP_MODULE && site->of == module)
            list[n++] = (struct bop_wanted_site){ site->address, i };
    }
    qsort(list, n, sizeof *list, by_address);
    return n;
}

/* Sets file and line of the listed sites, as far as the file has them. */
static void find_lines(struct bop_finder *f, const struct bop_wanted_site *list,
                       size_t n, const struct elf_file *file)
{
    struct arena scratch = { 0 };
    struct elf_line *lines = NEW_N(&scratch, struct elf_line, n);
    for (size_t i = 0; i < n; i++)
        lines[i].address = list[i].address;
    elf_places(lines, n, file, &f->trace->texts);
    for (size_t i = 0; i < n; i++) {
        struct bop_place *place = &f->places[list[i].site];
        place->file = lines[i].file;
        place->line = lines[i].line;
        set_text(f->trace, place);
    }
    arena_free(&scratch);
}

static void find_lines_of_module(struct bop_finder *f, uint32_t module)
{
    struct arena scratch = { 0 };
    struct bop_binary binary;
    const char *path = f->trace->modules[module].path.s;
    struct bop_wanted_site *list =
        NEW_N(&scratch, struct bop_wanted_site, f->trace->site_texts.n);
    size_t n = list_wanted(f, module, list);
    if (n > 0 && !open_module(&binary, f, module)) {
        diag_warn("%s: %s is not there, or is another build than the one that "
                  "was traced: its places are shown as addresses",
                  f->input, path);
    } else if (n > 0) {
        if (!elf_has_lines(lines_of(&binary)))
            diag_warn("%s: %s has no line numbers: its places are shown as "
                      "addresses", f->input, path);
        find_lines(f, list, n, lines_of(&binary));
        close_module(&binary);
    }
    arena_free(&scratch);
}

static int by_start(const void *left, const void *right)
{
    const struct bop_start *a = left, *b = right;
    if (a->module != b->module)
        return a->module < b->module ? -1 : 1;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return (a->function > b->function) - (a->function < b->function);
}

static void sort_starts(struct bop_finder *f)
{
    const struct bop_trace *trace = f->trace;
    uint32_t n = trace->function_ids.n;
    f->starts = NEW_N(&f->trace->texts, struct bop_start, n);
    for (uint32_t i = 0; i < n; i++) {
        const struct bop_site *site = &trace->sites[trace->functions[i].site];
        if (site->where == BOP_MODULE)
            f->starts[f->n_starts++] =
                (struct bop_start){ site->address, site->of, i };
    }
    qsort(f->starts, f->n_starts, sizeof *f->starts, by_start);
}

/* Returns the function that begins nearest before an address of a module, or
   NO_ID. */
static uint32_t function_before(const struct bop_finder *f,
                                const struct bop_site *site)
{
    uint32_t low = 0, high = f->n_starts;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct bop_start *start = &f->starts[middle];
        bool is_before = start->module != site->of
                             ? start->module < site->of
                             : start->address <= site->address;
        if (is_before)
            low = middle + 1;
        else
            high = middle;
    }
    return low && f->starts[low - 1].module == site->of
               ? f->starts[low - 1].function
               : NO_ID;
}

static void name_address(struct bop_finder *f, uint32_t i)
{
    const struct bop_site *site = &f->trace->sites[i];
    struct bop_place *place = &f->places[i];
    struct str module = S("?");
    if (site->where == BOP_MODULE) {
        module = str_basename(f->trace->modules[site->of].path);
        place->function = function_before(f, site);
    }
    place->name = arena_printf(&f->trace->texts, "%s+0x%llx", module.s,
                               (unsigned long long)site->address);
    if (!place->text.len)
        place->text = place->name;
}

/* Returns the name of the function in the program that a source line belongs
   to, in the arena; "" if it is not found. */
static struct str function_at_line(const struct bop_binary *program,
                                   const struct bop_literal *literal,
                                   struct arena *arena)
{
    struct arena scratch = { 0 };
    struct elf_symbols symbols;
    struct str name = S("");
    uint64_t address;
    if (elf_line_address(lines_of(program), literal->file.s, literal->line,
                         &address) &&
        elf_symbols(&symbols, &program->file, SHT_SYMTAB, &scratch)) {
        ptrdiff_t symbol = elf_owner(&symbols, address);
        if (symbol != NO_SYMBOL && symbols.of[symbol].function != NO_SYMBOL)
            name = arena_copy(
                arena, str_of(symbols.of[symbols.of[symbol].function].name));
    }
    arena_free(&scratch);
    return name;
}

/* Returns the function of the trace with this name, or NO_ID. A source line
   that the program named has no address by which its function could be
   found. */
static uint32_t function_named(const struct bop_trace *trace, struct str name)
{
    for (uint32_t f = 0; name.len && f < trace->function_ids.n; f++)
        if (str_eq(trace->functions[f].name, name))
            return f;
    return NO_ID;
}

static void name_literal(struct bop_finder *f, uint32_t i,
                         const struct bop_binary *program)
{
    struct bop_trace *trace = f->trace;
    const struct bop_literal *literal = &trace->literals[trace->sites[i].of];
    struct bop_place *place = &f->places[i];
    place->file = literal->file;
    place->line = literal->line;
    set_text(trace, place);
    if (program->file.elf)
        place->name = function_at_line(program, literal, &trace->texts);
    place->function = function_named(trace, place->name);
    if (!place->name.len)
        place->name = literal->file;
}

struct bop_place *bop_places(struct bop_trace *trace, const bool *wanted,
                             const char *input)
{
    struct bop_finder f = { .trace = trace, .wanted = wanted, .input = input };
    struct bop_binary program = { { .fd = -1 }, { .fd = -1 } };
    uint32_t n = trace->site_texts.n;
    f.places = NEW_N(&trace->texts, struct bop_place, n);
    for (uint32_t i = 0; i < n; i++)
        f.places[i] = (struct bop_place){ S(""), S(""), 0, NO_ID, S("") };
    for (uint32_t m = 0; m < trace->module_ids.n; m++)
        find_lines_of_module(&f, m);
    sort_starts(&f);
    if (trace->literal_ids.n && trace->module_ids.n)
        open_module(&program, &f, 0);
    for (uint32_t i = 0; i < n; i++) {
        switch (trace->sites[i].where) {
        case BOP_NOWHERE:
            break;
        case BOP_MODULE:
        case BOP_MEMORY:
            name_address(&f, i);
            break;
        case BOP_LITERAL:
            name_literal(&f, i, &program);
            break;
        }
    }
    close_module(&program);
    return f.places;
}
