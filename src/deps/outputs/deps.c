#include "deps/outputs/deps.h"

#include <stdlib.h>

#include "deps/outputs/boxes.h"
#include "deps/outputs/groups.h"
#include "deps/outputs/line.h"
#include "deps/outputs/workers.h"
#include "labels/wrap.h"
#include "util/array.h"
#include "util/text/buf.h"
#include "util/text/number.h"
#include "util/text/utf8.h"

enum {
    FEW_ARROWS = 12,  /* with more arrows, only tooltips have the lines */
    MANY_ARROWS = 20, /* with more arrows, those between statements of two
                         functions connect the functions */
    MOST_PAIRS = 3,   /* of lines or functions in a label */
    TIP_PAIRS = 20,   /* in a tooltip */
};

/* The dependences of one arrow. */
struct bundle {
    uint32_t from, to; /* ends */
    LIST(const struct dependence *);
    double count, least; /* sum of the reads, least distance */
    uint32_t order;      /* of first sight */
};

/* The state while dependences are put into bundles. An end of an arrow is a
   function, or a statement of a function. */
struct bundler {
    const struct report *report;
    struct arena *arena;
    struct deps *deps;
    const struct statement_groups *groups; /* NULL: arrows connect no
                                              statements */
    bool by_function; /* arrows connect statements of one function only */
    struct strings places;
    struct pairs ends;      /* (function, 1 + place); (function, 0) is the
                               function itself */
    LIST(struct str) end_ids; /* by end: its id in DOT */
    struct pairs end_pairs; /* (from, to) */
    struct pairs ids;       /* (end pair, kind or number of the dependence) */
    LIST(struct bundle) bundles; /* by id */
};

/* ---- Ends ---- */

static bool has_statement(const struct bundler *b, const struct access *access)
{
    return b->groups && access->top.len && access->statement != NO_ID;
}

/* Returns the function at whose box, or above whose statement, an arrow
   ends. */
static uint32_t drawn_function(const struct bundler *b,
                               const struct access *access)
{
    return has_statement(b, access) ? access->statement : access->function;
}

/* Finds or adds the end of an arrow for an access. `number` is the number of
   its statement (ends.h) if the arrow connects statements, else NO_ID. */
static uint32_t end_of(struct bundler *b, const struct access *access,
                       uint32_t number)
{
    struct deps *deps = b->deps;
    bool is_statement = number != NO_ID && has_statement(b, access);
    uint32_t function = drawn_function(b, access);
    uint32_t n = b->ends.n, place = 0;
    struct str top = access->top;
    uint32_t group = is_statement ? groups_find(b->groups, number) : NO_ID;
    if (group != NO_ID)
        top = b->groups->verdicts->of[group].statement->place;
    if (is_statement)
        place = 1 + strings_add(&b->places, b->arena, top);
    uint32_t end = pairs_add_in(&b->ends, b->arena, function, place);
    if (end < n)
        return end;
    struct str id = b->report->ids[function];
    if (is_statement) {
        id = boxes_id(b->arena, b->report, function, top);
        deps->statements[deps->n_statements++] = (struct dep_statement){
            .function = function,
            .place = top,
            .id = id,
            .last = S(""),
            .label = S(""),
            .tooltip = S(""),
        };
    }
    *PUSH_IN(b->arena, &b->end_ids) = id;
    return end;
}

/* ---- Bundles ---- */

static double read_count(const struct dependence *dependence)
{
    return known_or(dependence->count, 0);
}

/* Tells whether a dependence is hidden because both of its statements are in
   the same box of several. */
static bool is_within_group(const struct bundler *b, uint32_t i)
{
    const struct dependence *d = &dependences_of(b->report->profile)->of[i];
    uint32_t group =
        b->groups && d->writer.top.len && d->reader.top.len
            ? groups_find(b->groups, b->groups->verdicts->ends->writers[i])
            : NO_ID;
    return group != NO_ID && b->groups->size[group] > 1 &&
           group == groups_find(b->groups,
                                b->groups->verdicts->ends->readers[i]);
}

