/* The last step of the pipeline, and all of them for one profile. */
#pragma once

#include "pipeline/run.h"

/* Appends what the view holds, and says on standard error what is wrong with
   the input. Returns EXIT_OK, or another status after a message. */
enum exit_status write_view(struct run *run, struct buf *out);

/* Does all steps of one profile, from reading to writing. Returns the status of
   the step that failed, or that of run_end. */
enum exit_status write_run(struct run *run, struct buf *out);
