/*
 * The callers of samples that hold a copy of the stack in place of its chain
 * (perf record --call-graph dwarf), found by the call frame information of the
 * files that the process had in memory.
 */
#pragma once

#include "readers/perfdata/code/code.h"
#include "readers/perfdata/file/chain.h"
#include "util/array.h"

/* Begin with perfdata_unwinding_init. */
struct perfdata_unwinding {
    bool is_left_out; /* this program is built without elfutils: no stack is
                         unwound */
    struct str arch; /* the machine that recorded */
    struct perfdata_code *code;
    uint32_t state; /* the mappings of the process */
    LIST(struct unwind_rows *) rows; /* by module; NULL: not opened yet */
    LIST(struct perfdata_unwinding_place) places; /* by place */
    struct arena *arena; /* has the rows and the places */
    bool has_cut; /* the copies of some stacks are too small */
    uint64_t steps; /* that expressions of call frame information may take */
    const char *out_of_steps; /* the file whose expression took the last of
                                 them, or NULL */
};

/* `arch` is the machine of the recording, or "". */
void perfdata_unwinding_init(struct perfdata_unwinding *unwinding,
                             struct perfdata_code *code, struct str arch);

/* Adds the callers of the chain's last address, if the chain needs it and the
   sample has what it takes; chain->needs_unwinding then becomes false. `state`
   is that of the process. */
void perfdata_unwinding_run(struct perfdata_unwinding *unwinding,
                            struct perfdata_chain *chain,
                            const struct perfdata_sample *sample,
                            uint32_t state);
