/* --split-by: an output for each thread, process, event, module or label. */
#pragma once

#include "pipeline/run.h"
#include "util/files/save.h"

/* The files to write: their names in a folder, and their bytes. */
struct split_files {
    struct saved_file *files; /* in the arena of the run */
    size_t n;
};

/* Reads the input, and makes one output of the samples of each value of the
   key, as if the input had no others. Those that cost most come first. The
   pages have an index. Returns a status as draw of main.c does. */
enum exit_status split_draw(struct run *run, struct split_files *split);
