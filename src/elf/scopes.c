#include "elf/scopes.h"

#include <dwarf.h>

#include "elf/dwarf.h"
#include "elf/walk.h"
#include "util/hash.h"
#include "util/text/buf.h"

enum {
    MOST_SCOPES = 1 << 21, /* of all units */
    MOST_NESTED = 64,      /* scopes around a function that are named */
    MOST_LINKS = 16,       /* from a DIE to its declaration */
    MOST_PARAMETERS = 64,
    LONGEST = 16384,     /* bytes of a name with its scope */
    FAST_BYTES = 16,     /* of names that take no longer than a DIE */
    MOST_MODIFIERS = 16, /* "const" and "*" of a type */
};

struct elf_scopes_unit {
    size_t first, n; /* scopes */
};

/* A namespace, class or function, in the order of DIEs. */
struct elf_scope {
    Dwarf_Off die;
    uint32_t parent; /* the scope around it, or NO_ID */
};

/* Has the name of functions that a scope declares. */
struct elf_scopes_function {
    uint32_t scope; /* NO_ID: the unit */
    uint32_t unit;
    const char *name;
    bool is_overloaded;
};

/* ---- DIEs ---- */

static const char *name_of(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    const char *name = elf_dwarf_text(dwarf_attr(die, DW_AT_name, &attribute));
    return name ? name : "";
}

static bool is_class(int tag)
{
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
           tag == DW_TAG_union_type;
}

static bool is_scope(int tag)
{
    return is_class(tag) || tag == DW_TAG_enumeration_type ||
           tag == DW_TAG_namespace || tag == DW_TAG_subprogram;
}

/* Follows an attribute that leads to another DIE. */
static bool follow(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Die next;
    if (!dwarf_formref_die(dwarf_attr(die, name, &attribute), &next))
        return false;
    *die = next;
    return true;
}

void elf_scopes_declaration(Dwarf_Die *die)
{
    for (int i = 0; i < MOST_LINKS; i++)
        if (!follow(die, DW_AT_abstract_origin) &&
            !follow(die, DW_AT_specification))
            return;
}

/* ---- Scopes of units ---- */

static bool is_same_function(const void *functions, uint32_t id,
                             const void *key)
{
    const struct elf_scopes_function *a =
        (const struct elf_scopes_function *)functions + id;
    const struct elf_scopes_function *b = key;
    return a->unit == b->unit && a->scope == b->scope &&
           strcmp(a->name, b->name) == 0;
}

static uint32_t hash_function(const struct elf_scopes_function *function)
{
    return hash_pair(hash_pair(function->unit, function->scope),
                     hash_text(str_of(function->name)));
}

static uint32_t find_function(const struct elf_scopes *scopes,
                              const struct elf_scopes_function *function)
{
    return index_find(&scopes->function_index, hash_function(function),
                      is_same_function, scopes->functions.of, function);
}

/* Adds a function, unless its DIE only says more about that of another DIE. */
static void add_function(struct elf_scopes *scopes, Dwarf_Die *die,
                         uint32_t parent)
{
    struct elf_scopes_function function = { .scope = parent,
                                            .unit = (uint32_t)scopes->units.n,
                                            .name = name_of(die) };
    if (dwarf_hasattr(die, DW_AT_specification) ||
        dwarf_hasattr(die, DW_AT_abstract_origin))
        return;
    scopes->work += strlen(function.name) / FAST_BYTES;
    uint32_t id = find_function(scopes, &function);
    if (id != NO_ID) {
        scopes->functions.of[id].is_overloaded = true;
        return;
    }
    id = (uint32_t)scopes->functions.n;
    *PUSH_IN(&scopes->arena, &scopes->functions) = function;
    index_add_in(&scopes->function_index, &scopes->arena,
                 hash_function(&function), id);
}

/* Returns the scope around the DIE that a walk is at. */
static uint32_t parent_in(const struct elf_walk *walk)
{
    int i = walk->depth;
    while (i > 0 && walk->nodes[i - 1] == NO_ID)
        i--;
    return i > 0 ? walk->nodes[i - 1] : NO_ID;
}

static void add_scope(struct elf_scopes *scopes, struct elf_walk *walk)
{
    Dwarf_Die *die = &walk->at[walk->depth];
    uint32_t parent = parent_in(walk);
    walk->nodes[walk->depth] = (uint32_t)scopes->scopes.n;
    *PUSH_IN(&scopes->arena, &scopes->scopes) =
        (struct elf_scope){ dwarf_dieoffset(die), parent };
    if (dwarf_tag(die) == DW_TAG_subprogram)
        add_function(scopes, die, parent);
}

static void add_scopes(struct elf_scopes *scopes, Dwarf_Die *unit)
{
    struct elf_walk walk;
    bool more = elf_walk_begin(&walk, unit, &scopes->work);
    while (more && walk.depth >= 0 && scopes->scopes.n < MOST_SCOPES) {
        int tag = dwarf_tag(&walk.at[walk.depth]);
        if (is_scope(tag))
            add_scope(scopes, &walk);
        if ((is_scope(tag) || tag == DW_TAG_lexical_block) &&
            elf_walk_down(&walk))
            continue;
        while (walk.depth >= 0 && !elf_walk_next(&walk))
            walk.depth--;
    }
}

