/*
 * A child process that makes one page, or finds the source of a function. It
 * has a copy of our memory, so nothing that it does to the run reaches us. It
 * writes the page to one pipe and its messages to another.
 */
#pragma once

#include <sys/types.h>
#include <time.h>

#include "serve/form.h"
#include "util/text/buf.h"

/* The function whose source is asked for, as the page describes it. */
struct source_request {
    struct str function; /* its name as read */
    struct str module, file;
    struct str line; /* the first one, as digits; "": not known */
    time_t read;     /* when the server read the input of the page */
};

/* Makes the output of a run whose options are read. Returns EXIT_OK or
   EXIT_DAMAGED, or another status after a message. */
typedef enum exit_status serve_draw(struct run *run, struct buf *out);

/* Zeroed it is idle; release with worker_free. */
struct worker {
    pid_t pid;     /* 0: idle */
    int page_pipe; /* these are ours to read; -1: closed */
    int message_pipe;
    struct buf page, messages;
};

/* The task of a worker: a page, or an answer about source. */
struct work {
    serve_draw *draw;
    const struct form *form;
    const struct form_values *values;
    const struct source_request *source; /* NULL: a page */
    struct run *before; /* to compare with, if the values say so; or NULL */
};

/* How a worker ended. */
enum worker_end {
    WORKER_GOOD,   /* worker->page is the page */
    WORKER_FAILED, /* worker->messages say why there is none */
};

/* Starts the work. Returns false after a message if the system has no process
   for it. */
bool worker_start(struct worker *worker, struct run *run,
                  const struct work *work);
/* Reads what there is in the pipes, which must not be empty if they do not
   block. Returns whether the worker is done; then worker_end tells how. */
bool worker_read(struct worker *worker, bool page_is_ready,
                 bool message_is_ready);
enum worker_end worker_end(struct worker *worker);
/* Ends the worker and its dot. */
void worker_stop(struct worker *worker);
void worker_free(struct worker *worker);
