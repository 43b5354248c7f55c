/*
 * Chooses the samples to count by the thread that they were taken in: the
 * options --comm, --pid and --tid. A filter decides sample by sample, so that
 * one pass over the input is enough, and stores the threads for messages at the
 * end.
 */
#pragma once

#include "readers/choose/tally.h"

/* The properties by which threads are distinguished. */
enum thread_key {
    THREAD_COMM, /* the thread's name */
    THREAD_PID,
    THREAD_TID,
    N_THREAD_KEYS
};
/* "comm", "pid", "tid", as in options and messages. */
extern const char *const thread_key_names[N_THREAD_KEYS];

/* The arguments for one key. Each is compared with a thread's value literally,
   as a shell glob and, if it has commas, as a list of such patterns. Without
   arguments, every thread is accepted. */
struct thread_patterns {
    const char **texts; /* owned by the options */
    size_t n;
};

/* Describes the patterns of all keys for messages and legends: "comm bash, tid
   17 or 18". The text is in the arena; "" if every thread is accepted. */
struct str
thread_patterns_text(struct arena *arena,
                     const struct thread_patterns patterns[N_THREAD_KEYS]);

/* The same for a label of samples (--with-label). */
struct label_patterns {
    const char *key;
    struct thread_patterns patterns;
};

/* Filters by one key. Begin with sample_filter_init. */
struct sample_filter {
    const char *name; /* of the key: "comm", or that of a label */
    bool is_label;
    struct sample_pattern *patterns; /* private */
    size_t n_patterns;               /* 0: every sample is accepted */
    struct tally values; /* samples by value; empty without patterns */
    LIST(bool) accepted; /* by id in values */
    uint32_t current; /* value of the latest sample, NO_ID if it had none */
    size_t without_value; /* samples without a value */
};

/* All memory is the arena's. */
void sample_filter_init(struct sample_filter *filter, struct arena *arena,
                        enum thread_key key,
                        const struct thread_patterns *patterns);
void sample_filter_init_label(struct sample_filter *filter, struct arena *arena,
                              const struct label_patterns *label);

/* Is a sample of a thread with this value accepted? "" means an unknown value,
   which is accepted only without patterns. */
bool sample_filter_accepts(struct sample_filter *filter, struct str value);
/* Counts n samples with the value of the last call of sample_filter_accepts,
   accepted or not. Readers call this once they know that these are samples. */
void sample_filter_count(struct sample_filter *filter, size_t n);

/* The reader calls this at the end of the input, with the input's name. If no
   sample was accepted, prints an error with the values of the input or, if
   there are none, with the hint on how to record them, and returns false.
   Otherwise warns of patterns that matched nothing and returns true. */
bool sample_filter_report(const struct sample_filter *filter,
                          const char *input, const char *hint);

/* The option --time, which selects samples by their time. */

/* Times in seconds, as perf script prints them, both ends included. Zeroed, it
   has no bounds. */
struct time_range {
    double from, to;
    bool is_set;
};

/* Is a time in the range? UNKNOWN is only in a range without bounds. */
static inline bool time_range_has(const struct time_range *range, double time)
{
    return !range->is_set || (time >= range->from && time <= range->to);
}