/* With --deps=site each dependence has a bundle of its own. */
static void add_to_bundle(struct bundler *b, const struct dependence *new,
                          uint32_t number)
{
    bool between_functions =
        b->by_function &&
        drawn_function(b, &new->writer) != drawn_function(b, &new->reader);
    const struct ends *ends = b->groups && !between_functions
                                  ? b->groups->verdicts->ends
                                  : NULL;
    uint32_t from =
        end_of(b, &new->writer, ends ? ends->writers[number] : NO_ID);
    uint32_t to =
        end_of(b, &new->reader, ends ? ends->readers[number] : NO_ID);
    uint32_t n = b->ids.n;
    uint32_t pair = pairs_add_in(&b->end_pairs, b->arena, from, to);
    bool alone = b->report->look->deps.by == DEPS_SITE;
    uint32_t id =
        pairs_add_in(&b->ids, b->arena, pair,
                     alone ? N_DEPENDENCE_KINDS + number : (uint32_t)new->kind);
    if (id == n)
        *PUSH_IN(b->arena, &b->bundles) = (struct bundle){
            .from = from, .to = to, .least = UNKNOWN, .order = id
        };
    struct bundle *bundle = &b->bundles.of[id];
    *PUSH_IN(b->arena, bundle) = new;
    bundle->count += read_count(new);
    bundle->least = fmin(bundle->least, new->least);
}

static int by_order(const void *left, const void *right)
{
    const struct bundle *a = left, *b = right;
    return COMPARE(a->order, b->order);
}

static int by_count(const void *left, const void *right)
{
    const struct bundle *a = left, *b = right;
    return a->count != b->count ? COMPARE(b->count, a->count)
                                : by_order(left, right);
}

/* Dependences lie in memory in order of first sight, which decides between
   equal counts. */
static int by_reads(const void *left, const void *right)
{
    const struct dependence *a = *(const struct dependence *const *)left;
    const struct dependence *b = *(const struct dependence *const *)right;
    if (read_count(a) != read_count(b))
        return COMPARE(read_count(b), read_count(a));
    return COMPARE(a, b);
}

/* Moves the bundles that become arrows to the front, in order of first sight,
   and returns their number. */
static size_t choose_bundles(const struct bundler *b, size_t n)
{
    long least = b->report->look->deps.least;
    size_t chosen = 0;
    SORT(b->bundles.of, n, by_count);
    if (!least)
        chosen = n < MOST_ARROWS ? n : MOST_ARROWS;
    else
        while (chosen < n && b->bundles.of[chosen].count >= (double)least)
            chosen++;
    SORT(b->bundles.of, chosen, by_order);
    return chosen;
}

/* ---- Text ---- */

static struct str short_place(const struct bundler *b, struct str place,
                              struct str before)
{
    return utf8_shortened(b->arena, line_short(b->arena, place, before),
                          LABEL_WIDTH);
}

static struct str place_or_question_mark(struct str place)
{
    return place.len ? place : S("?");
}

/* Returns "pipe.c:7 -> :13 (for :26 -> :27)": the lines of the accesses and of
   the statements under study. */
static struct str places_text(const struct bundler *b,
                              const struct dependence *dependence)
{
    const struct access *w = &dependence->writer, *r = &dependence->reader;
    struct str w_at = place_or_question_mark(w->at);
    struct str r_at = place_or_question_mark(r->at);
    if (!w->at.len && !r->at.len && !w->top.len && !r->top.len)
        return S("");
    struct str text = arena_printf(b->arena, "%s \u2192 %s",
                                   short_place(b, w_at, S("")).s,
                                   short_place(b, r_at, w->at).s);
    if ((!w->top.len && !r->top.len) ||
        (str_eq(w->at, w->top) && str_eq(r->at, r->top)))
        return text;
    struct str w_top = place_or_question_mark(w->top);
    struct str r_top = place_or_question_mark(r->top);
    return arena_printf(b->arena, "%s (for %s \u2192 %s)", text.s,
                        short_place(b, w_top, r->at).s,
                        short_place(b, r_top,
                                    w->top.len ? w->top : r->at).s);
}

