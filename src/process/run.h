/*
 * Runs another program with text as its standard input and collects its output.
 * No shell is involved. The child leads a process group of its own, which is
 * killed when its time is up or when a signal ends this process. If that signal
 * is SIGKILL, Linux kills the child, but not the processes that it started.
 */
#pragma once

#include "util/text/buf.h"

enum { RUN_MESSAGES = 65536 };

enum run_end {
    RUN_EXITED,  /* value: its exit status */
    RUN_KILLED,  /* value: the signal */
    RUN_MISSING, /* it could not be started; value: errno */
    RUN_SLOW,    /* its time was up and it was killed; value: 0 */
    RUN_LOST,    /* its output or its end could not be read, and it was killed;
                    value: errno, or 0 if a message has said why */
};

struct run_result {
    enum run_end end;
    int value;
};

/*
 * Runs argv[0], which is looked up in PATH unless it has a '/', with `input`
 * as its standard input. Appends its standard output to `out` and the first
 * RUN_MESSAGES bytes of its standard error to `messages`. `limit` is in seconds
 * of wall time; 0 is no limit.
 */
struct run_result run_program(const char *const *argv, struct str input,
                              double limit, struct buf *out,
                              struct buf *messages);
