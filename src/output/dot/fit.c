#include "output/dot/fit.h"

#include "graph/counting_sort.h"
#include "labels/wrap.h"
#include "output/dot/box.h"
#include "output/recursion.h"
#include "util/ranked.h"

enum {
    FEW_UNCONNECTED = 6, /* functions that fit in one row */
    FEW_IN_SPACE = 2,    /* the same in a picture that must fit a space */
    MOST_MOVES = 2,      /* of a leaf, each by one rank */
    LOW_ROWS = 4,        /* of functions without arrows where height is spare */
};

#define GAP_POINTS 12            /* from a box to the next one */
#define WIDEST_POINTS (28 * 72.) /* of the boxes of a rank; arrows that pass
                                    between them need room as well */

/* The same as a part of the space of a picture, whose text may become
   smaller. */
#define SPACE_PART .5
#define WIDE_PART .8

/* ---- Arrows ---- */

static bool is_arrow(const struct report *report, const struct view_call *call)
{
    return call->caller != call->callee && !recursion_is_noted(report, call);
}

/* The arrows by the box that stands above the other: that of the caller, but
   of a back call that of the callee. */
struct arrows {
    struct sorted_groups from; /* calls of the view by the upper function */
    uint32_t *into;            /* by function: the number of arrows from above */
};

static uint32_t upper(const struct view_call *call)
{
    return call->back ? call->callee : call->caller;
}

static uint32_t lower(const struct view_call *call)
{
    return call->back ? call->caller : call->callee;
}

static struct arrows find_arrows(struct arena *arena,
                                 const struct report *report)
{
    const struct view *view = report->view;
    uint32_t n = report->profile->n_functions;
    struct arrows arrows = { .into = NEW_N(arena, uint32_t, n) };
    uint32_t *from = NEW_N(arena, uint32_t, view->n_calls);
    for (uint32_t i = 0; i < view->n_calls; i++) {
        const struct view_call *call = &view->calls[i];
        bool arrow = is_arrow(report, call);
        from[i] = arrow ? upper(call) : NO_ID;
        arrows.into[lower(call)] += arrow;
    }
    arrows.from = counting_sort(arena, from, view->n_calls, n);
    return arrows;
}

/* ---- Ranks ---- */

static double box_width(const struct captions *captions, uint32_t f)
{
    LOCAL_ARENA(scratch);
    struct captions c = *captions;
    c.arena = &scratch;
    double size = theme_font_size(c.report->look->theme, 0);
    if (!c.of[f]->width)
        c.of[f]->width = GAP_POINTS + box_of(&c, f, size).width;
    return c.of[f]->width;
}

/* Returns the width of a picture that fills the space at its least text. */
static double space_points(const struct look *look)
{
    const struct space *space = look->space;
    return space && space->width > 0
               ? space->width * theme_least_text(look->theme) / space->text
               : WIDEST_POINTS;
}

/* Estimates dot's ranks, by function: the longest path from above. Functions in
   a cycle of arrows, and those without arrows, have rank 0. */
static uint32_t *rank_connected(struct arena *arena,
                                const struct report *report,
                                const struct arrows *arrows)
{
    const struct view *view = report->view;
    uint32_t n_functions = report->profile->n_functions, end = 0;
    uint32_t *rank = NEW_N(arena, uint32_t, n_functions);
    uint32_t *left = NEW_N(arena, uint32_t, n_functions);
    uint32_t *queue = NEW_N(arena, uint32_t, view->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        left[f] = arrows->into[f];
        if (!left[f])
            queue[end++] = f;
    }
    for (uint32_t i = 0; i < end; i++) {
        uint32_t f = queue[i];
        for (uint32_t c = arrows->from.first[f]; c < arrows->from.first[f + 1];
             c++) {
            uint32_t to = lower(&view->calls[arrows->from.ids[c]]);
            if (rank[to] <= rank[f])
                rank[to] = rank[f] + 1;
            if (--left[to] == 0)
                queue[end++] = to;
        }
    }
    return rank;
}

/* ---- Functions without arrows ---- */

static uint32_t *list_loose(struct arena *arena, const struct report *report,
                            uint32_t *n)
{
    const struct view *view = report->view;
    uint32_t *loose = NEW_N(arena, uint32_t, view->n_functions);
    bool *has_arrow = NEW_N(arena, bool, report->profile->n_functions);
    for (uint32_t i = 0; i < view->n_calls; i++) {
        const struct view_call *call = &view->calls[i];
        if (is_arrow(report, call))
            has_arrow[call->caller] = has_arrow[call->callee] = true;
    }
    deps_mark_boxes(report, has_arrow);
    *n = 0;
    struct ranked *rows = NEW_N(arena, struct ranked, view->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        if (!has_arrow[f])
            rows[(*n)++] =
                (struct ranked){ f, report->profile->functions[f].self };
    }
    ranked_sort(rows, *n);
    for (uint32_t i = 0; i < *n; i++)
        loose[i] = rows[i].id;
    return loose;
}

