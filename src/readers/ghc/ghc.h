/*
 * The stacks of cost centres in a profile of GHC. The readers of text and of
 * JSON both call ghc_centre and ghc_add.
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

/* A cost centre is a part of a program to which costs belong: a function, an
   expression with a pragma SCC, or all constants of a module (its CAF). The
   texts are those of the profile. */
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
    double idle;                 /* microseconds in which the program was
                                    idle */
    double tick;                 /* microseconds between samples; 0 if not known
                                    yet */
};

/* Returns the cost centre of this number, with is_known false if it is new.
   Valid until the next call. */
struct ghc_centre *ghc_centre(struct ghc *ghc, uint32_t number);
/* Adds the costs and entries of a stack, which must not be empty. `number` is
   its innermost cost centre. */
void ghc_add(struct ghc *ghc, uint32_t stack, uint32_t number,
             const double costs[N_GHC_COSTS], double entries);

/* Read the whole input: ghc/text.c and ghc/json.c. They return false after a
   message. */
bool ghc_read_text(struct ghc *ghc);
bool ghc_read_json(struct ghc *ghc);
