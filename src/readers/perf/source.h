/*
 * The source lines of frames, which perf script -F +srcline prints, and how
 * often each file occurs in the frames of a function.
 */
#ifndef READERS_PERF_SOURCE_H
#define READERS_PERF_SOURCE_H

#include "util/array.h"
#include "util/map.h"

/* The source of a frame for which perf knows no file and line. */
#define PERF_NO_SOURCE NO_ID

/* How often a file occurs in the frames with one frame id. */
struct perf_source_count {
    uint32_t frame, file;
    uint32_t line; /* the least one */
    size_t n;
};

/* Empty if all but the arena is zeroed. */
struct perf_sources {
    struct arena *arena; /* has all memory */
    struct strings files;
    struct pairs lines;   /* (file, line); their ids are those of sources */
    struct pairs counted; /* (frame, file), the keys of counts */
    LIST(struct perf_source_count) counts;
};

/* Returns the id of the source "FILE:LINE", or PERF_NO_SOURCE for other texts,
   such as "??:0" and "libc.so.6[f2262]". */
uint32_t perf_sources_id(struct perf_sources *sources, struct str text);
/* Counts one occurrence of a source in the frames with this id. */
void perf_sources_count(struct perf_sources *sources, uint32_t frame,
                        uint32_t source);

#endif