/* With the gaps, a box takes about twice as much width as height, so as many
   rows as columns make a picture twice as wide as high, which fits on pages
   and screens. */
static uint32_t count_columns(const struct look *look, uint32_t n)
{
    uint32_t most = look->space ? FEW_IN_SPACE : FEW_UNCONNECTED;
    uint32_t columns = (uint32_t)ceil(sqrt(n));
    if (look->space && look->space->is_low)
        return (n + LOW_ROWS - 1) / LOW_ROWS;
    return n <= most ? most : columns;
}

/* Stands the functions in columns, at the top of the picture. */
static void place_in_columns(const struct fit_loose *loose, uint32_t columns,
                             uint32_t *above, uint32_t *row)
{
    for (uint32_t i = 0; i < loose->n; i++) {
        row[i] = i / columns;
        above[i] = row[i] ? loose->functions[i - columns] : NO_ID;
    }
}

/* Stands the functions in rows that are as wide as the space. Each row is below
   the first function of the row before. */
static void place_in_rows(const struct captions *captions,
                          const struct fit_loose *loose, uint32_t lowest,
                          uint32_t *above, uint32_t *row)
{
    double most = space_points(captions->report->look), width = 0;
    uint32_t at = 0, first = 0;
    for (uint32_t i = 0; i < loose->n; i++) {
        double points = box_width(captions, loose->functions[i]);
        if (i > first && width + points > most) {
            lowest = loose->functions[first];
            first = i;
            width = 0;
            at++;
        }
        width += points;
        above[i] = lowest;
        row[i] = at;
    }
}

/* Returns the function of the highest rank that has arrows, or NO_ID. */
static uint32_t find_lowest(const struct report *report,
                            const struct arrows *arrows, const uint32_t *rank)
{
    const struct view *view = report->view;
    uint32_t lowest = NO_ID;
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        if (arrows->into[f] && (lowest == NO_ID || rank[f] > rank[lowest]))
            lowest = f;
    }
    return lowest;
}

struct fit_loose fit_find_loose(struct arena *arena,
                                const struct captions *captions)
{
    LOCAL_ARENA(scratch);
    const struct report *report = captions->report;
    const struct look *look = report->look;
    struct arrows arrows = find_arrows(&scratch, report);
    const uint32_t *rank = rank_connected(&scratch, report, &arrows);
    uint32_t lowest = find_lowest(report, &arrows, rank);
    struct fit_loose loose = { 0 };
    loose.functions = list_loose(arena, report, &loose.n);
    uint32_t *above = NEW_N(arena, uint32_t, loose.n);
    uint32_t *row = NEW_N(arena, uint32_t, loose.n);
    loose.is_below = look->space && look_is_top_down(look) && lowest != NO_ID &&
                     loose.n > FEW_IN_SPACE;
    if (loose.is_below)
        place_in_rows(captions, &loose, lowest, above, row);
    else
        place_in_columns(&loose, count_columns(look, loose.n), above, row);
    loose.above = above;
    loose.row = row;
    return loose;
}

static uint32_t *estimate_ranks(struct arena *arena,
                                const struct captions *captions,
                                const struct arrows *arrows)
{
    LOCAL_ARENA(scratch);
    const struct view *view = captions->report->view;
    uint32_t *rank = rank_connected(arena, captions->report, arrows);
    struct fit_loose loose = fit_find_loose(&scratch, captions);
    uint32_t top = 0;
    for (uint32_t i = 0; i < view->n_functions && loose.is_below; i++)
        if (rank[view->functions[i]] >= top)
            top = rank[view->functions[i]] + 1;
    for (uint32_t i = 0; i < loose.n; i++)
        rank[loose.functions[i]] = top + loose.row[i];
    return rank;
}

/* ---- Leaves ---- */

static double widest_rank(const struct look *look)
{
    const struct space *space = look->space;
    return (space && space->width > 0 ? space->is_wide ? WIDE_PART : SPACE_PART
                                      : 1) *
           space_points(look);
}

/* Leaves that wait for a rank with room for them. */
struct leaves {
    struct ranked *of;
    uint32_t n;
    const struct captions *captions;
    double most; /* points, of a rank */
};

/* Keeps the costliest leaves in the rank as far as there is room; the others
   move to the next rank. `points` is the width of the rank so far. */
