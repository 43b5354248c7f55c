/*
 * What the executions of a statement, or the iterations of a loop, carry from
 * one to the next in one variable (or in any data without a name): values that
 * a later one reads, and memory that a later one writes again.
 */
#pragma once

#include <math.h>

#include "deps/dependence.h"
#include "deps/outputs/data_names.h"

/* A dependence among executions, or among iterations. */
struct carried_by {
    const struct dep_data *data; /* NULL: there is none */
    enum dependence_kind kind;
    struct str writer, reader; /* places */
};

/* Begin with CARRIED_NOTHING. */
struct carried {
    struct data_names names; /* of data without a name */
    struct carried_by flow, anti, output; /* the first of each kind */
    bool only_updates; /* all flow is like "n++", and one reduction */
    bool only_places;  /* all writes are the place of one minimum or maximum */
    bool is_used; /* something other than the updates reads their result */
    double least, most; /* executions or iterations, of flow */
};

#define CARRIED_NOTHING                                                        \
    { .only_updates = true, .only_places = true, .least = INFINITY }

/* Adds a dependence with its shortest and its longest distance. */
void carried_add(struct carried *carried, struct carried_by by, double least,
                 double most);
/* Do later executions read only what makes one reduction? */
bool carried_is_reduction(const struct carried *carried);
/* Is the data the place of the minimum or maximum that other data is? */
bool carried_is_place(const struct carried *carried,
                      const struct carried *other);
/* Returns "(:7 → :9)", and what the update takes if it takes the next place.
   The file of the place `near` is left out of others. */
struct str carried_ends(struct arena *arena, const struct carried_by *by,
                        struct str near);
