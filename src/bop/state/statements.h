/*
 * Statements of functions under study, which bop-trace(5) calls toplev
 * locations. A statement is executed whenever DETAIL code makes a reference
 * there or calls a SKETCH function from there. The cost of an execution is the
 * number of references from then until the next one of any statement.
 */
#pragma once

#include "bop/base/base.h"

struct thread;

/* The number of recent executions whose times are known, and so the largest
   distance. */
#define RECENT 32

/* Bits of the numbers that stand for files; the lower ones are descriptors. The
   record t of bop-trace(5) has these numbers. */
enum { RANDOM_NUMBERS = 62, OTHER_FILES = 63 };

struct statement {
    site at;
    uint64_t n; /* executions */
    uint64_t cost, most; /* sum over all executions, and of the costliest one */
    uint64_t begun;      /* executions, including those before a fork */
    uint64_t outputs;    /* file descriptors to which they write, as bits */
    uint64_t inputs;     /* those from which they read, and RANDOM_NUMBERS */
    uint64_t unknown;    /* the functions with unknown references that they
                            call, as bits of callees.h */
    uint64_t times[RECENT]; /* pseudo times when they began, a ring */
};

/* Each thread keeps its recent statements in a direct-mapped cache. */
#define STATEMENT_CACHE 1024

struct statement_slot {
    site at;
    uint32_t statement; /* index + 1 */
};

/* Begins an execution of the statement `at`, at the present pseudo time. */
void bop_statements_begin(struct thread *t, site at);
/* Records that the execution that has just begun is part of one that another
   thread has counted. */
void bop_statements_go_on(struct thread *t);
/* Charges the references so far to the running execution. */
void bop_statements_charge(struct thread *t);
/* These record that the running execution writes to a file descriptor, reads
   from one, or takes a random number from libc. */
void bop_statements_output(struct thread *t, int fd);
void bop_statements_input(struct thread *t, int fd);
void bop_statements_random(struct thread *t);
/* Records that it has called functions of unknown references. */
void bop_statements_unknown(struct thread *t, uint64_t unknown);
/* Returns how many executions of a statement have begun after a pseudo time, at
   most RECENT. */
INLINE uint32_t bop_statements_since(const struct statement *statement,
                                     uint64_t pseudo_time)
{
    uint64_t known = statement->begun < RECENT ? statement->begun : RECENT;
    uint32_t n = 0;
    /* Most results are small or the maximum. */
    if (known &&
        statement->times[(statement->begun - known) % RECENT] > pseudo_time)
        return (uint32_t)known;
    while (n < known &&
           statement->times[(statement->begun - 1 - n) % RECENT] > pseudo_time)
        n++;
    return n;
}

/* Returns the index of a statement, which is added if it is new. */
uint32_t bop_statements_find(struct thread *t, site at);
