/*
 * What the plugins of bop-cc say of reads and writes: how the source names what
 * they access, and which writes update it, as "n++" and "sum += x" do.
 */
#pragma once

#include "deps/reader/places.h"

struct bop_update {
    struct str text; /* such as "n += …", or "": it is not known to be one */
    struct str reduction; /* as in struct dependence */
    struct str group; /* the first of several updates that make one reduction */
    bool is_checked;  /* nothing else reads in one execution of the statement
                         what the updates write, in one iteration of loops */
    bool is_alone;    /* nor in several ones */
};

static inline struct bop_update bop_update_none(void)
{
    return (struct bop_update){ S(""), S(""), S(""), false, false };
}

/* Finds the next group of updates to which a write at a place belongs. *at is 0
   at first. */
bool bop_next_group(const struct source_facts *facts,
                    const struct bop_place *place, uint32_t *at,
                    struct str *group);

/* Finds the update to which a write and a read of a variable, which may be "",
   belong: the read has the old value for it, or for another update of its
   group. With is_output, `read` is a write, too: the same one at another time.
   Of argmin and argmax, the place of the minimum belongs to the update. The
   texts live as long as the facts. */
struct bop_update bop_update(const struct source_facts *facts,
                             const struct bop_place *wrote,
                             const struct bop_place *read, struct str variable,
                             bool is_output);

/* How a statement names a variable. */
enum bop_naming {
    BOP_AS_SCALAR,
    BOP_AS_ARRAY,  /* with a subscript */
    BOP_OTHERWISE, /* not at all, as "*p" does */
    BOP_AS_PART,   /* a member of it */
    N_BOP_NAMINGS
};
/* Tells how the statement at a place names a variable, or the one that a member
   belongs to, that it reads or writes there. */
enum bop_naming bop_naming(const struct source_facts *facts,
                           const struct bop_place *place, struct str variable,
                           bool is_local, bool writes);

/* Returns what the source accesses at a place, such as "s->count" or "a[]", or
   "f()" if it is a call; "" if that is not known. It may be a read or a write. */
struct str bop_expression(const struct source_facts *facts,
                          const struct bop_place *place, bool writes);
