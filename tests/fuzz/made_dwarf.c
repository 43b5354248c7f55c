#include <dwarf.h>
#include <string.h>

#include "made.h"
#include "util/array.h"

/* What the value of an attribute is. Each has forms of its own. */
enum class {
    ADDRESS,
    HIGH, /* an address, or the distance from the first one */
    CONSTANT,
    STRING,
    TYPE,     /* a reference to a type */
    FUNCTION, /* one to a function */
    ANY,      /* one to any DIE */
    PLACE,    /* an expression */
    RANGES,
    LINES,
    BASE, /* where the numbers of a section begin */
    FLAG,
    N_CLASSES
};

enum { MOST_FORMS = 12 };

/* The usual form of a class comes first. */
static const uint16_t forms[N_CLASSES][MOST_FORMS] = {
    [ADDRESS] = { DW_FORM_addr, DW_FORM_addrx, DW_FORM_addrx1, DW_FORM_addrx2,
                  DW_FORM_addrx3, DW_FORM_addrx4, DW_FORM_GNU_addr_index },
    [HIGH] = { DW_FORM_data4, DW_FORM_addr, DW_FORM_addrx, DW_FORM_data1,
               DW_FORM_data2, DW_FORM_data8, DW_FORM_udata, DW_FORM_sdata,
               DW_FORM_implicit_const },
    [CONSTANT] = { DW_FORM_data1, DW_FORM_data2, DW_FORM_data4, DW_FORM_data8,
                   DW_FORM_udata, DW_FORM_sdata, DW_FORM_implicit_const,
                   DW_FORM_data16 },
    [STRING] = { DW_FORM_strp, DW_FORM_string, DW_FORM_line_strp, DW_FORM_strx,
                 DW_FORM_strx1, DW_FORM_strx2, DW_FORM_strx3, DW_FORM_strx4,
                 DW_FORM_GNU_str_index, DW_FORM_strp_sup,
                 DW_FORM_GNU_strp_alt },
    [TYPE] = { DW_FORM_ref4, DW_FORM_ref1, DW_FORM_ref2, DW_FORM_ref8,
               DW_FORM_ref_udata, DW_FORM_ref_addr, DW_FORM_ref_sig8,
               DW_FORM_ref_sup4, DW_FORM_ref_sup8, DW_FORM_GNU_ref_alt },
    [FUNCTION] = { DW_FORM_ref4, DW_FORM_ref1, DW_FORM_ref2, DW_FORM_ref8,
                   DW_FORM_ref_udata, DW_FORM_ref_addr, DW_FORM_ref_sup4,
                   DW_FORM_ref_sup8, DW_FORM_GNU_ref_alt },
    [ANY] = { DW_FORM_ref4, DW_FORM_ref1, DW_FORM_ref2, DW_FORM_ref8,
              DW_FORM_ref_udata, DW_FORM_ref_addr },
    [PLACE] = { DW_FORM_exprloc, DW_FORM_block1, DW_FORM_block2,
                DW_FORM_block4, DW_FORM_block, DW_FORM_sec_offset,
                DW_FORM_loclistx, DW_FORM_data4, DW_FORM_data16 },
    [RANGES] = { DW_FORM_sec_offset, DW_FORM_rnglistx, DW_FORM_data4,
                 DW_FORM_data8 },
    [LINES] = { DW_FORM_sec_offset, DW_FORM_data4, DW_FORM_data8 },
    [BASE] = { DW_FORM_sec_offset, DW_FORM_data4, DW_FORM_data8 },
    [FLAG] = { DW_FORM_flag_present, DW_FORM_flag },
};

/* An attribute that DIEs of some tag have, usually or seldom. */
struct attribute {
    uint16_t name;
    enum class class;
    bool is_rare;
};

enum { MOST_ATTRIBUTES = 17 };

