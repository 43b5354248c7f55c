/*
 * The addresses of the stack of a sample, leaf first, from its call chain. A
 * chain also has marks with the mode of the addresses after them:
 *
 *     CONTEXT_KERNEL ffffffff8104 ffffffff8132 CONTEXT_USER 55d0 55f7
 */
#pragma once

#include "readers/perfdata/file/sample.h"
#include "util/array.h"

struct perfdata_address {
    uint64_t at;    /* the instruction of the leaf, or the return address in a
                       caller */
    bool is_caller; /* the frame has made the call just before `at` */
    enum perfdata_mode mode;
};

/* Set the first two and leave the others zeroed. */
struct perfdata_chain {
    struct arena *arena; /* has the list */
    int ip_register; /* the number of the instruction pointer among the
                        registers of samples; -1 if it is not known */
    LIST(struct perfdata_address);
    bool needs_unwinding; /* the recording has a copy of the user stack instead
                             of its chain, which has only the innermost frame */
};

/* Replaces the addresses by those of a sample. */
void perfdata_chain_take(struct perfdata_chain *chain,
                         const struct perfdata_sample *sample);
/* Adds an address of user code as the outermost one. */
void perfdata_chain_add(struct perfdata_chain *chain, uint64_t at,
                        bool is_caller);
