/*
 * Takes the samples of one input. A reader gives event, thread, time, stack and
 * cost of each sample. The sink does the work that all formats of samples
 * share: it counts the samples that the user chose by --event, --comm, --pid,
 * --tid and --time, or those of the default event; it keeps tags and times if
 * they are needed; and it lists events and threads (--list-events,
 * --list-threads) and what was left out.
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
 * sink->events.drops, so that samples of events that cannot be drawn any more
 * are left out.
 */
#pragma once

#include "model/stacks.h"
#include "readers/choose/event_costs.h"
#include "readers/choose/threads.h"

struct sample {
    uint32_t event;  /* of sink_event, or NO_EVENT */
    uint32_t thread; /* of sink_thread, or NO_THREAD */
    double time;     /* in seconds; UNKNOWN if the input does not tell it */
    double cost;     /* in the unit of the event; UNKNOWN: it has none, but is
                        counted */
    size_t n;        /* the number of samples that it stands for */
    bool again;      /* it is the previous sample with the cost of another
                        event */
};

struct sink {
    struct profile *profile; /* the functions of samples belong to it */
    struct events events;
    struct threads threads;
    struct gaps gaps;

    struct arena *arena; /* owns all memory and ends with the input */

    /* Private */
    const char *input; /* for messages */
    const struct reader_options *options;
    const struct sink_hint *hint;
    struct profile *target; /* the reader's profile; `profile` may have all
                               events instead, of which one is chosen at the
                               end */
    struct stacks stacks;
    struct event_costs costs; /* of the samples in the profile */
    uint32_t kept_event;    /* if events are kept, that of the previous sample,
                               or NO_EVENT */
    uint32_t kept_event_id; /* its id among those of the profile's samples */
    uint32_t counted_event_id; /* the id of the event for the number of its
                                  samples, if rows have both; else NO_ID */
    double first_time, last_time; /* of the samples; -1 and 0 before the first
                                     one with a time */
    bool refused;           /* some sample was not added */
    bool is_decided;        /* sink_decide was called */
    uint32_t drawn;         /* the event that sink_decide has chosen */
    size_t n_untimed;       /* samples of unknown time */
};

/* Begins to fill the empty profile. All arguments must live as long as the
   sink, whose memory ends with the input. Returns false after a message if the
   user named a tag that no sample has. */
bool sink_begin(struct sink *sink, struct input *in, struct profile *profile,
                const struct reader_options *options);
/* The same for samples with labels, so that any key may be a tag, and this
   cannot fail. */
void sink_begin_labelled(struct sink *sink, struct input *in,
                         struct profile *profile,
                         const struct reader_options *options);

/* Returns the id of an event. If it is new, its costs have this unit. Call this
   only for events with samples, because an event that fits the user's name
   exactly makes those that fit in part drop out. */
static inline uint32_t sink_event(struct sink *sink, struct str name,
                                  struct str unit)
{
    return events_id(&sink->events, name, unit);
}

/* Do the samples of an event of perf cost their periods? Otherwise each
   costs 1. */
static inline bool sink_weighs(const struct sink *sink, uint32_t event)
{
    return sink->events.of[event].weighs;
}

/* Draws this event, and drops others, unless the user names one. Call it before
   events are added. The name must live as long as the sink. */
void sink_prefer(struct sink *sink, struct str event);
/* Call this at the end of the input. Chooses another event if the preferred one
   has no samples. Returns true if samples of that event were dropped: the
   reader must begin again, with an empty sink, and prefer *event, which is in
   the arena. */
bool sink_pass_over(struct sink *sink, struct arena *arena, struct str *event);

/* Sets the unit of an event, or that of samples without an event, whose default
   is "samples". */
void sink_set_unit(struct sink *sink, uint32_t event, struct str unit);

/* Are the threads of samples needed? If not, all may have NO_THREAD. */
static inline bool sink_reads_threads(const struct sink *sink)
{
    return sink->threads.is_read || sink->gaps.left;
}

/* Returns the id of a thread. */
uint32_t sink_thread(struct sink *sink, const struct listed_thread *names);
/* Returns the id of the threads with the same labels. `values` has one for each
   key of sink->threads, and is not used unless sink_reads_threads. */
static inline uint32_t sink_labelled(struct sink *sink,
                                     const struct str *values)
{
    return sink_reads_threads(sink)
               ? threads_id(&sink->threads, sink->profile, values)
               : NO_THREAD;
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

/* Are the times of samples needed? If not, all may be UNKNOWN, and samples that
   differ only in time may be one. */
static inline bool sink_reads_times(const struct sink *sink)
{
    const struct reader_options *options = sink->options;
    return options->time.is_set || options->keep & KEEP_TIME ||
           options->all_events || sink->gaps.left;
}

/* May a sample count? Readers can ask this before they read a stack, to save
   work. */
bool sink_wants(const struct sink *sink, const struct sample *sample);
/* Counts a sample that has a stack. Returns whether the stack is to be added.
 */
bool sink_take(struct sink *sink, const struct sample *sample);
/* Adds the stack of a sample that sink_take has taken: n functions, outermost
   first, at least one. Returns the context in which it ends. */
uint32_t sink_add(struct sink *sink, const struct sample *sample,
                  const uint32_t *functions, uint32_t n);
/* Does both, for readers that know the functions already. A sample without a
   stack (n = 0) is not added. Returns whether the stack was added. */
bool sink_sample(struct sink *sink, const struct sample *sample,
                 const uint32_t *functions, uint32_t n);
/* Does what sink_add does for a stack that is a context of the profile. */
void sink_add_context(struct sink *sink, const struct sample *sample,
                      uint32_t context);

/* For readers that know all samples before they look up functions: sink_count
   counts a sample without adding it, sink_decide then chooses the event to
   draw, and afterwards the reader adds the samples that the sink still wants.
   So the profile only gets what is drawn. */
bool sink_count(struct sink *sink, const struct sample *sample);
void sink_decide(struct sink *sink);
/* Does the thread of a sample count, and is its event drawn? */
bool sink_draws(const struct sink *sink, const struct sample *sample);

/* Call this at the end of the input. Moves the samples of the drawn event to
   the profile that sink_begin got, and sets its event, unit and so on. Returns
   false after a message if the user's choice has no samples. If the input has
   no samples at all, the reader must report it. */
bool sink_end(struct sink *sink);
