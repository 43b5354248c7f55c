#include "elf/inlines.h"

#include <dwarf.h>

#include "elf/dwarf.h"
#include "elf/split.h"
#include "elf/walk.h"
#include "util/diag.h"

/* Limits on what is kept of one file and on the work for it. Real files stay
   far below that of functions. When half of the nodes or ranges are in use, all
   are forgotten, and those of a function are read again when it needs them. */
enum {
    MOST_FUNCTIONS = 1 << 22, /* of all units */
    MOST_NODES = 1 << 19,     /* of all functions */
    MOST_RANGES = 1 << 20,    /* of all nodes, and of one unit */
};

/* The most functions, nodes and ranges that are looked at for all addresses. */
static const uint64_t MOST_SOUGHT = UINT64_C(1) << 31;

struct elf_inlines_unit {
    Dwarf *dwarf;       /* that of the program, or of its .dwo file */
    const char *folder; /* in which the compiler ran; NULL: not known */
    size_t first, n;    /* functions */
};

/* A range of the code of a function. */
struct elf_inlines_function {
    uint64_t start, end;
    uint64_t reach; /* the highest end of this range and those before it */
    Dwarf_Off die;
    uint32_t unit;
    uint32_t first, n; /* nodes */
    bool is_walked;
};

/* A function that is inlined somewhere in another one. Those that are inlined
   into itself follow it. */
struct elf_inlines_node {
    struct elf_inline is;
    uint32_t end; /* the first node that is not inlined into this one */
    uint32_t first_range, n_ranges;
    bool is_named;
};

struct elf_inlines_range {
    uint64_t start, end;
};

/* The name of a function of C++ that has no linkage name. */
struct elf_inlines_name {
    struct str name; /* with its scope; "" until it is asked for */
    uint64_t start;  /* of its code where it is not inlined; 0: nowhere */
};

void elf_inlines_open(struct elf_inlines *inlines, struct elf_line_table *table,
                      const struct elf_functions *symbols)
{
    *inlines = (struct elf_inlines){ .table = table, .symbols = symbols };
}

void elf_inlines_close(struct elf_inlines *inlines)
{
    arena_free(&inlines->scopes.arena);
    arena_free(&inlines->arena);
    *inlines = (struct elf_inlines){ .table = NULL };
}

/* ---- Functions without linkage names ---- */

/* Returns what is known of the name of a function, given where libdw has the
   DIE that declares it. */
static struct elf_inlines_name *name_at(struct elf_inlines *inlines,
                                        const void *function)
{
    uint32_t id = pairs_add_64(&inlines->name_ids, &inlines->arena,
                               (uintptr_t)function);
    return REACH_IN(&inlines->arena, &inlines->names, id);
}

static bool has_linkage_name(Dwarf_Die *die)
{
    return dwarf_hasattr_integrate(die, DW_AT_linkage_name) ||
           dwarf_hasattr_integrate(die, DW_AT_MIPS_linkage_name);
}

/* Remembers where a function is that is inlined elsewhere. */
static void note_instance(struct elf_inlines *inlines, Dwarf_Die die,
                          uint64_t start)
{
    Dwarf_Die function = die;
    if (!dwarf_hasattr(&die, DW_AT_abstract_origin) || has_linkage_name(&die))
        return;
    elf_scopes_declaration(&function);
    struct elf_inlines_name *name = name_at(inlines, function.addr);
    if (!name->start)
        name->start = start;
}

/* ---- Functions of units ---- */

static void add_function(struct elf_inlines *inlines, Dwarf_Die *die,
                         size_t *left)
{
    Dwarf_Addr base, start, end;
    ptrdiff_t at = 0;
    while (*left && inlines->functions.n < MOST_FUNCTIONS &&
           (at = dwarf_ranges(die, at, &base, &start, &end)) > 0) {
        --*left;
        inlines->work++;
        if (start >= end)
            continue;
        *PUSH_IN(&inlines->arena, &inlines->functions) =
            (struct elf_inlines_function){ .start = start,
                                           .end = end,
                                           .unit = (uint32_t)inlines->units.n,
                                           .die = dwarf_dieoffset(die) };
        note_instance(inlines, *die, start);
    }
}

