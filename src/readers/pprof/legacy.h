/*
 * The common parts of the formats that pprof calls legacy: stacks of addresses,
 * a map of the memory of the process at the end of the file, which gives
 * functions to addresses, and functions that are left out, such as those of the
 * allocator in a profile of memory. Samples are stored until the map is read.
 */
#pragma once

#include "readers/frames/code_map.h"
#include "readers/pprof/samples.h"
#include "util/array.h"

enum { PPROF_LEGACY_TYPES = 4 }; /* the most of any format */

/* A frame is an address, or a function that the file names. */
struct pprof_legacy_frame {
    uint64_t address;
    uint32_t function; /* NO_ID: the function of `address` */
};

struct pprof_legacy_stack {
    size_t first; /* its innermost frame; its callers follow */
    uint32_t n;
    double values[PPROF_LEGACY_TYPES];
};

/* Begin with pprof_legacy_init and free the code map at the end. */
struct pprof_legacy {
    struct input *in;
    struct pprof_samples samples;
    struct code_map code;
    struct arena *arena; /* has these: */
    LIST(struct str) variables; /* lines "NAME=TEXT": paths of the map may begin
                                   with "$NAME" */
    LIST(struct pprof_legacy_frame) frames;
    LIST(struct pprof_legacy_stack) stacks;
    size_t first; /* first frame of the current stack */
};

void pprof_legacy_init(struct pprof_legacy *legacy, struct input *in,
                       struct profile *profile,
                       const struct reader_options *options);

/* These add a frame to the current stack; the leaf comes first. */
void pprof_legacy_push(struct pprof_legacy *legacy, uint64_t address,
                       uint32_t function);
/* Removes the frames of the current stack. */
void pprof_legacy_clear(struct pprof_legacy *legacy);
/* Ends the current stack. There is a value for each type. */
void pprof_legacy_sample(struct pprof_legacy *legacy, const double *values);

/* Reads a line of the map of the memory. Other lines are ignored. */
void pprof_legacy_map_line(struct pprof_legacy *legacy, struct str line);
/* Reads a line that names an address of Java, " 0x1f main (Main.java:3)".
   Returns false for other lines. */
bool pprof_legacy_java_line(struct pprof_legacy *legacy, struct str line);

/* The kinds of profiles, which differ in the functions that are left out. */
enum pprof_subject { PPROF_CPU, PPROF_MEMORY, PPROF_LOCKS };

/* Makes the profile from the samples, which have n values of these types. Call
   it after code_map_complete. Returns false after a message. */
bool pprof_legacy_finish(struct pprof_legacy *legacy,
                         const struct pprof_type *types, uint32_t n,
                         enum pprof_subject subject);

/* The readers of these formats. */
extern const struct reader reader_gperftools, reader_pprof_text;
