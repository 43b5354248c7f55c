/*
 * Facts of the plugins of bop-cc about reads and writes: the source's names of
 * the data, and writes that update it, such as "n++" and "sum += x".
 */
#pragma once

#include "deps/reader/places.h"

struct bop_update {
    struct str text; /* such as "n += …"; "" if it is not known to be one */
    enum reduction reduction;
    struct str group; /* names the first of several updates that make one
                         reduction */
    bool is_checked;  /* within one execution of the statement, or one iteration
                         of its loops, nothing else reads the data */
    bool is_alone;    /* nothing else reads it in several executions or
                         iterations either */
};

static inline struct bop_update bop_update_none(void)
{
    return (struct bop_update){ S(""), NO_REDUCTION, S(""), false,
                                false };
}

/* Finds the next group of updates to which a write at a place belongs. *at is 0
   at first. */
bool bop_next_group(const struct source_facts *facts,
                    const struct bop_place *place, uint32_t *at,
                    struct str *group);

/* Finds the update to which a write and a read of a variable (or "") belong:
   the read gets the old value for it, or for another update of its group. With
   is_output, `read` is the same write at another time. The place of a minimum
   belongs to argmin and argmax. The texts live as long as the facts. */
struct bop_update bop_update(const struct source_facts *facts,
                             const struct bop_place *wrote,
                             const struct bop_place *read, struct str variable,
                             bool is_output);

/* The ways in which a statement names a variable. */
enum bop_naming {
    BOP_AS_SCALAR,
    BOP_AS_ARRAY,  /* with a subscript */
    BOP_OTHERWISE, /* not at all, as in "*p" */
    BOP_AS_PART,   /* a member of it */
    N_BOP_NAMINGS
};
/* Returns the way in which the statement at a place names a variable (or the
   variable of a member) that it reads or writes there. */
enum bop_naming bop_naming(const struct source_facts *facts,
                           const struct bop_place *place, struct str variable,
                           bool is_local, bool writes);

/* Returns the source's expression for the data that is read or written at a
   place, such as "s->count" or "a[]", or "f()" for a call; "" if it is not
   known. */
struct str bop_expression(const struct source_facts *facts,
                          const struct bop_place *place, bool writes);
