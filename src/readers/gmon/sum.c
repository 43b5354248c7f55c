/* The sum over all files, and what is to be told of it. */
#include "readers/gmon/gmon.h"
#include "util/diag.h"

enum { MANY_PERCENT = 10 }; /* of arcs that make no sense */

bool gmon_start(struct gmon *gmon, const char *program, struct arena *arena)
{
    *gmon = (struct gmon){ .name = program };
    return gmon_program_open(&gmon->program, program, arena);
}

void gmon_end(struct gmon *gmon)
{
    gmon_hist_free(&gmon->hist);
    gmon_arcs_free(&gmon->arcs);
    gmon_program_close(&gmon->program);
}

static bool add_histograms(struct gmon *gmon, const struct gmon_file *file,
                           uint64_t moved)
{
    const struct gmon_program *program = &gmon->program;
    for (size_t i = 0; i < file->n_histograms; i++) {
        const struct gmon_histogram *histogram = &file->histograms[i];
        uint64_t low = gmon_address(program, histogram->low, moved);
        if (!gmon_hist_add(&gmon->hist, file, histogram, low,
                           low + (histogram->high - histogram->low)))
            return false;
    }
    return true;
}

static bool add_records(struct gmon *gmon, const struct gmon_file *file)
{
    uint64_t moved;
    if (!gmon_program_fits(&gmon->program, file, gmon->force, &moved) ||
        !add_histograms(gmon, file, moved))
        return false;
    for (size_t i = 0; i < file->n_arcs; i++) {
        struct gmon_arc arc = file->arcs[i];
        arc.from = gmon_address(&gmon->program, arc.from, moved);
        arc.self = gmon_address(&gmon->program, arc.self, moved);
        gmon_arcs_add(&gmon->arcs, &gmon->program.symbols, &arc);
    }
    gmon->n_blocks += file->n_blocks;
    gmon->n_moved += moved != 0;
    gmon->n_without_rate += file->kind == GMON_OLD_BSD;
    return true;
}

bool gmon_add(struct gmon *gmon, const char *name, struct str bytes)
{
    struct gmon_file file = { .name = name,
                              .layout = gmon_program_layout(&gmon->program) };
    bool good = gmon_file_begin(&file, bytes) && gmon_file_read(&file, bytes) &&
                add_records(gmon, &file);
    gmon_file_free(&file);
    return good;
}

static void tell_files(const struct gmon *gmon)
{
    const char *name = gmon->name;
    if (gmon->n_blocks)
        diag_warn("%s: records of basic blocks were passed over: %zu", name,
                  gmon->n_blocks);
    if (gmon->n_moved)
        diag_note("%s: addresses are those of a program that was loaded "
                  "elsewhere; they were moved back",
                  name);
    if (gmon->n_without_rate)
        diag_note("%s: old BSD files do not tell the rate of the clock; taken "
                  "for 100 ticks a second",
                  name);
}

/* A weak sign of a wrong program. Where the histogram fits, it is a library
   compiled with -pg that arcs lead to. */
static uint64_t odd_arcs(const struct gmon *gmon)
{
    const struct gmon_arcs *arcs = &gmon->arcs;
    return (gmon->hist.n ? 0 : arcs->dropped) +
           (gmon->program.is_coarse ? 0 : arcs->far);
}

static void tell_arcs(const struct gmon *gmon)
{
    const struct gmon_arcs *arcs = &gmon->arcs;
    uint64_t odd = odd_arcs(gmon);
    if (arcs->dropped)
        diag_note("%s: calls from or to what is not in the program were "
                  "dropped: %llu (arcs: %llu)",
                  gmon->name, (unsigned long long)arcs->dropped_count,
                  (unsigned long long)arcs->dropped);
    if (odd > arcs->n / (100 / MANY_PERCENT))
        diag_warn("%s: %llu of %llu arcs do not lead to where a function of "
                  "%s begins: is it the program that ran?",
                  gmon->name, (unsigned long long)odd,
                  (unsigned long long)arcs->n, gmon->program.file.path);
    if (arcs->n == 0)
        diag_warn("%s: no calls were recorded: was it compiled with -pg, and "
                  "not only linked?",
                  gmon->name);
}

static void tell_hist(const struct gmon *gmon)
{
    const struct gmon_hist *hist = &gmon->hist;
    if (hist->n == 0)
        diag_warn("%s: no histogram: calls are known, times are not",
                  gmon->name);
    if (hist->is_empty)
        diag_warn("%s: a histogram without bins: its times are not known",
                  gmon->name);
    if (hist->has_other_rate)
        diag_warn("%s: the clock's rate changes; taken for %u ticks as at "
                  "first",
                  gmon->name, hist->rate);
    if (hist->n && hist->rate == 0)
        diag_warn("%s: the clock's rate is 0: costs are ticks", gmon->name);
}

/* Ticks per unit. */
static double choose_unit(const struct gmon_hist *hist, struct profile *profile)
{
    if (hist->n == 0)
        return profile_unit(profile, S("seconds")), 1;
    if (hist->rate == 0 || hist->dimension[0] == '\0')
        return profile_unit(profile, S("ticks")), 1;
    profile_unit(profile, str_of(hist->dimension));
    return hist->rate;
}

static void tell_left_out(const struct gmon *gmon,
                          const struct profile *profile, const double *ticks,
                          double outside, double rate)
{
    const struct elf_symbols *symbols = &gmon->program.symbols;
    double left_out = 0;
    for (size_t i = 0; i < symbols->n; i++)
        if (ticks[i] > 0 && gmon_is_left_out(symbols->of[i].name))
            left_out += ticks[i];
    if (left_out > 0)
        diag_note("%s: left out: %g %s of counting calls (mcount)", gmon->name,
                  left_out / rate, profile->unit.s);
    if (outside > 0)
        diag_note("%s: left out: %g %s in no function", gmon->name,
                  outside / rate, profile->unit.s);
}

bool gmon_finish(struct gmon *gmon, struct profile *profile)
{
    struct arena scratch = { 0 };
    double *ticks = NEW_N(&scratch, double, gmon->program.symbols.n);
    bool good = gmon_hist_check(&gmon->hist);
    if (good) {
        double outside =
            gmon_hist_share(&gmon->hist, &gmon->program.symbols, ticks);
        double rate = choose_unit(&gmon->hist, profile);
        gmon_arcs_sort(&gmon->arcs);
        gmon_profile(profile, gmon, ticks, rate);
        tell_files(gmon);
        tell_hist(gmon);
        tell_arcs(gmon);
        tell_left_out(gmon, profile, ticks, outside, rate);
    }
    arena_free(&scratch);
    if (good && profile->n_functions == 0)
        return diag_error("%s: neither samples nor calls of a function of %s",
                          gmon->name, gmon->program.file.path);
    return good;
}