static void sort_functions(struct elf_inlines_function *of, size_t n)
{
    uint64_t reach = 0;
    array_sort(of, n, sizeof *of);
    for (size_t i = 0; i < n; i++) {
        if (of[i].end > reach)
            reach = of[i].end;
        of[i].reach = reach;
    }
}

/* Adds the functions of a unit, which are its children or in namespaces. */
static void add_functions(struct elf_inlines *inlines, Dwarf_Die *unit)
{
    struct elf_walk walk;
    size_t left = MOST_RANGES;
    if (!elf_walk_begin(&walk, unit, &inlines->work))
        return;
    while (walk.depth >= 0) {
        Dwarf_Die *die = &walk.at[walk.depth];
        int tag = dwarf_tag(die);
        if (tag == DW_TAG_subprogram)
            add_function(inlines, die, &left);
        if ((tag == DW_TAG_namespace || tag == DW_TAG_module) &&
            elf_walk_down(&walk))
            continue;
        while (walk.depth >= 0 && !elf_walk_next(&walk))
            walk.depth--;
    }
    if (!left || elf_walk_is_cut(&walk))
        elf_line_table_limited(inlines->table);
}

/* Goes from a unit to its part in a .dwo file, if there is one. Many units may
   name the same file, and libdw opens it for each of them. */
static void enter_split(struct elf_inlines *inlines, Dwarf_Die *unit)
{
    if (inlines->work >= ELF_WALK_WORK ||
        elf_split_unit(inlines->table->file, unit, &inlines->work))
        return;
    if (!inlines->lacks_split)
        diag_note("%s: some inlined functions are missing, because "
                  "-gsplit-dwarf put them into files such as %s, which cannot "
                  "be read; %s, or compile without it",
                  inlines->table->file->path, elf_split_name(unit),
                  inlines->table->file->sysroot
                      ? "copy them to the folder of the program, where alone "
                        "they are looked for with --symfs"
                      : "keep them where they were compiled");
    inlines->lacks_split = true;
}

static const struct elf_inlines_unit *unit_of(struct elf_inlines *inlines,
                                              Dwarf_Die die)
{
    uint32_t id = pairs_add_64(&inlines->unit_ids, &inlines->arena,
                               dwarf_dieoffset(&die));
    if (id < inlines->units.n)
        return &inlines->units.of[id];
    struct elf_inlines_unit unit = { .folder = elf_dwarf_folder(&die),
                                     .first = inlines->functions.n };
    enter_split(inlines, &die);
    unit.dwarf = dwarf_cu_getdwarf(die.cu);
    add_functions(inlines, &die);
    unit.n = inlines->functions.n - unit.first;
    if (unit.n)
        sort_functions(&inlines->functions.of[unit.first], unit.n);
    *PUSH_IN(&inlines->arena, &inlines->units) = unit;
    return &inlines->units.of[id];
}

/* Returns the function of a unit that has an address, or NULL. The nearest
   counts, because code that the linker dropped leaves functions at low
   addresses. */
static struct elf_inlines_function *
function_in(struct elf_inlines *inlines, const struct elf_inlines_unit *unit,
            uint64_t address)
{
    if (!unit->n)
        return NULL;
    struct elf_inlines_function *of = &inlines->functions.of[unit->first];
    size_t i = array_count_to(of, unit->n, sizeof *of, address);
    while (i-- > 0 && of[i].reach > address && inlines->sought++ < MOST_SOUGHT)
        if (of[i].end > address)
            return &of[i];
    return NULL;
}

