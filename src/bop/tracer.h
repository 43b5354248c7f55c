/* The tracer of a process: its settings, from BOP_ variables of the environment
   (bop-cc(1)), and its life, from the first report of any kind to the end of
   the program. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum trace_mode { MODE_AGG, MODE_EVENTS, MODE_NULL };

struct tracer {
    /* State. */
    volatile bool off; /* nothing is recorded: before the start, in a pause, or
                          for good */
    bool started;
    bool dead; /* off forever: no symbols, no file, no address space */
    bool full; /* off forever: the pseudo time has reached its limit */
    bool one_thread; /* there has been no second thread so far */
    bool told; /* the program defines functions of state/told.h */
    bool locals;     /* some code reports its scalar local variables */
    bool all_loops;  /* some code asks for the loops of all functions */
    int pauses;
    int signal; /* the signal that ends the program, or 0 */

    /* Settings. */
    bool doc_semantics; /* sem=doc */
    bool words;         /* granule=4 */
    bool anti, output;  /* kinds of dependences besides flow dependences */
    bool slow;          /* words, anti, output or told */
    bool detail_only;   /* calls=detail */
    bool no_places; /* the trace does not keep its source lines */
    enum trace_mode mode;
    uint64_t max_edges;

    /* The process. */
    int pid;
    uint64_t start_time; /* in clock ticks since boot; exec keeps it */
    char exe[4096];      /* the path of the program, or "" */
};

extern struct tracer bop_tracer;

/* Starts the tracer unless it has started. */
void bop_tracer_start(void);
/* Writes the trace. Call this when the program is about to end or to call
   exec. */
void bop_tracer_end(void);
/* Ends tracing for good. The trace is still written if a message was kept for
   it. */
void bop_tracer_stop(void);
