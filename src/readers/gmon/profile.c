#include "readers/gmon/profile.h"

#include <string.h>

#include "elf/lines.h"

/* A profile that is being made, and what it is made of. */
struct gmon_builder {
    struct profile *profile;
    const struct gmon_program *program;
    const struct gmon_arcs *arcs;
    const double *ticks;
    struct gmon_places *places;
    double rate;
    struct arena scratch;
    bool *wanted;           /* by symbol: it is a function of the profile */
    struct elf_line *lines; /* of the wanted symbols, in the same order */
    uint32_t *ids;          /* by symbol: function in the profile */
};

/* Is this a routine that counts or samples? */
static bool is_left_out(const struct gmon_builder *b, uint32_t symbol)
{
    static const char *const names[] = {
        "_gprof_mcount",     "mcount",     "_mcount",    "__mcount",
        "__mcount_internal", "__mcleanup", "__fentry__", "__gnu_mcount_nc",
        "_mcount_internal",
    };
    const char *name = b->program->symbols.of[symbol].name;
    for (size_t i = 0; i < ROWS(names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool is_kept(const struct gmon_builder *b, const struct gmon_call *call)
{
    return (call->caller == GMON_OUTSIDE || !is_left_out(b, call->caller)) &&
           !is_left_out(b, call->callee);
}

/* Returns the ticks of symbols that are left out. */
static double choose_symbols(struct gmon_builder *b)
{
    double left_out = 0;
    for (uint32_t i = 0; i < b->program->symbols.n; i++)
        if (is_left_out(b, i))
            left_out += b->ticks[i];
        else
            b->wanted[i] = b->ticks[i] > 0;
    for (uint32_t c = 0; c < b->arcs->calls.n; c++) {
        const struct gmon_call *call = &b->arcs->calls.of[c];
        if (!is_kept(b, call))
            continue;
        b->wanted[call->callee] = true;
        if (call->caller != GMON_OUTSIDE)
            b->wanted[call->caller] = true;
    }
    return left_out;
}

static void find_lines(struct gmon_builder *b)
{
    const struct elf_symbols *symbols = &b->program->symbols;
    size_t n = 0;
    b->lines = NEW_N(&b->scratch, struct elf_line, symbols->n);
    for (size_t i = 0; i < symbols->n; i++)
        if (b->wanted[i])
            b->lines[n++].address = symbols->of[i].address;
    elf_lines(b->lines, n, &b->program->file, &b->scratch);
    if (b->program->debug.elf)
        elf_lines(b->lines, n, &b->program->debug, &b->scratch);
}

/* The address is a part of the identity, because two source files may have a
   function of the same name. */
static void add_functions(struct gmon_builder *b)
{
    const struct gmon_program *program = b->program;
    const struct elf_line *line = b->lines;
    for (size_t i = 0; i < program->symbols.n; i++) {
        if (!b->wanted[i])
            continue;
        const struct elf_symbol *symbol = &program->symbols.of[i];
        struct identity is = {
            .name = str_of(symbol->name),
            .module = str_of(program->file.path),
            .file = line->file,
            .tag = arena_printf(&b->scratch, "%llx",
                                (unsigned long long)symbol->address),
        };
        uint32_t id = b->ids[i] = profile_function(b->profile, is);
        if (b->places->granularity != GRANULARITY_LINE)
            b->profile->functions[id].line = line->line;
        if (!b->places->program)
            b->profile->functions[id].self = b->ticks[i] / b->rate;
        b->profile->counted_samples.n += b->ticks[i];
        b->profile->counted_samples.cost += b->ticks[i] / b->rate;
        line++;
    }
}

/* The count C of a function is that of all arcs into it, also of those from
   outside the program, which become its entry. The count of a function that no
   arc leads to stays UNKNOWN, since not every routine records its calls: only
   those that were compiled with -pg do. */
static void add_counts(struct gmon_builder *b)
{
    for (uint32_t i = 0; i < b->arcs->calls.n; i++) {
        const struct gmon_call *call = &b->arcs->calls.of[i];
        if (!is_kept(b, call))
            continue;
        struct function *function =
            &b->profile->functions[b->ids[call->callee]];
        function->count = add_known(function->count, (double)call->count);
    }
}

/* Returns the function for a place in a routine: its line, its address, or the
   routine itself if lines are told apart and this one is not known. The routine
   calls each of its places as often as it is called itself. The tag keeps the
   routine's address: if two files have a function of the same name at the same
   line, the calls of either have weights of their own. */
static uint32_t place_function(struct gmon_builder *b, uint32_t symbol,
                               uint64_t address)
{
    uint32_t routine = b->ids[symbol];
    const struct function *whole = &b->profile->functions[routine];
    struct identity is = whole->is;
    double weight = known_or(whole->count, 1);
    struct elf_line line = gmon_places_line(b->places, address);
    if (b->places->granularity == GRANULARITY_LINE) {
        if (!line.line)
            return routine;
        is.file = line.file;
        is.tag = arena_printf(&b->scratch, "%llu %s",
                              (unsigned long long)line.line, is.tag.s);
    } else {
        is.name = arena_printf(
            &b->scratch, "%s+0x%llx", is.name.s,
            (unsigned long long)(address -
                                 b->program->symbols.of[symbol].address));
    }
    uint32_t id = profile_function(b->profile, is);
    if (str_eq(is.file, line.file))
        b->profile->functions[id].line = line.line;
    b->profile->functions[id].is_line =
        b->places->granularity == GRANULARITY_LINE;
    uint32_t call = profile_call(b->profile, routine, id);
    b->profile->calls[call].weight = weight;
    return id;
}

static void add_part_costs(struct gmon_builder *b, const double *part_ticks)
{
    const struct elf_symbols *parts = &b->places->parts;
    for (size_t i = 0; i < parts->n; i++) {
        uint64_t address = parts->of[i].address;
        ptrdiff_t symbol = elf_owner(&b->program->symbols, address);
        if (part_ticks[i] <= 0 || is_left_out(b, (uint32_t)symbol))
            continue;
        uint32_t id = place_function(b, (uint32_t)symbol, address);
        b->profile->functions[id].self += part_ticks[i] / b->rate;
    }
}

static void add_calls(struct gmon_builder *b)
{
    for (uint32_t i = 0; i < b->arcs->calls.n; i++) {
        const struct gmon_call *from = &b->arcs->calls.of[i];
        if (from->caller == GMON_OUTSIDE || !is_kept(b, from))
            continue;
        uint32_t caller =
            b->places->program
                ? place_function(b, from->caller,
                                 gmon_places_call(b->places, from))
                : b->ids[from->caller];
        uint32_t id = profile_call(b->profile, caller, b->ids[from->callee]);
        struct call *call = &b->profile->calls[id];
        call->count = add_known(call->count, (double)from->count);
        call->weight += (double)from->count;
    }
}

/* A function that only its own places call is entered once, as one that only
   calls itself is. */
static void enter_recursive(struct gmon_builder *b)
{
    bool *is_called = NEW_N(&b->scratch, bool, b->program->symbols.n);
    for (uint32_t i = 0; i < b->arcs->calls.n; i++) {
        const struct gmon_call *call = &b->arcs->calls.of[i];
        if (call->caller != GMON_OUTSIDE && call->caller != call->callee &&
            is_kept(b, call))
            is_called[call->callee] = true;
    }
    for (size_t i = 0; i < b->program->symbols.n; i++)
        if (b->wanted[i] && !is_called[i])
            b->profile->functions[b->ids[i]].entry = 1;
}

double gmon_profile(struct profile *profile, const struct gmon_program *program,
                    const struct gmon_arcs *arcs, const double *ticks,
                    struct gmon_places *places, const double *part_ticks,
                    double rate)
{
    struct gmon_builder b = {
        .profile = profile,
        .program = program,
        .arcs = arcs,
        .ticks = ticks,
        .places = places,
        .rate = rate,
    };
    size_t n = program->symbols.n;
    b.wanted = NEW_N(&b.scratch, bool, n);
    b.ids = NEW_N(&b.scratch, uint32_t, n);
    double left_out = choose_symbols(&b);
    find_lines(&b);
    profile->kind = FROM_CALLS;
    add_functions(&b);
    add_counts(&b);
    add_part_costs(&b, part_ticks);
    add_calls(&b);
    profile_entries_by_count(profile);
    enter_recursive(&b);
    arena_free(&b.scratch);
    return left_out;
}