static const struct kind {
    uint16_t tag;
    bool is_type, is_function, has_code;
    struct attribute attributes[MOST_ATTRIBUTES];
} kinds[] = {
#define NAME { DW_AT_name, STRING, false }
#define CODE                                                               \
    { DW_AT_low_pc, ADDRESS, false }, { DW_AT_high_pc, HIGH, false },      \
    { DW_AT_ranges, RANGES, true }
#define DECLARED                                                           \
    { DW_AT_decl_file, CONSTANT, false },                                  \
    { DW_AT_decl_line, CONSTANT, false },                                  \
    { DW_AT_specification, FUNCTION, true },                               \
    { DW_AT_abstract_origin, FUNCTION, true }, { DW_AT_sibling, ANY, true }
    { DW_TAG_compile_unit, false, false, true,
      { NAME, { DW_AT_comp_dir, STRING, false }, CODE,
        { DW_AT_stmt_list, LINES, false },
        { DW_AT_language, CONSTANT, false },
        { DW_AT_str_offsets_base, BASE, true },
        { DW_AT_addr_base, BASE, true },
        { DW_AT_rnglists_base, BASE, true },
        { DW_AT_loclists_base, BASE, true },
        { DW_AT_dwo_name, STRING, true },
        { DW_AT_GNU_dwo_name, STRING, true },
        { DW_AT_GNU_dwo_id, CONSTANT, true },
        { DW_AT_GNU_addr_base, BASE, true },
        { DW_AT_GNU_ranges_base, BASE, true } } },
    { DW_TAG_subprogram, false, true, true,
      { NAME, CODE, { DW_AT_frame_base, PLACE, false }, DECLARED,
        { DW_AT_linkage_name, STRING, true },
        { DW_AT_MIPS_linkage_name, STRING, true },
        { DW_AT_external, FLAG, true }, { DW_AT_type, TYPE, true },
        { DW_AT_inline, CONSTANT, true } } },
    { DW_TAG_inlined_subroutine, false, false, true,
      { { DW_AT_abstract_origin, FUNCTION, false }, CODE,
        { DW_AT_call_file, CONSTANT, false },
        { DW_AT_call_line, CONSTANT, false }, { DW_AT_sibling, ANY, true } } },
    { DW_TAG_lexical_block, false, false, true, { CODE } },
    { DW_TAG_try_block, false, false, true, { CODE } },
    { DW_TAG_namespace, false, false, false, { NAME } },
    { DW_TAG_variable, false, false, false,
      { NAME, { DW_AT_type, TYPE, false }, { DW_AT_location, PLACE, false },
        DECLARED, { DW_AT_const_value, CONSTANT, true } } },
    { DW_TAG_formal_parameter, false, false, false,
      { NAME, { DW_AT_type, TYPE, false }, { DW_AT_location, PLACE, false },
        DECLARED } },
    { DW_TAG_base_type, true, false, false,
      { NAME, { DW_AT_byte_size, CONSTANT, false },
        { DW_AT_encoding, CONSTANT, true } } },
    { DW_TAG_structure_type, true, false, false,
      { NAME, { DW_AT_byte_size, CONSTANT, false },
        { DW_AT_signature, TYPE, true }, { DW_AT_declaration, FLAG, true },
        { DW_AT_sibling, ANY, true } } },
    { DW_TAG_array_type, true, false, false,
      { { DW_AT_type, TYPE, false }, { DW_AT_byte_size, CONSTANT, true },
        { DW_AT_byte_stride, CONSTANT, true },
        { DW_AT_ordering, CONSTANT, true } } },
    { DW_TAG_typedef, true, false, false,
      { NAME, { DW_AT_type, TYPE, false } } },
    { DW_TAG_const_type, true, false, false, { { DW_AT_type, TYPE, false } } },
    { DW_TAG_pointer_type, true, false, false,
      { { DW_AT_type, TYPE, false }, { DW_AT_byte_size, CONSTANT, true } } },
    { DW_TAG_union_type, true, false, false,
      { NAME, { DW_AT_byte_size, CONSTANT, false } } },
    { DW_TAG_enumeration_type, true, false, false,
      { NAME, { DW_AT_byte_size, CONSTANT, true },
        { DW_AT_type, TYPE, true } } },
    { DW_TAG_class_type, true, false, false,
      { NAME, { DW_AT_byte_size, CONSTANT, true } } },
    { DW_TAG_member, false, false, false,
      { NAME, { DW_AT_type, TYPE, false },
        { DW_AT_data_member_location, CONSTANT, false },
        { DW_AT_data_bit_offset, CONSTANT, true } } },
    { DW_TAG_subrange_type, false, false, false,
      { { DW_AT_upper_bound, CONSTANT, false },
        { DW_AT_lower_bound, CONSTANT, true }, { DW_AT_count, CONSTANT, true },
        { DW_AT_type, TYPE, true },
        { DW_AT_byte_stride, CONSTANT, true } } },
    { DW_TAG_enumerator, false, false, false,
      { NAME, { DW_AT_const_value, CONSTANT, false } } },
#undef NAME
#undef CODE
#undef DECLARED
};

static const uint64_t SPLIT_ID = 0x1122334455667788; /* of the .dwo file */
static const uint64_t SIGNATURE = 0x0102030405060708; /* of a type */

/* Addresses of code, from `low` on. */
struct range {
    uint64_t low, size;
};

/* A reference to a DIE, written when all DIEs of the unit are there. */
struct reference {
    size_t at;
    unsigned size;   /* bytes */
    bool is_global;  /* counted from the section, not from the unit */
    enum class to;
    size_t choice;
};

enum { MOST_DIES = 400, USUAL_DIES = 60, MOST_DEPTH = 8 };

/* A unit that is being made. */
struct unit {
    struct made *made;
    struct buf *info;
    size_t begin; /* of the unit within the section */
    unsigned version;
    unsigned size; /* of offsets: 4 or 8 */
    size_t lines;  /* where its line table begins */
    struct {
        const struct kind *kind;
        size_t at;
    } dies[MOST_DIES];
    size_t n_dies;
    struct reference references[MOST_DIES];
    size_t n_references;
    uint64_t n_codes; /* abbreviations so far */
};

/* ---- Lengths ---- */

/* Appends a length that made_length fills in. Returns where it is. */
static size_t begin_length(struct made *made, struct buf *buf, unsigned size)
{
    if (size == 8)
        made_put(made, buf, UINT32_MAX, 4);
    made_put(made, buf, 0, size);
    return buf->len;
}

/* Fills in the length of the bytes after a place. */
static void end_length(struct made *made, struct buf *buf, size_t from,
                       unsigned size)
{
    made_patch(made, buf, from - size,
               number(made->all_events, buf->len - from), size);
}

/* ---- Expressions ---- */

/* Appends an operation with its operands, which may be missing. */
static void put_odd_op(struct made *made, struct buf *buf)
{
    static const uint8_t ops[] = {
        DW_OP_addr, DW_OP_const1u, DW_OP_const2s, DW_OP_const4u, DW_OP_const8s,
        DW_OP_constu, DW_OP_consts, DW_OP_pick, DW_OP_plus_uconst, DW_OP_bra,
        DW_OP_skip, DW_OP_regx, DW_OP_fbreg, DW_OP_bregx, DW_OP_piece,
        DW_OP_deref_size, DW_OP_xderef_size, DW_OP_call2, DW_OP_call4,
        DW_OP_call_ref, DW_OP_bit_piece, DW_OP_implicit_value,
        DW_OP_implicit_pointer, DW_OP_addrx, DW_OP_constx, DW_OP_entry_value,
        DW_OP_const_type, DW_OP_regval_type, DW_OP_deref_type,
        DW_OP_xderef_type, DW_OP_convert, DW_OP_reinterpret,
        DW_OP_GNU_parameter_ref, DW_OP_GNU_variable_value,
        DW_OP_GNU_entry_value, DW_OP_GNU_addr_index, DW_OP_GNU_const_index,
        DW_OP_breg6, DW_OP_lit1, DW_OP_stack_value,
    };
    struct all_events *c = made->all_events;
    size_t op = choose(c, ROWS(ops) + 1);
    made_put(made, buf, op < ROWS(ops) ? ops[op] : choose(c, 256), 1);
    for (size_t n = choose(c, 18); n > 0; n--)
        made_put(made, buf, choose(c, 256), 1);
}

