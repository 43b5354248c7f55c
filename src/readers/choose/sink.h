/*
 * Takes the samples of one input. A reader says what each sample is: its event,
 * its thread, its time, its stack and its cost. The sink does what all formats
 * of samples have in common: it counts the samples that the user chose by
 * --event, --comm, --pid, --tid and --time, or those of the event that is drawn
 * by default, spreads their costs over tags and time if somebody needs that,
 * and says what there was to choose from (--list-events, --list-threads) and
 * what was left out.
 *
 *     struct sink sink;
 *     if (!sink_begin(&sink, in, profile, options))
 *         return false;
 *     while (...) {
 *         struct sample sample = { .event = sink_event(&sink, ...), ... };
 *         sink_sample(&sink, &sample, functions, n);
 *     }
 *     return sink_end(&sink);
 *
 * Functions belong to sink->profile. A reader with large inputs sets
 * sink->events.drops: the samples of events that cannot be drawn any more are
 * then left out.
 */
#pragma once

#include "model/stacks.h"
#include "readers/choose/event_costs.h"
#include "readers/choose/threads.h"

struct sample {
    uint32_t event;  /* of sink_event, or NO_EVENT */
    uint32_t thread; /* of sink_thread, or NO_THREAD */
    double time;     /* in seconds; UNKNOWN if the input does not tell it */
    double cost;     /* in the unit of the event; UNKNOWN: the sample is counted
                        but has none */
    size_t n;        /* how many samples it stands for */
    bool again;      /* it is the sample before, with the cost of another
                        event */
};

struct sink {
    struct profile *profile; /* the functions of samples belong to it */
    struct events events;
    struct threads threads;
    struct gaps gaps;

    struct arena *arena; /* has all memory, and ends with the input */

    /* Private */
    const char *input; /* for messages */
    const struct reader_options *options;
    const struct sink_hint *hint;
    struct profile *target; /* the reader's; `profile` may be all samples, for
                               an output that chooses later */
    struct stacks stacks;
    struct event_costs costs; /* of the samples in the profile */
    uint32_t kept_event;    /* the event of the sample before, as far as events
                               are kept; NO_EVENT: there was none */
    uint32_t kept_event_id; /* its id among those of the profile's samples */
    uint32_t counted_event_id; /* that of the number of its samples, if rows
                                  have both; else NO_ID */
    double first_time, last_time; /* of the samples; -1 and 0 before the first
                                     one with a time */
    bool refused;           /* some sample was not added */
    bool is_decided;        /* sink_decide was called */
    uint32_t drawn;         /* the event that it has chosen */
    size_t n_untimed;       /* samples whose time is not known */
};

/* Begins to fill the empty profile. Everything must live as long as the sink,
   whose memory ends with the input.
   Returns false after a message if the user named a tag that no sample has. */
bool sink_begin(struct sink *sink, struct input *in, struct profile *profile,
                const struct reader_options *options);
/* The same for samples that have labels: any key may be a tag. */
bool sink_begin_labelled(struct sink *sink, struct input *in,
                         struct profile *profile,
                         const struct reader_options *options);

/* Returns the id of an event whose samples come now. If it is new, its costs
   have this unit. Do not name events that have no samples: one that fits the
   user's name exactly ends the candidacy of those that fit in part. */
static inline uint32_t sink_event(struct sink *sink, struct str name,
                                  struct str unit)
{
    return events_id(&sink->events, name, unit);
}

/* The same for an event of perf (events_perf_id). */
static inline uint32_t sink_perf_event(struct sink *sink, struct str name,
                                       bool has_periods)
{
    return events_perf_id(&sink->events, name, has_periods);
}

/* Do the samples of an event of perf cost their periods? Otherwise each
   costs 1. */
static inline bool sink_weighs(const struct sink *sink, uint32_t event)
{
    return sink->events.of[event].weighs;
}

