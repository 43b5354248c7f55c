#include "readers/gmon/sum.h"

#include "elf/lines.h"
#include "readers/gmon/places.h"
#include "util/diag.h"

/* ---- The profile of what was counted in a program ---- */

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

/*
 * Adds the functions of the program that have ticks or calls, and the calls
 * between them, to an empty profile. `rate` is how many ticks make a unit of
 * the profile. `ticks` is by symbol. If the places tell lines or addresses
 * apart, `part_ticks` is by part, and each line or address of a function is a
 * function that the function itself calls. Returns the ticks of the routines
 * that count or sample: they are left out, since they do nothing for the
 * program.
 */
static double gmon_profile(struct profile *profile,
                           const struct gmon_program *program,
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

/* ---- Adding up ---- */

/* The percentage of odd arcs that a right program may have. */
enum { MOST_PERCENT_ODD = 10 };

bool gmon_sum_begin(struct gmon_sum *sum, const char *program,
                    struct arena *arena)
{
    *sum = (struct gmon_sum){ .name = program };
    return gmon_program_open(&sum->program, program, arena);
}

void gmon_sum_free(struct gmon_sum *sum)
{
    arena_free(&sum->hist.arena);
    arena_free(&sum->arcs.arena);
    gmon_program_close(&sum->program);
}

/* Are there to be functions for places in routines? */
static bool has_places(const struct gmon_sum *sum)
{
    return sum->granularity == GRANULARITY_LINE ||
           sum->granularity == GRANULARITY_ADDRESS;
}

static bool add_records(struct gmon_sum *sum, const struct gmon_file *file)
{
    const struct gmon_program *program = &sum->program;
    uint64_t moved;
    sum->arcs.by_place = has_places(sum);
    if (!gmon_program_check_file(program, file, sum->force, &moved))
        return false;
    for (size_t i = 0; i < file->histograms.n; i++) {
        const struct gmon_histogram *histogram = &file->histograms.of[i];
        uint64_t low = gmon_program_address(program, histogram->low, moved);
        if (!gmon_hist_add(&sum->hist, file, histogram, low,
                           low + (histogram->high - histogram->low)))
            return false;
    }
    for (size_t i = 0; i < file->arcs.n; i++) {
        struct gmon_arc arc = file->arcs.of[i];
        arc.from = gmon_program_address(program, arc.from, moved);
        arc.self = gmon_program_address(program, arc.self, moved);
        gmon_arcs_add(&sum->arcs, &program->symbols, &arc);
    }
    sum->n_blocks += file->n_blocks;
    sum->n_moved += moved != 0;
    sum->n_without_rate += file->kind == GMON_OLD_BSD;
    sum->n_cut += file->is_cut;
    return true;
}

bool gmon_sum_add(struct gmon_sum *sum, const char *name, struct str bytes,
                  bool is_cut)
{
    struct gmon_file file = { .name = name,
                              .layout = gmon_program_layout(&sum->program),
                              .is_cut = is_cut };
    bool good = gmon_file_begin(&file, bytes) && gmon_file_read(&file, bytes) &&
                add_records(sum, &file);
    arena_free(&file.arena);
    return good;
}

static void report_files(const struct gmon_sum *sum)
{
    const char *name = sum->name;
    if (sum->n_blocks)
        diag_warn("%s: records of basic blocks were passed over: %zu", name,
                  sum->n_blocks);
    if (sum->n_moved)
        diag_note("%s: addresses are those of a program that was loaded "
                  "elsewhere; they were moved back",
                  name);
    if (sum->n_without_rate)
        diag_note("%s: old BSD files do not tell the rate of the clock; taken "
                  "for 100 ticks a second",
                  name);
}

static void report_hist(const struct gmon_sum *sum)
{
    const struct gmon_hist *hist = &sum->hist;
    if (hist->ranges.n == 0)
        diag_warn("%s: no histogram: calls are known, times are not; link with "
                  "-pg too",
                  sum->name);
    if (hist->has_empty)
        diag_warn("%s: a histogram without bins: its times are not known",
                  sum->name);
    if (hist->ranges.n && hist->rate == 0)
        diag_warn("%s: the clock's rate is 0: costs are ticks", sum->name);
}

static void report_arcs(const struct gmon_sum *sum)
{
    const struct gmon_arcs *arcs = &sum->arcs;
    /* Arcs that lead to no entry are a weak sign of a wrong program. If there
       is a histogram, its range has been checked, and arcs that lead out of
       the program are those of a library compiled with -pg. */
    uint64_t odd =
        (sum->hist.ranges.n ? 0 : arcs->dropped.n + arcs->outside.n) +
                   (sum->program.is_coarse ? 0 : arcs->far);
    if (arcs->outside.n)
        diag_note("%s: calls from what is not in the program have no caller: "
                  "%llu (arcs: %llu)",
                  sum->name, (unsigned long long)arcs->outside.count,
                  (unsigned long long)arcs->outside.n);
    if (arcs->dropped.n)
        diag_note("%s: calls to what is not in the program were dropped: %llu "
                  "(arcs: %llu)",
                  sum->name, (unsigned long long)arcs->dropped.count,
                  (unsigned long long)arcs->dropped.n);
    if (odd > arcs->n / (100 / MOST_PERCENT_ODD))
        diag_warn("%s: %llu of %llu arcs do not lead to where a function of "
                  "%s begins; give the program that ran, of the same build",
                  sum->name, (unsigned long long)odd,
                  (unsigned long long)arcs->n, sum->program.file.path);
    if (arcs->n == 0)
        diag_warn("%s: no calls were recorded; compile with -pg, not only "
                  "link",
                  sum->name);
}

/* Sets the unit of the profile and returns how many ticks make one. */
static double choose_unit(const struct gmon_hist *hist, struct profile *profile)
{
    if (hist->ranges.n == 0) {
        profile_set_unit(profile, S("seconds"));
        return 1;
    }
    if (hist->rate == 0 || hist->dimension[0] == '\0') {
        profile_set_unit(profile, S("ticks"));
        return 1;
    }
    profile_set_unit(profile, str_of(hist->dimension));
    return hist->rate;
}

/* Returns the ticks that are left out. */
static double make_profile(struct gmon_sum *sum, struct profile *profile,
                           const double *ticks, double rate)
{
    LOCAL_ARENA(scratch);
    struct gmon_places places = { .program = NULL };
    if (has_places(sum))
        gmon_places_open(&places, &sum->program, &sum->hist, sum->granularity);
    double *part_ticks = NEW_N(&scratch, double, places.parts.n);
    if (places.parts.n)
        gmon_hist_share(&sum->hist, &places.parts, part_ticks);
    double left_out = gmon_profile(profile, &sum->program, &sum->arcs, ticks,
                                   &places, part_ticks, rate);
    gmon_places_free(&places);
    return left_out;
}

/* Does the profile have lines if they are to be told apart? */
static bool check_lines(const struct gmon_sum *sum,
                        const struct profile *profile)
{
    if (sum->granularity != GRANULARITY_LINE)
        return true;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (profile->functions[f].line)
            return true;
    return diag_error("%s: --granularity=line: the program has no lines of "
                      "what ran; compile it with -g as well, or install its "
                      "debug symbols",
                      sum->program.file.path);
}

bool gmon_sum_finish(struct gmon_sum *sum, struct profile *profile)
{
    if (!gmon_hist_check(&sum->hist))
        return false;
    LOCAL_ARENA(scratch);
    const struct gmon_program *program = &sum->program;
    double *ticks = NEW_N(&scratch, double, program->symbols.n);
    double outside = gmon_hist_share(&sum->hist, &program->symbols, ticks);
    double rate = choose_unit(&sum->hist, profile);
    gmon_arcs_sort(&sum->arcs);
    double left_out = make_profile(sum, profile, ticks, rate);
    profile->stats.cut_inputs = (double)sum->n_cut;
    report_files(sum);
    report_hist(sum);
    report_arcs(sum);
    if (left_out > 0)
        diag_note("%s: left out: %g %s of counting calls (mcount)", sum->name,
                  left_out / rate, profile->unit.s);
    if (outside > 0)
        diag_note("%s: left out: %g %s in no function", sum->name,
                  outside / rate, profile->unit.s);
    if (profile->n_functions == 0)
        return diag_error("%s: neither samples nor calls of a function of %s; "
                          "give the program that ran, of the same build",
                          sum->name, program->file.path);
    return check_lines(sum, profile);
}