/* Returns the number of the unit of a DIE. */
static uint32_t unit_id(struct elf_scopes *scopes, const Dwarf_Die *die)
{
    uint32_t id = pairs_add_64(&scopes->unit_ids, &scopes->arena,
                               (uintptr_t)die->cu);
    Dwarf_Die unit_die, in = *die;
    if (id < scopes->units.n)
        return id;
    struct elf_scopes_unit unit = { .first = scopes->scopes.n };
    if (dwarf_diecu(&in, &unit_die, NULL, NULL))
        add_scopes(scopes, &unit_die);
    unit.n = scopes->scopes.n - unit.first;
    *PUSH_IN(&scopes->arena, &scopes->units) = unit;
    return id;
}

/* Returns the number of the scope that a DIE is, or NO_ID. */
static uint32_t scope_of(struct elf_scopes *scopes, Dwarf_Die *die)
{
    uint32_t id = unit_id(scopes, die);
    const struct elf_scopes_unit *unit = scopes->units.of + id;
    Dwarf_Off at = dwarf_dieoffset(die);
    const struct elf_scope *first = scopes->scopes.of + unit->first;
    size_t n = unit->n ? array_count_to(first, unit->n, sizeof *first, at) : 0;
    return n && first[n - 1].die == at ? (uint32_t)(unit->first + n - 1)
                                       : NO_ID;
}

/* Goes to the scope around a declaration. */
static bool go_out(struct elf_scopes *scopes, Dwarf_Die *die)
{
    uint32_t scope = scope_of(scopes, die);
    uint32_t parent = scope == NO_ID ? NO_ID : scopes->scopes.of[scope].parent;
    return parent != NO_ID && dwarf_offdie(dwarf_cu_getdwarf(die->cu),
                                           scopes->scopes.of[parent].die, die);
}

static bool is_overloaded(struct elf_scopes *scopes, Dwarf_Die *die)
{
    uint32_t scope = scope_of(scopes, die);
    if (scope == NO_ID)
        return false;
    struct elf_scopes_function function = { .scope =
                                                scopes->scopes.of[scope].parent,
                                            .unit = unit_id(scopes, die),
                                            .name = name_of(die) };
    uint32_t id = find_function(scopes, &function);
    return id != NO_ID && scopes->functions.of[id].is_overloaded;
}

/* ---- Types ---- */

static struct str modifier(int tag)
{
    switch (tag) {
    case DW_TAG_pointer_type: return S("*");
    case DW_TAG_reference_type: return S("&");
    case DW_TAG_rvalue_reference_type: return S("&&");
    case DW_TAG_array_type: return S("[]");
    case DW_TAG_const_type: return S(" const");
    case DW_TAG_volatile_type: return S(" volatile");
    default: return S("");
    }
}

/* Returns the name of a type as mangled names have it: gcc says more words. */
static struct str type_name(Dwarf_Die *type)
{
    static const struct {
        struct str name, other;
    } types[] = {
        { STR("short int"), STR("short") },
        { STR("short unsigned int"), STR("unsigned short") },
        { STR("long int"), STR("long") },
        { STR("long unsigned int"), STR("unsigned long") },
        { STR("long long int"), STR("long long") },
        { STR("long long unsigned int"), STR("unsigned long long") },
    };
    struct str name = str_of(name_of(type));
    if (dwarf_tag(type) == DW_TAG_subroutine_type)
        return S("()");
    for (size_t i = 0; i < ROWS(types); i++)
        if (str_eq(name, types[i].name))
            return types[i].other;
    return name.len ? name : S("{unnamed type}");
}

/* Puts "char const*". */
static void put_type(struct buf *out, Dwarf_Die type, bool is_known)
{
    struct str modifiers[MOST_MODIFIERS];
    int n = 0;
    for (; is_known && n < MOST_MODIFIERS; n++) {
        modifiers[n] = modifier(dwarf_tag(&type));
        if (!modifiers[n].len)
            break;
        is_known = follow(&type, DW_AT_type);
    }
    buf_add(out, is_known ? type_name(&type) : S("void"));
    while (n > 0)
        buf_add(out, modifiers[--n]);
}

/* Puts "(int, char const*)". The DIE of the function may be its declaration,
   whose parameters have no names; the compiler adds `this` and `__closure`. */
static void put_parameters(struct elf_scopes *scopes, struct buf *out,
                           Dwarf_Die function)
{
    Dwarf_Die die;
    const char *separator = "";
    bool more = dwarf_child(&function, &die) == 0;
    buf_char(out, '(');
    for (int n = 0; more && n < MOST_PARAMETERS; n++) {
        elf_walk_count(&die, &scopes->work);
        if (dwarf_tag(&die) == DW_TAG_formal_parameter &&
            !dwarf_hasattr(&die, DW_AT_artificial) &&
            strcmp(name_of(&die), "__closure") != 0) {
            Dwarf_Die type = die;
            buf_add(out, str_of(separator));
            put_type(out, type, follow(&type, DW_AT_type));
            separator = ", ";
        }
        more = dwarf_siblingof(&die, &die) == 0;
    }
    buf_char(out, ')');
}

