#include "readers/pprof/samples.h"

#include <math.h>
#include <stdlib.h>

#include "util/array.h"
#include "util/buf.h"
#include "util/diag.h"
#include "util/nearest.h"
#include "util/unit.h"

/* ---- Events ---- */

/* Lists the events, except one, which may be NO_ID. */
static struct str list_events(const struct pprof_samples *samples,
                              struct arena *arena, const char *prefix,
                              uint32_t except)
{
    struct buf list = { 0 };
    for (uint32_t t = 0; t < samples->n_types; t++) {
        struct str name = samples->types[t].name;
        if (t != except)
            buf_printf(&list, "%s%s%.*s", list.len ? ", " : "", prefix,
                       (int)name.len, name.s);
    }
    return buf_move(&list, arena);
}

/* Returns the index of the sample type of this name, or NO_ID. */
static uint32_t find_event(const struct pprof_samples *samples,
                           struct str name)
{
    for (uint32_t t = samples->n_types; name.len && t-- > 0;)
        if (str_eq(samples->types[t].name, name))
            return t;
    return NO_ID;
}

static bool report_no_event(const struct pprof_samples *samples,
                            struct str wanted)
{
    struct arena scratch = { 0 };
    struct nearest near = { .text = wanted };
    for (uint32_t t = 0; t < samples->n_types; t++)
        nearest_add(&near, samples->types[t].name);
    diag_error("%s: there is no event '%.*s'%s; the input has: %s",
               samples->input, (int)wanted.len, wanted.s,
               nearest_text(&near, &scratch).s,
               list_events(samples, &scratch, "", NO_ID).s);
    arena_free(&scratch);
    return false;
}

/* Numbers of events have the event's name as unit. */
static struct str unit_of(const struct pprof_type *type)
{
    if (type->unit.len && !str_eq(type->unit, S("count")))
        return type->unit;
    return str_eq(type->name, S("sample")) || !type->name.len ? S("samples")
                                                              : type->name;
}

uint32_t pprof_samples_event(const struct pprof_samples *samples, uint32_t t)
{
    return samples_event(&samples->profile->samples, samples->types[t].name,
                         unit_of(&samples->types[t]));
}

/* Returns the place of the type that counts the samples of the event if that is
   a time, or NO_ID. */
static uint32_t find_counter(const struct pprof_samples *samples)
{
    struct unit unit;
    bool is_time = unit_find(samples->types[samples->event].unit, &unit) &&
                   str_eq(unit.base, S("seconds"));
    for (uint32_t t = 0; is_time && t < samples->n_types; t++)
        if (str_eq(unit_of(&samples->types[t]), S("samples")))
            return t;
    return NO_ID;
}

bool pprof_samples_begin(struct pprof_samples *samples,
                         const struct reader_options *options)
{
    struct profile *profile = samples->profile;
    bool all = options->keep & KEEP_EVENTS && !(options->asked & ASK_EVENT);
    if (all && samples->n_types > 1)
        return diag_error("%s: --tags=event: the events of this input are "
                          "different costs of the same samples, which cannot "
                          "be added up; choose one with --event",
                          samples->input);
    samples->event = find_event(samples, options->event.len
                                          ? options->event
                                          : samples->default_type);
    if (samples->event == NO_ID && options->event.len)
        return report_no_event(samples, options->event);
    if (samples->event == NO_ID)
        samples->event = samples->n_types - 1;
    const struct pprof_type *type = &samples->types[samples->event];
    struct unit base;
    samples->counter = find_counter(samples);
    samples->unit = unit_of(type);
    profile_unit(profile, samples->unit);
    profile->is_sampled = true;
    if (!all)
        profile_event(profile, type->name);
    samples->sample_event =
        samples->takes_all
            ? pprof_samples_event(samples, samples->event)
            : samples_event(&profile->samples, type->name,
                            unit_find(samples->unit, &base) ? base.base
                                                            : samples->unit);
    samples->counts = array_new(samples->n_types, sizeof *samples->counts);
    return true;
}

/* ---- Samples ---- */

bool pprof_samples_next(struct pprof_samples *samples, const double *values,
                        bool has_frames)
{
    double value = values[samples->event];
    bool is_added = value > 0;
    if (is_added && has_frames && samples->counter != NO_ID) {
        samples->profile->counted_samples.n +=
            fmax(values[samples->counter], 0);
        samples->profile->counted_samples.cost += value;
    }
    samples->n++;
    for (uint32_t t = 0; t < samples->n_types; t++) {
        samples->counts[t] += values[t] != 0;
        is_added |= samples->takes_all && values[t] > 0;
    }
    samples->negative += value < 0;
    samples->empty += value > 0 && !has_frames;
    samples->functions.n = 0;
    samples->has_kept = samples->is_pruned = false;
    return is_added && has_frames;
}

static void push(struct pprof_samples *samples, const uint32_t *functions,
                 uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        *PUSH(&samples->functions) = functions[i];
}

bool pprof_samples_push(struct pprof_samples *samples,
                        const uint32_t *functions, uint32_t n, uint32_t kept)
{
    bool is_whole = kept == n;
    bool is_root = !samples->has_kept && !kept;
    if (samples->is_pruned)
        return false;
    push(samples, functions, is_root ? n : kept);
    samples->has_kept |= is_whole;
    samples->is_pruned = !is_whole && samples->has_kept;
    return !samples->is_pruned;
}

uint32_t pprof_samples_add(struct pprof_samples *samples, double value,
                           double cost)
{
    samples->added += value > 0;
    return stacks_add(&samples->stacks, samples->profile,
                      samples->functions.of, (uint32_t)samples->functions.n,
                      cost);
}

/* ---- The end ---- */

bool pprof_samples_end(struct pprof_samples *samples, bool asked)
{
    struct arena scratch = { 0 };
    struct profile *profile = samples->profile;
    struct str event = samples->types[samples->event].name;
    struct str others =
        list_events(samples, &scratch, "--event=", samples->event);
    profile->stats.empty_samples = (double)samples->empty;
    for (uint32_t t = 0; t < samples->n_types; t++)
        inventory_add_event(&profile->inventory, samples->types[t].name,
                            (double)samples->counts[t]);
    if (samples->negative)
        diag_warn("%s: %zu of %zu samples have a negative cost and are left "
                  "out; is this the difference of two profiles?",
                  samples->input, samples->negative, samples->n);
    if (samples->empty)
        diag_warn("%s: %zu of %zu samples have no frames and are left out",
                  samples->input, samples->empty, samples->n);
    if (!samples->added)
        diag_error("%s: no sample of event %.*s has frames and a cost%s%s",
                   samples->input, (int)event.len, event.s,
                   others.len ? "; for others: " : "", others.s);
    else if (!asked && others.len)
        diag_note("%s: several events, of which one is drawn: %.*s; for "
                  "others: %s",
                  samples->input, (int)event.len, event.s, others.s);
    arena_free(&scratch);
    return samples->added > 0;
}

void pprof_samples_free(struct pprof_samples *samples)
{
    stacks_free(&samples->stacks);
    LIST_FREE(&samples->functions);
    free(samples->counts);
}
