/* The contexts of a page: the tree of stacks, from which the script draws flame
   graphs and computes filters. */
#pragma once

#include "output/html/choices.h"

/* Contexts below this share of the whole are merged. */
#define HTML_LEAST_CONTEXT .0002
/* The same if the page can choose a range of time, which may be short. */
#define HTML_LEAST_TIMED 1e-7
/* The most bytes of the contexts of a page. */
enum { HTML_CONTEXT_BYTES = 4000000 };

/*
 * Adds the member "contexts" to the open object: null for a profile from calls,
 * or
 *
 *     least    the share below which contexts are merged: HTML_LEAST_CONTEXT
 *              or HTML_LEAST_TIMED, or more if the contexts would have more
 *              than HTML_CONTEXT_BYTES
 *     merged   the cost of what is merged
 *     nodes    three numbers for each context, in the order in which a walk
 *              enters them: the row of its function, the levels to go up from
 *              the context before it to its parent, and its self cost
 *     after    only in a comparison: the part of each self cost that is the new
 *              side's, in the order of the nodes; the rest is the base's
 *     parts    only with choices without times: the self costs of contexts by event and
 *              thread, in the order of the nodes. For each node that has some:
 *              how far it is from the one before, at first from -1; how many
 *              parts it has; and two numbers for each of them, which are
 *              event * threads + thread, and a cost
 *
 * If samples have times, adds the member "times" of output/html/times.h as
 * well.
 *
 * The merged children of a context become one child of row -1; so do merged
 * roots. `row` has the row of each function, or NO_ID; contexts of functions
 * without a row are merged, too.
 *
 * `after` is by context of the profile, or NULL if nothing is compared.
 * Without choices (NULL) the profile is report->profile. With choices it is
 * report->all_events, the self costs of nodes are those of the drawn event, and
 * the share of a context is the sum of its shares in all events.
 */
void html_contexts(struct json *json, const struct profile *profile,
                   const uint32_t *row, double whole,
                   const struct html_choices *choices, const double *after);
