/*
 * The facts of the debug information that a trace stores, so that it does not
 * depend on the program: the places of sites, the names of local variables,
 * statements like "n++", the heads of loops, and how statements name variables.
 * Each is a record of bop-trace(5), which --list-places prints and the traced
 * program adds to its trace.
 */
#pragma once

#include "deps/reader/accesses.h"

struct profile;

/* Reads the fields of a record p, v, o, k or a. Returns false if the record
   is bad. */
bool bop_facts_keep(struct bop_trace *trace, char kind, struct str fields);

/* These fill in the facts that the trace stores and leave others alone. They
   return false if it stores none. */
bool bop_facts_find_place(struct bop_trace *trace, uint32_t site,
                          struct bop_place *place);
bool bop_facts_find_local(struct bop_trace *trace, struct bop_local *local);
bool bop_facts_find_update(struct bop_trace *trace, uint32_t wrote,
                           uint32_t read, struct str variable,
                           struct bop_update *update);
bool bop_facts_find_loop(const struct bop_trace *trace, uint32_t site,
                         struct loop_head *head);
bool bop_facts_find_naming(const struct bop_trace *trace, uint32_t site,
                           struct str variable, enum bop_naming *naming);

/* Add records to the inventory of a profile. */
void bop_facts_list_place(struct profile *profile,
                          const struct bop_trace *trace, uint32_t site,
                          const struct bop_place *place);
void bop_facts_list_local(struct profile *profile,
                          const struct bop_trace *trace,
                          const struct bop_local *local);
void bop_facts_list_update(struct profile *profile,
                           const struct bop_trace *trace, uint32_t wrote,
                           uint32_t read, struct str variable,
                           const struct bop_update *update);
void bop_facts_list_loop(struct profile *profile, const struct bop_trace *trace,
                         uint32_t site, const struct loop_head *head);
void bop_facts_list_naming(struct profile *profile,
                           const struct bop_trace *trace, uint32_t site,
                           struct str variable, enum bop_naming naming);
/* Ends the records; `lines` is their number after the first one. */
void bop_facts_list_end(struct profile *profile, size_t lines);