/* Makes an expression: the place of a variable of a function or of the program,
   or what these count from. */
static void make_place(struct unit *unit, struct buf *buf, unsigned name)
{
    struct made *made = unit->made;
    struct all_events *c = made->all_events;
    size_t which = choose(c, 8);
    if (name == DW_AT_frame_base && which < 7) {
        made_put(made, buf, which < 6 ? DW_OP_call_frame_cfa : DW_OP_reg6, 1);
    } else if (which < 3) {
        made_put(made, buf, DW_OP_addr, 1);
        made_put(made, buf, number(c, 0x4000 + 4 * choose(c, 16)), made->word);
    } else if (which < 6) {
        made_put(made, buf, DW_OP_fbreg, 1);
        made_sleb(buf, (int64_t)number(c, -(uint64_t)4 * choose(c, 16)));
    } else if (which < 7) {
        made_put(made, buf, DW_OP_addrx, 1);
        made_uleb(buf, number(c, choose(c, MADE_ADDRESSES)));
    }
    for (size_t n = which == 7 || chance(c, 32) ? 1 + choose(c, 4) : 0; n > 0;
         n--)
        put_odd_op(made, buf);
}

/* ---- Values ---- */

/* How a form writes a number: in so many bytes, or in one of these ways. */
enum { WORD = 100, OFFSET, ULEB, SLEB };

static const struct {
    uint16_t form;
    uint8_t size;
} sizes[] = {
    { DW_FORM_addr, WORD },           { DW_FORM_data1, 1 },
    { DW_FORM_data2, 2 },             { DW_FORM_data4, 4 },
    { DW_FORM_data8, 8 },             { DW_FORM_data16, 16 },
    { DW_FORM_udata, ULEB },          { DW_FORM_sdata, SLEB },
    { DW_FORM_flag, 1 },              { DW_FORM_sec_offset, OFFSET },
    { DW_FORM_strp, OFFSET },         { DW_FORM_line_strp, OFFSET },
    { DW_FORM_strp_sup, OFFSET },     { DW_FORM_GNU_strp_alt, OFFSET },
    { DW_FORM_strx, ULEB },           { DW_FORM_GNU_str_index, ULEB },
    { DW_FORM_strx1, 1 },             { DW_FORM_strx2, 2 },
    { DW_FORM_strx3, 3 },             { DW_FORM_strx4, 4 },
    { DW_FORM_addrx, ULEB },          { DW_FORM_GNU_addr_index, ULEB },
    { DW_FORM_addrx1, 1 },            { DW_FORM_addrx2, 2 },
    { DW_FORM_addrx3, 3 },            { DW_FORM_addrx4, 4 },
    { DW_FORM_loclistx, ULEB },       { DW_FORM_rnglistx, ULEB },
    { DW_FORM_ref_sig8, 8 },
};

/* Appends a number. Returns false if the form is none of a number. */
static bool put_number(const struct unit *unit, struct buf *buf, unsigned form,
                       uint64_t value)
{
    size_t i = 0;
    while (i < ROWS(sizes) && sizes[i].form != form)
        i++;
    unsigned size = i < ROWS(sizes) ? sizes[i].size : 0;
    if (size == ULEB)
        made_uleb(buf, value);
    else if (size == SLEB)
        made_sleb(buf, (int64_t)value);
    else
        made_put(unit->made, buf, value,
                 size == WORD     ? unit->made->word
                 : size == OFFSET ? unit->size
                                  : size);
    return size;
}

static void put_name(struct buf *buf, size_t name)
{
    buf_add(buf, str_of(made_name(name)));
    buf_char(buf, '\0');
}

static void put_block(struct unit *unit, unsigned form, unsigned name)
{
    struct all_events *c = unit->made->all_events;
    struct buf block = { 0 };
    make_place(unit, &block, name);
    uint64_t size = number(c, block.len);
    put_number(unit, unit->info,
               form == DW_FORM_block1   ? DW_FORM_data1
               : form == DW_FORM_block2 ? DW_FORM_data2
               : form == DW_FORM_block4 ? DW_FORM_data4
                                        : DW_FORM_udata,
               size);
    buf_add(unit->info, buf_text(&block));
    buf_free(&block);
}

/* Appends room for a reference of a fixed size, or one to a DIE before. */
static void put_reference(struct unit *unit, unsigned form, enum class to)
{
    struct all_events *c = unit->made->all_events;
    bool is_global = form == DW_FORM_ref_addr || form == DW_FORM_ref_sup4 ||
                     form == DW_FORM_ref_sup8 || form == DW_FORM_GNU_ref_alt;
    unsigned size = form == DW_FORM_ref1                             ? 1
                    : form == DW_FORM_ref2                           ? 2
                    : form == DW_FORM_ref4 || form == DW_FORM_ref_sup4 ? 4
                    : form == DW_FORM_ref8 || form == DW_FORM_ref_sup8
                        ? 8
                    : form == DW_FORM_ref_addr && unit->version < 3
                        ? unit->made->word
                        : unit->size;
    size_t choice = choose(c, 256);
    if (form == DW_FORM_ref_udata) {
        size_t i = unit->n_dies ? choice % unit->n_dies : 0;
        made_uleb(unit->info, number(c, unit->dies[i].at - unit->begin));
        return;
    }
    if (unit->n_references < MOST_DIES)
        unit->references[unit->n_references++] = (struct reference){
            unit->info->len, size, is_global, to, choice
        };
    made_put(unit->made, unit->info, 0, size);
}

