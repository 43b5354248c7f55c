/*
 * Runs the steps of main() on bytes in memory, for the fuzz targets: what main()
 * does from the command line to the text of the output. No process is started
 * and no file of the disk is written.
 */
#ifndef FUZZ_DRAW_H
#define FUZZ_DRAW_H

#include "pipeline/sides.h"
#include "pipeline/write.h"
#include "util/text/buf.h"

struct drawing {
    struct run run;
    struct sides sides; /* the runs of a comparison */
    struct buf out;     /* what the program would write */
    enum exit_status status;
};

/* Returns the path of an anonymous file with these bytes. Each slot from 0 to 3
   is one such file, which the next call with the same slot replaces. */
const char *draw_file(unsigned slot, const void *bytes, size_t n);

/* Runs a command line without the program's name; `words` ends with NULL.
   Release with draw_free. */
void draw(struct drawing *drawing, const char *const *words);
void draw_free(struct drawing *drawing);

#endif
