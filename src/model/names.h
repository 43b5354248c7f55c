/*
 * What the name of a function tells: whether it is one at all, and whether
 * stacks begin there.
 */
#ifndef MODEL_NAMES_H
#define MODEL_NAMES_H

#include "model/profile.h"

/* The name of all code of a module that has no symbol. */
#define UNRESOLVED S("[unknown]")

/* The profiler found code, but no symbol: the reader knows, or the name is
   "[unknown]", "(no symbols)", "??", a bare address, "[libc.so.6]" or the path
   of the module. */
bool is_unresolved(const struct function *function);

enum start {
    START_NONE,   /* something must have called it */
    START_SURE,   /* programs and threads begin here: nothing can call it */
    START_MAIN,   /* main: perf shows what calls it, many others do not */
    START_TOP,    /* where profilers of scripts and virtual machines begin */
    START_KERNEL, /* the kernel is entered: right where stacks have no more */
};

/* Where stacks begin, by names of Linux, the BSDs, macOS, Windows, Go, the
   JVM and scripting languages. */
enum start start_of(struct str name);

#endif