/* Returns the usual value of a constant. */
static uint64_t constant_of(struct all_events *c, unsigned attribute)
{
    switch (attribute) {
    case DW_AT_GNU_dwo_id:
        return SPLIT_ID;
    case DW_AT_language:
        return DW_LANG_C99;
    case DW_AT_byte_size:
        return 4 + 4 * choose(c, 8);
    case DW_AT_data_member_location:
        return 4 * choose(c, 4);
    case DW_AT_decl_file:
    case DW_AT_call_file:
        return 1 + choose(c, 2);
    default:
        return 1 + choose(c, 100);
    }
}

/* Returns where the table of a section begins: behind its header. */
static uint64_t base_of(unsigned attribute)
{
    return attribute == DW_AT_GNU_addr_base ||
                   attribute == DW_AT_GNU_ranges_base
               ? 0
           : attribute == DW_AT_rnglists_base ||
                   attribute == DW_AT_loclists_base
               ? 12
               : 8;
}

/* Returns an address as a number of the form. */
static uint64_t address_in(unsigned form, uint64_t address)
{
    return form == DW_FORM_addr ? address : (address - MADE_CODE) / MADE_STEP;
}

static bool is_address(unsigned form)
{
    return form == DW_FORM_addr || form == DW_FORM_addrx ||
           form == DW_FORM_GNU_addr_index ||
           (form >= DW_FORM_addrx1 && form <= DW_FORM_addrx4);
}

static bool is_string_offset(unsigned form)
{
    return form == DW_FORM_strp || form == DW_FORM_line_strp ||
           form == DW_FORM_strp_sup || form == DW_FORM_GNU_strp_alt;
}

/* Returns the usual value of an attribute as a number. */
static uint64_t value_of(struct unit *unit, const struct attribute *attribute,
                         unsigned form, struct range range, size_t name)
{
    const struct made *made = unit->made;
    struct all_events *c = made->all_events;
    bool is_new = unit->version >= 5;
    size_t list = attribute->class == RANGES || attribute->class == PLACE
                      ? choose(c, MADE_LISTS)
                      : 0;
    switch (attribute->class) {
    case ADDRESS:
        return address_in(is_address(form) ? form : DW_FORM_addr, range.low);
    case HIGH:
        return is_address(form) ? address_in(form, range.low + range.size)
                                : range.size;
    case CONSTANT:
        return constant_of(c, attribute->name);
    case STRING:
        return is_string_offset(form) ? made_name_at(name) : name;
    case RANGES:
        return form == DW_FORM_rnglistx ? list
               : is_new                 ? made->rnglists[list]
                                        : made->ranges[list];
    case PLACE:
        return form == DW_FORM_loclistx ? list
               : is_new                 ? made->loclists[list]
                                        : made->loc[list];
    case LINES:
        return unit->lines;
    case BASE:
        return base_of(attribute->name);
    default:
        return 1;
    }
}

static unsigned name_for(struct all_events *c, unsigned attribute)
{
    enum { FOLDER = 2, SPLIT = 4 };
    size_t usual = attribute == DW_AT_comp_dir ? FOLDER
                   : attribute == DW_AT_dwo_name ||
                           attribute == DW_AT_GNU_dwo_name
                       ? SPLIT
                       : 0;
    return (unsigned)((choose(c, MADE_NAMES) + usual) % MADE_NAMES);
}

static void put_value(struct unit *unit, const struct attribute *attribute,
                      unsigned form, struct range range)
{
    struct made *made = unit->made;
    struct all_events *c = made->all_events;
    size_t name = form == DW_FORM_string || attribute->class == STRING
                      ? name_for(c, attribute->name)
                      : 0;
    uint64_t value = number(c, value_of(unit, attribute, form, range, name));
    enum class to = attribute->class == TYPE || attribute->class == FUNCTION
                        ? attribute->class
                        : ANY;
    if (form == DW_FORM_ref_sig8)
        value = number(c, SIGNATURE);
    if (put_number(unit, unit->info, form, value))
        return;
    switch (form) {
    case DW_FORM_string:
        put_name(unit->info, name);
        break;
    case DW_FORM_ref1:
    case DW_FORM_ref2:
    case DW_FORM_ref4:
    case DW_FORM_ref8:
    case DW_FORM_ref_udata:
    case DW_FORM_ref_addr:
    case DW_FORM_ref_sup4:
    case DW_FORM_ref_sup8:
    case DW_FORM_GNU_ref_alt:
        put_reference(unit, form, to);
        break;
    case DW_FORM_block:
    case DW_FORM_block1:
    case DW_FORM_block2:
    case DW_FORM_block4:
    case DW_FORM_exprloc:
        put_block(unit, form, attribute->name);
        break;
    default: /* flag_present, implicit_const and unknown ones have no bytes */
        break;
    }
}

/* Chooses a form of a class or, seldom, any one. */
static unsigned choose_form(struct all_events *c, enum class class, bool is_new)
{
    size_t n = 0;
    while (n < MOST_FORMS && forms[class][n])
        n++;
    if (chance(c, 64))
        return (unsigned)choose(c, DW_FORM_addrx4 + 3);
    size_t form = chance(c, 4) ? choose(c, n) : 0;
    unsigned old = class == RANGES || class == LINES || class == BASE
                       ? DW_FORM_data4
                   : class == PLACE ? DW_FORM_block1
                                    : forms[class][0];
    return form == 0 && !is_new ? old : forms[class][form];
}

/* ---- DIEs ---- */

