/*
 * Unwinds a stack: from the registers and the piece of the stack that a
 * profiler copied (perf record --call-graph dwarf) to the addresses of the
 * functions that were running, by the call frame information of the files that
 * were mapped.
 *
 * Code without such information, mostly of just-in-time compilers, is crossed
 * by frame pointers if it has them: the frame pointer points to the saved one,
 * and the return address is next to that. Such a step counts only if it leads
 * to mapped memory.
 *
 * Nothing is allocated except the rows of modules (unwind/rows.h). All input
 * may be damaged: each read is inside the copy, and the caller gives the number
 * of frames and of the steps that expressions take. A frame that does not lie
 * above the one that it called ends the stack.
 */
#pragma once

#include "unwind/machine.h"
#include "unwind/memory.h"
#include "unwind/rows.h"

/* The most frames of a stack. perf's own limit of 127 (--max-stack) is too low
   for recursion, while copies of 64 kB have up to some thousand frames. */
enum { UNWIND_FRAMES = 1024 };

struct unwind_place {
    bool is_mapped;           /* the process had memory at the address */
    struct unwind_rows *rows; /* of the file that is mapped there; NULL: there
                                 is no file, or it cannot be read */
    uint64_t address;         /* in the file */
};

/* Finds what is mapped at an address of the process. */
typedef struct unwind_place unwind_find(void *maps, uint64_t address);

struct unwind_input {
    const struct unwind_machine *machine;
    struct unwind_registers registers;
    struct unwind_memory memory; /* from the stack pointer on */
    unwind_find *find;
    void *maps; /* for `find` */
    uint64_t *steps; /* the steps left for expressions, which are subtracted;
                        NULL: no limit */
};

struct unwind_frame {
    uint64_t address; /* of an instruction: the one that was running, the one
                         that a signal interrupted, or the one after a call */
    bool is_exact;    /* if false, address - 1 is looked up, because the call is
                         before the address */
};

enum unwind_end {
    UNWIND_COMPLETE, /* at the start of the program or of a thread */
    UNWIND_CUT,      /* the next return address was not copied */
    UNWIND_NO_RULE,  /* nothing tells how to find the caller */
    UNWIND_FULL,     /* there are more frames than room */
    UNWIND_LOOP,     /* the next frame does not lie above this one or, where a
                        signal interrupted, equals it */
};

struct unwind_stack {
    size_t n; /* frames */
    enum unwind_end end;
    uint32_t n_guessed; /* steps by frame pointer */
    bool is_out_of_steps; /* expressions used up the steps */
};

/* Stores the frames of a stack, of which there is at least one if there is
   room: the innermost first. */
struct unwind_stack unwind_run(const struct unwind_input *input,
                               struct unwind_frame *frames, size_t room);
