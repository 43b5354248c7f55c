#include "readers/choose/sink.h"

#include <float.h>

#include "readers/choose/all_events.h"
#include "util/diag.h"
#include "util/text/unit.h"

/* Times below this fit into 64 bits as nanoseconds. */
#define MOST_SECONDS 9e9

static bool begin(struct sink *sink, struct input *in, struct profile *profile,
                  const struct reader_options *options, bool has_labels)
{
    static const struct sink_hint none = { "the input does not tell it",
                                           false };
    struct profile *all_events = options->all_events;
    const char *tags = all_events                     ? options->all_events_tags
                       : options->keep & KEEP_TAGS ? options->tags
                                                   : NULL;
    *sink = (struct sink){
        .profile = all_events ? all_events : profile,
        .arena = &in->arena,
        .input = in->name,
        .options = options,
        .hint = options->hint ? options->hint : &none,
        .target = profile,
        .first_time = -1,
        .costs.arena = &in->arena,
        .stacks.arena = &in->arena,
    };
    events_init(&sink->events, &in->arena, options);
    profile->samples.kept = options->keep ? options->keep | KEEP_EVENTS : 0;
    all_events_begin(all_events);
    if (options->exchanges)
        all_events->samples.kept = KEEP_EVENTS | KEEP_TAGS;
    if (options->measure)
        gaps_begin(&sink->gaps, &in->arena);
    if (!threads_init(&sink->threads, &in->arena, options, tags, has_labels,
                      in->name))
        return false;
    if (sink->threads.n_labels)
        sink->threads.of[NO_THREAD].tags =
            samples_tag_set(&sink->profile->samples, sink->threads.labels,
                            (uint32_t)sink->threads.n_labels);
    return true;
}

bool sink_begin(struct sink *sink, struct input *in, struct profile *profile,
                const struct reader_options *options)
{
    return begin(sink, in, profile, options, false);
}

void sink_begin_labelled(struct sink *sink, struct input *in,
                         struct profile *profile,
                         const struct reader_options *options)
{
    begin(sink, in, profile, options, true);
}

void sink_prefer(struct sink *sink, struct str event)
{
    if (!sink->events.wanted.len)
        sink->events.wanted = event;
    sink->events.drops = true;
}

/* An event that a previous input counted stays, because all inputs that are
   added up must count the same event. */
bool sink_pass_over(struct sink *sink, struct arena *arena, struct str *event)
{
    if (sink->options->event.len)
        return false;
    uint32_t other = events_pass_over(&sink->events);
    if (other == NO_EVENT || sink->options->all_events || sink->events.all)
        return false;
    *event = arena_copy(arena, sink->events.tally.names.texts[other]);
    return true;
}

uint32_t sink_thread(struct sink *sink, const struct listed_thread *names)
{
    const struct str values[N_THREAD_KEYS] = {
        [THREAD_COMM] = names->comm,
        [THREAD_PID] = names->pid,
        [THREAD_TID] = names->tid,
    };
    if (!sink_reads_threads(sink))
        return NO_THREAD;
    return threads_id(&sink->threads, sink->profile, values);
}

void sink_set_unit(struct sink *sink, uint32_t event, struct str unit)
{
    if (!str_eq(sink->events.of[event].unit, unit))
        sink->events.of[event].unit =
            arena_copy(sink->events.tally.arena, unit);
}

/* ---- Samples ---- */

/* Adds an event to those of the rows. The rows of an event that weighs have two
   events if another program reads them: the number of samples, and their
   periods. */
static void keep_event(struct sink *sink, uint32_t event, struct str name)
{
    LOCAL_ARENA(scratch);
    struct samples *samples = &sink->profile->samples;
    struct str unit = sink->events.of[event].unit;
    struct unit base;
    if (!sink->options->all_events && unit_find(unit, &base))
        unit = base.base;
    sink->kept_event = event;
    sink->counted_event_id = NO_ID;
    if (sink->options->exchanges && sink_weighs(sink, event)) {
        sink->counted_event_id = samples_event(samples, name, S("samples"));
        name = arena_printf(&scratch, "%s%speriod", name.s,
                            name.len ? ":" : "");
    }
    sink->kept_event_id = samples_event(samples, name, unit);
}