/* Appends a DIE and its abbreviation. */
static void put_die(struct unit *unit, const struct kind *kind,
                    struct range range, bool has_children)
{
    struct made *made = unit->made;
    struct all_events *c = made->all_events;
    struct buf *abbrev = &made->data[MADE_ABBREV];
    uint64_t code = ++unit->n_codes;
    if (unit->n_dies < MOST_DIES) {
        unit->dies[unit->n_dies].kind = kind;
        unit->dies[unit->n_dies++].at = unit->info->len;
    }
    made_uleb(abbrev, number(c, code));
    made_uleb(abbrev, number(c, kind->tag));
    made_put(made, abbrev, has_children, 1);
    made_uleb(unit->info, number(c, code));
    for (size_t i = 0; i < MOST_ATTRIBUTES && kind->attributes[i].name; i++) {
        const struct attribute *attribute = &kind->attributes[i];
        bool is_split = attribute->name == (unit->version >= 5
                                                ? DW_AT_dwo_name
                                                : DW_AT_GNU_dwo_name) ||
                        attribute->name == DW_AT_GNU_dwo_id;
        bool is_usual = !attribute->is_rare ||
                        (is_split && made->wishes.is_split) ||
                        (attribute->class == BASE && unit->version >= 5);
        if (chance(c, 8) == is_usual)
            continue;
        unsigned form = choose_form(c, attribute->class, unit->version >= 4);
        made_uleb(abbrev, number(c, attribute->name));
        bool is_indirect = chance(c, 64);
        made_uleb(abbrev, number(c, is_indirect ? DW_FORM_indirect : form));
        if (is_indirect)
            made_uleb(unit->info, number(c, form));
        else if (form == DW_FORM_implicit_const)
            made_sleb(abbrev, (int64_t)number(
                                  c, value_of(unit, attribute, form, range,
                                              0)));
        put_value(unit, attribute, form, range);
    }
    made_uleb(abbrev, 0);
    made_uleb(abbrev, 0);
}

static const struct kind *kind_of(unsigned tag)
{
    size_t i = 0;
    while (i + 1 < ROWS(kinds) && kinds[i].tag != tag)
        i++;
    return &kinds[i];
}

/* Appends many DIEs without attributes: blocks within each other, or inlined
   functions, one after the other. */
static void put_many(struct unit *unit, bool are_nested)
{
    enum { MOST_BITS = 18 }; /* as many as src/elf forgets */
    struct made *made = unit->made;
    struct all_events *c = made->all_events;
    struct buf *abbrev = &made->data[MADE_ABBREV];
    size_t bits = choose(c, are_nested ? 32 : 20);
    size_t n = are_nested ? 980 + bits
                          : (size_t)1 << (bits < MOST_BITS ? bits : MOST_BITS);
    made_uleb(abbrev, ++unit->n_codes);
    made_uleb(abbrev, are_nested ? DW_TAG_lexical_block
                                 : DW_TAG_inlined_subroutine);
    made_put(made, abbrev, are_nested, 1);
    made_put(made, abbrev, 0, 2);
    for (size_t i = 0; i < n; i++)
        made_uleb(unit->info, unit->n_codes);
    for (size_t i = 0; are_nested && i < n; i++)
        buf_char(unit->info, '\0');
}

static void put_type(struct unit *unit)
{
    static const uint16_t tags[] = {
        DW_TAG_structure_type, DW_TAG_base_type,    DW_TAG_array_type,
        DW_TAG_typedef,        DW_TAG_const_type,   DW_TAG_pointer_type,
        DW_TAG_union_type,     DW_TAG_class_type,   DW_TAG_enumeration_type,
    };
    struct all_events *c = unit->made->all_events;
    struct range none = { 0, 0 };
    unsigned tag = tags[choose(c, ROWS(tags))];
    unsigned inner = tag == DW_TAG_array_type         ? DW_TAG_subrange_type
                     : tag == DW_TAG_enumeration_type ? DW_TAG_enumerator
                                                      : DW_TAG_member;
    bool has_children = tag == DW_TAG_structure_type ||
                        tag == DW_TAG_array_type || tag == DW_TAG_union_type ||
                        tag == DW_TAG_class_type ||
                        tag == DW_TAG_enumeration_type;
    has_children ^= chance(c, 32);
    put_die(unit, kind_of(tag), none, has_children);
    if (!has_children)
        return;
    for (size_t n = 1 + choose(c, 4); n > 0; n--)
        put_die(unit, kind_of(inner), none, false);
    if (!chance(c, 64))
        buf_char(unit->info, '\0');
}

/* Appends functions, variables and what is in them. */
static void put_code(struct unit *unit, struct range range, unsigned depth)
{
    static const uint16_t tags[] = {
        DW_TAG_inlined_subroutine, DW_TAG_variable,  DW_TAG_formal_parameter,
        DW_TAG_lexical_block,      DW_TAG_subprogram, DW_TAG_namespace,
        DW_TAG_try_block,
    };
    struct all_events *c = unit->made->all_events;
    unsigned tag = depth == 0 ? DW_TAG_subprogram : DW_TAG_variable;
    size_t which = choose(c, ROWS(tags) + 1);
    if (depth && depth < MOST_DEPTH && unit->n_dies < USUAL_DIES && which)
        tag = tags[which - 1];
    if (depth == 0 && which > 3)
        tag = which > 5 ? DW_TAG_variable : DW_TAG_namespace;
    const struct kind *kind = kind_of(tag);
    /* A half of the range around it, or all of it. */
    if (kind->has_code && chance(c, 2)) {
        range.size /= 2;
        range.low += chance(c, 2) ? range.size : 0;
    }
    bool has_children = kind->has_code || tag == DW_TAG_namespace;
    put_die(unit, kind, range, has_children);
    if (!has_children)
        return;
    for (size_t n = (2 + choose(c, 5)) % 5; n > 0; n--)
        put_code(unit, range, depth + 1);
    if (chance(c, 32))
        put_many(unit, chance(c, 2));
    if (!chance(c, 64))
        buf_char(unit->info, '\0');
}

/* ---- Line tables ---- */

