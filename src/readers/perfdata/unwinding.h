/*
 * Finds the callers of samples that have a copy of the stack instead of a chain
 * (perf record --call-graph dwarf), by the call frame information of the files
 * in the memory of the process.
 */
#pragma once

#include "readers/perfdata/code/code.h"
#include "readers/perfdata/file/chain.h"
#include "util/array.h"

/* Begin with perfdata_unwinding_init. */
struct perfdata_unwinding {
    bool is_left_out; /* this program is built without elfutils and unwinds no
                         stacks */
    struct str arch; /* the machine that recorded */
    struct perfdata_code *code;
    uint32_t state; /* the mappings of the process */
    LIST(struct unwind_rows *) rows; /* by module; NULL: not opened yet */
    LIST(struct perfdata_unwinding_place) places; /* by place */
    struct arena *arena; /* has the rows and the places */
    bool has_cut; /* the copies of some stacks are too small */
    uint64_t steps; /* steps left for expressions of call frame information */
    const char *out_of_steps; /* the file whose expression used up `steps`, or
                                 NULL */
};

/* `arch` is the machine of the recording, or "". */
void perfdata_unwinding_init(struct perfdata_unwinding *unwinding,
                             struct perfdata_code *code, struct str arch);

/* Adds the callers of the chain's last address, if needs_unwinding is set and
   the sample has a stack and registers; needs_unwinding then becomes false.
   `state` is that of the process. */
void perfdata_unwinding_run(struct perfdata_unwinding *unwinding,
                            struct perfdata_chain *chain,
                            const struct perfdata_sample *sample,
                            uint32_t state);
