/*
 * The threads that samples were taken in, as the header above a stack of perf
 * script names them, and whether they are accepted (--comm, --pid, --tid).
 */
#ifndef READERS_PERF_THREADS_H
#define READERS_PERF_THREADS_H

#include "model/inventory.h"
#include "readers/perf/events.h"
#include "readers/select/sample_filter.h"

struct perf_threads {
    bool all; /* every thread is accepted, so headers need not be read */
    struct sample_filter filters[N_THREAD_KEYS];
    bool is_listed;    /* threads are noted, for --list-threads */
    struct tally seen; /* samples by "EVENT PID TID COMM", where EVENT is an
                          id */
};

/* Begin with perf_threads_init and end with perf_threads_free. */
void perf_threads_init(struct perf_threads *threads,
                       const struct thread_patterns patterns[N_THREAD_KEYS],
                       bool is_listed);
void perf_threads_free(struct perf_threads *threads);

/* Splits the front of a header, as in struct perf_header, into its columns.
   Those that it does not have stay as they are. `sure` says that the line is a
   header, and not just text that may be the name of a thread. */
void perf_threads_split(struct str front, bool sure,
                        struct str values[N_THREAD_KEYS]);

/* Is the thread of a sample accepted? `front` and `sure` are those of
   perf_threads_split. */
bool perf_threads_accepts(struct perf_threads *threads, struct str front,
                          bool sure);
/* Counts the sample that perf_threads_accepts was last asked about. */
void perf_threads_count(struct perf_threads *threads);
/* Returns the id in `seen` of the thread of a sample and the event; `front` and
   `sure` as in perf_threads_accepts. */
uint32_t perf_threads_seen(struct perf_threads *threads, struct str front,
                           bool sure, uint32_t event);
/* Adds the threads that were seen with a drawn event. */
void perf_threads_list(const struct perf_threads *threads,
                       const struct perf_events *events,
                       struct inventory *inventory);
/* See sample_filter_report. */
bool perf_threads_report(const struct perf_threads *threads,
                         const char *input);

#endif
