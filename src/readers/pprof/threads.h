/*
 * The threads of the samples of pprof, by their labels, for --comm, --pid and
 * --tid. Profilers do not agree on the keys of these labels.
 */
#ifndef READERS_PPROF_THREADS_H
#define READERS_PPROF_THREADS_H

#include "readers/pprof/tables.h"
#include "readers/reader.h"

struct pprof_threads {
    bool is_read;   /* labels are looked at */
    bool is_listed; /* for --list-threads */
    struct str selected; /* the accepted threads in words; "": all */
    struct sample_filter filters[N_THREAD_KEYS];
    struct str values[N_THREAD_KEYS]; /* of the current sample */
    struct arena arena, scratch;
};

/* Begin with pprof_threads_init and end with pprof_threads_free. */
void pprof_threads_init(struct pprof_threads *threads,
                        const struct reader_options *options);
void pprof_threads_free(struct pprof_threads *threads);

/* Counts a sample, a message, and returns whether its thread is accepted. */
bool pprof_threads_accept(struct pprof_threads *threads,
                          const struct pprof_tables *tables,
                          struct str sample);
/* Adds the thread of this sample to the inventory, for --list-threads. */
void pprof_threads_list(const struct pprof_threads *threads,
                        struct inventory *inventory);
/* Describes the accepted threads in the profile. Returns false after a message
   if there are none. */
bool pprof_threads_report(const struct pprof_threads *threads,
                          struct profile *profile, const char *input);

#endif
