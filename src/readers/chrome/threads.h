/* The threads of a trace, which have numbers. */
#ifndef READERS_CHROME_THREADS_H
#define READERS_CHROME_THREADS_H

#include "util/array.h"
#include "util/map.h"

/* A thread that has events, or a process: its tid is NO_ID. All are texts of
   the profile. */
struct trace_thread {
    uint32_t pid, tid, name;
};

/* Empty if all but the arena is zeroed. */
struct trace_threads {
    struct arena *arena; /* has all memory */
    struct pairs ids; /* pid, tid */
    LIST(struct trace_thread); /* by number in ids */
};

/* Returns the number of a thread, or of a process if tid is NO_ID. */
uint32_t trace_threads_id(struct trace_threads *threads, uint32_t pid,
                          uint32_t tid);

#endif
