/*
 * The target of the unwinder: the bytes choose a program and its debug file
 * with call frame information (tests/fuzz/cfi.h), registers and a copied stack,
 * which is unwound. Where the bytes end, random numbers choose the rest.
 */
#include "unwind/unwind.h"
#include "cfi.h"
#include "check.h"
#include "util/diag.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    diag_quiet(true);
    return 0;
}

/* ---- Files ---- */

/* Makes a program with .eh_frame, .debug_frame or both, or its debug file.
   Sections may be compressed, which gives each the memory that it needs and no
   more, so that a sanitizer sees what is read behind it. */
static struct buf make_file(struct elf_file *file, bool is_debug,
                            const struct unwind_machine *machine)
{
    static const char *const names[] = { ".eh_frame", ".debug_frame" };
    struct layout layout = { chance(97) ? machine->word : 12u - machine->word,
                             chance(2) };
    struct elf_image image = elf_image(layout, ET_DYN, 0);
    image.machine = chance(97) ? machine->elf_machine : EM_ARM;
    elf_add_text(&image, TEXT, TEXT_SIZE);
    uint32_t chosen = is_debug ? 2 : random_below(4);
    for (unsigned i = 0; i < ROWS(names); i++)
        if (chosen >> i & 1)
            add_frames(&image, names[i], machine);
    struct buf bytes = elf_bytes(&image);
    bool is_open = elf_open_memory(file, buf_text(&bytes), "made");
    REQUIRE(is_open, "a file of %zu bytes", bytes.len);
    for (unsigned i = 0; i < ROWS(names); i++) {
        size_t section = elf_section_named(file, names[i]);
        if (section && chance(50))
            elf_compress(elf_getscn(file->elf, section), ELFCOMPRESS_ZLIB,
                         ELF_CHF_FORCE);
    }
    return bytes;
}

/* ---- Stacks ---- */

/* What is mapped: the file at its own addresses, and other memory. */
static struct unwind_place find(void *rows, uint64_t at)
{
    bool is_text = at >= TEXT && at < TEXT + TEXT_SIZE;
    return (struct unwind_place){ at < UINT32_MAX, is_text ? rows : NULL, at };
}

static void check_rows(const struct unwind_rows *rows)
{
    for (unsigned i = 0; i < rows->n; i++) {
        const struct unwind_table *table = &rows->tables[i];
        const struct unwind_entries *entries = &table->entries;
        REQUIRE(table->rows.n <= 16 * entries->size + entries->functions.n,
                "%zu rows of %zu bytes", table->rows.n, entries->size);
        for (size_t r = 0; r < table->rows.n; r++) {
            const struct unwind_row *row = &table->rows.of[r];
            REQUIRE(row->rules + row->n_rules <= table->rules.n,
                    "row %zu has %u rules from %u", r, row->n_rules,
                    row->rules);
            REQUIRE(row->cfa_register != UNWIND_BY_EXPRESSION ||
                        (row->cfa_offset >= 0 &&
                         (size_t)row->cfa_offset < entries->size),
                    "row %zu: expression at %d", r, row->cfa_offset);
        }
        for (size_t f = 0; f < entries->functions.n; f++) {
            const struct unwind_function *function = &entries->functions.of[f];
            for (uint32_t r = 1; r < function->n_rows; r++) {
                const struct unwind_row *row =
                    &table->rows.of[function->first_row + r];
                REQUIRE(row->start > row[-1].start &&
                            row->start < function->size,
                        "row %u starts at %u", r, row->start);
            }
        }
    }
}

/* Unwinds from one address. */
static void run(struct unwind_input input, uint64_t ip)
{
    static const uint16_t rooms[] = { 0, 1, 2, 10, UNWIND_FRAMES };
    size_t room = rooms[random_below(ROWS(rooms))];
    struct unwind_frame *frames = calloc(room, sizeof *frames);
    uint64_t steps = chance(50) ? number() : 100000, before = steps;
    input.registers.ip = ip;
    input.steps = chance(90) ? &steps : NULL;
    struct unwind_stack stack = unwind_run(&input, frames, room);
    REQUIRE(stack.n <= room && (!room || frames[0].address == ip),
            "%zu frames of %zu", stack.n, room);
    REQUIRE(stack.end <= UNWIND_LOOP &&
                (stack.end != UNWIND_FULL || stack.n == room),
            "%zu frames end as %d", stack.n, (int)stack.end);
    REQUIRE(stack.n_guessed <= stack.n, "%u guessed", stack.n_guessed);
    REQUIRE(steps <= before && (!stack.is_out_of_steps || !steps),
            "%llu steps left", (unsigned long long)steps);
    free(frames);
}

static void run_all(struct unwind_rows *rows,
                    const struct unwind_machine *machine)
{
    struct unwind_input input = { machine, .find = find, .maps = rows };
    uint64_t values[64], words[STACK_SIZE / 8];
    for (unsigned i = 0; i < ROWS(values); i++)
        values[i] = address();
    uint64_t mask = chance(80) ? UINT64_MAX : UINT64_MAX << random_below(32);
    if (!unwind_machine_registers(machine, mask, values, &input.registers))
        return;
    for (unsigned i = 0; i < ROWS(words); i++)
        words[i] = machine->word == 8 ? address() : address() | address() << 32;
    size_t size = chance(70) ? STACK_SIZE : random_below(STACK_SIZE);
    unsigned char *bytes = malloc(size);
    memcpy(bytes, words, size);
    if (chance(80))
        input.registers.value[machine->stack_pointer] = STACK;
    input.memory =
        (struct unwind_memory){ input.registers.value[machine->stack_pointer],
                                bytes, size, machine->word };
    for (unsigned i = 4; i > 0; i--)
        run(input, chance(90) ? TEXT + random_below(TEXT_SIZE) : address());
    check_rows(rows);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const struct str names[] = { STR("x86_64"), STR("aarch64"),
                                        STR("i686"), STR("armv7l") };
    start_bytes(data, n);
    uint64_t abi = chance(70) ? UNWIND_ABI_64 : random_below(3);
    const struct unwind_machine *machine =
        unwind_machine_for(names[random_below(ROWS(names))], abi);
    if (!machine)
        return 0;
    struct elf_file file, debug = { .elf = NULL };
    struct buf bytes = make_file(&file, false, machine), debug_bytes = { 0 };
    if (chance(30))
        debug_bytes = make_file(&debug, true, machine);
    LOCAL_ARENA(scratch);
    struct unwind_rows rows = unwind_rows_of(&file, &debug, &scratch);
    run_all(&rows, machine);
    elf_close(&file);
    if (debug.elf)
        elf_close(&debug);
    buf_free(&bytes);
    buf_free(&debug_bytes);
    return 0;
}
