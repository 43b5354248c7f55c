/*
 * The steps of a comparison: each input is a run of the base or of the new
 * side, and their sum goes down the rest of the pipeline.
 */
#ifndef PIPELINE_SIDES_H
#define PIPELINE_SIDES_H

#include "pipeline/run.h"

/* The runs that are compared, those of the base first. Zeroed it is empty. */
struct sides {
    struct run *runs;
    struct compare_run *compared; /* the same runs, for the comparison */
    size_t n;
    struct comparison *comparison; /* NULL before sides_compare */
};

/* Reads and filters the files of the options of `sum`. The first one decides
   which event is counted. The runs are in the arena of `sum`. Returns EXIT_OK,
   or another status after a message. */
enum exit_status sides_prepare(struct sides *sides, struct run *sum);

/* Makes the sum of all runs the profile of `sum`, and finds the costs of each
   of them. Returns false after a message if they cannot be compared, or if
   there are no functions. */
bool sides_add_up(struct sides *sides, struct run *sum);

/* Adds the comparison to the report of `sum`. Changed functions are drawn
   first, by their difference. */
void sides_compare(struct sides *sides, struct run *sum);

void sides_free(struct sides *sides);

#endif
