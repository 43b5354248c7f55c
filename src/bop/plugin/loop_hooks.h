/* The arguments of the hooks for loops, __tsan_bop_loop and
   __tsan_bop_loop_left: the plugins pass them, and hooks/tsan.c gets them. */
#pragma once

/* A loop's depth has this bit if something other than its condition may end
   it. */
#define EARLY_EXIT (1u << 31)

/* How a loop is left. */
enum {
    LEFT_AT_END, /* by the condition after an iteration */
    LEFT_BEFORE, /* by the condition before an iteration */
    LEFT_EARLY   /* by something other than its condition */
};
