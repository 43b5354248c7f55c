#include "unwind/rows.h"

#include <dwarf.h>

#include "unwind/machine.h"

/*
 * The instructions of call frame information (DWARF 5, 6.4.2) become rows.
 *
 * A file may be damaged on purpose. The rows of a function end at the first
 * instruction that makes no sense, and a table has a limit of steps, in
 * proportion to its section, that no table of a compiler comes near: so neither
 * time nor memory can grow beyond that.
 */

/* ---- Instructions ---- */

/* States that DW_CFA_remember_state may nest. Compilers nest one, and some
   assembly code two. */
enum { NESTED = 32 };

struct state {
    uint8_t cfa_register;
    int32_t cfa_offset;
    struct unwind_rule rules[UNWIND_REGISTERS]; /* by register */
};

struct reading {
    struct unwind_table *table;
    struct unwind_function *function;
    const struct unwind_common *common;
    struct bytes bytes; /* the instructions that are left */
    uint64_t location;  /* where the next row starts, from the start of the
                           function */
    struct state now, first; /* `first`: when the function starts */
    struct state remembered[NESTED];
    unsigned n_remembered;
    bool is_bad; /* an instruction made no sense, or the limit is reached */
};

static void spend(struct reading *run, uint64_t steps)
{
    if (steps > run->table->steps_left) {
        run->is_bad = true;
        return;
    }
    run->table->steps_left -= steps;
}

/* Adds the rules of the row, unless they are those of the row before. */
static void add_rules(struct unwind_table *table, struct unwind_row *row,
                      const struct unwind_rule *rules, bool is_first)
{
    if (!is_first) {
        const struct unwind_row *last = &table->rows.of[table->rows.n - 1];
        unsigned i = 0;
        for (; i < row->n_rules && i < last->n_rules; i++) {
            const struct unwind_rule *old = &table->rules.of[last->rules + i];
            if (rules[i].of != old->of || rules[i].kind != old->kind ||
                rules[i].value != old->value)
                break;
        }
        if (i == row->n_rules && i == last->n_rules) {
            row->rules = last->rules;
            return;
        }
    }
    row->rules = (uint32_t)table->rules.n;
    for (unsigned i = 0; i < row->n_rules; i++)
        *PUSH_IN(table->entries.cover.arena, &table->rules) = rules[i];
}

static void add_row(struct reading *run)
{
    struct unwind_table *table = run->table;
    struct unwind_rule rules[UNWIND_REGISTERS];
    struct unwind_row row = {
        .start = (uint32_t)run->location,
        .cfa_offset = run->now.cfa_offset,
        .cfa_register = run->is_bad ? UNWIND_NO_CFA : run->now.cfa_register,
        .return_register = (uint8_t)run->common->return_register,
        .is_signal = run->common->is_signal,
    };
    for (unsigned i = 0; i < UNWIND_REGISTERS && !run->is_bad; i++)
        if (run->now.rules[i].kind != UNWIND_SAME)
            rules[row.n_rules++] = run->now.rules[i];
    add_rules(table, &row, rules, run->function->n_rows == 0);
    *PUSH_IN(table->entries.cover.arena, &table->rows) = row;
    run->function->n_rows++;
    spend(run, 1 + (uint64_t)row.n_rules);
}

/* The row that has been collected is valid for the next n units of code. */
static void advance(struct reading *run, uint64_t n)
{
    uint64_t bytes;
    if (__builtin_mul_overflow(n, run->common->code_factor, &bytes) ||
        bytes > UINT32_MAX) {
        run->is_bad = true;
        return;
    }
    if (bytes && run->location < run->function->size)
        add_row(run);
    run->location += bytes;
}

/* Sets the rule of a register; those that are not followed have none. */
static void set(struct reading *run, uint64_t of, enum unwind_rule_kind kind,
                int64_t value)
{
    if (value < INT32_MIN || value > INT32_MAX)
        run->is_bad = true;
    else if (of < UNWIND_REGISTERS)
        run->now.rules[of] =
            (struct unwind_rule){ (uint8_t)of, (uint8_t)kind, (int32_t)value };
}

/* Sets the rule of a register whose offset from the CFA was divided. */
static void set_factored(struct reading *run, uint64_t of,
                         enum unwind_rule_kind kind, int64_t n)
{
    int64_t offset;
    if (__builtin_mul_overflow(n, run->common->data_factor, &offset))
        run->is_bad = true;
    else
        set(run, of, kind, offset);
}

static void restore(struct reading *run, uint64_t of)
{
    if (of < UNWIND_REGISTERS)
        run->now.rules[of] = run->first.rules[of];
}

