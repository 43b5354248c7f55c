/* The last steps of the pipeline, and all of them for one profile. */
#pragma once

#include "pipeline/run.h"

/* Reads the files of a run once more so that functions are lines, or with
   --assembly instructions, filters that profile as the other, and finds its
   costs. The filters take the lines of a function for the function, because
   they have its name. Sets report.lines, which stays NULL if the files have no
   lines. Returns EXIT_OK, or another status after a message. */
enum exit_status write_find_lines(struct run *run);

/* Appends what the view holds, and says on standard error what is wrong with
   the input. Returns EXIT_OK, or another status after a message. */
enum exit_status write_view(struct run *run, struct buf *out);

/* Does all steps of one profile, from reading to writing. Returns the status of
   the step that failed, or that of run_end. */
enum exit_status write_run(struct run *run, struct buf *out);
