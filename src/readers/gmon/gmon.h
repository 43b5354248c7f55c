/*
 * All gmon.out files of one program make one profile: counts and ticks are
 * added up before anything is made of them.
 */
#ifndef READERS_GMON_GMON_H
#define READERS_GMON_GMON_H

#include "model/profile.h"
#include "readers/gmon/arcs.h"
#include "readers/gmon/hist.h"
#include "readers/gmon/program.h"

struct gmon {
    struct gmon_program program;
    struct gmon_hist hist;
    struct gmon_arcs arcs;
    const char *name; /* for messages about all files */
    bool force;       /* files of other programs too */
    /* To be told once, however many files there are: */
    size_t n_blocks, n_moved, n_without_rate;
};

/* Opens the program. False after a message; else end with gmon_end. */
bool gmon_start(struct gmon *gmon, const char *program, struct arena *arena);
/* Adds a file. Its name must stay, bytes need not. False after a message. */
bool gmon_add(struct gmon *gmon, const char *name, struct str bytes);
/* The sum into an empty profile, and what is to be told of it. False after a
   message. */
bool gmon_finish(struct gmon *gmon, struct profile *profile);
void gmon_end(struct gmon *gmon);

/* S, C and A as a profile: only functions with samples or calls. symbols are
   those of the program, ticks by symbol, rate the ticks of a unit. */
void gmon_profile(struct profile *profile, const struct gmon *gmon,
                  const double *ticks, double rate);
/* The routines that count and sample are no part of the program. */
bool gmon_is_left_out(const char *name);

#endif