static void set_cfa_offset(struct reading *run, int64_t offset)
{
    if (offset < INT32_MIN || offset > INT32_MAX)
        run->is_bad = true;
    else
        run->now.cfa_offset = (int32_t)offset;
}

static void set_cfa_factored(struct reading *run, int64_t n)
{
    int64_t offset;
    if (__builtin_mul_overflow(n, run->common->data_factor, &offset))
        run->is_bad = true;
    else
        set_cfa_offset(run, offset);
}

static void set_cfa_register(struct reading *run, uint64_t reg)
{
    run->now.cfa_register =
        reg < UNWIND_REGISTERS ? (uint8_t)reg : UNWIND_NO_CFA;
}

/* An instruction that changes only the register or only the offset of the CFA
   needs a CFA that has both (DWARF 5, 6.4.2.2); an expression has neither. */
static void need_cfa_register(struct reading *run)
{
    run->is_bad |= run->now.cfa_register == UNWIND_BY_EXPRESSION;
}

/* Takes an expression: its size, then its bytes. Returns where it is. */
static int64_t take_expression(struct reading *run)
{
    int64_t at = run->bytes.at - run->table->entries.section;
    bytes_skip(&run->bytes, bytes_take_uleb(&run->bytes));
    return at;
}

static void remember(struct reading *run)
{
    if (run->n_remembered == NESTED)
        run->is_bad = true;
    else
        run->remembered[run->n_remembered++] = run->now;
}

static void forget(struct reading *run)
{
    if (run->n_remembered == 0)
        run->is_bad = true;
    else
        run->now = run->remembered[--run->n_remembered];
}

/* Runs the instruction whose code is the whole byte. */
static void run_whole(struct reading *run, unsigned code)
{
    struct bytes *bytes = &run->bytes;
    uint64_t of;
    switch (code) {
    case DW_CFA_nop: break;
    case DW_CFA_set_loc:
        /* No compiler for these machines uses it. */
        run->is_bad = true;
        break;
    case DW_CFA_advance_loc1: advance(run, bytes_take(bytes, 1)); break;
    case DW_CFA_advance_loc2: advance(run, bytes_take(bytes, 2)); break;
    case DW_CFA_advance_loc4: advance(run, bytes_take(bytes, 4)); break;
    case DW_CFA_offset_extended:
        of = bytes_take_uleb(bytes);
        set_factored(run, of, UNWIND_SAVED, (int64_t)bytes_take_uleb(bytes));
        break;
    case DW_CFA_offset_extended_sf:
        of = bytes_take_uleb(bytes);
        set_factored(run, of, UNWIND_SAVED, bytes_take_sleb(bytes));
        break;
    case DW_CFA_GNU_negative_offset_extended:
        of = bytes_take_uleb(bytes);
        set_factored(run, of, UNWIND_SAVED,
                     -(int64_t)(bytes_take_uleb(bytes) & INT64_MAX));
        break;
    case DW_CFA_val_offset:
        of = bytes_take_uleb(bytes);
        set_factored(run, of, UNWIND_CFA_PLUS, (int64_t)bytes_take_uleb(bytes));
        break;
    case DW_CFA_val_offset_sf:
        of = bytes_take_uleb(bytes);
        set_factored(run, of, UNWIND_CFA_PLUS, bytes_take_sleb(bytes));
        break;
    case DW_CFA_restore_extended: restore(run, bytes_take_uleb(bytes)); break;
    case DW_CFA_undefined:
        set(run, bytes_take_uleb(bytes), UNWIND_UNDEFINED, 0);
        break;
    case DW_CFA_same_value:
        set(run, bytes_take_uleb(bytes), UNWIND_SAME, 0);
        break;
    case DW_CFA_register:
        of = bytes_take_uleb(bytes);
        set(run, of, UNWIND_REGISTER, (int64_t)bytes_take_uleb(bytes));
        break;
    case DW_CFA_expression:
        of = bytes_take_uleb(bytes);
        set(run, of, UNWIND_SAVED_AT, take_expression(run));
        break;
    case DW_CFA_val_expression:
        of = bytes_take_uleb(bytes);
        set(run, of, UNWIND_COMPUTED, take_expression(run));
        break;
    case DW_CFA_def_cfa:
        set_cfa_register(run, bytes_take_uleb(bytes));
        set_cfa_offset(run, (int64_t)bytes_take_uleb(bytes));
        break;
    case DW_CFA_def_cfa_sf:
        set_cfa_register(run, bytes_take_uleb(bytes));
        set_cfa_factored(run, bytes_take_sleb(bytes));
        break;
    case DW_CFA_def_cfa_register:
        need_cfa_register(run);
        set_cfa_register(run, bytes_take_uleb(bytes));
        break;
    case DW_CFA_def_cfa_offset:
        need_cfa_register(run);
        set_cfa_offset(run, (int64_t)bytes_take_uleb(bytes));
        break;
    case DW_CFA_def_cfa_offset_sf:
        need_cfa_register(run);
        set_cfa_factored(run, bytes_take_sleb(bytes));
        break;
    case DW_CFA_def_cfa_expression:
        run->now.cfa_register = UNWIND_BY_EXPRESSION;
        set_cfa_offset(run, take_expression(run));
        break;
    case DW_CFA_remember_state: remember(run); break;
    case DW_CFA_restore_state: forget(run); break;
    case DW_CFA_GNU_args_size: bytes_take_uleb(bytes); break;
    /* The return address is signed from here on, or no longer. The unwinder
       takes the signature away wherever there may be one. */
    case DW_CFA_AARCH64_negate_ra_state: break;
    default: run->is_bad = true;
    }
}

