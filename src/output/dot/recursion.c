#include "output/dot/recursion.h"

#include <stdlib.h>

#include "labels/shorten.h"
#include "labels/wrap.h"
#include "names/strip.h"
#include "util/number.h"
#include "util/utf8.h"

enum {
    MOST_NAMES = 3,  /* in a note */
    NAME_WIDTH = 28, /* columns of a name there */
};

bool recursion_is_noted(const struct report *report, const struct view_call *call)
{
    return report->look->recursion != RECURSION_EDGES &&
           (call->back || call->caller == call->callee);
}

uint32_t recursion_count_arrows(const struct report *report)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < report->view->n_calls; i++)
        n += !recursion_is_noted(report, &report->view->calls[i]);
    return n;
}

/* Calls are sorted by caller. */
static const struct view_call *first_call(const struct view *view, uint32_t f)
{
    uint32_t low = 0, high = view->n_calls;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (view->calls[middle].caller < f)
            low = middle + 1;
        else
            high = middle;
    }
    return view->calls + low;
}

static double importance(const struct view_call *call)
{
    return known(call->cost) ? call->cost : known_or(call->count, 0);
}

static int by_importance(const void *left, const void *right)
{
    const struct view_call *a = *(const struct view_call *const *)left;
    const struct view_call *b = *(const struct view_call *const *)right;
    double x = importance(a), y = importance(b);
    if (x != y)
        return x < y ? 1 : -1;
    return (a->callee > b->callee) - (a->callee < b->callee);
}

/* " 12.3%", or nothing if nobody knows. */
static struct str cost_of(struct arena *arena, const struct report *report,
                          const struct view_call *call)
{
    if (!known(call->cost) || report->whole <= 0)
        return S("");
    return arena_printf(arena, " %s",
                        number_percent(arena, report_share(report, call->cost)).s);
}

static struct str count_of(struct arena *arena, double count)
{
    return arena_printf(arena, " %s\u00d7", number_grouped(arena, count).s);
}

static void note_itself(struct buf *label, struct arena *arena,
                        const struct report *report,
                        const struct view_call *call)
{
    struct str number = known(call->count) ? count_of(arena, call->count)
                                           : cost_of(arena, report, call);
    buf_add(label, S("\n\u21ba itself"));
    buf_add(label, number);
}

struct note {
    struct buf *label;
    size_t columns; /* of the present line */
};

/* Lines break between names. */
static void add_piece(struct note *note, const char *before, struct str text)
{
    size_t columns = utf8_length(text) + 2;
    buf_add(note->label, str_of(before));
    if (note->columns && note->columns + columns > LABEL_WIDTH) {
        buf_char(note->label, '\n');
        note->columns = 0;
    } else if (before[0]) {
        buf_char(note->label, ' ');
    }
    buf_add(note->label, text);
    note->columns += columns;
}

static struct str short_name(struct arena *arena, const struct report *report,
                             uint32_t f)
{
    return shorten_name(arena, strip_name(arena, report->labels[f]),
                         NAME_WIDTH);
}

static void note_others(struct buf *label, struct arena *arena,
                        const struct report *report,
                        const struct view_call **calls, uint32_t n)
{
    struct note note = { .label = label };
    double count = 0;
    for (uint32_t i = 0; i < n; i++)
        count += calls[i]->count;
    buf_add(label, S("\n\u21ba "));
    for (uint32_t i = 0; i < n && i < MOST_NAMES; i++) {
        struct str name = short_name(arena, report, calls[i]->callee);
        if (!known(count))
            name = arena_printf(arena, "%s%s", name.s,
                                cost_of(arena, report, calls[i]).s);
        add_piece(&note, i ? "," : "", name);
    }
    if (n > MOST_NAMES)
        add_piece(&note, ",", arena_printf(arena, "+%u", n - MOST_NAMES));
    if (known(count))
        buf_add(label, count_of(arena, count));
}

/* Behind the last call of a function. */
static const struct view_call *calls_end(const struct view *view,
                                         const struct view_call *call,
                                         uint32_t function)
{
    while (call < view->calls + view->n_calls && call->caller == function)
        call++;
    return call;
}

void recursion_add_notes(struct buf *label, struct arena *arena,
               const struct report *report, uint32_t function)
{
    const struct view *view = report->view;
    const struct view_call *call = first_call(view, function);
    const struct view_call *end = calls_end(view, call, function);
    const struct view_call **noted =
        NEW_N(arena, const struct view_call *, end - call);
    uint32_t n = 0;
    for (; call < end; call++) {
        if (!recursion_is_noted(report, call))
            continue;
        if (call->callee == function)
            note_itself(label, arena, report, call);
        else
            noted[n++] = call;
    }
    if (n == 0)
        return;
    qsort(noted, n, sizeof *noted, by_importance);
    note_others(label, arena, report, noted, n);
}