/* Returns "produce -> change". */
static struct str names_text(const struct bundler *b,
                             const struct dependence *dependence)
{
    const struct access *w = &dependence->writer, *r = &dependence->reader;
    return arena_printf(b->arena, "%s \u2192 %s",
                        workers_name(b->arena, b->report, w->function).s,
                        workers_name(b->arena, b->report, r->function).s);
}

/* Returns "10x, 11 apart". */
static struct str numbers_text(const struct bundler *b,
                               const struct bundle *bundle)
{
    struct str text = S("");
    if (bundle->count > 0)
        text = arena_printf(b->arena, "%s\u00d7",
                            number_grouped(b->arena, bundle->count).s);
    if (bundle->of[0]->kind == DEPENDS && known(bundle->least))
        text = arena_printf(b->arena, "%s%s%s apart", text.s,
                            text.len ? ", " : "",
                            number_grouped(b->arena, bundle->least).s);
    return text;
}

/* Returns the numbers of an arrow and its first few pairs of lines, or of
   functions if the arrow connects statements. Blanks keep the text off the
   arrow. */
static struct str arrow_label(const struct bundler *b,
                              const struct bundle *bundle)
{
    bool between_statements = b->report->look->deps.by == DEPS_TOPLEV;
    struct strings pairs = { 0 };
    struct str text = numbers_text(b, bundle);
    /* The verdict in the box explains an arrow to itself. */
    if (between_statements && bundle->from == bundle->to &&
        dependences_of(b->report->profile)->statements.n)
        return S("");
    if (text.len)
        text = arena_printf(b->arena, "  %s", text.s);
    for (size_t i = 0; b->deps->detailed && i < bundle->n; i++) {
        uint32_t n = pairs.n;
        struct str pair = between_statements ? names_text(b, bundle->of[i])
                                             : places_text(b, bundle->of[i]);
        if (pair.len == 0 || strings_find(&pairs, pair) != NO_ID)
            continue;
        strings_add(&pairs, b->arena, pair);
        text = arena_printf(b->arena, "%s%s  %s", text.s,
                            text.len ? "\n" : "",
                            n < MOST_PAIRS ? pair.s : ELLIPSIS);
        if (n == MOST_PAIRS)
            break;
    }
    return text;
}

/* Returns the functions of the arrow, and the lines and the reads of each of
   its dependences. */
static struct str arrow_tooltip(const struct bundler *b,
                                const struct bundle *bundle)
{
    bool between_statements = b->report->look->deps.by == DEPS_TOPLEV;
    struct buf tip = { 0 };
    for (size_t i = 0; i < bundle->n && i < TIP_PAIRS; i++) {
        const struct dependence *one = bundle->of[i];
        struct str places = places_text(b, one);
        if (i == 0 || between_statements)
            buf_printf(&tip, "%s%s", i ? "\n" : "", names_text(b, one).s);
        buf_printf(&tip, "%s%s", places.len ? "\n" : "", places.s);
        if (known(one->count))
            buf_printf(&tip, " %s\u00d7",
                       number_grouped(b->arena, one->count).s);
    }
    if (bundle->n > TIP_PAIRS)
        buf_printf(&tip, "\nand %zu more", bundle->n - TIP_PAIRS);
    return buf_move(&tip, b->arena);
}

/* Returns "d_FROM_TO", with a suffix where several arrows have the same
   ends. */
