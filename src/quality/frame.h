/*
 * Names of functions as frames of stacks: some show that the profiler found no
 * symbol, and some that stacks begin there.
 */
#pragma once

#include "model/profile.h"

/* Returns whether the profiler found code, but no symbol. Either the reader
   says so, or the name is "[unknown]", "(no symbols)", "??", a bare address,
   "[libc.so.6]" or the path of the module. */
bool frame_is_unresolved(const struct function *function);

/* Does the name stand for outer frames that the profiler left out, such as
   "[truncated]" and "(12 frames omitted)"? */
bool frame_is_truncation(struct str name);

/* A stack is complete if its outermost function is a root. */
enum frame_root {
    ROOT_NONE,    /* no root: something must have called it */
    ROOT_START,   /* programs and threads begin here: nothing can call it */
    ROOT_MAIN,    /* main: perf shows its callers, many profilers do not */
    ROOT_RUNTIME, /* profilers of scripts and virtual machines begin here */
    ROOT_KERNEL,  /* the kernel is entered or idle here: a root of stacks that
                     have no callers outside the kernel */
};

/* Returns which root a name is. It knows names of Linux, the BSDs, macOS,
   Windows, Go, the JVM and scripting languages. */
enum frame_root frame_root(struct str name);