static struct elf_inlines_function *function_at(struct elf_inlines *inlines,
                                                uint64_t address)
{
    struct elf_inlines_function *function = NULL;
    Dwarf_Die unit;
    size_t at = SIZE_MAX;
    while (!function &&
           elf_line_table_unit(inlines->table, address, &at, &unit))
        function = function_in(inlines, unit_of(inlines, unit), address);
    return function;
}

/* ---- Inlined functions of a function ---- */

static uint32_t add_node(struct elf_inlines *inlines, uint32_t unit,
                         Dwarf_Die *die, size_t *left)
{
    struct elf_inlines_node node = { .is = { .unit = unit,
                                             .die = dwarf_dieoffset(die) },
                                     .first_range = inlines->ranges.n };
    Dwarf_Addr base, start, end;
    ptrdiff_t at = 0;
    while (*left && (at = dwarf_ranges(die, at, &base, &start, &end)) > 0) {
        --*left;
        inlines->work++;
        *PUSH_IN(&inlines->arena, &inlines->ranges) =
            (struct elf_inlines_range){ start, end };
    }
    node.n_ranges = (uint32_t)inlines->ranges.n - node.first_range;
    *PUSH_IN(&inlines->arena, &inlines->nodes) = node;
    return (uint32_t)inlines->nodes.n - 1;
}

/* Leaves the DIEs that have no more siblings. */
static void climb(struct elf_walk *walk, struct elf_inlines *inlines)
{
    while (walk->depth >= 0) {
        uint32_t node = walk->nodes[walk->depth];
        if (node != NO_ID)
            inlines->nodes.of[node].end = inlines->nodes.n;
        if (elf_walk_next(walk))
            break;
        walk->depth--;
    }
}

static void add_nodes(struct elf_inlines *inlines, uint32_t unit,
                      Dwarf_Die *function)
{
    struct elf_walk walk;
    size_t left = MOST_RANGES;
    if (!elf_walk_begin(&walk, function, &inlines->work))
        return;
    while (walk.depth >= 0) {
        Dwarf_Die *die = &walk.at[walk.depth];
        int tag = dwarf_tag(die);
        bool is_inlined = tag == DW_TAG_inlined_subroutine;
        if (is_inlined && inlines->nodes.n < MOST_NODES)
            walk.nodes[walk.depth] = add_node(inlines, unit, die, &left);
        if ((is_inlined || tag == DW_TAG_lexical_block ||
             tag == DW_TAG_try_block || tag == DW_TAG_catch_block) &&
            elf_walk_down(&walk))
            continue;
        climb(&walk, inlines);
    }
    if (!left || inlines->nodes.n >= MOST_NODES || elf_walk_is_cut(&walk))
        elf_line_table_limited(inlines->table);
}

static bool find_die(const struct elf_inlines *inlines, uint32_t unit,
                     Dwarf_Off at, Dwarf_Die *die)
{
    return dwarf_offdie(inlines->units.of[unit].dwarf, at, die);
}

static void walk_function(struct elf_inlines *inlines,
                          struct elf_inlines_function *function)
{
    Dwarf_Die die;
    if (inlines->nodes.n >= MOST_NODES / 2 ||
        inlines->ranges.n >= MOST_RANGES / 2) {
        inlines->nodes.n = inlines->ranges.n = 0;
        for (size_t i = 0; i < inlines->functions.n; i++)
            inlines->functions.of[i].is_walked = false;
    }
    function->is_walked = true;
    function->first = inlines->nodes.n;
    if (find_die(inlines, function->unit, function->die, &die))
        add_nodes(inlines, function->unit, &die);
    function->n = inlines->nodes.n - function->first;
}

/* ---- Look-ups ---- */

/* Returns the text of an attribute of a function, or "". */
static struct str text_of(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    const char *text =
        elf_dwarf_text(dwarf_attr_integrate(die, name, &attribute));
    return text ? str_of(text) : S("");
}

/* Returns the linkage name of a function. glibc names its functions __GI_NAME
   there, which is an alias of the symbol NAME for calls within the library. */
