/*
 * Who was sampled, as the header above a stack of perf script says it, and
 * whether these samples are wanted (--comm, --pid, --tid).
 */
#ifndef READERS_PERF_THREADS_H
#define READERS_PERF_THREADS_H

#include "readers/perf/header.h"
#include "readers/sample_filter.h"

struct perf_threads {
    bool all; /* nobody is left out, and nothing is looked at */
    struct sample_filter choices[N_THREAD_KEYS];
};

/* Begin with perf_who_init, end with perf_who_free. */
void perf_threads_init(struct perf_threads *who, const struct thread_patterns wanted[N_THREAD_KEYS]);
void perf_threads_free(struct perf_threads *who);

/* Is the sample below a header that begins like this wanted? sure: the header
   is one, not only the name of a thread. */
bool perf_threads_want(struct perf_threads *who, struct str front, bool sure);
/* There is a stack below that header. */
void perf_threads_count(struct perf_threads *who);
/* See choice_explain. */
bool perf_threads_explain(const struct perf_threads *who, const char *input);

#endif
