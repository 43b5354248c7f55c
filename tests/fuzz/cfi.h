/*
 * Makes sections of call frame information by its grammar (DWARF 5, 6.4 and
 * 7.24; Linux Standard Base 5.0, Core, 10.6), for tests/fuzz/unwind.c. Random
 * numbers choose all: most entries make sense, and any number may be one at the
 * edge of what is allowed.
 */
#ifndef FUZZ_CFI_H
#define FUZZ_CFI_H

#include <dwarf.h>

#include "../unit/check.h"
#include "../unit/elf.h"
#include "unwind/machine.h"

/* Where the instructions, the section and the stack are. */
enum {
    TEXT = 0x1000,
    TEXT_SIZE = 0x200,
    FRAMES = 0x2000,
    STACK = 0x70000,
    STACK_SIZE = 0x200,
};

enum { COMMONS = 6 };

/* ---- Numbers ---- */

static uint64_t number(void)
{
    static const uint64_t edges[] = {
        INT8_MAX, UINT8_MAX, INT16_MAX, FRAMES, INT32_MAX / 8, INT32_MAX,
        INT32_MAX + 1ull, UINT32_MAX, UINT32_MAX + 1ull, INT64_MAX / 8,
        INT64_MAX, (uint64_t)INT64_MIN, (uint64_t)INT32_MIN - 1,
        (uint64_t)INT32_MIN, (uint64_t)-8, UINT64_MAX
    };
    return chance(80) ? random_below(40) : edges[random_below(ROWS(edges))];
}

static uint64_t address(void)
{
    uint32_t kind = random_below(5);
    return kind < 2   ? TEXT + random_below(TEXT_SIZE)
           : kind < 4 ? STACK + random_below(STACK_SIZE / 8) * 8
                      : number();
}

static uint64_t number_of_register(void)
{
    if (chance(90))
        return random_below(UNWIND_REGISTERS);
    /* Memory for as many registers could be had. */
    return chance(50) ? random_below(1 << 27) : number();
}

/* ---- Instructions and operators ---- */

/* What the entries of functions must know of a common entry. */
struct common {
    size_t offset; /* in the section */
    unsigned encoding;
    bool has_size;
};

/* A section that is being made. */
struct section {
    struct buf *out; /* its bytes, or those of an expression */
    const struct unwind_machine *machine;
    struct layout layout;
    bool is_eh;
    struct common commons[COMMONS];
    unsigned n_commons;
};

static void put_leb(struct buf *out, uint64_t n, bool is_signed)
{
    bool is_negative = is_signed && n >> 63, is_last;
    do {
        unsigned byte = n & 0x7f;
        n = n >> 7 | (is_negative ? UINT64_MAX << 57 : 0);
        is_last = is_signed ? n == (byte & 0x40 ? UINT64_MAX : 0) : n == 0;
        buf_char(out, (char)(is_last ? byte : byte | 0x80));
    } while (!is_last);
}

/* An instruction or operator: the byte is `code` or one of the next ones. Of
   its operands, a digit is so many bytes, u and s are in LEB128, r is a
   register, a an address, j a distance, and e an expression. */
struct code {
    unsigned code, variants;
    const char *operands;
};

/* The first few push a number. */
enum { PUSHES = 8 };
static const struct code operators[] = {
    { DW_OP_breg0, 32, "s" },  { DW_OP_bregx, 1, "rs" },
    { DW_OP_lit0, 32, "" },    { DW_OP_const1s, 1, "1" },
    { DW_OP_const4s, 1, "4" }, { DW_OP_const8u, 2, "8" },
    { DW_OP_addr, 1, "a" },    { DW_OP_consts, 1, "s" },
    { DW_OP_const1u, 1, "1" }, { DW_OP_const2u, 2, "2" },
    { DW_OP_const4u, 1, "4" }, { DW_OP_constu, 1, "u" },
    { DW_OP_deref, 1, "" },    { DW_OP_deref_size, 1, "1" },
    { DW_OP_dup, 3, "" },      { DW_OP_pick, 1, "1" },
    { DW_OP_swap, 1, "" },     { DW_OP_rot, 1, "" },
    { DW_OP_abs, 10, "" },     { DW_OP_plus_uconst, 1, "u" },
    { DW_OP_shl, 4, "" },      { DW_OP_bra, 1, "j" },
    { DW_OP_eq, 6, "" },       { DW_OP_skip, 1, "j" },
    { DW_OP_nop, 1, "" },      { 0, 256, "u" },
};