static struct str linkage_name(Dwarf_Die *die)
{
    struct str name = text_of(die, DW_AT_linkage_name);
    if (!name.len)
        name = text_of(die, DW_AT_MIPS_linkage_name);
    str_take(&name, S("__GI_"));
    return name;
}

/* Is the symbol that of a C++ function with this name? The linker may have
   folded functions with the same code. */
static bool is_symbol_of(struct str symbol, struct str plain)
{
    size_t len = 0;
    if (str_starts(plain, S("operator")))
        return str_starts(symbol, S("_Z"));
    str_take(&plain, S("~"));
    while (len < plain.len && plain.s[len] != '<')
        len++;
    return str_starts(symbol, S("_Z")) && len &&
           str_has(symbol, str_head(plain, len));
}

/* Returns the symbol of a function where it is not inlined, so that its name is
   the same everywhere; "" if there is none. Parts of it, such as
   "_Z1fv.cold", have the name of the whole. */
static struct str symbol_name(struct elf_inlines *inlines, uint64_t start,
                              struct str plain)
{
    struct str symbol, before, after;
    const struct elf_function *function =
        start ? elf_functions_find(inlines->symbols, start) : NULL;
    if (!function || function->start != start)
        return S("");
    symbol = str_of(function->name);
    if (!is_symbol_of(symbol, plain))
        return S("");
    return str_cut(symbol, S("."), &before, &after)
               ? arena_copy(&inlines->arena, before)
               : symbol;
}

/* Names an inlined function of C++ without a linkage name; "" if it has no
   name or is of another language. */
static struct str scoped_name(struct elf_inlines *inlines, Dwarf_Die die,
                              struct str plain)
{
    Dwarf_Die function = die;
    elf_scopes_declaration(&function);
    struct elf_inlines_name *known = name_at(inlines, function.addr);
    if (!known->name.len)
        known->name = symbol_name(inlines, known->start, plain);
    if (!known->name.len)
        known->name =
            elf_scopes_name(&inlines->scopes, function, &inlines->arena);
    if (!known->name.len)
        known->name = plain;
    return known->name;
}

/* Compilers give the number 4 to what all variants of a constructor or
   destructor share. No symbol has it; that of the variant which leaves out
   virtual bases has 2. */
static struct str with_variant(struct elf_inlines *inlines, struct str name)
{
    if (!str_starts(name, S("_Z")) ||
        !(str_ends(name, S("C4Ev")) || str_ends(name, S("D4Ev"))))
        return name;
    return arena_printf(&inlines->arena, "%.*s2Ev", (int)name.len - 3, name.s);
}

static struct str name_of(struct elf_inlines *inlines, Dwarf_Die *die)
{
    struct str name = linkage_name(die), plain;
    if (name.len)
        return with_variant(inlines, name);
    plain = text_of(die, DW_AT_name);
    return plain.len ? scoped_name(inlines, *die, plain) : plain;
}

static const struct elf_inline *named(struct elf_inlines *inlines,
                                      struct elf_inlines_node *node)
{
    Dwarf_Die die;
    if (!node->is_named && find_die(inlines, node->is.unit, node->is.die, &die))
        node->is.function = name_of(inlines, &die);
    node->is_named = true;
    return &node->is;
}

static bool has(const struct elf_inlines *inlines,
                const struct elf_inlines_node *node, uint64_t address)
{
    for (uint32_t i = 0; i < node->n_ranges; i++) {
        struct elf_inlines_range range =
            inlines->ranges.of[node->first_range + i];
        if (range.start <= address && address < range.end)
            return true;
    }
    return false;
}

