#include "output/dot/fit.h"

#include <math.h>
#include <string.h>

#include "graph/counting_sort.h"
#include "labels/wrap.h"
#include "output/dot/box.h"
#include "output/recursion.h"
#include "util/text/utf8.h"

enum {
    FEW_UNCONNECTED = 6, /* functions that fit in one row */
    LEAVES_IN_RANK = 8,  /* of one function */
    MOST_RANKS = 4,      /* for the leaves of one function */
};

#define GAP_POINTS 12            /* from a box to the next one */
#define WIDEST_POINTS (28 * 72.) /* of the boxes of a rank; arrows that pass
                                    between them need room as well */

/* The most columns of a name, from the preferred to the narrowest. */
static const size_t widths[] = { LABEL_UNWRAPPED, LABEL_WIDTH, 28, 20 };

/* ---- Arrows ---- */

static bool is_arrow(const struct report *report, const struct view_call *call)
{
    return call->caller != call->callee && !recursion_is_noted(report, call);
}

struct arrows {
    struct groups from; /* calls of the view by caller */
    uint32_t *into;     /* by function: the number of its arrows from callers */
};

static struct arrows find_arrows(struct arena *arena,
                                 const struct report *report)
{
    const struct view *view = report->view;
    uint32_t n = report->profile->n_functions;
    struct arrows arrows = { .into = NEW_N(arena, uint32_t, n) };
    uint32_t *caller = NEW_N(arena, uint32_t, view->n_calls);
    for (uint32_t i = 0; i < view->n_calls; i++) {
        bool arrow = is_arrow(report, &view->calls[i]);
        caller[i] = arrow ? view->calls[i].caller : NO_ID;
        arrows.into[view->calls[i].callee] += arrow;
    }
    arrows.from = counting_sort(arena, caller, view->n_calls, n);
    return arrows;
}

/* ---- Unconnected functions ---- */

uint32_t *fit_find_unconnected(struct arena *arena,
                               const struct report *report, uint32_t *n)
{
    const struct view *view = report->view;
    uint32_t *unconnected = NEW_N(arena, uint32_t, view->n_functions);
    bool *has_arrow = NEW_N(arena, bool, report->profile->n_functions);
    for (uint32_t i = 0; i < view->n_calls; i++) {
        const struct view_call *call = &view->calls[i];
        if (is_arrow(report, call))
            has_arrow[call->caller] = has_arrow[call->callee] = true;
    }
    bool has_deps = report->look->deps != DEPS_NONE;
    for (uint32_t i = 0; has_deps && i < view->n_dependences; i++) {
        const struct dependence *d = view->dependences[i];
        has_arrow[d->writer.function] = has_arrow[d->reader.function] = true;
    }
    *n = 0;
    const uint32_t *sorted = report_by_total(arena, report);
    for (uint32_t i = 0; i < view->n_functions; i++)
        if (!has_arrow[sorted[i]])
            unconnected[(*n)++] = sorted[i];
    return unconnected;
}

/* With the gaps, a box takes about twice as much width as height, so as many
   rows as columns make a picture twice as wide as high, which fits on pages
   and screens. */
uint32_t fit_unconnected_columns(uint32_t n)
{
    uint32_t columns = (uint32_t)ceil(sqrt(n));
    return n <= FEW_UNCONNECTED ? FEW_UNCONNECTED : columns;
}

/* ---- Ranks ---- */

/* Lists in `leaves` the calls of f to leaves that only f calls, by falling
   cost, and returns how many they are. */
static uint32_t list_leaves(const struct arrows *arrows,
                            const struct report *report, uint32_t f,
                            struct ranked *leaves)
{
    const uint32_t *first = arrows->from.first;
    uint32_t n = 0;
    for (uint32_t i = first[f]; i < first[f + 1]; i++) {
        uint32_t c = arrows->from.ids[i];
        const struct view_call *call = &report->view->calls[c];
        uint32_t g = call->callee;
        if (arrows->into[g] == 1 && first[g] == first[g + 1])
            leaves[n++] = (struct ranked){ c, known_or(call->cost, 0) };
    }
    report_rank(leaves, n);
    return n;
}

