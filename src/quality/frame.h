/*
 * What the name of a function tells: whether it is one at all, and whether
 * stacks begin there.
 */
#ifndef QUALITY_FRAME_H
#define QUALITY_FRAME_H

#include "model/profile.h"

/* The profiler found code, but no symbol: the reader knows, or the name is
   "[unknown]", "(no symbols)", "??", a bare address, "[libc.so.6]" or the path
   of the module. */
bool frame_is_unresolved(const struct function *function);

enum stack_start {
    START_NONE,   /* something must have called it */
    START_SURE,   /* programs and threads begin here: nothing can call it */
    START_MAIN,   /* main: perf shows what calls it, many others do not */
    START_TOP,    /* where profilers of scripts and virtual machines begin */
    START_KERNEL, /* the kernel is entered: right where stacks have no more */
};

/* Where stacks begin, by names of Linux, the BSDs, macOS, Windows, Go, the
   JVM and scripting languages. */
enum stack_start frame_stack_start(struct str name);

#endif
