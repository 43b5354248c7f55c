/*
 * Running another program, the only fork: text goes in, bytes come out. No
 * shell is involved. The child is the leader of a process group of its own,
 * which is killed as a whole when its time is up or a signal ends us.
 */
#ifndef OUTPUT_GRAPHVIZ_RUN_H
#define OUTPUT_GRAPHVIZ_RUN_H

#include "util/buf.h"

enum run_end {
    RUN_EXITED,  /* value: its exit status */
    RUN_KILLED,  /* value: the signal */
    RUN_MISSING, /* it could not be started; value: errno */
    RUN_SLOW,    /* it was killed, its time was up */
};

struct run_result {
    enum run_end end;
    int value;
};

/*
 * Runs argv[0], sought in PATH unless it has a '/', with input as its standard
 * input. Adds what it writes to out and the first RUN_MESSAGES bytes of its
 * standard error to messages. limit is in seconds of time that passes; 0: no
 * limit.
 */
struct run_result run_program(const char *const *argv, struct str input, double limit,
                      struct buf *out, struct buf *messages);

enum { RUN_MESSAGES = 65536 };

#endif
