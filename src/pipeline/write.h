/* The last steps of the pipeline, and write_run, which does all of them. */
#pragma once

#include "pipeline/run.h"

/* Reads the files of a run again with functions by line or, with --assembly, by
   instruction, filters this profile like the first, and finds its costs.
   Filters treat a line like its function, whose name it has. Sets report.lines,
   which stays NULL if the files have no lines. Returns EXIT_OK, or another
   status after a message. */
enum exit_status write_find_lines(struct run *run);

/* Appends the output of the view, and reports on standard error what is wrong
   with the input. Returns EXIT_OK, or another status after a message. */
enum exit_status write_view(struct run *run, struct buf *out);

/* Does all steps of one profile, from reading to writing. Returns the status of
   the step that failed, or that of run_end. */
enum exit_status write_run(struct run *run, struct buf *out);
