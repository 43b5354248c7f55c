#include "output/recursion.h"

#include "labels/shorten.h"
#include "labels/wrap.h"
#include "names/strip.h"
#include "output/place.h"
#include "util/text/number.h"
#include "util/text/utf8.h"
#include "view/chains.h"

enum {
    MOST_NAMES = 3,  /* in a note */
    NAME_WIDTH = 28, /* code points of a name in a note */
};

/* Notes below this share are left out if they tell shares. */
#define NOTE_SHARE .01

bool recursion_is_noted(const struct report *report,
                        const struct view_call *call)
{
    return report->look->recursion != RECURSION_EDGES &&
           (call->back || call->caller == call->callee);
}

bool recursion_is_minor(const struct report *report,
                        const struct view_call *call)
{
    return recursion_is_noted(report, call) && !known(call->count) &&
           known(call->cost) && report->whole > 0 &&
           report_share(report, call->cost) < NOTE_SHARE;
}

uint32_t recursion_count_arrows(const struct report *report)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < report->view->n_calls; i++) {
        const struct view_call *call = &report->view->calls[i];
        n += !recursion_is_noted(report, call) &&
             !chains_hold(report->view->chains, call->caller, call->callee);
    }
    return n;
}

/* Returns the first call whose caller is f or comes after it: calls of a view
   are sorted by caller. */
static const struct view_call *first_call(const struct view *view, uint32_t f)
{
    const struct view_call key = { .caller = f };
    return view->calls + array_count_before(view->calls, view->n_calls,
                                            sizeof key, &key,
                                            view_call_by_ends);
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
    int order = COMPARE(y, x);
    return order ? order : COMPARE(a->callee, b->callee);
}

/* Returns " 12.3%", or "" if the cost is UNKNOWN. */
static struct str cost_text(struct arena *arena, const struct report *report,
                            const struct view_call *call)
{
    if (!known(call->cost) || report->whole <= 0)
        return S("");
    double share = report_share(report, call->cost);
    return arena_printf(arena, " %s", number_percent(arena, share).s);
}

/* Returns the number at the end of a note: the count, or, if it is UNKNOWN, the
   cost of `call`, which may be NULL. A comparison has none, since its counts
   and costs of calls are those of all runs together. */
static struct str number_text(struct arena *arena, const struct report *report,
                              double count, const struct view_call *call)
{
    if (report->comparison)
        return S("");
    if (known(count))
        return arena_printf(arena, " %s\u00d7", number_grouped(arena, count).s);
    return call ? cost_text(arena, report, call) : S("");
}

/* A note whose lines break between names. */
struct note {
    struct buf *label;
    size_t columns; /* of its last line */
};

static void add_name(struct note *note, const char *separator, struct str text)
{
    size_t columns = utf8_length(text) + 2;
    buf_add(note->label, str_of(separator));
    if (note->columns && note->columns + columns > LABEL_WIDTH) {
        buf_char(note->label, '\n');
        note->columns = 0;
    } else if (separator[0]) {
        buf_char(note->label, ' ');
    }
    buf_add(note->label, text);
    note->columns += columns;
}

/* Returns the name of a function, which of unresolved code is its module, as in
   its box. */
static struct str noted_name(struct arena *arena, const struct report *report,
                             uint32_t f)
{
    struct str place = place_line(&report->profile->functions[f].is);
    struct str name = report->labels[f];
    if (place.len && str_eq(name, UNRESOLVED))
        name = place;
    return shorten_name(arena, strip_name(arena, name), NAME_WIDTH);
}

/* Notes the n calls to other functions, which are sorted by importance. The
   first ones are named, but only the major ones, which are not minor. */
static void note_others(struct buf *label, struct arena *arena,
                        const struct report *report,
                        const struct view_call **calls, uint32_t n,
                        uint32_t major)
{
    struct note note = { .label = label };
    uint32_t named = major < MOST_NAMES ? major : MOST_NAMES;
    double count = 0;
    for (uint32_t i = 0; i < n; i++)
        count += calls[i]->count;
    buf_add(label, S("\n\u21ba "));
    for (uint32_t i = 0; i < named; i++) {
        struct str name = wrap_name(
            arena, noted_name(arena, report, calls[i]->callee), LABEL_WIDTH);
        if (!known(count))
            name = arena_printf(arena, "%s%s", name.s,
                                number_text(arena, report, count, calls[i]).s);
        add_name(&note, i ? "," : "", name);
    }
    if (n > named)
        add_name(&note, ",", arena_printf(arena, "+%u", n - named));
    buf_add(label, number_text(arena, report, count, NULL));
}

uint32_t recursion_count_notes(const struct report *report, uint32_t function)
{
    const struct view *view = report->view;
    const struct view_call *end = view->calls + view->n_calls;
    uint32_t n = 0;
    for (const struct view_call *call = first_call(view, function);
         call < end && call->caller == function; call++)
        n += known(call->cost) && !view_call_is_lifted(call) &&
             recursion_is_noted(report, call);
    return n;
}

void recursion_add_notes(struct buf *label, struct arena *arena,
                         const struct report *report, uint32_t function)
{
    const struct view *view = report->view;
    const struct view_call *calls_end = view->calls + view->n_calls;
    const struct view_call *call = first_call(view, function), *end = call;
    while (end < calls_end && end->caller == function)
        end++;
    const struct view_call **others =
        NEW_N(arena, const struct view_call *, end - call);
    uint32_t n = 0, major = 0;
    for (; call < end; call++) {
        if (!recursion_is_noted(report, call))
            continue;
        if (call->callee != function) {
            others[n++] = call;
            major += !recursion_is_minor(report, call);
            continue;
        }
        if (recursion_is_minor(report, call))
            continue;
        buf_add(label, S("\n\u21ba itself"));
        buf_add(label, number_text(arena, report, call->count, call));
    }
    if (major == 0)
        return;
    SORT(others, n, by_importance);
    note_others(label, arena, report, others, n, major);
}
