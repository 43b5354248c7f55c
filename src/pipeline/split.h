/* --split-by: an output for each thread, process, event, module or label. */
#pragma once

#include "pipeline/run.h"
#include "util/files/save.h"

/* The files to write: their names in a folder, and their bytes. */
struct split_files {
    struct saved_file *files; /* in the arena of the run */
    size_t n;
};

/* Reads the input and makes one output for each value of the key, from the
   samples with that value, costliest first. Pages get an index. Returns
   EXIT_OK, or another status after a message. */
enum exit_status split_draw(struct run *run, struct split_files *split);
