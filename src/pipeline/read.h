/* The first step of the pipeline: from files to one profile. */
#ifndef PIPELINE_READ_H
#define PIPELINE_READ_H

#include "pipeline/run.h"

/* Reads the files of the options, sets profile and reader of the run, and
   chooses the event that is counted if the options name none. Returns EXIT_OK,
   or another status after a message. */
enum exit_status read_files(struct run *run);

/* Returns EXIT_USAGE after a message if no file that was read needs the unit of
   --unit, else EXIT_OK. In a comparison, read_files leaves this check to the
   caller, because a file of another run may need it. */
enum exit_status read_check_unit(const struct run *run);

#endif
