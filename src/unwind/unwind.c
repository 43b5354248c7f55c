#include "unwind/unwind.h"

#include "unwind/expression.h"

/* A frame pointer is believed if it is at most this many bytes above the stack
   pointer, as in libunwind. */
enum { GUESS_DISTANCE = 0x4000 };

/* The result of a step from a frame to its caller. */
enum step { STEP_DONE, STEP_COMPLETE, STEP_CUT, STEP_NO_RULE };

struct walk {
    const struct unwind_input *input;
    struct unwind_registers now; /* of the frame */
    struct unwind_registers next; /* of its caller */
    uint64_t *steps;      /* that expressions may take yet */
    bool is_out_of_steps; /* an expression took all of them */
};

static bool is_known(const struct unwind_registers *registers, unsigned reg)
{
    return reg < UNWIND_REGISTERS && registers->known >> reg & 1;
}

static void set(struct unwind_registers *registers, unsigned reg, uint64_t n)
{
    registers->value[reg] = n;
    registers->known |= 1u << reg;
}

static void forget(struct unwind_registers *registers, unsigned reg)
{
    registers->known &= ~(1u << reg);
}

/* Evaluates the expression whose size is at an offset of the section. */
static bool evaluate(struct walk *walk, const struct unwind_table *table,
                     int32_t at, const uint64_t *start, uint64_t *n)
{
    const struct unwind_entries *entries = &table->entries;
    struct bytes bytes = { entries->section, entries->section + entries->size,
                           false };
    bytes_skip(&bytes, (uint64_t)at);
    uint64_t size = bytes_take_uleb(&bytes);
    if (bytes.is_short || size > bytes_left(&bytes))
        return false;
    bytes.end = bytes.at + size;
    if (unwind_expression(bytes, &walk->now, &walk->input->memory, start,
                          walk->steps, n))
        return true;
    walk->is_out_of_steps |= *walk->steps == 0;
    return false;
}

static bool find_cfa(struct walk *walk, const struct unwind_found *found,
                     uint64_t *cfa)
{
    const struct unwind_row *row = found->row;
    if (row->cfa_register == UNWIND_BY_EXPRESSION)
        return evaluate(walk, found->table, row->cfa_offset, NULL, cfa);
    if (!is_known(&walk->now, row->cfa_register))
        return false;
    *cfa = walk->now.value[row->cfa_register] +
           (uint64_t)(int64_t)row->cfa_offset;
    return true;
}

/* Restores a register that is saved at an address. Below the stack pointer of
   the innermost frame nothing is saved: there the function has restored the
   register already, which its call frame information does not say. */
static bool restore(struct walk *walk, unsigned reg, uint64_t address)
{
    const struct unwind_memory *memory = &walk->input->memory;
    uint64_t n;
    if (address < memory->address) {
        if (is_known(&walk->now, reg))
            set(&walk->next, reg, walk->now.value[reg]);
        return is_known(&walk->now, reg);
    }
    if (!unwind_memory_read(memory, address, memory->word, &n))
        return false;
    set(&walk->next, reg, n);
    return true;
}

/* Applies the rule of a register. Returns false if its value is not known. */
static bool apply(struct walk *walk, const struct unwind_rule *rule,
                  const struct unwind_table *table, uint64_t cfa)
{
    uint64_t n, offset = (uint64_t)(int64_t)rule->value;
    forget(&walk->next, rule->of);
    switch ((enum unwind_rule_kind)rule->kind) {
    case UNWIND_SAVED: return restore(walk, rule->of, cfa + offset);
    case UNWIND_SAVED_AT:
        return evaluate(walk, table, rule->value, &cfa, &n) &&
               restore(walk, rule->of, n);
    case UNWIND_CFA_PLUS: n = cfa + offset; break;
    case UNWIND_REGISTER:
        if (!is_known(&walk->now, (unsigned)rule->value))
            return false;
        n = walk->now.value[rule->value];
        break;
    case UNWIND_COMPUTED:
        if (!evaluate(walk, table, rule->value, &cfa, &n))
            return false;
        break;
    case UNWIND_SAME:
    case UNWIND_UNDEFINED: return false;
    }
    set(&walk->next, rule->of, n);
    return true;
}

/* Finds the caller of a frame by the row of its instruction. Expressions may
   ask for the instruction: the CFA of all entries of a procedure linkage table
   (.plt) has one, because it changes in the middle of each entry. */
