#include "readers/perf/event_samples.h"

#include "readers/select/choices.h"
#include "util/diag.h"

void perf_event_samples_init(struct perf_event_samples *samples,
                             const char *input, struct profile *profile,
                             const struct reader_options *options)
{
    struct profile *choices = options->choices;
    *samples = (struct perf_event_samples){
        .input = input,
        .profile = choices ? choices : profile,
        .choices = choices,
        .target = profile,
        .period = options->period,
        .keep = options->keep,
    };
    perf_events_init(&samples->events, options->event,
                     options->asked & ASK_EVENT);
    profile->samples.kept = options->keep ? options->keep | KEEP_EVENTS : 0;
    choices_begin(choices);
    samples->events.all =
        options->keep & KEEP_EVENTS && !(options->asked & ASK_EVENT);
}

void perf_event_samples_free(struct perf_event_samples *samples)
{
    perf_events_free(&samples->events);
    perf_event_costs_free(&samples->costs);
}

/* Returns the unit of an event's costs. The periods of clocks are nanoseconds,
   which become seconds; others are numbers of events. */
static struct str unit_of(const struct perf_event_samples *samples,
                          struct str event)
{
    event = event_base(event);
    if (!samples->period)
        return S("samples");
    if (str_eq(event, S("cpu-clock")) || str_eq(event, S("task-clock")))
        return S("seconds");
    return event.len ? event : S("periods");
}

/* Returns the id of an event among those of the profile's samples. Most samples
   have the event of the sample before them. */
static uint32_t sample_event(struct perf_event_samples *samples,
                             uint32_t event)
{
    struct samples *of = &samples->profile->samples;
    struct str name = samples->events.tally.names.texts[event];
    if (!of->kept || event == PERF_NO_EVENT)
        return NO_ID;
    if (event != samples->kept_event) {
        samples->kept_event = event;
        samples->kept_event_id =
            samples_event(of, name, unit_of(samples, name));
    }
    return samples->kept_event_id;
}

/* If the user wants all events, none of them competes, as if the samples had
   none. */
static uint32_t competing(const struct perf_event_samples *samples,
                          uint32_t event)
{
    return samples->events.all ? PERF_NO_EVENT : event;
}

bool perf_event_samples_wants(const struct perf_event_samples *samples,
                              uint32_t event)
{
    if (samples->choices)
        return event != PERF_NO_EVENT || !samples->events.asked;
    return perf_events_is_candidate(&samples->events, event);
}

/* If there is a better rank of events than before, the events that the profile
   has so far will not be drawn. */
bool perf_event_samples_prepare(struct perf_event_samples *samples,
                                uint32_t event)
{
    if (samples->choices)
        return false;
    bool restarts =
        samples->rank != samples->events.rank &&
        perf_event_costs_select(&samples->costs, samples->profile,
                                PERF_NO_EVENT, NO_ID);
    samples->rank = samples->events.rank;
    perf_event_costs_prepare(&samples->costs, samples->profile,
                             competing(samples, event));
    return restarts;
}

void perf_event_samples_add(struct perf_event_samples *samples,
                            uint32_t context, uint32_t event, uint32_t tags,
                            double time, double cost)
{
    if (samples->choices)
        time = UNKNOWN;
    else
        perf_event_costs_add(&samples->costs, context,
                             competing(samples, event), cost);
    if (samples->profile->samples.kept)
        samples_add(&samples->profile->samples, context,
                    sample_event(samples, event), tags, time, cost);
}

bool perf_event_samples_check(const struct perf_event_samples *samples,
                              struct str threads)
{
    struct arena scratch = { 0 };
    const struct tally *tally = &samples->events.tally;
    bool all = samples->events.all;
    bool good = perf_events_report(&samples->events, samples->input, threads);
    if (good && all && !samples->profile->samples.n_events)
        good = diag_error("%s: --tags: this input has no event; print it with "
                          "perf script -F +event",
                          samples->input);
    else if (good && all && samples->period && tally_used(tally) > 1)
        good = diag_error("%s: --tags=event adds up the samples of all events, "
                          "but --weight=period gives them different units: "
                          "%s; choose one with --event",
                          samples->input,
                          tally_list(tally, &scratch, "", NO_ID).s);
    arena_free(&scratch);
    return good;
}

/* Costs of clocks are nanoseconds, although their unit is that of the profile
   later. */
static void convert_choices(struct samples *samples)
{
    for (uint32_t i = 0; i < samples->n_rows; i++)
        if (samples->rows[i].event != NO_ID &&
            str_eq(samples->events[samples->rows[i].event].unit,
                   S("seconds")))
            samples->rows[i].cost /= 1e9;
}

void perf_event_samples_select(struct perf_event_samples *samples)
{
    uint32_t drawn = perf_events_drawn(&samples->events);
    if (samples->choices) {
        choices_draw(samples->target, samples->choices,
                     sample_event(samples, drawn));
        convert_choices(&samples->choices->samples);
        samples->profile = samples->target;
        return;
    }
    perf_event_costs_select(&samples->costs, samples->profile, drawn,
                            sample_event(samples, drawn));
    samples_reduce(&samples->profile->samples, samples->keep);
}

/* The profile has no event if rows name it. */
void perf_event_samples_describe(const struct perf_event_samples *samples)
{
    const struct tally *tally = &samples->events.tally;
    struct profile *profile = samples->profile;
    uint32_t drawn = perf_events_drawn(&samples->events);
    struct str event = tally->names.texts[drawn];
    struct str unit = unit_of(samples, event);
    if (str_eq(unit, S("seconds")))
        profile_divide(profile, 1e9);
    profile_unit(profile, unit);
    profile->is_sampled = true;
    if (samples->period) {
        profile->counted_samples.n =
            (double)(perf_events_samples(&samples->events) -
                     perf_events_costless(&samples->events));
        profile->counted_samples.cost = profile_whole(profile);
    }
    if (!samples->events.all)
        profile_event(profile, event);
    profile->stats.other_samples = 0;
    for (uint32_t e = PERF_NO_EVENT + 1; e < tally->names.n; e++) {
        if (e != drawn && !samples->events.all)
            profile->stats.other_samples += (double)tally->samples[e];
        if (tally->samples[e])
            inventory_add_event(&profile->inventory, tally->names.texts[e],
                                (double)tally->samples[e]);
    }
}