/* Returns the id of an event among those of the profile's samples. Most samples
   have the event of the previous one. */
static uint32_t kept_event(struct sink *sink, uint32_t event)
{
    const struct samples *samples = &sink->profile->samples;
    if (!samples->kept || (event == NO_EVENT && !sink->options->exchanges))
        return NO_ID;
    if (event != sink->kept_event || !samples->n_events)
        keep_event(sink, event, sink->events.tally.names.texts[event]);
    return sink->kept_event_id;
}

/* Returns the event for the choice of one: NO_EVENT if the user wants all
   events. */
static uint32_t competing(const struct sink *sink, uint32_t event)
{
    return sink->events.all ? NO_EVENT : event;
}

static bool is_accepted(const struct sink *sink, const struct sample *sample)
{
    return sink_accepts(sink, sample->thread) &&
           time_range_has(&sink->options->time, sample->time);
}

bool sink_draws(const struct sink *sink, const struct sample *sample)
{
    return sink_accepts(sink, sample->thread) &&
           events_is_drawn(&sink->events, sample->event, sink->drawn);
}

static bool wants_event(const struct sink *sink, const struct sample *sample)
{
    if (sink->options->all_events)
        return sample->event != NO_EVENT || !sink->events.asked;
    if (sink->is_decided)
        return sink_draws(sink, sample);
    return events_is_candidate(&sink->events, sample->event);
}

bool sink_wants(const struct sink *sink, const struct sample *sample)
{
    return is_accepted(sink, sample) && wants_event(sink, sample);
}

bool sink_count(struct sink *sink, const struct sample *sample)
{
    struct sink_thread *thread = &sink->threads.of[sample->thread];
    bool accepted = is_accepted(sink, sample);
    bool is_wanted = accepted && wants_event(sink, sample);
    thread->seen += sample->again ? 0 : sample->n;
    sink->n_untimed += known(sample->time) ? 0 : sample->n;
    sink->refused |= !is_wanted;
    if (!accepted)
        return false;
    events_count(&sink->events, sample->event, sample->n, sample->cost);
    if (known(sample->time)) {
        if (sink->first_time < 0 || sample->time < sink->first_time)
            sink->first_time = sample->time;
        sink->last_time = fmax(sink->last_time, sample->time);
        if (sink->gaps.left)
            gaps_take(&sink->gaps, sample->thread, sample->event, sample->time);
    }
    if (sink->threads.is_listed)
        *REACH_IN(sink->threads.arena, &thread->samples, sample->event) +=
            sample->n;
    return is_wanted && known(sample->cost);
}

bool sink_take(struct sink *sink, const struct sample *sample)
{
    bool is_taken = sink_count(sink, sample);
    if (is_taken && !sink->options->all_events)
        event_costs_prepare(&sink->costs, sink->profile,
                            competing(sink, sample->event));
    return is_taken;
}

void sink_decide(struct sink *sink)
{
    sink->is_decided = true;
    sink->drawn = events_drawn(&sink->events);
}

/* Takes the cost of a sample that was added to the profile. */
static void spread(struct sink *sink, const struct sample *sample,
                   uint32_t context)
{
    struct samples *samples = &sink->profile->samples;
    if (!sink->options->all_events)
        event_costs_add(&sink->costs, context, competing(sink, sample->event),
                        sample->cost);
    if (!samples->kept)
        return;
    uint32_t tags = sink->threads.of[sample->thread].tags;
    uint32_t event = kept_event(sink, sample->event);
    samples_add(samples, context, event, tags, sample->time, sample->cost);
    if (event != NO_ID && sink->counted_event_id != NO_ID)
        samples_add(samples, context, sink->counted_event_id, tags,
                    sample->time, (double)sample->n);
}

uint32_t sink_add(struct sink *sink, const struct sample *sample,
                  const uint32_t *functions, uint32_t n)
{
    uint32_t context = stacks_add(&sink->stacks, sink->profile, functions, n,
                                  sample->cost);
    spread(sink, sample, context);
    return context;
}

bool sink_sample(struct sink *sink, const struct sample *sample,
                 const uint32_t *functions, uint32_t n)
{
    bool is_taken = n && sink_take(sink, sample);
    if (is_taken)
        sink_add(sink, sample, functions, n);
    return is_taken;
}

