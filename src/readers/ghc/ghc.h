/*
 * The stacks of cost centres that a profile of GHC has, in text or in JSON.
 * Both forms become calls of ghc_centre and ghc_add.
 */
#pragma once

#include "input/input.h"
#include "readers/frames/frame_stacks.h"

/* The costs are events. */
enum ghc_cost {
    GHC_TIME,  /* microseconds */
    GHC_ALLOC, /* bytes */
    N_GHC_COSTS
};

/* A cost centre, the part of a program that costs belong to: a function, an
   expression that is named by a pragma SCC, or all constants of a module (its
   CAF). The three texts are texts of the profile. */
struct ghc_centre {
    bool is_known;
    uint32_t label, module;
    uint32_t place; /* "app/Main.hs:6:1-11", "app/Main.hs:(6,1)-(8,11)", or one
                       such as "<built-in>" that names no file */
    double entries; /* of all stacks that end in it */
};

struct ghc {
    struct input *in;
    struct profile *profile;
    struct frame_stacks stacks; /* of cost centres; events are costs */
    LIST(struct ghc_centre) centres; /* by number */
    size_t samples[N_GHC_COSTS]; /* stacks with such a cost */
    double idle;                 /* microseconds in which nothing ran */
    double tick;                 /* microseconds from sample to sample; 0 if
                                    the file has not said it yet */
};

/* Returns the cost centre of this number. If that is new, it is not known
   yet. Valid until the next call. */
struct ghc_centre *ghc_centre(struct ghc *ghc, uint32_t number);
/* Adds the costs and entries of a stack, which is not empty. `number` is that
   of its last cost centre. */
void ghc_add(struct ghc *ghc, uint32_t stack, uint32_t number,
             const double costs[N_GHC_COSTS], double entries);

/* Read the whole input: ghc/text.c and ghc/json.c. They return false after a
   message. */
bool ghc_read_text(struct ghc *ghc);
bool ghc_read_json(struct ghc *ghc);
