#include "deps/elf/variables.h"

#include <dwarf.h>
#include <stdlib.h>

#include "elf/dwarf.h"
#include "elf/walk.h"
#include "util/array.h"
#include "util/text/buf.h"

enum { MOST_NESTED = 32 /* members in members */ };

/* ---- Variables ---- */

static const char *name_of(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    return elf_dwarf_text(dwarf_attr_integrate(die, DW_AT_name, &attribute));
}

/* Finds the type of a variable or a member, without typedefs and const. */
static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    return dwarf_formref_die(
               dwarf_attr_integrate(die, DW_AT_type, &attribute), type) &&
           dwarf_peel_type(type, type) == 0;
}

/* The function whose variables are visited. */
struct frame {
    uint64_t function;
    int64_t base; /* the base of DW_OP_fbreg, as an offset from the CFA */
    bool is_known;
};

/* The frame base is the CFA, as gcc has it, or the frame pointer of x86-64,
   which lies 16 bytes below. */
static struct frame frame_of(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    Dwarf_Addr low;
    size_t n;
    struct frame frame = { 0 };
    if (dwarf_lowpc(die, &low) != 0 ||
        dwarf_getlocation(dwarf_attr(die, DW_AT_frame_base, &attribute), &ops,
                          &n) != 0 ||
        n != 1)
        return frame;
    frame.function = low;
    frame.base = ops[0].atom == DW_OP_reg6 ? -16 : 0;
    frame.is_known =
        ops[0].atom == DW_OP_reg6 || ops[0].atom == DW_OP_call_frame_cfa;
    return frame;
}

static void add_local(struct elf_variables *v, const struct frame *frame,
                      int64_t offset, uint64_t size, Dwarf_Off die)
{
    if (!frame->is_known || offset <= INT32_MIN || offset >= INT32_MAX ||
        size > INT32_MAX)
        return;
    *PUSH(&v->locals) = (struct elf_local_range){
        frame->function, frame->base + offset,
        frame->base + offset + (int64_t)size, die
    };
}

static void add_variable(struct elf_variables *v, Dwarf_Die *die,
                         const struct frame *frame)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    Dwarf_Die type;
    Dwarf_Word size;
    size_t n;
    if (dwarf_getlocation(dwarf_attr(die, DW_AT_location, &attribute), &ops,
                          &n) != 0 ||
        n != 1 || !type_of(die, &type) ||
        dwarf_aggregate_size(&type, &size) != 0 || size == 0)
        return;
    if (ops[0].atom == DW_OP_fbreg)
        add_local(v, frame, (int64_t)ops[0].number, size, dwarf_dieoffset(die));
    Dwarf_Addr address = ops[0].number;
    Dwarf_Attribute indexed; /* clang has addresses in a table of their own */
    bool is_indexed =
        ops[0].atom == DW_OP_addrx &&
        dwarf_getlocation_attr(&attribute, ops, &indexed) == 0 &&
        dwarf_formaddr(&indexed, &address) == 0;
    if (ops[0].atom == DW_OP_addr || is_indexed)
        *PUSH(v) = (struct elf_variable_range){ address, address + size,
                                                dwarf_dieoffset(die) };
}

static bool has_variables(Dwarf_Die *die)
{
    int tag = dwarf_tag(die);
    return tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block ||
           tag == DW_TAG_namespace;
}

/* Adds the variables of a unit and of its blocks. Returns false if some are
   nested too deep. */
static bool add_unit(struct elf_variables *v, Dwarf_Die *unit, uint64_t *work)
{
    struct elf_walk walk;
    struct frame frames[ELF_WALK_NESTED];
    if (!elf_walk_begin(&walk, unit, work))
        return true;
    frames[0] = (struct frame){ .function = 0 };
    while (walk.depth >= 0) {
        Dwarf_Die *die = &walk.at[walk.depth];
        const struct frame *frame = &frames[walk.depth];
        int tag = dwarf_tag(die);
        if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter)
            add_variable(v, die, frame);
        if (has_variables(die) && elf_walk_down(&walk)) {
            frames[walk.depth] =
                tag == DW_TAG_subprogram ? frame_of(die) : *frame;
            continue;
        }
        while (walk.depth >= 0 && !elf_walk_next(&walk))
            walk.depth--;
    }
    return !elf_walk_is_cut(&walk);
}

static int by_begin(const void *left, const void *right)
{
    const struct elf_variable_range *a = left, *b = right;
    return a->begin != b->begin ? COMPARE(a->begin, b->begin)
                                : COMPARE(a->die, b->die);
}

static int by_function(const void *left, const void *right)
{
    const struct elf_local_range *a = left, *b = right;
    return a->function != b->function ? COMPARE(a->function, b->function)
                                      : COMPARE(a->die, b->die);
}

bool elf_variables_open(struct elf_variables *v, Dwarf *dwarf)
{
    Dwarf_Off at = 0, next;
    size_t head;
    uint64_t work = 0;
    bool is_whole = true;
    *v = (struct elf_variables){ .dwarf = dwarf };
    while (dwarf && work < ELF_WALK_WORK &&
           dwarf_nextcu(dwarf, at, &next, &head, NULL, NULL, NULL) == 0) {
        Dwarf_Die unit;
        if (dwarf_offdie(dwarf, at + head, &unit))
            is_whole &= add_unit(v, &unit, &work);
        at = next;
    }
    SORT(v->of, v->n, by_begin);
    SORT(v->locals.of, v->locals.n, by_function);
    return is_whole && work < ELF_WALK_WORK;
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
            const char *name = name_of(&member);
            if (name)
                buf_printf(path, ".%s", name);
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

/* Returns the name of the byte at an offset in a variable, or "". */
static struct str name_at(const struct elf_variables *v, Dwarf_Off at,
                          uint64_t offset, struct arena *arena)
{
    Dwarf_Die die, type;
    struct buf path = { 0 };
    if (!dwarf_offdie(v->dwarf, at, &die) || !type_of(&die, &type))
        return S("");
    const char *name = name_of(&die);
    if (!name)
        return S("");
    buf_add(&path, str_of(name));
    put_path(&path, type, offset);
    return buf_move(&path, arena);
}

struct str elf_variables_find(const struct elf_variables *v, uint64_t address,
                              struct arena *arena)
{
    size_t n = COUNT_TO(v, address);
    const struct elf_variable_range *last = n ? &v->of[n - 1] : NULL;
    return last && address < last->end
               ? name_at(v, last->die, address - last->begin, arena)
               : S("");
}

struct str elf_variables_find_local(const struct elf_variables *v,
                                    uint64_t function, int64_t offset,
                                    struct arena *arena)
{
    size_t i = COUNT_TO(&v->locals, function);
    const struct elf_local_range *found = NULL;
    while (i-- > 0 && v->locals.of[i].function == function) {
        const struct elf_local_range *local = &v->locals.of[i];
        if (offset < local->begin || offset >= local->end)
            continue;
        if (found)
            return S("");
        found = local;
    }
    return found ? name_at(v, found->die, (uint64_t)(offset - found->begin),
                           arena)
                 : S("");
}

void elf_variables_close(struct elf_variables *v)
{
    LIST_FREE(v);
    LIST_FREE(&v->locals);
    *v = (struct elf_variables){ 0 };
}