/* Appends a part of an entry: a path or a number. */
static void put_entry_part(const struct unit *unit, struct buf *buf, size_t n,
                           unsigned content, unsigned form)
{
    struct all_events *c = unit->made->all_events;
    bool is_path = content == DW_LNCT_path;
    size_t name = is_path ? (choose(c, MADE_NAMES) + 3) % MADE_NAMES : 0;
    uint64_t value = number(c, is_path ? made_name_at(name) : choose(c, n));
    if (form == DW_FORM_string)
        put_name(buf, name);
    else if (form == DW_FORM_block)
        buf_add(buf, (struct str){ "\1\1", 2 });
    else
        put_number(unit, buf, form, value);
}

/* Appends n entries of the tables of folders and files of version 5. */
static void put_entries(struct unit *unit, struct buf *buf, bool are_files)
{
    static const uint16_t string_forms[] = { DW_FORM_line_strp, DW_FORM_string,
                                             DW_FORM_strp, DW_FORM_strx1 };
    static const uint16_t number_forms[] = { DW_FORM_udata, DW_FORM_data1,
                                             DW_FORM_data2, DW_FORM_data4,
                                             DW_FORM_data8, DW_FORM_block,
                                             DW_FORM_data16, DW_FORM_sdata };
    enum { MOST = 6 };
    struct made *made = unit->made;
    struct all_events *c = made->all_events;
    unsigned contents[MOST], form[MOST];
    size_t n_formats = are_files ? 2 : 1, n = 2 + choose(c, 4);
    if (chance(c, 4))
        n_formats = choose(c, MOST + 1);
    made_put(made, buf, number(c, n_formats), 1);
    for (size_t i = 0; i < n_formats; i++) {
        contents[i] = (unsigned)(chance(c, 8) ? choose(c, 7) : i + 1);
        form[i] = contents[i] == DW_LNCT_path
                      ? string_forms[choose(c, ROWS(string_forms))]
                      : number_forms[choose(c, ROWS(number_forms))];
        made_uleb(buf, number(c, contents[i]));
        made_uleb(buf, number(c, form[i]));
    }
    made_uleb(buf, number(c, n));
    for (size_t i = 0; i < n * n_formats; i++)
        put_entry_part(unit, buf, n, contents[i % n_formats],
                       form[i % n_formats]);
}

/* Appends the tables of folders and files of versions 2 to 4. */
static void put_old_entries(struct made *made, struct buf *buf)
{
    struct all_events *c = made->all_events;
    size_t n_folders = 1 + choose(c, 3);
    for (size_t i = 0; i < n_folders; i++) {
        put_name(buf, (choose(c, MADE_NAMES) + 2) % MADE_NAMES);
    }
    made_put(made, buf, number(c, 0), 1);
    for (size_t n = 2 + choose(c, 3); n > 0; n--) {
        put_name(buf, (choose(c, MADE_NAMES) + 3) % MADE_NAMES);
        made_uleb(buf, number(c, choose(c, n_folders + 1)));
        made_uleb(buf, number(c, 0));
        made_uleb(buf, number(c, 0));
    }
    made_put(made, buf, number(c, 0), 1);
}

/* Appends an operation that has a length and a code. */
static void put_extended(struct made *made, struct buf *buf, unsigned code,
                         uint64_t value)
{
    struct all_events *c = made->all_events;
    struct buf inner = { 0 };
    made_put(made, &inner, number(c, code), 1);
    if (code == DW_LNE_set_address) {
        made_put(made, &inner, number(c, value), made->word);
    } else if (code == DW_LNE_define_file) {
        buf_add(&inner, S("main.c"));
        if (!chance(c, 32))
            buf_char(&inner, '\0');
        for (int i = 0; i < 3; i++)
            made_uleb(&inner, number(c, 0));
    } else if (code != DW_LNE_end_sequence) {
        made_uleb(&inner, number(c, value));
    }
    buf_char(buf, '\0');
    made_uleb(buf, number(c, inner.len));
    buf_add(buf, buf_text(&inner));
    buf_free(&inner);
}

static void put_op(struct made *made, struct buf *buf)
{
    static const uint8_t extended[] = { DW_LNE_end_sequence, DW_LNE_set_address,
                                        DW_LNE_define_file,
                                        DW_LNE_set_discriminator, 0x80 };
    struct all_events *c = made->all_events;
    unsigned op = (unsigned)(DW_LNS_copy + choose(c, 16));
    switch (op) {
    case DW_LNS_advance_pc: case DW_LNS_set_file: case DW_LNS_set_column:
    case DW_LNS_set_isa:
        made_put(made, buf, op, 1);
        made_uleb(buf, number(c, choose(c, op == DW_LNS_set_file ? 5 : 32)));
        break;
    case DW_LNS_advance_line:
        made_put(made, buf, op, 1);
        made_sleb(buf, (int64_t)number(c, 10 - (uint64_t)choose(c, 20)));
        break;
    case DW_LNS_fixed_advance_pc:
        made_put(made, buf, op, 1);
        made_put(made, buf, number(c, choose(c, 32)), 2);
        break;
    case 13:
        put_extended(made, buf, extended[choose(c, ROWS(extended))],
                     MADE_CODE + MADE_STEP * choose(c, MADE_ADDRESSES));
        break;
    case 14: case 15: case 16: /* a special one */
        made_put(made, buf, 13 + choose(c, 243), 1);
        break;
    default:
        made_put(made, buf, op, 1);
    }
}

