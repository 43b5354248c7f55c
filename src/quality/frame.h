/*
 * Recognizes names of frames: those for code without a symbol, and those with
 * which complete stacks begin.
 */
#pragma once

#include "model/profile.h"

/* Returns whether the profiler found code, but no symbol. Either the reader
   says so, or the name is "[unknown]", "(no symbols)", "??", a bare address,
   "[libc.so.6]" or the path of the module. */
bool frame_is_unresolved(const struct function *function);

/* Does the name stand for outer frames that are missing, such as "[truncated]"
   or "(12 frames omitted)"? */
bool frame_is_truncation(struct str name);

/* A stack is complete if its outermost function is a root. */
enum frame_root {
    ROOT_NONE,    /* no root: some function must have called it */
    ROOT_START,   /* nothing can call it: programs and threads begin here */
    ROOT_MAIN,    /* main: perf shows its callers, many profilers do not */
    ROOT_RUNTIME, /* profilers of scripts and virtual machines begin here */
    ROOT_KERNEL,  /* the kernel is entered or idle here: a root of stacks
                     without callers outside the kernel */
};

/* Returns which root a name is. It knows names of Linux, the BSDs, macOS,
   Windows, Go, the JVM and scripting languages. */
enum frame_root frame_root(struct str name);
