#include "deps/outputs/advice.h"

#include <math.h>

#include "deps/outputs/line.h"
#include "util/array.h"
#include "util/ranked.h"
#include "util/text/buf.h"
#include "util/text/number.h"

#define LEAST_GAIN 1.01 /* times as fast: less is no advice */
#define HOT .05         /* of the whole: an ordered loop that is listed */
#define WARM .01        /* of the whole: a statement of a pair */
#define DIVIDED .8      /* of a function's total: its costliest callee has
                           less */
#define LARGE .1        /* of the whole: a function to be studied */

enum {
    MOST_WARM = 100, /* statements that cost WARM each */
    MOST_FUNCTIONS = 5,
    START = 1000 /* the cost, in references, of starting the processors once
                    more; a function that costs less per call is not studied */
};

struct adviser {
    struct arena *arena;
    const struct report *report;
    const struct dependences *all;
    LIST(struct advice) list;
};

/* Returns how many times as fast the program becomes if a part of it that is
   executed `count` times is divided among a number of processors. */
static double gain(const struct report *report, double cost, double count,
                   double processors)
{
    double saved = fmin(cost, report->whole) * (1 - 1 / fmax(processors, 1)) -
                   fmax(count - 1, 0) * START;
    return saved > 0 ? report->whole / (report->whole - saved) : 1;
}

/* ---- Loops ---- */

static void add_loop(struct adviser *a, const struct loop_verdict *verdict)
{
    const struct report *report = a->report;
    const struct loop *loop = verdict->loop;
    double trips = loop->iterations / fmax(loop->count, 1);
    bool needs_locals = verdict->class != LOOP_ORDERED && a->all->no_locals &&
                        loop->iterations > loop->count;
    struct advice one = {
        .kind = verdict->class == LOOP_ORDERED ? ADVICE_ORDERED
                : verdict->class == LOOP_UNSURE || needs_locals
                    ? ADVICE_UNSURE
                    : ADVICE_SAFE,
        .function = loop->function,
        .place = loop->place,
        .other = S(""),
        .cost = loop->cost,
        .few = 1,
        .many = 1,
        .text = arena_printf(
            a->arena, "%s%s", loops_sentence(a->arena, verdict).s,
            needs_locals ? "; scalar local variables may carry it: bop-cc "
                           "--locals"
                         : ""),
    };
    if (one.kind == ADVICE_ORDERED && report_share(report, loop->cost) < HOT)
        return;
    if (one.kind != ADVICE_ORDERED) {
        one.few = gain(report, loop->cost, loop->count,
                       fmin(trips, ADVICE_FEW));
        one.many = gain(report, loop->cost, loop->count,
                        fmin(trips, ADVICE_MANY));
        if (one.many < LEAST_GAIN &&
            !(loop->iterations <= loop->count &&
              report_share(report, loop->cost) >= HOT))
            return;
    }
    *PUSH_IN(a->arena, &a->list) = one;
}

/* ---- Pairs of statements ---- */

/* Marks a statement and all that it needs, directly or by others between. */
static void mark_needed(const struct verdicts *v, uint32_t from, bool *marked,
                        uint32_t *todo)
{
    const struct ends *ends = v->ends;
    uint32_t n = 0;
    marked[from] = true;
    todo[n++] = from;
    while (n) {
        uint32_t k = todo[--n];
        for (uint32_t r = ends->first_read[k]; r < ends->first_read[k + 1];
             r++) {
            uint32_t w = ends->writers[ends->reads[r]];
            if (w != NO_ID && !marked[w]) {
                marked[w] = true;
                todo[n++] = w;
            }
        }
        for (uint32_t i = 0; k < v->n && i < v->n; i++)
            if (!marked[i] && verdicts_share_files(v->of[k].statement,
                                                   v->of[i].statement)) {
                marked[i] = true;
                todo[n++] = i;
            }
    }
}

/* Returns the gain if the cheaper one of two statements runs while the other
   one does. */
static double pair_gain(const struct report *report, const struct statement *s,
                        const struct statement *t)
{
    return gain(report, 2 * fmin(s->cost, t->cost), fmax(s->count, t->count),
                2);
}

static void add_pair(struct adviser *a, const struct statement *s,
                     const struct statement *t)
{
    bool all_kinds = a->all->anti && a->all->output;
    bool is_missing = a->all->incomplete || a->all->crowded;
    struct advice one = {
        .kind = all_kinds && !a->all->no_locals && !is_missing ? ADVICE_SAFE
                                                               : ADVICE_UNSURE,
        .function = s->function,
        .place = s->place,
        .other = t->place,
        .cost = fmin(s->cost, t->cost),
        .text = arena_printf(
            a->arena,
            "neither needs the other%s%s%s",
            all_kinds ? ""
                      : "; only flow dependences are known: "
                        "BOP_KINDS=raw,war,waw",
            a->all->no_locals ? "; scalar local variables may pass a value: "
                                "bop-cc --locals"
                              : "",
            is_missing ? "; dependences are missing" : ""),
    };
    one.few = one.many = pair_gain(a->report, s, t);
    if (one.few >= LEAST_GAIN)
        *PUSH_IN(a->arena, &a->list) = one;
}

/* Adds, for each statement that costs something, the later one that it could
   run beside with the largest gain. */
