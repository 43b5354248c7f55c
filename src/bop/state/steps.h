/*
 * Executions of the statements of functions under study. A toplev location is
 * executed whenever DETAIL code makes a reference there or calls a SKETCH
 * function from there. Its cost is the number of references from then until the
 * next execution of any toplev location.
 */
#pragma once

#include "bop/base/base.h"

struct thread;

/* The number of recent executions whose times are known, and so the largest
   distance. */
#define RECENT_STEPS 32

/* Bits of the numbers that stand for files; the lower ones are descriptors. The
   record t of bop-trace(5) has these numbers. */
enum { RANDOM_NUMBERS = 62, OTHER_FILES = 63 };

struct step {
    site at; /* the toplev location */
    uint64_t n;
    uint64_t cost, most; /* sum over all executions, and of the costliest one */
    uint64_t begun;      /* executions, including those before a fork */
    uint64_t outputs;    /* file descriptors to which they write, as bits */
    uint64_t inputs;     /* those from which they read, and RANDOM_NUMBERS */
    uint64_t unknown;    /* the functions with unknown references that they
                            call, as bits of callees.h */
    uint64_t times[RECENT_STEPS]; /* pseudo times when they began, a ring */
};

/* Each thread keeps its recent toplev locations in a direct-mapped cache. */
#define STEP_CACHE 1024

struct step_slot {
    site at;
    uint32_t step; /* index + 1 */
};

/* Begins an execution of the toplev location `at`, at the present pseudo
   time. */
void bop_steps_begin(struct thread *t, site at);
/* Records that the execution that has just begun is part of one that another
   thread has counted. */
void bop_steps_go_on(struct thread *t);
/* Charges the references so far to the running execution. */
void bop_steps_charge(struct thread *t);
/* These record that the running execution writes to a file descriptor, reads
   from one, or takes a random number from libc. */
void bop_steps_output(struct thread *t, int fd);
void bop_steps_input(struct thread *t, int fd);
void bop_steps_random(struct thread *t);
/* Records that it has called functions of unknown references. */
void bop_steps_unknown(struct thread *t, uint64_t unknown);
/* Returns how many executions of a toplev location have begun after a pseudo
   time, at most RECENT_STEPS. */
INLINE uint32_t bop_steps_since(const struct step *step, uint64_t pseudo_time)
{
    uint64_t known =
        step->begun < RECENT_STEPS ? step->begun : RECENT_STEPS;
    uint32_t n = 0;
    /* Most results are small or the maximum. */
    if (known &&
        step->times[(step->begun - known) % RECENT_STEPS] > pseudo_time)
        return (uint32_t)known;
    while (n < known &&
           step->times[(step->begun - 1 - n) % RECENT_STEPS] > pseudo_time)
        n++;
    return n;
}

/* Returns the index of a toplev location, which is added if it is new. */
uint32_t bop_steps_find(struct thread *t, site at);