/* ---- Names ---- */

/* Does the class belong to a lambda? Puts the parameters of that. */
static bool put_closure(struct elf_scopes *scopes, struct buf *out,
                        Dwarf_Die class)
{
    Dwarf_Die die;
    bool more = dwarf_child(&class, &die) == 0;
    for (int n = 0; more && n < MOST_PARAMETERS; n++) {
        elf_walk_count(&die, &scopes->work);
        if (dwarf_tag(&die) == DW_TAG_subprogram &&
            strncmp(name_of(&die), "operator()", 10) == 0) {
            put_parameters(scopes, out, die);
            return true;
        }
        more = dwarf_siblingof(&die, &die) == 0;
    }
    return false;
}

/* Is the lambda at `a` before that at `b` in the source? */
static bool is_before(Dwarf_Die *a, Dwarf_Die *b)
{
    int lines[2] = { 0 }, columns[2] = { 0 };
    dwarf_decl_line(a, &lines[0]);
    dwarf_decl_line(b, &lines[1]);
    dwarf_decl_column(a, &columns[0]);
    dwarf_decl_column(b, &columns[1]);
    return lines[0] != lines[1] ? lines[0] < lines[1] : columns[0] < columns[1];
}

/* Counts the lambdas with these parameters up to this one in its function:
   mangled names number them so. */
static int number_of(struct elf_scopes *scopes, Dwarf_Die *class,
                     struct str parameters)
{
    uint32_t scope = scope_of(scopes, class);
    int number = 1;
    if (scope == NO_ID)
        return number;
    uint32_t id = unit_id(scopes, class);
    const struct elf_scopes_unit *unit = scopes->units.of + id;
    for (size_t i = unit->first; i < unit->first + unit->n; i++) {
        const struct elf_scope *other = scopes->scopes.of + i;
        Dwarf_Die die;
        LOCAL_BUF(text);
        if (other->parent == scopes->scopes.of[scope].parent &&
            dwarf_offdie(dwarf_cu_getdwarf(class->cu), other->die, &die) &&
            is_class(dwarf_tag(&die)) && !*name_of(&die) &&
            put_closure(scopes, &text, die) &&
            str_eq(buf_text(&text), parameters) && is_before(&die, class))
            number++;
    }
    scopes->work += unit->n;
    return number;
}

/* Puts the name of a class that has none in the source. */
static void put_unnamed(struct elf_scopes *scopes, struct buf *out,
                        Dwarf_Die *class)
{
    LOCAL_BUF(text);
    if (put_closure(scopes, &text, *class))
        buf_printf(out, "{lambda%.*s#%d}", (int)text.len, text.data,
                   number_of(scopes, class, buf_text(&text)));
    else
        buf_add(out, S("{unnamed type}"));
}

static void put_scope(struct elf_scopes *scopes, struct buf *out,
                      Dwarf_Die *die)
{
    int tag = dwarf_tag(die);
    const char *name = name_of(die);
    if (*name)
        buf_add(out, str_of(name));
    else if (is_class(tag))
        put_unnamed(scopes, out, die);
    else
        buf_add(out, tag == DW_TAG_namespace ? S("(anonymous namespace)")
                                             : S("{unnamed}"));
    if (tag == DW_TAG_subprogram && is_overloaded(scopes, die))
        put_parameters(scopes, out, *die);
}

static bool is_cplusplus(Dwarf_Die *die)
{
    Dwarf_Die unit;
    switch (dwarf_diecu(die, &unit, NULL, NULL) ? dwarf_srclang(&unit) : -1) {
    case DW_LANG_C_plus_plus:
    case DW_LANG_C_plus_plus_03:
    case DW_LANG_C_plus_plus_11:
    case DW_LANG_C_plus_plus_14:
    case 0x2a: /* DW_LANG_C_plus_plus_17 of newer headers, and _20 */
    case 0x2b:
        return true;
    default:
        return false;
    }
}

struct str elf_scopes_name(struct elf_scopes *scopes, Dwarf_Die function,
                           struct arena *arena)
{
    Dwarf_Die around[MOST_NESTED];
    struct buf out = { 0 };
    int n = 0;
    bool more = true;
    elf_scopes_declaration(&function);
    if (!*name_of(&function) || !is_cplusplus(&function) ||
        scopes->work >= ELF_WALK_WORK)
        return S("");
    for (; more && n < MOST_NESTED; n++) {
        around[n] = function;
        more = go_out(scopes, &function);
        elf_scopes_declaration(&function);
    }
    while (n-- > 0 && out.len <= LONGEST) {
        put_scope(scopes, &out, &around[n]);
        if (n > 0)
            buf_add(&out, S("::"));
    }
    scopes->work += out.len;
    if (out.len > LONGEST)
        out.len = 0;
    return buf_move(&out, arena);
}
