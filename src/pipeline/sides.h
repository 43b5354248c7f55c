/*
 * The steps of a comparison: each input is a run of the base or of the new
 * side. Each is read and filtered, and then their sum is drawn.
 */
#pragma once

#include "pipeline/run.h"
#include "util/text/buf.h"

/* The runs that are compared, those of the base first. Is empty if zeroed. */
struct sides {
    struct run *runs;
    struct compare_run *compared; /* the same runs, for the comparison */
    size_t n;
    struct match_counts match; /* how their functions were matched */
};

/* Appends the output of a comparison of the files in the options of `sum`. The
   first file with events decides which one is counted. The runs live in the
   arena of `sum`. Returns EXIT_OK; EXIT_CHANGED after a message if the change
   of --fail-if is found; another status after a message if the files cannot be
   compared. */
enum exit_status sides_draw(struct sides *sides, struct run *sum,
                            struct buf *out);

/* Frees the profiles of the runs, which the comparison in the report of `sum`
   refers to. */
void sides_free(struct sides *sides);