void sink_add_context(struct sink *sink, const struct sample *sample,
                      uint32_t context)
{
    profile_sample(sink->profile, context, sample->cost);
    spread(sink, sample, context);
}

/* ---- The end ---- */

static bool check_time(const struct sink *sink)
{
    if (!sink->options->time.is_set || tally_used(&sink->events.tally))
        return true;
    if (sink->n_untimed)
        return diag_error("%s: --time: this input does not tell the times of "
                          "its samples",
                          sink->input);
    return diag_error("%s: --time: no sample is in this range", sink->input);
}

static bool check_all_events(const struct sink *sink, const char *hint)
{
    LOCAL_ARENA(scratch);
    const struct tally *tally = &sink->events.tally;
    bool good = true;
    if (!sink->profile->samples.n_events)
        good = diag_error("%s: --tags: this input has no event; %s",
                          sink->input, hint);
    else if (sink->events.are_costs && tally_used(tally) > 1)
        good = diag_error("%s: --tags=event: the events of this input are "
                          "different costs of the same samples, which cannot "
                          "be added up; choose one with --event",
                          sink->input);
    else if (events_differ_in_unit(&sink->events, NO_EVENT))
        good = diag_error("%s: --tags=event adds up the samples of all events, "
                          "but they have different units: %s; choose one with "
                          "--event",
                          sink->input,
                          tally_list(tally, &scratch, "", NO_ID).s);
    return good;
}

/* Can the events that the user named be added up? Outputs that keep events
   separate need no sum. */
static bool check_sum(const struct sink *sink)
{
    uint32_t drawn = events_drawn(&sink->events);
    if (sink->events.all || sink->options->exchanges ||
        !events_differ_in_unit(&sink->events, drawn))
        return true;
    return diag_error("%s: --event=%.*s names events with different units, which "
                      "cannot be added up; name one of them, or count samples "
                      "with --weight=samples",
                      sink->input, (int)sink->options->event.len,
                      sink->options->event.s);
}

static bool check(struct sink *sink, struct str threads)
{
    const struct sink_hint *hint = sink->hint;
    LOCAL_ARENA(scratch);
    const char *event = arena_printf(&scratch, "%s%s", hint->text,
                                     hint->names_key ? "event" : "")
                            .s;
    return check_time(sink) &&
           threads_report(&sink->threads, sink->input, hint) &&
           events_report(&sink->events, sink->input, threads, event) &&
           check_sum(sink) &&
           (!sink->events.all || check_all_events(sink, event)) &&
           (sink->options->all_events ||
            threads_report_tags(&sink->threads, sink->input, hint));
}

/* Returns the new name of an event for its rows: the common name if it is drawn
   together with others, else its own. */
static struct str joined_name(const struct sink *sink, struct str name,
                              uint32_t drawn, struct arena *arena)
{
    const struct events *events = &sink->events;
    struct str base = name, period = S("");
    uint32_t event = strings_find(&events->tally.names, name);
    if (event == NO_ID && sink->options->exchanges &&
        str_ends(name, S(":period"))) {
        base = str_head(name, name.len - S(":period").len);
        period = S(":period");
        event = strings_find(&events->tally.names, base);
    }
    if (event == NO_ID || event == NO_EVENT ||
        !events_is_drawn(events, event, drawn))
        return name;
    return arena_printf(arena, "%s%s",
                        events_drawn_name(events, drawn, arena).s, period.s);
}

/* Gives the rows of all events that are drawn together the same name. */
static void join_rows(struct sink *sink, uint32_t drawn)
{
    struct samples *samples = &sink->profile->samples;
    LOCAL_ARENA(scratch);
    struct str *names = NEW_N(&scratch, struct str, samples->n_events);
    bool differs = false;
    for (uint32_t e = 0; e < samples->n_events; e++) {
        names[e] = joined_name(sink, samples->events[e].name, drawn, &scratch);
        differs |= !str_eq(names[e], samples->events[e].name);
    }
    if (differs) {
        samples_rename_events(samples, names);
        keep_event(sink, drawn,
                   events_drawn_name(&sink->events, drawn, &scratch));
    }
}

