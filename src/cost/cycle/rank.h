/* The members of a cycle by their distance from where it is entered. */
#ifndef COST_CYCLE_RANK_H
#define COST_CYCLE_RANK_H

#include "cost/cycle/cycle_graph.h"

/* Members are numbered as in in. There may be thousands of entries: what is
   looked at for each lies close together. */
struct ranking {
    struct cycle_graph in;
    struct hop *hops; /* edges by caller: those from m begin at first_out[m] */
    uint32_t *rank;   /* breadth-first distance from the entry */
    bool *late;       /* reached only with the help of calls of weight zero */
    uint32_t *order;  /* members by rank */
    bool *ignored;    /* by member: nobody wants to know its rank */
    uint32_t n_wanted, missing; /* not ignored; of these not reached yet */
};

/* Everything is zero until an entry was ranked from. */
struct ranking ranking_of(struct arena *arena, struct cycle_graph in);

/* Whose ranks are wanted: at first all. Once these are known the search ends:
   of other members nothing is told, and there is no order. */
void ranking_ignore_all(struct ranking *ranking);
void ranking_want(struct ranking *ranking, uint32_t member);

/* Ranks all members from an entry, over calls of positive weight; those that
   these do not reach, from the others over all calls. */
void rank_members(struct ranking *ranking, uint32_t entry);

#endif
