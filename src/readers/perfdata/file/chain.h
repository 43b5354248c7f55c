/*
 * The addresses of the stack of a sample, leaf first, from its call chain. A
 * chain also holds marks, which say where the addresses after them run:
 *
 *     CONTEXT_KERNEL ffffffff8104 ffffffff8132 CONTEXT_USER 55d0 55f7
 */
#pragma once

#include "readers/perfdata/file/sample.h"
#include "util/array.h"

struct perfdata_address {
    uint64_t at;    /* where the frame runs or, in callers, returns to */
    bool is_caller; /* the frame has made a call, which is before `at` */
    enum perfdata_mode mode;
};

/* Set the first two and leave the others zeroed. */
struct perfdata_chain {
    struct arena *arena; /* has the list */
    int ip_register; /* the number of the instruction pointer among the
                        registers of samples; -1 if it is not known */
    LIST(struct perfdata_address);
    bool needs_unwinding; /* the stack of user code was recorded in place of
                             its chain: only its innermost frame is there */
};

/* Replaces the addresses by those of a sample. */
void perfdata_chain_take(struct perfdata_chain *chain,
                         const struct perfdata_sample *sample);
/* Adds an address of user code, outside all others. */
void perfdata_chain_add(struct perfdata_chain *chain, uint64_t at,
                        bool is_caller);
