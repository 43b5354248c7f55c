#include "unwind/expression.h"

#include <dwarf.h>

/* Expressions of real files need less than 10 numbers and 30 steps. */
enum { DEPTH = 64, STEPS = 1000 };

struct machine {
    struct bytes code;
    const unsigned char *first; /* byte of the code */
    const struct unwind_registers *registers;
    const struct unwind_memory *memory;
    uint64_t stack[DEPTH];
    unsigned n;
    bool is_bad;
};

static void push(struct machine *m, uint64_t n)
{
    if (m->n == DEPTH)
        m->is_bad = true;
    else
        m->stack[m->n++] = n;
}

static uint64_t pop(struct machine *m)
{
    if (m->n == 0) {
        m->is_bad = true;
        return 0;
    }
    return m->stack[--m->n];
}

/* Pushes the number that is `depth` below the top. */
static void pick(struct machine *m, uint64_t depth)
{
    if (depth >= m->n)
        m->is_bad = true;
    else
        push(m, m->stack[m->n - 1 - depth]);
}

/* Moves the top below the next n numbers. */
static void rotate(struct machine *m, unsigned n)
{
    if (n >= m->n) {
        m->is_bad = true;
        return;
    }
    uint64_t *top = &m->stack[m->n - 1], kept = *top;
    for (unsigned i = 0; i < n; i++)
        top[-(int)i] = top[-(int)i - 1];
    top[-(int)n] = kept;
}

static void push_register(struct machine *m, uint64_t reg, int64_t offset)
{
    if (reg >= UNWIND_REGISTERS || !(m->registers->known >> reg & 1))
        m->is_bad = true;
    else
        push(m, m->registers->value[reg] + (uint64_t)offset);
}

static void load(struct machine *m, uint64_t size)
{
    uint64_t n = 0, address = pop(m);
    if (size < 1 || size > 8 ||
        !unwind_memory_read(m->memory, address, (unsigned)size, &n))
        m->is_bad = true;
    push(m, n);
}

static void jump(struct machine *m, int64_t offset)
{
    if (offset < m->first - m->code.at || offset > m->code.end - m->code.at)
        m->is_bad = true;
    else
        m->code.at += offset;
}

static uint64_t divide(struct machine *m, uint64_t a, uint64_t b, bool is_mod)
{
    int64_t x = (int64_t)a, y = (int64_t)b;
    if (y == 0 || (x == INT64_MIN && y == -1)) {
        m->is_bad = true;
        return 0;
    }
    return is_mod ? a % b : (uint64_t)(x / y);
}

/* Shifts to the right and keeps the sign. */
static uint64_t shift_signed(uint64_t a, uint64_t b)
{
    uint64_t shift = b < 64 ? b : 63;
    return a >> 63 ? ~(~a >> shift) : a >> shift;
}

/* An operation on the two numbers at the top: a is the lower one. */
static void run_binary(struct machine *m, unsigned code)
{
    uint64_t b = pop(m), a = pop(m), n = 0;
    int64_t x = (int64_t)a, y = (int64_t)b;
    switch (code) {
    case DW_OP_and: n = a & b; break;
    case DW_OP_div: n = divide(m, a, b, false); break;
    case DW_OP_minus: n = a - b; break;
    case DW_OP_mod: n = divide(m, a, b, true); break;
    case DW_OP_mul: n = a * b; break;
    case DW_OP_or: n = a | b; break;
    case DW_OP_plus: n = a + b; break;
    case DW_OP_shl: n = b < 64 ? a << b : 0; break;
    case DW_OP_shr: n = b < 64 ? a >> b : 0; break;
    case DW_OP_shra: n = shift_signed(a, b); break;
    case DW_OP_xor: n = a ^ b; break;
    case DW_OP_eq: n = a == b; break;
    case DW_OP_ne: n = a != b; break;
    case DW_OP_ge: n = x >= y; break;
    case DW_OP_gt: n = x > y; break;
    case DW_OP_le: n = x <= y; break;
    case DW_OP_lt: n = x < y; break;
    default: m->is_bad = true;
    }
    push(m, n);
}

static void run(struct machine *m, unsigned code)
{
    struct bytes *in = &m->code;
    uint64_t n;
    if (code >= DW_OP_lit0 && code <= DW_OP_lit31) {
        push(m, code - DW_OP_lit0);
        return;
    }
    if (code >= DW_OP_breg0 && code <= DW_OP_breg31) {
        push_register(m, code - DW_OP_breg0, bytes_take_sleb(in));
        return;
    }
    switch (code) {
    case DW_OP_nop: break;
    case DW_OP_addr: push(m, bytes_take(in, m->memory->word)); break;
    case DW_OP_const1u: push(m, bytes_take(in, 1)); break;
    case DW_OP_const1s: push(m, (uint64_t)bytes_take_signed(in, 1)); break;
    case DW_OP_const2u: push(m, bytes_take(in, 2)); break;
    case DW_OP_const2s: push(m, (uint64_t)bytes_take_signed(in, 2)); break;
    case DW_OP_const4u: push(m, bytes_take(in, 4)); break;
    case DW_OP_const4s: push(m, (uint64_t)bytes_take_signed(in, 4)); break;
    case DW_OP_const8u:
    case DW_OP_const8s: push(m, bytes_take(in, 8)); break;
    case DW_OP_constu: push(m, bytes_take_uleb(in)); break;
    case DW_OP_consts: push(m, (uint64_t)bytes_take_sleb(in)); break;
    case DW_OP_bregx:
        n = bytes_take_uleb(in);
        push_register(m, n, bytes_take_sleb(in));
        break;
    case DW_OP_deref: load(m, m->memory->word); break;
    case DW_OP_deref_size: load(m, bytes_take(in, 1)); break;
    case DW_OP_dup: pick(m, 0); break;
    case DW_OP_over: pick(m, 1); break;
    case DW_OP_pick: pick(m, bytes_take(in, 1)); break;
    case DW_OP_drop: pop(m); break;
    case DW_OP_swap: rotate(m, 1); break;
    case DW_OP_rot: rotate(m, 2); break;
    case DW_OP_abs:
        n = pop(m);
        push(m, n >> 63 ? -n : n);
        break;
    case DW_OP_neg: push(m, -pop(m)); break;
    case DW_OP_not: push(m, ~pop(m)); break;
    case DW_OP_plus_uconst:
        n = pop(m);
        push(m, n + bytes_take_uleb(in));
        break;
    case DW_OP_skip: jump(m, bytes_take_signed(in, 2)); break;
    case DW_OP_bra: {
        int64_t offset = bytes_take_signed(in, 2);
        if (pop(m))
            jump(m, offset);
        break;
    }
    default: run_binary(m, code);
    }
}

bool unwind_expression(struct bytes expression,
                       const struct unwind_registers *registers,
                       const struct unwind_memory *memory,
                       const uint64_t *start, uint64_t *steps, uint64_t *result)
{
    uint64_t most = *steps < STEPS ? *steps : STEPS, taken = 0;
    /* To clear the stack would take longer than most expressions. */
    struct machine m;
    m.code = expression;
    m.first = expression.at;
    m.registers = registers;
    m.memory = memory;
    m.n = 0;
    m.is_bad = false;
    if (start)
        push(&m, *start);
    for (; bytes_left(&m.code) && !m.is_bad && taken < most; taken++)
        run(&m, (unsigned)bytes_take(&m.code, 1));
    *steps -= taken;
    if (bytes_left(&m.code) || m.is_bad || m.code.is_short || m.n == 0)
        return false;
    *result = m.stack[m.n - 1];
    return true;
}
