/*
 * Stacks from branch records (perf record --call-graph lbr). The processor
 * keeps the last calls that have not returned, and how many depends on it, so
 * that outer frames may be missing. perf puts these records in place of the
 * user's part of the call chain (PERF_SAMPLE_BRANCH_CALL_STACK in
 * linux/perf_event.h); the kernel's part stays.
 */
#ifndef UNWIND_LBR_H
#define UNWIND_LBR_H

#include "unwind/unwind.h"

/* A call: the address of its instruction, and where the called function
   begins. */
struct unwind_branch {
    uint64_t from, to;
};

/* Stores the frames that n calls leave, of which the latest comes first:
   the beginning of the function that was called last, and the instruction of
   each call. Returns the number of frames. */
size_t unwind_lbr(const struct unwind_branch *calls, size_t n,
                  struct unwind_frame *frames, size_t room);

#endif