uint32_t *fit_rank_spans(struct arena *arena, const struct report *report)
{
    struct arena scratch = { 0 };
    const struct view *view = report->view;
    struct arrows arrows = find_arrows(&scratch, report);
    uint32_t *spans = NEW_N(arena, uint32_t, view->n_calls);
    struct ranked *leaves = NEW_N(&scratch, struct ranked, view->n_calls);
    for (uint32_t i = 0; i < view->n_calls; i++)
        spans[i] = 1;
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t n =
            list_leaves(&arrows, report, view->functions[i], leaves);
        uint32_t ranks = (n + LEAVES_IN_RANK - 1) / LEAVES_IN_RANK;
        if (ranks > MOST_RANKS)
            ranks = MOST_RANKS;
        for (uint32_t k = 0; k < n; k++)
            spans[leaves[k].id] = 1 + k % ranks;
    }
    arena_free(&scratch);
    return spans;
}

/* Estimates dot's ranks, by function: the distance from the functions without
   a caller; NO_ID for functions that no such function reaches. */
static uint32_t *estimate_ranks(struct arena *arena,
                                const struct report *report)
{
    const struct view *view = report->view;
    struct arrows arrows = find_arrows(arena, report);
    uint32_t *spans = fit_rank_spans(arena, report);
    uint32_t *rank = NEW_N(arena, uint32_t, report->profile->n_functions);
    uint32_t *queue = NEW_N(arena, uint32_t, view->n_functions), end = 0, n;
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        rank[f] = arrows.into[f] ? NO_ID : 0;
        if (!arrows.into[f])
            queue[end++] = f;
    }
    for (uint32_t i = 0; i < end; i++) {
        uint32_t f = queue[i];
        for (uint32_t c = arrows.from.first[f]; c < arrows.from.first[f + 1];
             c++) {
            uint32_t call = arrows.from.ids[c], to = view->calls[call].callee;
            if (rank[to] != NO_ID)
                continue;
            rank[to] = rank[f] + spans[call];
            queue[end++] = to;
        }
    }
    const uint32_t *unconnected = fit_find_unconnected(arena, report, &n);
    for (uint32_t i = 0; i < n; i++)
        rank[unconnected[i]] = i / fit_unconnected_columns(n);
    return rank;
}

/* ---- Widths ---- */

/* Returns the width of the widest rank in points. */
static double picture_width(const struct captions *captions,
                            const uint32_t *rank)
{
    struct arena scratch = { 0 };
    struct captions c = *captions;
    const struct view *view = c.report->view;
    size_t n_ranks = view->n_functions + MOST_RANKS;
    double *points = NEW_N(&scratch, double, n_ranks + 1);
    double widest = 0, size = theme_font_size(c.report->look->theme, 0);
    c.arena = &scratch;
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        size_t at = rank[f] == NO_ID ? n_ranks : rank[f];
        points[at] += GAP_POINTS + box_of(&c, f, size).width;
        widest = fmax(widest, points[at]);
    }
    arena_free(&scratch);
    return widest;
}

size_t fit_columns(const struct captions *captions)
{
    /* A picture for a space has fewer boxes, but with whole names. */
    if (captions->report->look->space)
        return captions->columns < LABEL_WIDTH ? captions->columns
                                               : LABEL_WIDTH;
    struct arena scratch = { 0 };
    struct captions c = *captions;
    size_t best = c.columns, i = 0;
    const uint32_t *rank = estimate_ranks(&scratch, c.report);
    bool top_down = strcmp(c.report->look->rankdir, "TB") == 0;
    while (i < ROWS(widths) && widths[i] > c.columns)
        i++;
    for (; top_down && i < ROWS(widths); i++) {
        best = c.columns = widths[i];
        if (picture_width(&c, rank) <= WIDEST_POINTS)
            break;
    }
    arena_free(&scratch);
    return best;
}