/* Appends a line table. Returns where it begins. */
static size_t put_lines(struct unit *unit, unsigned version)
{
    static const uint8_t operands[] = { 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1 };
    struct made *made = unit->made;
    struct all_events *c = made->all_events;
    struct buf *buf = &made->data[MADE_LINE];
    size_t begin = buf->len, from = begin_length(made, buf, unit->size);
    made_put(made, buf, number(c, version), 2);
    if (version >= 5) {
        made_put(made, buf, number(c, made->word), 1);
        made_put(made, buf, number(c, 0), 1);
    }
    made_put(made, buf, 0, unit->size);
    size_t header = buf->len;
    made_put(made, buf, number(c, 1), 1);
    if (version >= 4)
        made_put(made, buf, number(c, 1), 1);
    made_put(made, buf, number(c, 1), 1);
    made_put(made, buf, number(c, (uint64_t)-5), 1);
    made_put(made, buf, number(c, 14), 1);
    made_put(made, buf, number(c, 13), 1);
    for (size_t i = 0; i < ROWS(operands); i++)
        made_put(made, buf, number(c, operands[i]), 1);
    if (version >= 5) {
        put_entries(unit, buf, false);
        put_entries(unit, buf, true);
    } else {
        put_old_entries(made, buf);
    }
    made_patch(made, buf, header - unit->size, number(c, buf->len - header),
               unit->size);
    put_extended(made, buf, DW_LNE_set_address, MADE_CODE);
    for (size_t n = (4 + choose(c, 32)) % 32; n > 0; n--)
        put_op(made, buf);
    made_put(made, buf, DW_LNS_advance_pc, 1);
    made_uleb(buf, number(c, MADE_CODE_SIZE));
    put_extended(made, buf, DW_LNE_end_sequence, 0);
    end_length(made, buf, from, unit->size);
    return begin;
}

/* ---- Lists ---- */

static uint64_t some_address(struct all_events *c)
{
    return MADE_CODE + MADE_STEP * choose(c, MADE_ADDRESSES);
}

/* Appends an entry of .debug_rnglists or, with a place behind it, of
   .debug_loclists, whose codes differ from the fifth on. */
static void put_entry(struct made *made, struct buf *buf, bool is_place)
{
    struct all_events *c = made->all_events;
    size_t code = DW_RLE_offset_pair;
    if (chance(c, 2))
        code = choose(c, 9);
    uint64_t size = MADE_STEP * (1 + choose(c, 256)) % MADE_CODE_SIZE;
    made_put(made, buf, number(c, code + (is_place && code > 4)), 1);
    switch (code) {
    case DW_RLE_base_addressx:
        made_uleb(buf, number(c, choose(c, MADE_ADDRESSES)));
        return;
    case DW_RLE_startx_endx:
        made_uleb(buf, number(c, choose(c, MADE_ADDRESSES)));
        made_uleb(buf, number(c, choose(c, MADE_ADDRESSES)));
        break;
    case DW_RLE_startx_length:
        made_uleb(buf, number(c, choose(c, MADE_ADDRESSES)));
        made_uleb(buf, number(c, size));
        break;
    case DW_RLE_offset_pair:
        made_uleb(buf, number(c, choose(c, MADE_ADDRESSES) * MADE_STEP));
        made_uleb(buf, number(c, MADE_CODE_SIZE - MADE_STEP * choose(c, 64)));
        break;
    case DW_RLE_base_address:
        made_put(made, buf, number(c, some_address(c)), made->word);
        return;
    case DW_RLE_start_end:
        made_put(made, buf, number(c, some_address(c)), made->word);
        made_put(made, buf, number(c, some_address(c)), made->word);
        break;
    case DW_RLE_start_length:
        made_put(made, buf, number(c, some_address(c)), made->word);
        made_uleb(buf, number(c, size));
        break;
    default:
        return;
    }
    if (is_place) {
        made_uleb(buf, number(c, 1));
        made_put(made, buf, DW_OP_reg6, 1);
    }
}

/* Makes a section of lists of version 5, which has a table of them. */
static void put_lists(struct made *made, struct buf *buf, size_t *lists,
                      bool are_places)
{
    enum { SIZE = 4 }; /* of offsets */
    struct all_events *c = made->all_events;
    size_t from = begin_length(made, buf, SIZE);
    made_put(made, buf, number(c, 5), 2);
    made_put(made, buf, number(c, made->word), 1);
    made_put(made, buf, number(c, 0), 1);
    made_put(made, buf, number(c, MADE_LISTS), 4);
    size_t table = buf->len;
    made_put(made, buf, 0, SIZE * MADE_LISTS);
    for (size_t i = 0; i < MADE_LISTS; i++) {
        lists[i] = buf->len;
        made_patch(made, buf, table + SIZE * i, number(c, buf->len - table),
                   SIZE);
        for (size_t n = 1 + choose(c, 3); n > 0; n--)
            put_entry(made, buf, are_places);
        if (!chance(c, 32))
            made_put(made, buf, DW_RLE_end_of_list, 1);
    }
    end_length(made, buf, from, SIZE);
}

/* Makes a section of lists of versions 2 to 4. */
static void put_old_lists(struct made *made, struct buf *buf, size_t *lists,
                          bool are_places)
{
    struct all_events *c = made->all_events;
    for (size_t i = 0; i < MADE_LISTS; i++) {
        lists[i] = buf->len;
        for (size_t n = 1 + choose(c, 3); n > 0; n--) {
            size_t low = choose(c, MADE_ADDRESSES) * MADE_STEP;
            bool is_base = chance(c, 4);
            made_put(made, buf, number(c, is_base ? UINT64_MAX : low),
                     made->word);
            made_put(made, buf, number(c, is_base ? MADE_CODE
                                                  : MADE_CODE_SIZE),
                     made->word);
            if (are_places && !is_base) {
                made_put(made, buf, number(c, 1), 2);
                made_put(made, buf, DW_OP_reg6, 1);
            }
        }
        if (!chance(c, 32))
            made_put(made, buf, 0, 2 * made->word);
    }
}

/* Makes the tables of addresses and of strings, which have headers since
   version 5. */