static void add_pairs(struct adviser *a)
{
    LOCAL_ARENA(scratch);
    const struct verdicts *v = verdicts_of(a->arena, a->report);
    uint32_t hot[MOST_WARM], n = 0;
    for (uint32_t i = 0; i < v->n && n < MOST_WARM; i++)
        if (report_share(a->report, v->of[i].statement->cost) >= WARM)
            hot[n++] = i;
    uint32_t *todo = NEW_N(&scratch, uint32_t, v->ends->n + v->n);
    bool *needed[MOST_WARM];
    for (uint32_t i = 0; i < n; i++) {
        needed[i] = NEW_N(&scratch, bool, v->ends->n + v->n);
        mark_needed(v, hot[i], needed[i], todo);
    }
    for (uint32_t i = 0; i < n; i++) {
        const struct statement *s = v->of[hot[i]].statement, *best = NULL;
        for (uint32_t j = i + 1; j < n; j++) {
            const struct statement *t = v->of[hot[j]].statement;
            if (t->function == s->function && !needed[i][hot[j]] &&
                !needed[j][hot[i]] &&
                (!best || pair_gain(a->report, s, t) >
                              pair_gain(a->report, s, best)))
                best = t;
        }
        if (best)
            add_pair(a, s, best);
    }
}

/* ---- Functions to be studied ---- */

/* Tells, by function, whether the costliest function that it calls has most of
   its cost: that one is more interesting. */
static bool *find_passing(struct arena *arena, const struct report *report)
{
    const struct profile *profile = report->profile;
    bool *passes = NEW_N(arena, bool, profile->n_functions);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        passes[call->caller] |=
            call->caller != call->callee &&
            known_or(report->costs->call_cost[c], 0) >=
                DIVIDED * report->costs->total[call->caller];
    }
    return passes;
}

static void find_functions(struct adviser *a, struct advices *advices)
{
    const struct report *report = a->report;
    const struct view *view = report->view;
    struct ranked *rows = NEW_N(a->arena, struct ranked, view->n_functions);
    const bool *passes = find_passing(a->arena, report);
    uint32_t n = 0;
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        const struct function *function = &report->profile->functions[f];
        if (!function->is_under_study && !passes[f] &&
            report_total(report, f) >= LARGE &&
            report->costs->total[f] >= START * function->count)
            rows[n++] = (struct ranked){ f, report->costs->total[f] };
    }
    ranked_sort(rows, n);
    advices->n_functions = n < MOST_FUNCTIONS ? n : MOST_FUNCTIONS;
    advices->functions = NEW_N(a->arena, uint32_t, MOST_FUNCTIONS);
    for (uint32_t i = 0; i < advices->n_functions; i++)
        advices->functions[i] = rows[i].id;
}

/* ---- All ---- */

static int by_gain(const void *left, const void *right)
{
    const struct advice *a = left, *b = right;
    int order = COMPARE(a->kind, b->kind);
    order = order ? order : COMPARE(b->many, a->many);
    order = order ? order : COMPARE(b->cost, a->cost);
    order = order ? order : line_compare(a->place, b->place);
    return order ? order : line_compare(a->other, b->other);
}

struct advices advice_of(struct arena *arena, const struct report *report)
{
    struct adviser a = { .arena = arena,
                         .report = report,
                         .all = dependences_of(report->profile) };
    struct advices advices = { .n = 0 };
    if (!a.all->recorded || !(report->whole > 0))
        return advices;
    struct loop_verdicts loops = loops_judge(arena, report);
    for (uint32_t i = 0; i < loops.n; i++)
        add_loop(&a, &loops.of[i]);
    add_pairs(&a);
    SORT(a.list.of, a.list.n, by_gain);
    advices.of = a.list.of;
    advices.n = (uint32_t)a.list.n;
    find_functions(&a, &advices);
    return advices;
}

struct str advice_what(struct arena *arena, const struct advice *advice)
{
    struct str place = line_short(arena, advice->place, S(""));
    if (!advice->other.len)
        return arena_printf(arena, "loop at %s", place.s);
    return arena_printf(arena, "statements at %s and %s", place.s,
                        line_short(arena, advice->other, advice->place).s);
}

struct str advice_title(enum advice_kind kind)
{
    static const struct str titles[] = {
        [ADVICE_SAFE] = STR("What could run at once: times as fast at most, "
                            "with 2 and with 8 processors"),
        [ADVICE_UNSURE] = STR("What is not safe to say: the same if it could "
                              "run at once"),
        [ADVICE_ORDERED] = STR("What must keep its order: share of the cost"),
    };
    return titles[kind];
}

struct str advice_number(struct arena *arena, const struct report *report,
                         const struct advice *advice)
{
    if (advice->kind == ADVICE_ORDERED)
        return number_percent(arena, report_share(report, advice->cost));
    return arena_printf(arena, "%.2f %.2f", advice->few, advice->many);
}

struct str advice_caveat(void)
{
    return S("All this is true of this run; other input may need another "
             "order, and a result in a register may decide whether a "
             "statement runs");
}

struct str advice_nothing(const struct report *report)
{
    const struct dependences *all = dependences_of(report->profile);
    if (!all->recorded)
        return S("There is no advice: the input has no dependences, as those "
                 "that programs built by bop-cc trace");
    if (!all->loops.n && !all->statements.n)
        return S("There is no advice: no function under study has run; "
                 "functions.in names them");
    return S("No loop and no pair of statements could run at once and be "
             "faster");
}

struct str advice_functions(struct arena *arena, const struct report *report,
                            const struct advices *advices)
{
    struct buf out = { 0 };
    for (uint32_t i = 0; i < advices->n_functions; i++) {
        uint32_t f = advices->functions[i];
        buf_add(&out, i ? S(", ") : S("Name in functions.in, too: "));
        buf_add(&out, report_full_name(arena, report, f));
        buf_printf(&out, " (%s)",
                   number_percent(arena, report_total(report, f)).s);
    }
    return buf_move(&out, arena);
}