static struct str arrow_id(const struct bundler *b, const struct bundle *bundle)
{
    const char *from = b->end_ids.of[bundle->from].s;
    const char *to = b->end_ids.of[bundle->to].s;
    if (b->report->look->deps.by == DEPS_SITE)
        return arena_printf(b->arena, "d_%s_%s_%u", from, to,
                            bundle->order + 1);
    static const char *const suffixes[N_DEPENDENCE_KINDS] = {
        "", "_x", "_a", "_ax", "_o", "_ox"
    };
    return arena_printf(b->arena, "d_%s_%s%s", from, to,
                        suffixes[bundle->of[0]->kind]);
}

static void add_arrow(struct bundler *b, struct bundle *bundle)
{
    struct deps *deps = b->deps;
    enum dependence_kind kind = bundle->of[0]->kind;
    qsort(bundle->of, bundle->n, sizeof *bundle->of, by_reads);
    deps->arrows[deps->n_arrows++] = (struct dep_arrow){
        .kind = kind,
        .id = arrow_id(b, bundle),
        .from = b->end_ids.of[bundle->from],
        .to = b->end_ids.of[bundle->to],
        .label = arrow_label(b, bundle),
        .tooltip = arrow_tooltip(b, bundle),
    };
    deps->across_threads |= kind == DEPENDS_THREADS;
    deps->within_thread |= kind == DEPENDS;
    deps->reorders |= dependence_base(kind) != DEPENDS;
}

bool *deps_view(struct arena *arena, const struct report *report)
{
    const struct view *view = report->view;
    bool *in_view = NEW_N(arena, bool, report->profile->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++)
        in_view[view->functions[i]] = true;
    return in_view;
}

const struct dependence **deps_in_view(struct arena *arena,
                                       const struct report *report,
                                       uint32_t *n)
{
    const struct dependences *all = dependences_of(report->profile);
    const bool *in_view = deps_view(arena, report);
    const struct dependence **found =
        NEW_N(arena, const struct dependence *, all->n);
    *n = 0;
    for (uint32_t i = 0; i < all->n; i++)
        if (in_view[all->of[i].writer.function] &&
            in_view[all->of[i].reader.function])
            found[(*n)++] = &all->of[i];
    return found;
}

/* Puts all dependences with two ends in the view into bundles. That of a
   statement has an end if the function of the statement is in the view. */
static void add_all_to_bundles(struct bundler *b)
{
    const struct dependences *all = dependences_of(b->report->profile);
    const bool *in_view = deps_view(b->arena, b->report);
    for (uint32_t i = 0; i < all->n; i++) {
        const struct dependence *d = &all->of[i];
        if (in_view[drawn_function(b, &d->writer)] &&
            in_view[drawn_function(b, &d->reader)] && !is_within_group(b, i))
            add_to_bundle(b, d, i);
    }
}

struct deps *deps_of(struct arena *arena, const struct report *report)
{
    struct deps *deps = NEW(arena, struct deps);
    struct bundler b = { .report = report, .arena = arena, .deps = deps };
    if (report->look->deps.by == DEPS_NONE)
        return deps;
    deps->statements =
        NEW_N(arena, struct dep_statement,
              2 * (size_t)dependences_of(report->profile)->n);
    if (report->look->deps.by == DEPS_TOPLEV)
        b.groups = groups_of(arena, report);
    add_all_to_bundles(&b);
    if (b.groups && b.ids.n > MANY_ARROWS) {
        b = (struct bundler){ .report = report, .arena = arena, .deps = deps,
                              .groups = b.groups, .by_function = true };
        deps->n_statements = 0;
        add_all_to_bundles(&b);
    }
    deps->by_function = b.by_function;
    deps->n_all = b.ids.n;
    size_t n = choose_bundles(&b, deps->n_all);
    deps->detailed = n <= FEW_ARROWS;
    deps->arrows = NEW_N(arena, struct dep_arrow, n);
    for (size_t i = 0; i < n; i++)
        add_arrow(&b, &b.bundles.of[i]);
    const struct boxes boxes = { arena, report, deps, b.groups };
    if (report->look->deps.by == DEPS_TOPLEV)
        boxes_add(&boxes);
    boxes_finish(&boxes);
    return deps;
}
