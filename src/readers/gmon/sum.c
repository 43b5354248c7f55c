#include "readers/gmon/sum.h"

#include "readers/gmon/profile.h"
#include "util/diag.h"

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

static void report_left_out(const struct gmon_sum *sum,
                            const struct profile *profile, double left_out,
                            double outside, double rate)
{
    if (left_out > 0)
        diag_note("%s: left out: %g %s of counting calls (mcount)", sum->name,
                  left_out / rate, profile->unit.s);
    if (outside > 0)
        diag_note("%s: left out: %g %s in no function", sum->name,
                  outside / rate, profile->unit.s);
}

/* Sets the unit of the profile and returns how many ticks make one. */
static double choose_unit(const struct gmon_hist *hist, struct profile *profile)
{
    if (hist->ranges.n == 0) {
        profile_unit(profile, S("seconds"));
        return 1;
    }
    if (hist->rate == 0 || hist->dimension[0] == '\0') {
        profile_unit(profile, S("ticks"));
        return 1;
    }
    profile_unit(profile, str_of(hist->dimension));
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
    struct arena scratch = { 0 };
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
    report_left_out(sum, profile, left_out, outside, rate);
    arena_free(&scratch);
    if (profile->n_functions == 0)
        return diag_error("%s: neither samples nor calls of a function of %s; "
                          "give the program that ran, of the same build",
                          sum->name, program->file.path);
    return check_lines(sum, profile);
}
