#include "output/dot/fit.h"

#include <math.h>
#include <string.h>

#include "graph/counting_sort.h"
#include "labels/wrap.h"
#include "output/dot/recursion.h"
#include "util/utf8.h"

enum {
    FEW_LONELY = 6,    /* may stand in one row */
    LEAVES_IN_ROW = 8, /* of one function, before they take turns */
    MOST_ROWS = 4,
};

#define COLUMN_POINTS 5.8 /* of a letter, on average */
#define BETWEEN_POINTS 30 /* margins of a box, and space to the next */
#define WIDEST_POINTS (28 * 72.) /* of the sum; lines need some room too */

/* Columns of names, first choice first. */
static const size_t widths[] = { LABEL_UNWRAPPED, LABEL_WIDTH, 28, 20 };

static bool is_arrow(const struct report *report, const struct view_call *call)
{
    return call->caller != call->callee && !recursion_is_noted(report, call);
}

static void mark_dependences(const struct report *report, bool *has_arrow)
{
    const struct view *view = report->view;
    if (report->look->deps == DEPS_NONE)
        return;
    for (uint32_t i = 0; i < view->n_dependences; i++) {
        const struct dependence *d = view->dependences[i];
        has_arrow[d->writer.function] = has_arrow[d->reader.function] = true;
    }
}

uint32_t *fit_find_unconnected(struct arena *arena, const struct report *report,
                      uint32_t *n)
{
    const struct view *view = report->view;
    uint32_t *lonely = NEW_N(arena, uint32_t, view->n_functions);
    bool *has_arrow = NEW_N(arena, bool, report->profile->n_functions);
    for (uint32_t i = 0; i < view->n_calls; i++) {
        const struct view_call *call = &view->calls[i];
        if (is_arrow(report, call))
            has_arrow[call->caller] = has_arrow[call->callee] = true;
    }
    mark_dependences(report, has_arrow);
    *n = 0;
    const uint32_t *sorted = report_by_total(arena, report);
    for (uint32_t i = 0; i < view->n_functions; i++)
        if (!has_arrow[sorted[i]])
            lonely[(*n)++] = sorted[i];
    return lonely;
}

/* Boxes are about twice as wide as high, with what is between them, and
   pictures of that shape fit everywhere. */
uint32_t fit_unconnected_columns(uint32_t n)
{
    uint32_t columns = (uint32_t)ceil(sqrt(n));
    return n <= FEW_LONELY ? FEW_LONELY : columns;
}

/* The arrows of the functions in view. */
struct arrows {
    struct groups from; /* calls in view by caller */
    uint32_t *into;     /* by function: how many lead there */
};

static struct arrows arrows_of(struct arena *arena,
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

/* The leaves that only f calls, by falling cost of the call; the same memory
   each time. */
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
    struct arrows arrows = arrows_of(&scratch, report);
    uint32_t *spans = NEW_N(arena, uint32_t, view->n_calls);
    struct ranked *leaves = NEW_N(&scratch, struct ranked, view->n_calls);
    for (uint32_t i = 0; i < view->n_calls; i++)
        spans[i] = 1;
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t n =
            list_leaves(&arrows, report, view->functions[i], leaves);
        uint32_t rows = (n + LEAVES_IN_ROW - 1) / LEAVES_IN_ROW;
        if (rows > MOST_ROWS)
            rows = MOST_ROWS;
        for (uint32_t k = 0; k < n; k++)
            spans[leaves[k].function] = 1 + k % rows;
    }
    arena_free(&scratch);
    return spans;
}

/* What dot's ranks come to, more or less: how far each function is from those
   without a caller. */
static uint32_t *find_ranks(struct arena *arena, const struct report *report)
{
    const struct view *view = report->view;
    struct arrows arrows = arrows_of(arena, report);
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
    const uint32_t *lonely = fit_find_unconnected(arena, report, &n);
    for (uint32_t i = 0; i < n; i++)
        rank[lonely[i]] = i / fit_unconnected_columns(n);
    return rank;
}

/* Of the longest line of a label; "\n" and "\l" end one. */
static size_t columns_of(struct str label)
{
    size_t longest = 0, columns = 0;
    while (label.len) {
        bool escape = label.s[0] == '\\' && label.len > 1;
        bool ends = escape && (label.s[1] == 'n' || label.s[1] == 'l');
        columns = ends ? 0 : columns + 1;
        longest = columns > longest ? columns : longest;
        if (escape)
            label = str_skip(label, 2);
        else
            utf8_next(&label);
    }
    return longest;
}

/* The points of the widest rank. */
static double width_of(const struct captions *captions, const uint32_t *rank)
{
    struct arena scratch = { 0 };
    struct captions c = *captions;
    const struct view *view = c.report->view;
    size_t room = view->n_functions + MOST_ROWS;
    double *points = NEW_N(&scratch, double, room + 1);
    double widest = 0;
    c.arena = &scratch;
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        size_t at = rank[f] == NO_ID ? room : rank[f];
        points[at] += BETWEEN_POINTS +
                      COLUMN_POINTS * (double)columns_of(caption_node_label(&c, f));
        widest = fmax(widest, points[at]);
    }
    arena_free(&scratch);
    return widest;
}

size_t fit_names(const struct captions *captions)
{
    struct arena scratch = { 0 };
    struct captions c = *captions;
    size_t best = c.columns, i = 0;
    const uint32_t *rank = find_ranks(&scratch, c.report);
    bool upright = strcmp(c.report->look->rankdir, "TB") == 0;
    while (i < ROWS(widths) && widths[i] > c.columns)
        i++;
    for (; upright && i < ROWS(widths); i++) {
        best = c.columns = widths[i];
        if (width_of(&c, rank) <= WIDEST_POINTS)
            break;
    }
    arena_free(&scratch);
    return best;
}
