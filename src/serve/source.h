/*
 * The source of a function beside its cost by line, for a page that is served.
 * The answer is JSON:
 *
 *     file       the path below the folder of --source
 *     begin      the number of the first line that is shown
 *     first      the first line of the function; 0: the profile does not say
 *     lines      the texts of the lines
 *     costs      [line, self, its text, total, its text] of each line with
 *                cost, by line; a total that is not known is null
 *     notes      sentences that the reader of the lines must know
 */
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
