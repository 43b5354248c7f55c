/* Expressions of call frame information, by DWARF 5, 2.5 and 6.4.2. The frame
   has the register 7 with 0x1000, and the memory from 0x1000 to 0x100f with the
   bytes 0x10, 0x11 and so on. */
#include "unwind/expression.h"

#include <dwarf.h>
#include <string.h>

#include "check.h"

enum { MOST = 24 };

static const struct unwind_registers registers = { .known = 1u << 7,
                                                   .value[7] = 0x1000 };
static unsigned char copied[16];
static const struct unwind_memory memory = { 0x1000, copied, sizeof copied, 8 };

static bool evaluate(const unsigned char *code, size_t n, const uint64_t *start,
                     uint64_t *result)
{
    struct bytes bytes = { .at = code, .end = code + n };
    uint64_t steps = 10000;
    *result = 0;
    return unwind_expression(bytes, &registers, &memory, start, &steps,
                             result);
}

#define BYTES(...) { __VA_ARGS__ }, sizeof((unsigned char[]){ __VA_ARGS__ })

#define TWO(a, b) DW_OP_const1s, (a) & 0xff, DW_OP_const1s, (b) & 0xff

static const struct {
    const char *name;
    unsigned char code[MOST];
    size_t n;
    int64_t want;
} values[] = {
    { "lit31", BYTES(DW_OP_lit31), 31 },
    { "nop", BYTES(DW_OP_lit1, DW_OP_nop), 1 },
    { "addr", BYTES(DW_OP_addr, 1, 2, 0, 0, 0, 0, 0, 0), 0x201 },
    { "const1u", BYTES(DW_OP_const1u, 0xff), 255 },
    { "const1s", BYTES(DW_OP_const1s, 0xff), -1 },
    { "const2u", BYTES(DW_OP_const2u, 0xfe, 0xff), 65534 },
    { "const2s", BYTES(DW_OP_const2s, 0xfe, 0xff), -2 },
    { "const4u", BYTES(DW_OP_const4u, 0xfd, 0xff, 0xff, 0xff), 4294967293 },
    { "const4s", BYTES(DW_OP_const4s, 0xfd, 0xff, 0xff, 0xff), -3 },
    { "const8u", BYTES(DW_OP_const8u, 1, 0, 0, 0, 0, 0, 0, 0), 1 },
    { "const8s",
      BYTES(DW_OP_const8s, 0xfc, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
      -4 },
    { "constu", BYTES(DW_OP_constu, 0xe5, 0x8e, 0x26), 624485 },
    { "consts", BYTES(DW_OP_consts, 0x80, 0x7f), -128 },
    { "breg7", BYTES(DW_OP_breg7, 0x78), 0xff8 },
    { "bregx", BYTES(DW_OP_bregx, 7, 8), 0x1008 },
    { "deref", BYTES(DW_OP_breg7, 0, DW_OP_deref), 0x1716151413121110 },
    { "deref_size", BYTES(DW_OP_breg7, 14, DW_OP_deref_size, 2), 0x1f1e },
    { "dup", BYTES(DW_OP_lit3, DW_OP_dup, DW_OP_mul), 9 },
    { "over", BYTES(TWO(7, 2), DW_OP_over), 7 },
    { "pick", BYTES(DW_OP_lit5, TWO(7, 2), DW_OP_pick, 2), 5 },
    { "drop", BYTES(TWO(7, 2), DW_OP_drop), 7 },
    { "swap", BYTES(TWO(7, 2), DW_OP_swap, DW_OP_minus), -5 },
    /* The top becomes the third, the second the top. */
    { "rot", BYTES(DW_OP_lit1, DW_OP_lit2, DW_OP_lit3, DW_OP_rot), 2 },
    { "rot, the third",
      BYTES(DW_OP_lit1, DW_OP_lit2, DW_OP_lit3, DW_OP_rot, DW_OP_drop,
            DW_OP_drop),
      3 },
    { "abs of -5", BYTES(DW_OP_const1s, 0xfb, DW_OP_abs), 5 },
    { "abs of 5", BYTES(DW_OP_lit5, DW_OP_abs), 5 },
    { "neg", BYTES(DW_OP_lit5, DW_OP_neg), -5 },
    { "not", BYTES(DW_OP_lit5, DW_OP_not), -6 },
    { "plus_uconst", BYTES(DW_OP_lit5, DW_OP_plus_uconst, 0x80, 1), 133 },
    { "and", BYTES(TWO(6, 3), DW_OP_and), 2 },
    { "or", BYTES(TWO(6, 3), DW_OP_or), 7 },
    { "xor", BYTES(TWO(6, 3), DW_OP_xor), 5 },
    { "plus", BYTES(TWO(6, -3), DW_OP_plus), 3 },
    { "minus", BYTES(TWO(6, 9), DW_OP_minus), -3 },
    { "mul", BYTES(TWO(6, -3), DW_OP_mul), -18 },
    { "div has a sign", BYTES(TWO(-7, 2), DW_OP_div), -3 },
    { "mod has none", BYTES(TWO(-1, 16), DW_OP_mod), 15 },
    { "shl", BYTES(TWO(3, 4), DW_OP_shl), 48 },
    { "shl by 64", BYTES(TWO(3, 64), DW_OP_shl), 0 },
    { "shr", BYTES(TWO(-1, 60), DW_OP_shr), 15 },
    { "shr by 64", BYTES(TWO(-1, 64), DW_OP_shr), 0 },
    { "shra of -16", BYTES(TWO(-16, 2), DW_OP_shra), -4 },
    { "shra of 16", BYTES(TWO(16, 2), DW_OP_shra), 4 },
    { "shra by 100", BYTES(TWO(-16, 100), DW_OP_shra), -1 },
    { "eq", BYTES(TWO(2, 2), DW_OP_eq), 1 },
    { "ne", BYTES(TWO(2, 2), DW_OP_ne), 0 },
    { "ge", BYTES(TWO(-2, 1), DW_OP_ge), 0 },
    { "ge of equal ones", BYTES(TWO(2, 2), DW_OP_ge), 1 },
    { "gt", BYTES(TWO(2, 1), DW_OP_gt), 1 },
    { "gt of equal ones", BYTES(TWO(2, 2), DW_OP_gt), 0 },
    { "le", BYTES(TWO(-2, 1), DW_OP_le), 1 },
    { "le of equal ones", BYTES(TWO(2, 2), DW_OP_le), 1 },
    { "lt", BYTES(TWO(2, 1), DW_OP_lt), 0 },
    { "lt of equal ones", BYTES(TWO(2, 2), DW_OP_lt), 0 },
    { "skip", BYTES(DW_OP_lit1, DW_OP_skip, 1, 0, DW_OP_lit2), 1 },
    { "bra", BYTES(DW_OP_lit9, DW_OP_lit1, DW_OP_bra, 1, 0, DW_OP_lit2), 9 },
    { "bra, but 0", BYTES(DW_OP_lit9, DW_OP_lit0, DW_OP_bra, 1, 0, DW_OP_lit2),
      2 },
    /* 5, 4, ... 0 */
    { "a loop",
      BYTES(DW_OP_lit5, DW_OP_lit1, DW_OP_minus, DW_OP_dup, DW_OP_bra, 0xfa,
            0xff),
      0 },
}, failures[] = {
    { "no code", { 0 }, 0, 0 },
    { "an empty stack", BYTES(DW_OP_plus), 0 },
    { "nothing is left", BYTES(DW_OP_lit1, DW_OP_drop), 0 },
    { "a cut number", BYTES(DW_OP_const4u, 1, 2), 0 },
    { "an unknown code", BYTES(TWO(1, 1), DW_OP_lo_user), 0 },
    { "an unknown register", BYTES(DW_OP_breg6, 0), 0 },
    { "no such register", BYTES(DW_OP_bregx, 40, 0), 0 },
    { "memory that was not copied", BYTES(DW_OP_lit0, DW_OP_deref), 0 },
    { "memory that ends", BYTES(DW_OP_breg7, 9, DW_OP_deref), 0 },
    { "a size of 0", BYTES(DW_OP_breg7, 0, DW_OP_deref_size, 0), 0 },
    { "a size of 9", BYTES(DW_OP_breg7, 0, DW_OP_deref_size, 9), 0 },
    { "pick too deep", BYTES(DW_OP_lit1, DW_OP_pick, 1), 0 },
    { "swap of one", BYTES(DW_OP_lit1, DW_OP_swap), 0 },
    { "div by 0", BYTES(TWO(1, 0), DW_OP_div), 0 },
    { "mod by 0", BYTES(TWO(1, 0), DW_OP_mod), 0 },
    { "div that overflows",
      BYTES(DW_OP_lit1, DW_OP_const1u, 63, DW_OP_shl, DW_OP_const1s, 0xff,
            DW_OP_div),
      0 },
    { "skip before the start", BYTES(DW_OP_lit1, DW_OP_skip, 0xfb, 0xff), 0 },
    { "skip behind the end", BYTES(DW_OP_lit1, DW_OP_skip, 1, 0), 0 },
    { "no end", BYTES(DW_OP_lit1, DW_OP_skip, 0xfd, 0xff), 0 },
};

UNIT(expression)
{
    uint64_t result, start = 0x1000;
    unsigned char deep[100];
    for (size_t i = 0; i < sizeof copied; i++)
        copied[i] = (unsigned char)(0x10 + i);

    test("values");
    for (size_t i = 0; i < ROWS(values); i++) {
        bool good = evaluate(values[i].code, values[i].n, NULL, &result);
        expect(good && result == (uint64_t)values[i].want, "%s: %d, %lld",
               values[i].name, good, (long long)result);
    }

    test("expressions that make no sense");
    for (size_t i = 0; i < ROWS(failures); i++)
        expect(!evaluate(failures[i].code, failures[i].n, NULL, &result),
               "%s: %lld", failures[i].name, (long long)result);

    test("the stack begins with a number");
    expect(evaluate((unsigned char[]){ DW_OP_deref_size, 1 }, 2, &start,
                    &result) && result == 0x10,
           "%lld", (long long)result);

    test("the stack has room for 64 numbers");
    memset(deep, DW_OP_lit1, sizeof deep);
    expect(evaluate(deep, 64, NULL, &result) && result == 1, "64 numbers");
    expect(!evaluate(deep, 65, NULL, &result), "65 numbers");

    test("steps are counted");
    struct bytes bytes = { .at = deep, .end = deep + 5 };
    uint64_t steps = 9;
    expect(unwind_expression(bytes, &registers, &memory, NULL, &steps,
                             &result) && steps == 4,
           "%u are left of 9", (unsigned)steps);
    expect(!unwind_expression(bytes, &registers, &memory, NULL, &steps,
                              &result) && steps == 0,
           "%u are left of 4", (unsigned)steps);

    return finish_tests();
}
