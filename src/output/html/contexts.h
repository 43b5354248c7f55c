/* The contexts of a page: the tree of stacks, from which the script draws flame
   graphs and computes filters. */
#ifndef OUTPUT_HTML_CONTEXTS_H
#define OUTPUT_HTML_CONTEXTS_H

#include "model/profile.h"
#include "util/json.h"

/* Contexts that cost less are merged, as a share of the whole. */
#define HTML_LEAST_CONTEXT .0002
/* Most bytes of the contexts of a page. */
enum { HTML_CONTEXT_BYTES = 4000000 };

/*
 * Adds the member "contexts" to the open object: null for a profile from calls,
 * or
 *
 *     least    the share below which contexts are merged: HTML_LEAST_CONTEXT,
 *              or more if the contexts would else have more than
 *              HTML_CONTEXT_BYTES
 *     merged   the cost of what is merged
 *     nodes    three numbers for each context, in the order in which a walk
 *              enters them: the row of its function, the levels to go up from
 *              the context before it to its parent, and its self cost
 *
 * The children of a context that are merged become one child of row -1. So do
 * the roots. `row` has the row of each function of the profile, or NO_ID; a
 * context of a function without a row is merged, too.
 */
void html_contexts(struct json *json, const struct profile *profile,
                   const uint32_t *row, double whole);

#endif
