/* The threads of samples and their names. */
#ifndef READERS_PERFDATA_THREADS_H
#define READERS_PERFDATA_THREADS_H

#include "readers/perfdata/file/sample.h"
#include "readers/perfdata/processes.h"
#include "readers/sink/sink.h"
#include "util/array.h"

/* Set the first two; release with perfdata_threads_free. */
struct perfdata_threads {
    const struct perfdata_processes *processes;
    struct sink *sink;
    struct pairs ids, named; /* (pid, tid), and (id of that, name) */
    LIST(uint32_t);     /* by id in `named`: the thread of the sink */
    struct arena arena; /* has all of this */
};

void perfdata_threads_free(struct perfdata_threads *threads);
/* Returns the name of the thread of a sample, in the arena or elsewhere. `comm`
   is the id that perfdata_processes_name has for it. */
struct str perfdata_threads_comm(const struct perfdata_processes *processes,
                                 const struct perfdata_sample *sample,
                                 uint32_t comm, struct arena *arena);
/* Returns the thread of the sink that a sample was taken in. */
uint32_t perfdata_threads_find(struct perfdata_threads *threads,
                               const struct perfdata_sample *sample);

#endif
