#include "readers/gmon/places.h"

/* The bytes of a direct call of x86: one for the instruction and the distance
   from where it returns to. */
enum { CALL_BYTES = 5, CALL_CODE = 0xe8 };

/* A bin is looked at in steps of this part of it, at least of a byte. */
enum { STEPS = 64 };

static void add_part(struct gmon_places *places, uint64_t address)
{
    struct elf_symbols *parts = &places->parts;
    parts->of = array_list_grow(&places->arena, parts->of, parts->n,
                                &places->parts_room, sizeof *parts->of);
    parts->of[parts->n++] = (struct elf_symbol){ .address = address };
}

/* Begins a part at the start of a bin, at each symbol and at each change of the
   line in it. */
static void cut_bin(struct gmon_places *places, const struct gmon_bin *bin)
{
    const struct elf_symbols *symbols = &places->program->symbols;
    uint64_t step = bin->start < bin->end ? (bin->end - bin->start) / STEPS : 0;
    uint64_t at = bin->start, limit = at;
    struct elf_line last = { .line = 0 };
    if (at < symbols->of[0].address)
        at = limit = symbols->of[0].address;
    while (at < bin->end && at < symbols->end) {
        struct elf_line line = { .line = 0 };
        if (places->granularity == GRANULARITY_LINE)
            line = gmon_places_line(places, at);
        bool is_first = at == limit;
        if (is_first) {
            size_t next = (size_t)elf_owner(symbols, at) + 1;
            limit = next < symbols->n ? symbols->of[next].address
                                      : symbols->end;
        }
        if (is_first || line.line != last.line || !str_eq(line.file, last.file))
            add_part(places, at);
        last = line;
        at = limit - at > step ? at + (step ? step : 1) : limit;
    }
}

static int by_address(const void *left, const void *right)
{
    const struct elf_symbol *a = left, *b = right;
    return COMPARE(a->address, b->address);
}

void gmon_places_open(struct gmon_places *places,
                      const struct gmon_program *program,
                      const struct gmon_hist *hist,
                      enum granularity granularity)
{
    struct gmon_bin bin = { .range = 0 };
    *places = (struct gmon_places){ .program = program,
                                    .granularity = granularity };
    places->parts.end = program->symbols.end;
    elf_line_table_open(&places->lines,
                        program->debug.elf && !elf_has_lines(&program->file)
                            ? &program->debug
                            : &program->file);
    while (gmon_hist_next(hist, &bin))
        cut_bin(places, &bin);
    struct elf_symbols *parts = &places->parts;
    size_t n = 0;
    SORT(parts->of, parts->n, by_address);
    for (size_t i = 0; i < parts->n; i++)
        if (n == 0 || parts->of[n - 1].address != parts->of[i].address)
            parts->of[n++] = parts->of[i];
    parts->n = n;
}

struct elf_line gmon_places_line(struct gmon_places *places, uint64_t address)
{
    LOCAL_ARENA(scratch);
    struct elf_line line = { .address = address, .file = S("") };
    elf_line_find(&places->lines, &line, false, &scratch);
    uint32_t file = strings_add(&places->files, &places->arena, line.file);
    line.file = places->files.texts[file];
    return line;
}

/* Returns the address that a direct call which returns to an address calls;
   `code` is its instruction. */
static uint64_t target_of(const unsigned char *code, uint64_t returns_to)
{
    uint32_t distance = (uint32_t)code[1] | (uint32_t)code[2] << 8 |
                        (uint32_t)code[3] << 16 | (uint32_t)code[4] << 24;
    return returns_to + (uint64_t)(int64_t)(int32_t)distance;
}

uint64_t gmon_places_call(const struct gmon_places *places,
                          const struct gmon_call *call)
{
    const struct gmon_program *program = places->program;
    const struct elf_symbols *symbols = &program->symbols;
    unsigned machine = program->file.header.e_machine;
    uint64_t bucket = 2 * elf_pointer(&program->file);
    uint64_t begin = symbols->of[call->caller].address;
    if (machine != EM_X86_64 && machine != EM_386)
        return call->from;
    if (call->from - begin > CALL_BYTES)
        begin = call->from - CALL_BYTES;
    struct str code = elf_code(&program->file, begin);
    const unsigned char *bytes = (const unsigned char *)code.s;
    for (uint64_t at = begin; at + CALL_BYTES < call->from + bucket &&
                              at + CALL_BYTES <= begin + code.len &&
                              elf_owner(symbols, at) == call->caller;
         at++, bytes++)
        if (*bytes == CALL_CODE && target_of(bytes, at + CALL_BYTES) ==
                                       symbols->of[call->callee].address)
            return at;
    return call->from;
}

void gmon_places_free(struct gmon_places *places)
{
    elf_line_table_close(&places->lines);
    arena_free(&places->arena);
}
