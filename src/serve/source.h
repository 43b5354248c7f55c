/* The source and the instructions of a function beside their costs, for a page
   that is served. The answer is a listing of output/html/source.h. */
#ifndef SERVE_SOURCE_H
#define SERVE_SOURCE_H

#include <time.h>

#include "pipeline/run.h"

/* The function whose source is asked for, as the page describes it. */
struct source_request {
    struct str function; /* its name as read */
    struct str module, file;
    struct str line; /* the first one, as digits; "": not known */
    time_t read;     /* when the server read the input of the page */
};

/* Appends the answer. The run has the options of the page, and the profile as
   read or none, and cannot be used any more. Returns EXIT_OK, or EXIT_FAILED
   after a message if there is no source to show. */
enum exit_status source_write(struct run *run,
                              const struct source_request *request,
                              struct buf *out);

#endif
