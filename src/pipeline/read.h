/* The first step of the pipeline: from files to one profile. */
#ifndef PIPELINE_READ_H
#define PIPELINE_READ_H

#include "pipeline/run.h"

/* Reads the files of the options, sets profile and reader of the run, and
   chooses the event that is counted if the options name none. Returns EXIT_OK,
   or another status after a message. */
enum exit_status read_files(struct run *run);

#endif
