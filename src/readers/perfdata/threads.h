/* The threads of samples: their names, whether their samples count (--comm,
   --pid, --tid), and their tags (--tags). */
#ifndef READERS_PERFDATA_THREADS_H
#define READERS_PERFDATA_THREADS_H

#include "readers/perfdata/file/sample.h"
#include "readers/perfdata/processes.h"
#include "readers/select/thread_filter.h"
#include "util/array.h"

/* Begin with perfdata_threads_init and end with perfdata_threads_free. */
struct perfdata_threads {
    const struct perfdata_processes *processes;
    struct profile *profile; /* its samples have the tags */
    const struct reader_options *options;
    struct str tags; /* the keys of the tags to keep, as in --tags; "": none */
    struct sample_filter filters[N_THREAD_KEYS];
    bool filters_any; /* the user named threads */
    struct pairs ids, named; /* (pid, tid), and (id of that, name) */
    LIST(struct perfdata_thread); /* by id in `named` */
    struct arena texts; /* has these, too */
};

/* A thread while it has a name. */
struct perfdata_thread {
    struct listed_thread texts;
    uint32_t tags;  /* the set of its tags, or NO_ID */
    LIST(size_t) samples; /* by event, for --list-threads */
};

/* The profile and the options must live as long. Returns false after a message
   if the user named a tag that samples of perf do not have. */
bool perfdata_threads_init(struct perfdata_threads *threads,
                           const struct perfdata_processes *processes,
                           struct profile *profile,
                           const struct reader_options *options,
                           const char *input);
void perfdata_threads_free(struct perfdata_threads *threads);
/* Returns the id of the thread of a sample. */
uint32_t perfdata_threads_find(struct perfdata_threads *threads,
                               const struct perfdata_sample *sample);
/* Counts a sample of a thread. Returns whether it counts. */
bool perfdata_threads_accepts(struct perfdata_threads *threads, uint32_t id);
/* Counts a sample for --list-threads. */
void perfdata_threads_count(struct perfdata_threads *threads, uint32_t id,
                            uint32_t event);
/* Adds the threads with samples of this event, or of all events for NO_ID, to
   the inventory. */
void perfdata_threads_list(const struct perfdata_threads *threads,
                           struct inventory *inventory, uint32_t event);
/* See sample_filter_report. */
bool perfdata_threads_report(const struct perfdata_threads *threads,
                             const char *input);

#endif