/* Lists the inlined functions at an address in inlines->found. */
static size_t find_nodes(struct elf_inlines *inlines,
                         struct elf_inlines_function *function,
                         uint64_t address)
{
    inlines->found.n = 0;
    if (!function->is_walked)
        walk_function(inlines, function);
    uint32_t i = function->first, end = function->first + function->n;
    while (i < end && inlines->sought < MOST_SOUGHT) {
        struct elf_inlines_node *node = &inlines->nodes.of[i];
        inlines->sought += 1 + node->n_ranges;
        if (!has(inlines, node, address)) {
            i = node->end;
            continue;
        }
        *PUSH_IN(&inlines->arena, &inlines->found) = *named(inlines, node);
        end = node->end;
        i++;
    }
    return inlines->found.n;
}

size_t elf_inlines_find(struct elf_inlines *inlines, uint64_t address,
                        const struct elf_inline **found)
{
    struct elf_inlines_function *function = function_at(inlines, address);
    size_t n = function ? find_nodes(inlines, function, address) : 0;
    if (inlines->sought >= MOST_SOUGHT || inlines->work >= ELF_WALK_WORK ||
        inlines->functions.n >= MOST_FUNCTIONS)
        elf_line_table_limited(inlines->table);
    *found = inlines->found.of;
    return n;
}

/* ---- Lines ---- */

struct elf_line elf_inline_call(const struct elf_inlines *inlines,
                                const struct elf_inline *function,
                                struct arena *arena)
{
    struct elf_line line = { .file = STR("") };
    Dwarf_Die die, unit;
    Dwarf_Attribute attribute;
    Dwarf_Word number, file;
    Dwarf_Files *files;
    size_t n;
    if (!find_die(inlines, function->unit, function->die, &die) ||
        !dwarf_diecu(&die, &unit, NULL, NULL) ||
        dwarf_formudata(dwarf_attr(&die, DW_AT_call_file, &attribute),
                        &file) != 0 ||
        !elf_line_table_prepare(inlines->table, &unit) ||
        dwarf_getsrcfiles(&unit, &files, &n) != 0 || file >= n)
        return line;
    line.file = elf_line_path(dwarf_filesrc(files, file, NULL, NULL),
                              inlines->units.of[function->unit].folder, arena);
    if (dwarf_formudata(dwarf_attr(&die, DW_AT_call_line, &attribute),
                        &number) == 0)
        line.line = number;
    if (dwarf_formudata(dwarf_attr(&die, DW_AT_call_column, &attribute),
                        &number) == 0)
        line.column = number;
    return line;
}

/* Finds the path of a file that an attribute gives by its number. The attribute
   may be that of another unit, where the function is declared. */
static struct str file_of(const struct elf_inlines *inlines, uint32_t unit,
                          Dwarf_Attribute *attribute, struct arena *arena)
{
    Dwarf_Word file;
    Dwarf_Files *files;
    Dwarf_Die of;
    size_t n;
    if (dwarf_formudata(attribute, &file) != 0 || file == 0 ||
        !dwarf_cu_die(attribute->cu, &of, NULL, NULL, NULL, NULL, NULL, NULL) ||
        !elf_line_table_prepare(inlines->table, &of) ||
        dwarf_getsrcfiles(&of, &files, &n) != 0 || file >= n)
        return S("");
    return elf_line_path(dwarf_filesrc(files, file, NULL, NULL),
                         inlines->units.of[unit].folder, arena);
}

/* This does what dwarf_decl_file does, which ends the program by an assertion
   if the file is damaged. */
struct elf_line elf_inline_first(const struct elf_inlines *inlines,
                                 const struct elf_inline *function,
                                 struct arena *arena)
{
    struct elf_line line = { .file = STR("") };
    Dwarf_Die die;
    Dwarf_Attribute attribute;
    int number;
    if (!find_die(inlines, function->unit, function->die, &die) ||
        !dwarf_attr_integrate(&die, DW_AT_decl_file, &attribute))
        return line;
    line.file = file_of(inlines, function->unit, &attribute, arena);
    if (line.file.len && dwarf_decl_line(&die, &number) == 0 && number > 0)
        line.line = (uint64_t)number;
    return line;
}