static enum step step_by_row(struct walk *walk,
                             const struct unwind_found *found)
{
    const struct unwind_machine *machine = walk->input->machine;
    const struct unwind_row *row = found->row;
    unsigned ra = row->return_register;
    uint32_t kept = machine->preserved | 1u << machine->stack_pointer;
    uint64_t cfa;
    if (machine->ip < UNWIND_REGISTERS)
        set(&walk->now, machine->ip, walk->now.ip);
    if (!find_cfa(walk, found, &cfa))
        return STEP_NO_RULE;
    walk->next = walk->now;
    if (machine->ip < UNWIND_REGISTERS)
        forget(&walk->next, machine->ip);
    set(&walk->next, machine->stack_pointer, cfa);
    for (unsigned i = 0; i < row->n_rules; i++) {
        const struct unwind_rule *rule =
            &found->table->rules.of[row->rules + i];
        if (apply(walk, rule, found->table, cfa))
            kept |= 1u << rule->of;
        else if (rule->of == ra)
            return rule->kind == UNWIND_UNDEFINED ? STEP_COMPLETE
                   : walk->is_out_of_steps        ? STEP_NO_RULE
                                                  : STEP_CUT;
    }
    if (!is_known(&walk->next, ra))
        return STEP_NO_RULE;
    walk->next.ip = walk->next.value[ra] & machine->address_bits;
    /* A call changes other registers, and the register of return addresses. */
    if (!row->is_signal)
        walk->next.known &= kept & ~(1u << ra);
    return STEP_DONE;
}

/* Finds the caller by the frame pointer. */
static enum step step_by_pointer(struct walk *walk)
{
    const struct unwind_input *input = walk->input;
    const struct unwind_machine *machine = input->machine;
    const struct unwind_memory *memory = &input->memory;
    unsigned fp = machine->frame_pointer, sp = machine->stack_pointer;
    uint64_t frame = walk->now.value[fp], low = walk->now.value[sp], n;
    if (!is_known(&walk->now, fp) || frame < low ||
        frame - low > GUESS_DISTANCE)
        return STEP_NO_RULE;
    walk->next = (struct unwind_registers){ 0 };
    set(&walk->next, sp, frame + 2 * memory->word);
    if (!unwind_memory_read(memory, frame, memory->word, &n))
        return STEP_CUT;
    set(&walk->next, fp, n);
    if (!unwind_memory_read(memory, frame + memory->word, memory->word, &n))
        return STEP_CUT;
    walk->next.ip = n & machine->address_bits;
    bool is_good = !walk->next.ip ||
                   input->find(input->maps, walk->next.ip - 1).is_mapped;
    return is_good ? STEP_DONE : STEP_NO_RULE;
}

/* Is the caller's frame the same as this one? For expressions, this one may
   have the instruction as a register. */
static bool is_same(const struct walk *walk)
{
    const struct unwind_registers *now = &walk->now, *next = &walk->next;
    unsigned ip = walk->input->machine->ip;
    uint32_t but_ip = ip < UNWIND_REGISTERS ? ~(1u << ip) : UINT32_MAX;
    uint32_t known = now->known & but_ip;
    if (now->ip != next->ip || known != (next->known & but_ip))
        return false;
    for (unsigned i = 0; i < UNWIND_REGISTERS; i++)
        if (known >> i & 1 && now->value[i] != next->value[i])
            return false;
    return true;
}

/* True if the caller's frame lies above. A function that has no frame, on a
   machine that keeps return addresses in a register, has that of its caller;
   such a one calls nothing, so it runs or was interrupted. The stack that a
   signal interrupted may be anywhere. */
static bool is_above(const struct walk *walk, bool is_exact, bool is_signal)
{
    unsigned sp = walk->input->machine->stack_pointer;
    uint64_t now = walk->now.value[sp], next = walk->next.value[sp];
    if (is_signal)
        return !is_same(walk);
    return next > now || (next == now && is_exact);
}

static struct unwind_found find_row(const struct unwind_input *input,
                                    uint64_t address)
{
    struct unwind_place place = input->find(input->maps, address);
    if (!place.rows || !place.rows->file.elf ||
        place.rows->file.header.e_machine != input->machine->elf_machine)
        return (struct unwind_found){ 0 };
    return unwind_rows_find(place.rows, place.address);
}

struct unwind_stack unwind_run(const struct unwind_input *input,
                               struct unwind_frame *frames, size_t room)
{
    uint64_t no_limit = UINT64_MAX;
    struct walk walk = { .input = input,
                         .now = input->registers,
                         .steps = input->steps ? input->steps : &no_limit };
    struct unwind_stack stack = { .end = UNWIND_FULL };
    bool is_exact = true;
    while (stack.n < room) {
        struct unwind_found found = find_row(input, walk.now.ip - !is_exact);
        bool is_signal = found.row && found.row->is_signal;
        frames[stack.n++] =
            (struct unwind_frame){ walk.now.ip, is_exact || is_signal };
        enum step step = found.row ? step_by_row(&walk, &found)
                                   : step_by_pointer(&walk);
        stack.n_guessed += !found.row && step == STEP_DONE;
        if (step == STEP_COMPLETE || (step == STEP_DONE && !walk.next.ip))
            stack.end = UNWIND_COMPLETE;
        else if (step == STEP_CUT)
            stack.end = UNWIND_CUT;
        else if (step == STEP_NO_RULE)
            stack.end = UNWIND_NO_RULE;
        else if (!is_above(&walk, is_exact, is_signal))
            stack.end = UNWIND_LOOP;
        else {
            walk.now = walk.next;
            is_exact = is_signal;
            continue;
        }
        break;
    }
    stack.is_out_of_steps = walk.is_out_of_steps;
    return stack;
}