static const struct code instructions[] = {
    { DW_CFA_advance_loc, 64, "" }, { DW_CFA_offset, 64, "u" },
    { DW_CFA_restore, 64, "" }, { DW_CFA_advance_loc1, 1, "1" },
    { DW_CFA_advance_loc2, 1, "2" }, { DW_CFA_advance_loc4, 1, "4" },
    { DW_CFA_offset_extended, 1, "ru" }, { DW_CFA_restore_extended, 3, "r" },
    { DW_CFA_register, 1, "rr" }, { DW_CFA_remember_state, 1, "" },
    { DW_CFA_restore_state, 1, "" }, { DW_CFA_def_cfa, 1, "ru" },
    { DW_CFA_def_cfa_register, 1, "r" }, { DW_CFA_def_cfa_offset, 1, "u" },
    { DW_CFA_def_cfa_expression, 1, "e" }, { DW_CFA_expression, 1, "re" },
    { DW_CFA_offset_extended_sf, 1, "rs" }, { DW_CFA_def_cfa_sf, 1, "rs" },
    { DW_CFA_def_cfa_offset_sf, 1, "s" }, { DW_CFA_val_offset, 1, "ru" },
    { DW_CFA_val_offset_sf, 1, "rs" }, { DW_CFA_val_expression, 1, "re" },
    { DW_CFA_GNU_args_size, 1, "u" },
    { DW_CFA_GNU_negative_offset_extended, 1, "ru" },
    { DW_CFA_AARCH64_negate_ra_state, 1, "" }, { DW_CFA_nop, 2, "a" },
    { 0, 64, "" },
};

/* Puts the byte of a code and its operands except an expression. */
static void put_code(const struct section *section, const struct code *code)
{
    struct buf *out = section->out;
    put(out, section->layout, code->code + random_below(code->variants), 1);
    for (const char *operand = code->operands; *operand; operand++) {
        switch (*operand) {
        case 'u': put_leb(out, number(), false); break;
        case 's': put_leb(out, chance(50) ? number() : -number(), true); break;
        case 'r': put_leb(out, number_of_register(), false); break;
        case 'a': put_pointer(out, section->layout, address()); break;
        case 'j': put(out, section->layout, random_below(24) - 12, 2); break;
        case 'e': break;
        default:
            put(out, section->layout, number(), (unsigned)(*operand - '0'));
        }
    }
}

/* Some codes stand there often enough for every limit. */
static unsigned times(void)
{
    return chance(4) ? random_below(200) : 1;
}

/* Puts a size, which may be wrong, and bytes. The bytes are freed. */
static void put_sized(struct section *section, struct buf *body)
{
    put_leb(section->out, chance(95) ? body->len : number(), false);
    buf_add(section->out, buf_text(body));
    buf_free(body);
}

static void put_expression(struct section *section)
{
    struct buf *out = section->out, body = { 0 };
    section->out = &body;
    for (uint32_t n = random_below(4); n > 0; n--)
        put_code(section, &operators[random_below(PUSHES)]);
    for (uint32_t n = random_below(10); n > 0; n--) {
        const struct code *code = &operators[random_below(ROWS(operators))];
        for (unsigned i = times(); i > 0; i--)
            put_code(section, code);
    }
    section->out = out;
    put_sized(section, &body);
}

static void put_instructions(struct section *section, uint32_t n)
{
    for (; n > 0; n--) {
        const struct code *code =
            &instructions[random_below(ROWS(instructions))];
        for (unsigned i = times(); i > 0; i--) {
            put_code(section, code);
            if (strchr(code->operands, 'e'))
                put_expression(section);
        }
    }
}

/* Puts a pointer in an encoding (DW_EH_PE_...). */
static void put_encoded(const struct section *section, unsigned encoding,
                        uint64_t n)
{
    static const uint8_t sizes[8] = { 0, 0, 2, 4, 8, 0, 0, 0 };
    if ((encoding & 0xf0) == DW_EH_PE_pcrel)
        n -= FRAMES + section->out->len;
    if ((encoding & 7) == DW_EH_PE_uleb128)
        put_leb(section->out, n, encoding & DW_EH_PE_signed);
    else
        put(section->out, section->layout, n,
            sizes[encoding & 7] ? sizes[encoding & 7]
                                : section->layout.pointer);
}

static unsigned choose_encoding(void)
{
    return chance(90) ? (chance(50) ? DW_EH_PE_pcrel : DW_EH_PE_absptr) |
                            random_below(5) | (chance(50) ? 8 : 0)
                      : random_below(256);
}

/* ---- Entries ---- */