/* Runs the instructions in run->bytes up to the first that makes no sense. */
static void run_all(struct reading *run)
{
    while (bytes_left(&run->bytes) && !run->is_bad) {
        unsigned code = (unsigned)bytes_take(&run->bytes, 1);
        uint64_t low = code & 0x3f;
        spend(run, 1);
        switch (code & 0xc0) {
        case DW_CFA_advance_loc: advance(run, low); break;
        case DW_CFA_offset:
            set_factored(run, low, UNWIND_SAVED,
                         (int64_t)bytes_take_uleb(&run->bytes));
            break;
        case DW_CFA_restore: restore(run, low); break;
        default: run_whole(run, code);
        }
        run->is_bad |= run->bytes.is_short;
    }
}

/* Adds the rows of a function to its table. */
static void run_instructions(struct unwind_table *table,
                             struct unwind_function *function)
{
    struct reading run = {
        .table = table,
        .function = function,
        .common = &table->entries.commons.of[function->common],
        .now = { .cfa_register = UNWIND_NO_CFA },
    };
    function->has_rows = true;
    function->first_row = (uint32_t)table->rows.n;
    run.bytes = run.common->instructions;
    run_all(&run);
    /* The common instructions are valid at the start of each function. */
    if (run.location != 0 || run.is_bad ||
        run.common->return_register >= UNWIND_REGISTERS) {
        function->n_rows = 0;
        return;
    }
    run.first = run.now;
    run.bytes = (struct bytes){ function->at, function->end, false };
    run_all(&run);
    if (run.location < function->size)
        add_row(&run);
}

/* ---- Rows ---- */

/* The steps that a table may take for each byte of its section. The tables of
   compilers take one or two. */
enum { STEPS_A_BYTE = 16 };

/* Can the rows of the file be read? */
static bool is_readable(const struct elf_file *file)
{
    return file && file->elf && !elf_is_big_endian(file);
}

struct unwind_rows unwind_rows_of(const struct elf_file *file,
                                  const struct elf_file *debug,
                                  struct arena *arena)
{
    struct unwind_rows rows = { .arena = arena };
    if (!is_readable(file))
        return rows;
    rows.file = *file;
    if (is_readable(debug))
        rows.debug = *debug;
    return rows;
}

static struct unwind_table read_table(const struct unwind_rows *rows,
                                      unsigned i)
{
    const struct elf_file *file = i == 2 ? &rows->debug : &rows->file;
    struct unwind_table table = { 0 };
    if (file->elf)
        table.entries = unwind_entries_read(
            file, i == 0 ? ".eh_frame" : ".debug_frame", rows->arena);
    table.steps_left = (uint64_t)table.entries.size * STEPS_A_BYTE;
    return table;
}

static const struct unwind_row *find_in(struct unwind_table *table,
                                        uint64_t address)
{
    struct unwind_function *function =
        unwind_entries_find(&table->entries, address);
    if (!function)
        return NULL;
    if (!function->has_rows)
        run_instructions(table, function);
    if (!function->n_rows)
        return NULL;
    const struct unwind_row *rows = &table->rows.of[function->first_row];
    uint32_t offset = (uint32_t)(address - function->low);
    uint32_t low = 0, n = function->n_rows;
    while (n > 1) {
        uint32_t half = n / 2;
        if (rows[low + half].start <= offset)
            low += half;
        n -= half;
    }
    return rows[low].cfa_register == UNWIND_NO_CFA ? NULL : &rows[low];
}

struct unwind_found unwind_rows_find(struct unwind_rows *rows, uint64_t address)
{
    for (unsigned i = 0; i < ROWS(rows->tables); i++) {
        if (i == rows->n)
            rows->tables[rows->n++] = read_table(rows, i);
        const struct unwind_row *row = find_in(&rows->tables[i], address);
        if (row)
            return (struct unwind_found){ row, &rows->tables[i] };
    }
    return (struct unwind_found){ 0 };
}
