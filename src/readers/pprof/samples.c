#include "readers/pprof/samples.h"

#include "util/diag.h"
#include "util/text/unit.h"

void pprof_samples_begin(struct pprof_samples *samples, struct input *in,
                         struct profile *profile,
                         const struct reader_options *options)
{
    *samples = (struct pprof_samples){
        .profile = profile,
        .hint.text = "the samples have no labels",
    };
    sink_begin_labelled(&samples->sink, in, profile, options);
    samples->sink.hint = &samples->hint;
    samples->sink.events.are_costs = true;
    samples->sink.events.tally.hide_counts = true;
}

/* ---- Events ---- */

/* Returns the last type of this name, or NO_ID. */
static uint32_t find_type(const struct pprof_samples *samples, struct str name)
{
    uint32_t t = samples->n_types;
    while (t > 0 && !str_eq(samples->types[t - 1].name, name))
        t--;
    return t ? t - 1 : NO_ID;
}

struct str pprof_type_unit(const struct pprof_type *type)
{
    if (type->unit.len && !str_eq(type->unit, S("count")))
        return type->unit;
    return str_eq(type->name, S("sample")) || !type->name.len ? S("samples")
                                                              : type->name;
}

/* Returns the place of the type that counts the samples of the event if that is
   a time, or NO_ID. */
static uint32_t find_counter(const struct pprof_samples *samples)
{
    struct unit unit;
    bool is_time = samples->event != NO_ID &&
                   unit_find(samples->types[samples->event].unit, &unit) &&
                   str_eq(unit.base, S("seconds"));
    for (uint32_t t = 0; is_time && t < samples->n_types; t++)
        if (str_eq(pprof_type_unit(&samples->types[t]), S("samples")))
            return t;
    return NO_ID;
}

/* A type without a name counts if it is the default, and then no other one. */
void pprof_samples_types(struct pprof_samples *samples,
                         const struct pprof_type *types, uint32_t n,
                         struct str default_type)
{
    struct sink *sink = &samples->sink;
    samples->types = types;
    samples->n_types = n;
    samples->events = index_no_ids(samples->sink.arena, n);
    uint32_t best = default_type.len ? find_type(samples, default_type) : NO_ID;
    const struct pprof_type *first = &types[best == NO_ID ? n - 1 : best];
    sink_prefer(sink, first->name);
    for (uint32_t t = 0; t < n; t++) {
        struct str name = types[t].name;
        if (find_type(samples, name) != t || !name.len != !first->name.len)
            continue;
        samples->events[t] = sink_event(sink, name, pprof_type_unit(&types[t]));
        sink_set_unit(sink, samples->events[t], pprof_type_unit(&types[t]));
    }
    uint32_t drawn = events_drawn(&sink->events);
    samples->event = NO_ID;
    for (uint32_t t = 0; t < n; t++)
        if (samples->events[t] == drawn)
            samples->event = t;
    samples->counter = find_counter(samples);
}

/* ---- Samples ---- */

/* Is the value a cost of a stack? */
static bool is_cost(const struct pprof_samples *samples, uint32_t t)
{
    return samples->has_frames && samples->values[t] > 0 &&
           samples->events[t] != NO_ID;
}

/* Counts a sample that is left out, or whose values are partly. It is one of
   its events nevertheless. */
static void count_left_out(struct pprof_samples *samples)
{
    double value =
        samples->event == NO_ID ? 0 : samples->values[samples->event];
    samples->n++;
    samples->negative += value < 0;
    samples->empty += value > 0 && !samples->has_frames;
    for (uint32_t t = 0; t < samples->n_types; t++)
        if (samples->values[t] != 0 && samples->events[t] != NO_ID &&
            !is_cost(samples, t))
            events_count(&samples->sink.events, samples->events[t], 1, true);
}

bool pprof_samples_next(struct pprof_samples *samples, const double *values,
                        uint32_t thread, bool has_frames)
{
    bool is_wanted = false;
    samples->values = values;
    samples->sample =
        (struct sample){ .thread = thread, .time = UNKNOWN, .n = 1 };
    samples->has_frames = has_frames;
    samples->functions.n = 0;
    samples->context = NO_ID;
    samples->has_kept = samples->is_pruned = false;
    if (sink_accepts(&samples->sink, thread))
        count_left_out(samples);
    for (uint32_t t = 0; t < samples->n_types && !is_wanted; t++) {
        samples->sample.event = samples->events[t];
        is_wanted = is_cost(samples, t) &&
                    sink_wants(&samples->sink, &samples->sample);
    }
    if (!is_wanted)
        pprof_samples_add(samples);
    return is_wanted;
}

bool pprof_samples_push(struct pprof_samples *samples,
                        const uint32_t *functions, uint32_t n, uint32_t kept)
{
    bool is_whole = kept == n;
    bool is_root = !samples->has_kept && !kept;
    if (samples->is_pruned)
        return false;
    for (uint32_t i = 0; i < (is_root ? n : kept); i++)
        *PUSH_IN(samples->sink.arena, &samples->functions) = functions[i];
    samples->has_kept |= is_whole;
    samples->is_pruned = !is_whole && samples->has_kept;
    return !samples->is_pruned;
}

/* The sink takes a sample that does not need its stack as well. */
void pprof_samples_add(struct pprof_samples *samples)
{
    struct sample *sample = &samples->sample;
    for (uint32_t t = 0; t < samples->n_types; t++) {
        if (!is_cost(samples, t))
            continue;
        sample->event = samples->events[t];
        sample->cost = samples->values[t];
        bool is_taken = sink_take(&samples->sink, sample);
        if (is_taken && samples->context != NO_ID)
            sink_add_context(&samples->sink, sample, samples->context);
        else if (is_taken)
            samples->context =
                sink_add(&samples->sink, sample, samples->functions.of,
                         (uint32_t)samples->functions.n);
        sample->again = true;
        if (!is_taken || t != samples->event || samples->counter == NO_ID)
            continue;
        samples->counted += fmax(samples->values[samples->counter], 0);
        samples->counted_cost += sample->cost;
    }
}

/* ---- The end ---- */

bool pprof_samples_end(struct pprof_samples *samples)
{
    struct profile *profile = samples->profile;
    const char *input = samples->sink.input;
    profile->stats.empty_samples = (double)samples->empty;
    if (samples->negative)
        diag_warn("%s: %zu of %zu samples have a negative cost and are left "
                  "out; is this the difference of two profiles?",
                  input, samples->negative, samples->n);
    if (samples->empty)
        diag_warn("%s: %zu of %zu samples have no frames and are left out",
                  input, samples->empty, samples->n);
    if (!sink_end(&samples->sink))
        return false;
    profile->is_sampled = true;
    profile->counted_samples.n = samples->counted;
    profile->counted_samples.cost = samples->counted_cost;
    return profile->n_contexts ||
           diag_error("%s: no sample has frames and a cost", input);
}
