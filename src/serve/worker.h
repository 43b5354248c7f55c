/*
 * A child process that makes one page, or finds the source of a function. It
 * works on a copy of our memory, and writes the page to one pipe and its
 * messages to another.
 */
#pragma once

#include <sys/types.h>
#include <time.h>

#include "serve/form.h"
#include "util/text/buf.h"

/* A request for the source of a function, as the page describes it. */
struct source_request {
    struct str function; /* name as read */
    struct str module, file;
    struct str line; /* first line, as digits; "" if it is not known */
    time_t read;     /* when the server read the input of the page */
};

/* A function that makes the output of a run whose options are read. Returns
   EXIT_OK or EXIT_DAMAGED, or another status after a message. */
typedef enum exit_status serve_draw(struct run *run, struct buf *out);

/* Is idle if zeroed; end with worker_free. */
struct worker {
    pid_t pid;     /* 0: idle */
    int page_pipe; /* the end that we read, as below; -1: closed */
    int message_pipe;
    struct buf page, messages;
};

/* The task of a worker: a page, or an answer about source. */
struct work {
    serve_draw *draw;
    const struct form *form;
    const struct form_values *values;
    const struct source_request *source; /* NULL: a page */
    struct run *before; /* the previous run, if the values ask to compare with
                           it; else NULL */
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
/* Reads the pipes that are ready. Returns whether the worker is done;
   worker_end then tells how it ended. */
bool worker_read(struct worker *worker, bool page_is_ready,
                 bool message_is_ready);
enum worker_end worker_end(struct worker *worker);
/* Ends the worker and its dot. */
void worker_stop(struct worker *worker);
void worker_free(struct worker *worker);
