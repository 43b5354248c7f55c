/* Carries out --comm, --pid, --tid and --list-threads for readers that know the
   thread of each sample when they read it. */
#ifndef READERS_SELECT_THREAD_FILTER_H
#define READERS_SELECT_THREAD_FILTER_H

#include "readers/reader.h"

struct thread_filter {
    struct sample_filter by_key[N_THREAD_KEYS];
    const struct reader_options *options;
    struct inventory *listed; /* NULL: the user did not ask for a list */
};

/* The profile and the options must live as long as the filter. */
void thread_filter_init(struct thread_filter *filter, struct profile *profile,
                        const struct reader_options *options);
void thread_filter_free(struct thread_filter *filter);
/* Counts the samples of one stack in a thread, and returns whether they count.
   Values that the input does not have are "". */
bool thread_filter_accepts(struct thread_filter *filter,
                           const struct listed_thread *thread, double samples);
/* Readers call this at the end. It says in the profile which threads were
   chosen. Returns false after a message if there are none. The hint says how to
   get a value that the input does not have. */
bool thread_filter_report(const struct thread_filter *filter,
                          struct profile *profile, const char *input,
                          const char *hint);

#endif
