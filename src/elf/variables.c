#include "elf/variables.h"

#include <dwarf.h>
#include <stdlib.h>

#include "util/array.h"
#include "util/buf.h"

enum {
    MOST_NESTED = 32,   /* blocks in blocks, members in members */
    MOST_DIES = 1 << 24 /* of damaged files */
};

/* ---- Variables ---- */

/* Finds the type of a variable or a member, without typedefs and const. */
static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    return dwarf_formref_die(
               dwarf_attr_integrate(die, DW_AT_type, &attribute), type) &&
           dwarf_peel_type(type, type) == 0;
}

static void add_variable(struct elf_variables *v, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    Dwarf_Die type;
    Dwarf_Word size;
    size_t n;
    if (dwarf_getlocation(dwarf_attr(die, DW_AT_location, &attribute), &ops,
                          &n) != 0 ||
        n != 1 || ops[0].atom != DW_OP_addr || !type_of(die, &type) ||
        dwarf_aggregate_size(&type, &size) != 0 || size == 0)
        return;
    v->of = array_grow(v->of, v->n, &v->room, sizeof *v->of);
    v->of[v->n++] =
        (struct elf_variable_range){ ops[0].number, ops[0].number + size,
                                     dwarf_dieoffset(die) };
}

static bool has_variables(Dwarf_Die *die)
{
    int tag = dwarf_tag(die);
    return tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block ||
           tag == DW_TAG_namespace;
}

/* Visits the DIEs of a unit that may be variables: those of blocks, too. DIEs
   of a sound file follow each other at rising offsets. */
static void add_unit(struct elf_variables *v, Dwarf_Die *unit, uint32_t *left)
{
    Dwarf_Die at[MOST_NESTED];
    int depth = 0;
    Dwarf_Off last = dwarf_dieoffset(unit);
    bool good = dwarf_child(unit, &at[0]) == 0;
    while (good && *left && dwarf_dieoffset(&at[depth]) > last) {
        --*left;
        last = dwarf_dieoffset(&at[depth]);
        if (dwarf_tag(&at[depth]) == DW_TAG_variable)
            add_variable(v, &at[depth]);
        if (has_variables(&at[depth]) && depth + 1 < MOST_NESTED &&
            dwarf_child(&at[depth], &at[depth + 1]) == 0) {
            depth++;
            continue;
        }
        while (!(good = dwarf_siblingof(&at[depth], &at[depth]) == 0) && depth)
            depth--;
    }
}

static int by_begin(const void *left, const void *right)
{
    const struct elf_variable_range *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return (a->die > b->die) - (a->die < b->die);
}

void elf_variables_open(struct elf_variables *v, Dwarf *dwarf)
{
    Dwarf_Off at = 0, next;
    size_t head;
    uint32_t left = MOST_DIES;
    *v = (struct elf_variables){ .dwarf = dwarf };
    while (dwarf && left &&
           dwarf_nextcu(dwarf, at, &next, &head, NULL, NULL, NULL) == 0) {
        Dwarf_Die unit;
        if (dwarf_offdie(dwarf, at + head, &unit))
            add_unit(v, &unit, &left);
        at = next;
    }
    if (v->n)
        qsort(v->of, v->n, sizeof *v->of, by_begin);
}

/* ---- Members ---- */

/* Moves from an array to its element, and the offset with it. */
static bool enter_array(Dwarf_Die *type, uint64_t *offset)
{
    Dwarf_Die element;
    Dwarf_Word size;
    if (!type_of(type, &element) ||
        dwarf_aggregate_size(&element, &size) != 0 || size == 0)
        return false;
    *type = element;
    *offset %= size;
    return true;
}

/* Moves from a structure to the member at an offset, and names it, unless it
   has no name. */
static bool enter_member(Dwarf_Die *type, uint64_t *offset, struct buf *path)
{
    Dwarf_Die member, of;
    Dwarf_Attribute attribute;
    Dwarf_Word begin, size;
    bool good = dwarf_child(type, &member) == 0;
    for (uint32_t n = 0; good && n < UINT16_MAX; n++) {
        if (dwarf_tag(&member) == DW_TAG_member &&
            !dwarf_hasattr(&member, DW_AT_data_bit_offset) &&
            dwarf_formudata(dwarf_attr(&member, DW_AT_data_member_location,
                                       &attribute), &begin) == 0 &&
            type_of(&member, &of) && dwarf_aggregate_size(&of, &size) == 0 &&
            *offset >= begin && *offset - begin < size) {
            if (dwarf_diename(&member))
                buf_printf(path, ".%s", dwarf_diename(&member));
            *type = of;
            *offset -= begin;
            return true;
        }
        good = dwarf_siblingof(&member, &member) == 0;
    }
    return false;
}

static void put_path(struct buf *path, Dwarf_Die type, uint64_t offset)
{
    for (int n = 0; n < MOST_NESTED; n++) {
        bool is_array = dwarf_tag(&type) == DW_TAG_array_type;
        if (is_array && !enter_array(&type, &offset))
            return;
        int tag = dwarf_tag(&type);
        if (tag != DW_TAG_structure_type && tag != DW_TAG_class_type)
            return;
        struct buf more = { 0 };
        bool good = enter_member(&type, &offset, &more);
        if (good && is_array)
            buf_add(path, S("[]"));
        buf_add(path, buf_text(&more));
        buf_free(&more);
        if (!good)
            return;
    }
}

struct str elf_variables_find(const struct elf_variables *v, uint64_t address,
                              struct arena *arena)
{
    size_t low = 0, high = v->n;
    Dwarf_Die die, type;
    struct buf path = { 0 };
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (v->of[middle].begin <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || address >= v->of[low - 1].end ||
        !dwarf_offdie(v->dwarf, v->of[low - 1].die, &die) ||
        !type_of(&die, &type))
        return S("");
    Dwarf_Attribute attribute;
    const char *name = dwarf_formstring(
        dwarf_attr_integrate(&die, DW_AT_name, &attribute));
    if (!name)
        return S("");
    buf_add(&path, str_of(name));
    put_path(&path, type, address - v->of[low - 1].begin);
    return buf_move(&path, arena);
}

void elf_variables_close(struct elf_variables *v)
{
    free(v->of);
    *v = (struct elf_variables){ 0 };
}