/* Keeps only the samples of the drawn event and the dimensions that are
   needed. */
static void draw(struct sink *sink, uint32_t drawn)
{
    struct profile *all_events = sink->options->all_events;
    if (!sink->events.all && !events_differ_in_unit(&sink->events, drawn))
        join_rows(sink, drawn);
    if (all_events) {
        if (all_events->samples.n_rows)
            (sink->options->exchanges ? all_events_sum : all_events_draw)(
                sink->target, all_events, kept_event(sink, drawn));
        if (!sink->options->exchanges)
            all_events_convert_units(all_events,
                                     sink->events.of[NO_EVENT].unit);
        sink->profile = sink->target;
        return;
    }
    /* The profile may have functions of samples that were not added. */
    if (sink->refused && !sink->events.drops && !sink->is_decided)
        event_costs_split(&sink->costs, sink->profile, DBL_MIN);
    event_costs_select(&sink->costs, sink->profile, &sink->events, drawn,
                       kept_event(sink, drawn));
    samples_reduce(&sink->profile->samples, sink->options->keep);
}

/* Gives the profile its unit, and its event unless all events are drawn. Times
   become seconds later. */
static void describe(struct sink *sink, uint32_t drawn)
{
    const struct events *events = &sink->events;
    const struct tally *tally = &events->tally;
    struct profile *profile = sink->profile;
    LOCAL_ARENA(scratch);
    profile_set_unit(profile, events->of[drawn].unit);
    profile->unlisted += events->of[NO_EVENT].unlisted;
    if (events->of[drawn].is_regular)
        profile->rate.interval = gaps_median(&sink->gaps, drawn);
    profile->weighs = events->of[drawn].weighs;
    if (profile->weighs) {
        struct events_total total = events_total(events);
        profile->counted_samples.n = (double)(total.samples - total.costless);
        profile->counted_samples.cost = profile_whole(profile);
        profile->counted_samples.squares = total.squares;
    }
    if (!events->all)
        profile_set_event(profile, events_drawn_name(events, drawn, &scratch));
    if (tally->names.n > NO_EVENT + 1 && !events->are_costs)
        profile->stats.other_samples = 0;
    for (uint32_t e = NO_EVENT + 1; e < tally->names.n; e++) {
        bool is_drawn = events_is_drawn(events, e, drawn);
        if (is_drawn)
            profile->unlisted += events->of[e].unlisted;
        if (!is_drawn && !events->are_costs)
            profile->stats.other_samples += (double)tally->samples.of[e];
        if (tally->samples.of[e])
            inventory_add_event(
                &profile->inventory, tally->names.texts[e],
                events->uncounted ? UNKNOWN : (double)tally->samples.of[e],
                (struct event_sum){ events->of[e].sum, events->of[e].unit,
                                    is_drawn && !events->all });
    }
    threads_list(&sink->threads, events, drawn, &profile->inventory);
    if (sink->first_time >= 0 && sink->last_time < MOST_SECONDS)
        inventory_add_times(
            &profile->inventory, 0,
            (int64_t)round((sink->last_time - sink->first_time) * 1e9));
}

bool sink_end(struct sink *sink)
{
    LOCAL_ARENA(scratch);
    struct str threads =
        thread_patterns_text(&scratch, sink->options->thread_patterns);
    for (size_t i = 0; i < sink->options->n_with_labels; i++) {
        const struct label_patterns *label = &sink->options->with_labels[i];
        threads = arena_printf(&scratch, "%s%s%s", threads.s,
                               threads.len ? ", " : "", label->key);
        for (size_t p = 0; p < label->patterns.n; p++)
            threads = arena_printf(&scratch, "%s%s %s", threads.s,
                                   p ? " or" : "", label->patterns.texts[p]);
    }
    size_t seen = tally_used(&sink->events.tally);
    bool good = true;
    for (uint32_t id = 0; id < sink->threads.n; id++)
        seen += sink->threads.of[id].seen;
    if (seen && (good = check(sink, threads))) {
        uint32_t drawn = events_drawn(&sink->events);
        draw(sink, drawn);
        describe(sink, drawn);
        profile_set_selected_threads(sink->profile, threads);
    }
    return good;
}
