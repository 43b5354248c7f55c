/*
 * What of an input is to be counted: which event, and the samples of which
 * threads. Each is chosen as the samples come, so that one pass is enough.
 */
#ifndef READERS_SAMPLE_FILTER_H
#define READERS_SAMPLE_FILTER_H

#include "readers/tally.h"

/* Does an event have this name? Literally, or without its modifiers: "cycles"
   is the event "cycles:u", too. */
enum fit { FIT_NO, FIT_BASE, FIT_EQUAL };
enum fit event_fit(struct str event, struct str name);
/* The event without its modifiers. */
struct str event_base(struct str event);

/* What tells threads apart. */
enum thread_key { THREAD_COMM, THREAD_PID, THREAD_TID, N_THREAD_KEYS };
/* "comm", "pid", "tid" */
extern const char *const thread_key_names[N_THREAD_KEYS];

/* The arguments of --comm, --pid or --tid: a text, glob or comma list each.
   None: all threads are wanted. */
struct thread_patterns {
    const char **texts;
    size_t n;
};

/* "comm bash, tid 17 or 18" for messages and legends; "" if all are wanted. */
struct str sample_filter_text(struct arena *arena, const struct thread_patterns who[N_THREAD_KEYS]);

/* The texts of one column, and which of them are wanted. Begin with
   choice_init, end with choice_free. */
struct sample_filter {
    enum thread_key who;
    struct filter_item *items; /* what is wanted; none: everything */
    size_t n_items;
    struct tally seen; /* nothing while there are no items */
    bool *chosen;      /* by id in seen */
    size_t chosen_room;
    uint32_t now;   /* the text of this sample; NO_ID: it has none */
    size_t without; /* samples that have none */
};

void sample_filter_init(struct sample_filter *choice, enum thread_key who,
                 const struct thread_patterns *wanted);
void sample_filter_free(struct sample_filter *choice);

/* Is a sample with this text wanted? "": the input does not say. */
bool sample_filter_wants(struct sample_filter *choice, struct str text);
/* The sample that choice_wants was asked about last is one to be counted. */
void sample_filter_count(struct sample_filter *choice);

/* At the end of the input. False after an error that names what there is if
   nothing was wanted; cure tells how to get what the input does not say. Else
   warns of what is not there. */
bool sample_filter_explain(const struct sample_filter *choice, const char *input,
                    const char *cure);

#endif
