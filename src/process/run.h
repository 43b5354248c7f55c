/*
 * Runs another program with text as its standard input and collects its output.
 * No shell is involved. The child leads a process group of its own, which is
 * killed when its time is up or when a signal ends this process. If that signal
 * is SIGKILL, Linux kills the child, but not the processes that it started.
 */
#pragma once

#include <sys/types.h>

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

/* A program that was left running for another input; zeroed, there is none. */
struct run_kept {
    pid_t pid;
    int in, out, err; /* our ends of its streams */
};

/*
 * As run_program, for a program that answers one input after another, each with
 * output that ends with `end` and contains that nowhere else. If it does so in
 * time, it is kept for the next call, which must name the same program;
 * otherwise it has ended. End with run_end_kept.
 */
struct run_result run_ask(struct run_kept *kept, const char *const *argv,
                          struct str input, struct str end, double limit,
                          struct buf *out, struct buf *messages);
void run_end_kept(struct run_kept *kept);
