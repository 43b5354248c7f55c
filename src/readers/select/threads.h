/*
 * The threads of an input, for readers that know all of them before they add
 * the first sample to the profile: the options --comm, --pid, --tid, --tags and
 * --list-threads.
 */
#ifndef READERS_SELECT_THREADS_H
#define READERS_SELECT_THREADS_H

#include "readers/reader.h"

struct thread {
    struct str values[N_THREAD_KEYS]; /* "": the input does not say */
    double samples; /* for --list-threads; 0: the thread is passed over */
    bool is_chosen; /* its samples count */
    uint32_t tags;  /* tag set of its samples, or NO_ID */
};

/* Sets is_chosen and tags of n threads, and what the profile says of threads.
   `supports` is that of the reader. Returns false after a message if there is
   no thread or tag of those that the user named. */
bool threads_choose(struct thread *threads, uint32_t n, const char *input,
                    struct profile *profile,
                    const struct reader_options *options, unsigned supports);

#endif