static void put_tables(struct made *made)
{
    struct all_events *c = made->all_events;
    struct buf *buf = &made->data[MADE_ADDR];
    bool has_header = !chance(c, 4);
    size_t from = 0;
    if (has_header) {
        from = begin_length(made, buf, 4);
        made_put(made, buf, number(c, 5), 2);
        made_put(made, buf, number(c, made->word), 1);
        made_put(made, buf, number(c, 0), 1);
    }
    for (size_t i = 0; i < MADE_ADDRESSES; i++)
        made_put(made, buf, MADE_CODE + MADE_STEP * i, made->word);
    if (has_header)
        end_length(made, buf, from, 4);
    buf = &made->data[MADE_STR_OFFSETS];
    if (has_header) {
        from = begin_length(made, buf, 4);
        made_put(made, buf, number(c, 5), 2);
        made_put(made, buf, number(c, 0), 2);
    }
    for (size_t i = 0; i < MADE_NAMES; i++)
        made_put(made, buf, number(c, made_name_at(i)), 4);
    if (has_header)
        end_length(made, buf, from, 4);
}

/* ---- Units ---- */

/* Returns where the DIE of a reference is: one that fits or, seldom, any. */
static uint64_t referred(const struct unit *unit,
                         const struct reference *reference)
{
    enum { ODD = 248 };
    uint64_t fitting[MOST_DIES];
    size_t n = 0;
    bool is_any = reference->to == ANY || reference->choice >= ODD;
    for (size_t i = 0; i < unit->n_dies; i++) {
        const struct kind *kind = unit->dies[i].kind;
        if (is_any || (reference->to == TYPE ? kind->is_type
                                             : kind->is_function))
            fitting[n++] = unit->dies[i].at;
    }
    return n ? fitting[reference->choice % n] : unit->begin;
}

static void end_references(struct unit *unit)
{
    struct all_events *c = unit->made->all_events;
    for (size_t i = 0; i < unit->n_references; i++) {
        const struct reference *reference = &unit->references[i];
        uint64_t at = referred(unit, reference) -
                      (reference->is_global ? 0 : unit->begin);
        made_patch(unit->made, unit->info, reference->at, number(c, at),
                   reference->size);
    }
}

/* Returns the type of a unit of version 5. */
static unsigned unit_type(struct made *made, bool is_type)
{
    static const uint8_t types[] = { DW_UT_compile, DW_UT_skeleton,
                                     DW_UT_partial, DW_UT_split_compile,
                                     DW_UT_split_type };
    bool is_split = made->role == MADE_SPLIT;
    if (is_type)
        return is_split ? DW_UT_split_type : DW_UT_type;
    return chance(made->all_events, 8)
               ? types[choose(made->all_events, ROWS(types))]
           : is_split              ? DW_UT_split_compile
           : made->wishes.is_split ? DW_UT_skeleton
                                   : DW_UT_compile;
}

/* Appends the header of a unit. Returns where the offset of its type is, or
   0. */
static size_t put_unit_header(struct unit *unit, bool is_type)
{
    struct made *made = unit->made;
    struct all_events *c = made->all_events;
    struct buf *info = unit->info;
    uint64_t abbrev = number(c, made->data[MADE_ABBREV].len);
    unsigned type = is_type ? DW_UT_type : DW_UT_compile;
    made_put(made, info, number(c, unit->version), 2);
    if (unit->version >= 5) {
        type = unit_type(made, is_type);
        made_put(made, info, number(c, type), 1);
        made_put(made, info, number(c, made->word), 1);
        made_put(made, info, abbrev, unit->size);
    } else {
        made_put(made, info, abbrev, unit->size);
        made_put(made, info, number(c, made->word), 1);
    }
    if (type == DW_UT_skeleton || type == DW_UT_split_compile)
        made_put(made, info, number(c, SPLIT_ID), 8);
    if (type != DW_UT_type && type != DW_UT_split_type)
        return 0;
    made_put(made, info, number(c, SIGNATURE), 8);
    size_t at = info->len;
    made_put(made, info, 0, unit->size);
    return at;
}

static void put_unit(struct made *made, bool is_type)
{
    static const struct range all = { MADE_CODE, MADE_CODE_SIZE };
    struct all_events *c = made->all_events;
    unsigned version = 5 - (unsigned)choose(c, 4);
    bool is_old_type = is_type && version < 5;
    struct unit unit = {
        .made = made,
        .info = &made->data[is_old_type ? MADE_TYPES : MADE_INFO],
        .version = version,
        .size = chance(c, 8) ? 8 : 4,
    };
    unit.lines = put_lines(&unit, chance(c, 16) ? 2 + (unsigned)choose(c, 4)
                                                : version);
    unit.begin = unit.info->len;
    size_t from = begin_length(made, unit.info, unit.size);
    size_t type = put_unit_header(&unit, is_type);
    put_die(&unit, &kinds[0], all, true);
    if (type)
        made_patch(made, unit.info, type,
                   number(c, unit.info->len - unit.begin), unit.size);
    put_die(&unit, kind_of(DW_TAG_base_type), all, false);
    for (size_t n = choose(c, 6); n > 0; n--)
        put_type(&unit);
    for (size_t n = 1 + choose(c, 4); n > 0; n--)
        put_code(&unit, all, 0);
    if (!chance(c, 32))
        buf_char(unit.info, '\0');
    end_references(&unit);
    end_length(made, unit.info, from, unit.size);
    made_uleb(&made->data[MADE_ABBREV], 0);
}

void made_dwarf(struct made *made)
{
    struct all_events *c = made->all_events;
    put_lists(made, &made->data[MADE_RNGLISTS], made->rnglists, false);
    put_old_lists(made, &made->data[MADE_RANGES], made->ranges, false);
    put_lists(made, &made->data[MADE_LOCLISTS], made->loclists, true);
    put_old_lists(made, &made->data[MADE_LOC], made->loc, true);
    put_tables(made);
    for (size_t n = 1 + choose(c, 3); n > 0; n--)
        put_unit(made, chance(c, 8));
    if (chance(c, 16))
        made->data[MADE_LINE].len = 0;
}