/* Draws this event, and forgets the others, unless the user names one. Comes
   before the events. The name lives as long as the sink. */
void sink_prefer(struct sink *sink, struct str event);
/* Passes over the preferred event, at the end of the input, if it has no
   samples and another one has. Returns true if the samples of that one were
   forgotten: the reader begins again, with an empty sink, and prefers *event,
   which is in the arena. */
bool sink_pass_over(struct sink *sink, struct arena *arena, struct str *event);

/* Sets the unit of an event, or that of samples without an event, which is
   "samples" before. */
void sink_set_unit(struct sink *sink, uint32_t event, struct str unit);

/* Does anybody ask for the threads of samples? Otherwise all may have
   NO_THREAD. */
static inline bool sink_reads_threads(const struct sink *sink)
{
    return sink->threads.is_read || sink->gaps.left;
}

/* Returns the id of a thread. */
uint32_t sink_thread(struct sink *sink, const struct listed_thread *names);
/* Returns the id of the threads with the same labels. The values are those of
   all keys of sink->threads, which nobody needs unless sink_reads_threads. */
static inline uint32_t sink_labelled(struct sink *sink,
                                     const struct str *values)
{
    return sink_reads_threads(sink)
               ? threads_id(&sink->threads, sink->profile, values)
               : NO_THREAD;
}

/* The input says that there are n more samples of the event, whose stacks need
   not all come. Comes before these. */
static inline void sink_declare_samples(struct sink *sink, uint32_t event,
                                      size_t n)
{
    events_declare(&sink->events, event, n);
}

/* Adds costs of an event for which the input has no stacks. */
static inline void sink_add_unlisted(struct sink *sink, uint32_t event,
                                     double cost)
{
    sink->events.of[event].sum += cost;
    sink->events.of[event].unlisted += cost;
}

/* Do the samples of a thread count? */
static inline bool sink_accepts(const struct sink *sink, uint32_t thread)
{
    return sink->threads.of[thread].is_accepted;
}

/* Does anybody ask for the times of samples? Otherwise all may be UNKNOWN, and
   samples that differ in nothing else be one. */
static inline bool sink_reads_times(const struct sink *sink)
{
    const struct reader_options *options = sink->options;
    return options->time.is_set || options->keep & KEEP_TIME ||
           options->all_events || sink->gaps.left;
}

/* May a sample count? Readers that save work by it ask before they read a
   stack. */
bool sink_wants(const struct sink *sink, const struct sample *sample);
/* Counts a sample that has a stack. Returns whether the stack is to be added.
 */
bool sink_take(struct sink *sink, const struct sample *sample);
/* Adds the stack of a sample that sink_take has taken: n functions, outermost
   first, at least one. Returns the context in which it ends. */
uint32_t sink_add(struct sink *sink, const struct sample *sample,
                  const uint32_t *functions, uint32_t n);
/* The two together, for readers that find functions before. A sample without a
   stack, n = 0, is passed over. Returns whether the stack was added. */
bool sink_sample(struct sink *sink, const struct sample *sample,
                 const uint32_t *functions, uint32_t n);
/* sink_add for a stack that is a context of the profile. */
void sink_add_context(struct sink *sink, const struct sample *sample,
                      uint32_t context);

/* For readers that know all samples before they find the first function: they
   count all of them, which sink_count does without adding anything, and then
   add those that the sink still wants once it has decided which event to draw.
   The profile gets nothing else then. */
bool sink_count(struct sink *sink, const struct sample *sample);
void sink_decide(struct sink *sink);
/* Does the thread of a sample count, and was its event chosen? */
bool sink_draws(const struct sink *sink, const struct sample *sample);

/* At the end of the input: moves the samples of the drawn event to the profile
   that sink_begin got, and says in it what was counted. Returns false after a
   message if nothing of what the user chose is there. An input without any
   sample is left to the reader. */
bool sink_end(struct sink *sink);