/* Puts what follows the size and the id of a common entry. */
static void put_common(struct section *section, size_t offset)
{
    static const char *const augmentations[] = { "zR", "zPLR", "zRS", "zRBG",
                                                 "",   "zRX",  "R",   "eh" };
    static const uint8_t versions[] = { 1, 1, 3, 4 };
    const struct unwind_machine *machine = section->machine;
    const char *letter = augmentations[random_below(ROWS(augmentations))];
    struct buf *out = section->out, data = { 0 };
    struct common common = { offset, DW_EH_PE_absptr, *letter == 'z' };
    unsigned version = chance(95) ? versions[random_below(4)] : number();
    unsigned ra = machine->ip < UNWIND_REGISTERS ? machine->ip : 30;
    put(out, section->layout, version, 1);
    buf_add(out, (struct str){ letter, strlen(letter) + 1 });
    if (version == 4)
        put(out, section->layout, section->layout.pointer, 2);
    put_leb(out, chance(80) ? 1 : number(), false);
    put_leb(out, chance(80) ? -(uint64_t)machine->word : number(), true);
    put_leb(out, chance(90) ? ra : number() % (version == 1 ? 128 : 512),
            false);
    section->out = &data;
    for (; common.has_size && *letter; letter++) {
        unsigned encoding = *letter == 'R' || *letter == 'P' ? choose_encoding()
                                                             : DW_EH_PE_omit;
        if (strchr("RPL", *letter))
            put(&data, section->layout, encoding, 1);
        if (*letter == 'P')
            put_encoded(section, encoding & 0x0f, number());
        else if (*letter == 'R')
            common.encoding = encoding;
    }
    section->out = out;
    if (common.has_size)
        put_sized(section, &data);
    if (chance(90)) {
        put(out, section->layout, DW_CFA_def_cfa, 1);
        put_leb(out, machine->stack_pointer, false);
        put_leb(out, random_below(4) * machine->word, false);
        put(out, section->layout, DW_CFA_offset | ra, 1);
        put_leb(out, 1, false);
    }
    put_instructions(section, chance(70) ? 0 : random_below(4));
    if (section->n_commons < COMMONS)
        section->commons[section->n_commons++] = common;
}

/* Puts what follows the id of the entry of a function. */
static void put_function(struct section *section, const struct common *common)
{
    struct buf data = { 0 };
    put_encoded(section, common->encoding,
                chance(95) ? TEXT + random_below(16) * (TEXT_SIZE / 16)
                           : number());
    put_encoded(section, common->encoding & 0x0f,
                chance(95) ? random_below(6) * (TEXT_SIZE / 16) : number());
    if (common->has_size) {
        put_zeros(&data, random_below(3));
        put_sized(section, &data);
    }
    put_instructions(section, random_below(12));
}

static void overwrite(struct buf *out, size_t at, uint64_t n, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        out->data[at + i] = (char)(n >> 8 * i);
}

/* Puts an entry in the format of 32 or of 64 bits. That of a function may have
   the common entry behind it. */
static void put_entry(struct section *section, bool is_common)
{
    struct buf *out = section->out;
    struct common common = { out->len, DW_EH_PE_absptr, false };
    size_t start = out->len;
    bool is_wide = chance(10), is_before = chance(10);
    unsigned size = is_wide ? 8 : 4;
    unsigned id_size = section->is_eh && chance(50) ? 4 : size;
    put(out, section->layout, UINT32_MAX, is_wide ? 4 : 0);
    put(out, section->layout, 0, size);
    size_t id = out->len;
    put(out, section->layout, section->is_eh ? 0 : UINT64_MAX, id_size);
    if (section->n_commons && !is_before)
        common = section->commons[random_below(section->n_commons)];
    if (is_common)
        put_common(section, start);
    else
        put_function(section, &common);
    put_zeros(out, -out->len & 3);
    overwrite(out, id - size, chance(98) ? out->len - id : number(), size);
    if (!section->n_commons || is_before)
        common.offset = out->len;
    if (!is_common)
        overwrite(out, id, section->is_eh ? id - common.offset : common.offset,
                  id_size);
}

/* Adds a section, .eh_frame or .debug_frame. */
static void add_frames(struct elf_image *image, const char *name,
                       const struct unwind_machine *machine)
{
    struct elf_section *added =
        elf_add(image, name, chance(97) ? SHT_PROGBITS : SHT_NOBITS);
    struct section section = { .out = &added->bytes,
                               .machine = machine,
                               .layout = image->layout,
                               .is_eh = strcmp(name, ".eh_frame") == 0 };
    added->address = FRAMES;
    put_entry(&section, true);
    for (uint32_t n = random_below(COMMONS); n > 0; n--)
        put_entry(&section, chance(20));
}

#endif