static void fill_rank(struct leaves *leaves, double points, uint32_t at,
                      uint32_t *rank)
{
    uint32_t n = 0;
    ranked_sort(leaves->of, leaves->n);
    for (uint32_t i = 0; i < leaves->n; i++) {
        uint32_t f = leaves->of[i].id;
        double width = box_width(leaves->captions, f);
        bool stays = points == 0 || points + width <= leaves->most ||
                     at - rank[f] == MOST_MOVES;
        if (stays) {
            points += width;
            rank[f] = at;
        } else {
            leaves->of[n++] = leaves->of[i];
        }
    }
    leaves->n = n;
}

/* Returns the ranks in the arena, with leaves moved down from wide ones. */
static uint32_t *moved_ranks(struct arena *arena,
                             const struct captions *captions,
                             const struct arrows *arrows, const uint32_t *rank)
{
    LOCAL_ARENA(scratch);
    const struct report *report = captions->report;
    const struct view *view = report->view;
    uint32_t n = view->n_functions, i = 0;
    uint32_t *rank_of = NEW_N(&scratch, uint32_t, n);
    uint32_t *moved = NEW_N(arena, uint32_t, report->profile->n_functions);
    memcpy(moved, rank, report->profile->n_functions * sizeof *moved);
    struct leaves leaves = { .of = NEW_N(&scratch, struct ranked, n),
                             .captions = captions,
                             .most = widest_rank(report->look) };
    for (uint32_t k = 0; k < n; k++)
        rank_of[k] = rank[view->functions[k]];
    struct sorted_groups ranks = counting_sort(&scratch, rank_of, n, n);
    for (uint32_t at = 0; i < n || leaves.n; at++) {
        double points = 0;
        for (; i < n && rank_of[ranks.ids[i]] == at; i++) {
            uint32_t f = view->functions[ranks.ids[i]];
            bool is_leaf = arrows->into[f] == 1 &&
                           arrows->from.first[f] == arrows->from.first[f + 1];
            if (is_leaf)
                leaves.of[leaves.n++] =
                    (struct ranked){ f, known_or(report->costs->total[f], 0) };
            else
                points += box_width(captions, f);
        }
        fill_rank(&leaves, points, at, moved);
    }
    return moved;
}

uint32_t *fit_rank_spans(struct arena *arena, const struct captions *captions)
{
    LOCAL_ARENA(scratch);
    const struct report *report = captions->report;
    const struct view *view = report->view;
    struct arrows arrows = find_arrows(&scratch, report);
    uint32_t *spans = NEW_N(arena, uint32_t, view->n_calls);
    const uint32_t *rank = estimate_ranks(&scratch, captions, &arrows);
    const uint32_t *moved = moved_ranks(&scratch, captions, &arrows, rank);
    for (uint32_t i = 0; i < view->n_calls; i++) {
        uint32_t f = lower(&view->calls[i]);
        spans[i] = 1;
        if (is_arrow(report, &view->calls[i]) && moved[f] > rank[f])
            spans[i] = moved[f] - rank[upper(&view->calls[i])];
    }
    return spans;
}

/* ---- Widths ---- */

/* The most columns of a name, from the preferred to the narrowest. */
static const size_t widths[] = { LABEL_UNWRAPPED, LABEL_WIDTH, 28, 20 };

/* Returns the width of the widest rank in points. */
static double picture_width(const struct captions *captions,
                            const uint32_t *rank)
{
    LOCAL_ARENA(scratch);
    const struct view *view = captions->report->view;
    double *points =
        NEW_N(&scratch, double, view->n_functions + MOST_MOVES + 1);
    double widest = 0;
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        points[rank[f]] += box_width(captions, f);
        widest = fmax(widest, points[rank[f]]);
    }
    return widest;
}

size_t fit_columns(const struct captions *captions)
{
    /* A picture for a space has fewer boxes rather than narrower names. */
    const struct space *space = captions->report->look->space;
    if (space) {
        size_t most = space->is_low ? SPACE_LOW_COLUMNS : LABEL_WIDTH;
        return captions->columns < most ? captions->columns : most;
    }
    LOCAL_ARENA(scratch);
    struct captions c = *captions;
    const struct view *view = c.report->view;
    size_t best = c.columns, i = 0;
    struct arrows arrows = find_arrows(&scratch, c.report);
    const uint32_t *rank = estimate_ranks(&scratch, captions, &arrows);
    bool top_down = look_is_top_down(c.report->look);
    while (i < ROWS(widths) && widths[i] > c.columns)
        i++;
    for (; top_down && i < ROWS(widths); i++) {
        bool is_other = widths[i] != c.columns;
        for (uint32_t k = 0; k < view->n_functions && is_other; k++)
            c.of[view->functions[k]]->width = 0;
        best = c.columns = widths[i];
        if (picture_width(&c, moved_ranks(&scratch, &c, &arrows, rank)) <=
            WIDEST_POINTS)
            break;
    }
    return best;
}
