#include "output/deps.h"

#include <stdlib.h>

#include "labels/wrap.h"
#include "output/dot/escape.h"
#include "util/array.h"
#include "util/number.h"
#include "util/utf8.h"

enum {
    MOST_ARROWS = 30, /* unless --deps-min says what is small */
    FEW_ARROWS = 12,  /* with more, tooltips alone tell the lines */
    MOST_PAIRS = 3,   /* of lines that a label tells */
    TIP_PAIRS = 20,   /* that a tooltip tells */
    TEXT_LIMIT = 300, /* bytes of a name in a tooltip */
};

/* All dependences of one arrow, largest first. */
struct bundle {
    uint32_t from, to; /* ends */
    const struct dependence **of;
    size_t n, room;
    double count, least;
    uint32_t order; /* of first sight */
};

struct drawing {
    const struct report *report;
    struct arena *arena;
    struct deps *deps;
    bool many;              /* labels must be short */
    struct pairs ends;      /* (function, place): functions have place 0 */
    struct strings places;
    struct str *end_ids;    /* by end: in DOT */
    size_t end_ids_room;
    struct pairs keys, ids; /* (from, to), (key, kind or row) */
    struct bundle *bundles;
    size_t bundles_room;
};

static bool has_statement(const struct drawing *d, const struct access *access)
{
    return d->report->look->deps == DEPS_TOPLEV && access->top.len &&
           access->statement != NO_ID;
}

/* Ids may not come from user text. */
static struct str statement_id(const struct drawing *d, uint32_t function,
                               struct str place)
{
    return arena_printf(d->arena, "%s_%012llx", d->report->ids[function].s,
                        (unsigned long long)(str_stable_hash(place) >> 16));
}

static void add_statement(struct drawing *d, uint32_t end,
                          const struct access *access)
{
    struct deps *deps = d->deps;
    struct str id = statement_id(d, access->statement, access->top);
    d->end_ids[end] = id;
    deps->statements[deps->n_statements++] = (struct dep_statement){
        .function = access->statement, .place = access->top, .id = id
    };
}

static uint32_t end_of(struct drawing *d, const struct access *access)
{
    bool statement = has_statement(d, access);
    uint32_t n = d->ends.n, place = 0;
    uint32_t function = statement ? access->statement : access->function;
    if (statement)
        place = 1 + strings_add(&d->places, d->arena, access->top);
    uint32_t end = pairs_add(&d->ends, function, place);
    if (end < n)
        return end;
    d->end_ids =
        array_grow(d->end_ids, end, &d->end_ids_room, sizeof *d->end_ids);
    d->end_ids[end] = d->report->ids[function];
    if (statement)
        add_statement(d, end, access);
    return end;
}

static double read_count(const struct dependence *dependence)
{
    return known_or(dependence->count, 0);
}

/* Each of --deps=site is on its own. */
static void add_to_bundle(struct drawing *d, const struct dependence *new,
                          uint32_t row)
{
    uint32_t from = end_of(d, &new->writer), to = end_of(d, &new->reader);
    uint32_t key = pairs_add(&d->keys, from, to), n = d->ids.n;
    bool alone = d->report->look->deps == DEPS_SITE;
    uint32_t id =
        pairs_add(&d->ids, key, alone ? 2 + row : (uint32_t)new->kind);
    if (id == n) {
        d->bundles = array_grow(d->bundles, id, &d->bundles_room,
                                sizeof *d->bundles);
        d->bundles[id] = (struct bundle){ .from = from,
                                          .to = to,
                                          .least = UNKNOWN,
                                          .order = id };
    }
    struct bundle *bundle = &d->bundles[id];
    bundle->of =
        array_grow(bundle->of, bundle->n, &bundle->room, sizeof *bundle->of);
    bundle->of[bundle->n++] = new;
    bundle->count += read_count(new);
    bundle->least = fmin(bundle->least, new->least);
}

static int by_count(const void *left, const void *right)
{
    const struct bundle *a = left, *b = right;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    return (a->order > b->order) - (a->order < b->order);
}

static int by_order(const void *left, const void *right)
{
    const struct bundle *a = left, *b = right;
    return (a->order > b->order) - (a->order < b->order);
}

/* They are in order of first sight: of equals, the first comes first. */
static int by_reads(const void *left, const void *right)
{
    const struct dependence *a = *(const struct dependence *const *)left;
    const struct dependence *b = *(const struct dependence *const *)right;
    if (read_count(a) != read_count(b))
        return read_count(a) < read_count(b) ? 1 : -1;
    return (a > b) - (a < b);
}

/* "pipe.c:7", and where the file was told just before ":7". */
static struct str short_place(const struct drawing *d, struct str place,
                              struct str before)
{
    struct str file, line, other, unused;
    place = str_basename(place);
    if (str_cut_last(place, S(":"), &file, &line) &&
        str_cut_last(str_basename(before), S(":"), &other, &unused) &&
        str_eq(file, other))
        return arena_printf(d->arena, ":%.*s", (int)line.len, line.s);
    return utf8_shortened(d->arena, place, LABEL_WIDTH);
}

static struct str or_none(struct str place)
{
    return place.len ? place : S("?");
}

/* "pipe.c:7 -> :13 (for :26 -> :27)" */
static struct str places_text(const struct drawing *d,
                              const struct dependence *dependence)
{
    const struct access *w = &dependence->writer, *r = &dependence->reader;
    if (!w->at.len && !r->at.len && !w->top.len && !r->top.len)
        return S("");
    struct str text = arena_printf(
        d->arena, "%s \u2192 %s", short_place(d, or_none(w->at), S("")).s,
        short_place(d, or_none(r->at), w->at).s);
    if ((!w->top.len && !r->top.len) ||
        (str_eq(w->at, w->top) && str_eq(r->at, r->top)))
        return text;
    return arena_printf(d->arena, "%s (for %s \u2192 %s)", text.s,
                        short_place(d, or_none(w->top), r->at).s,
                        short_place(d, or_none(r->top),
                                    w->top.len ? w->top : r->at).s);
}

/* "produce -> change" */
static struct str names_text(const struct drawing *d,
                             const struct dependence *dependence)
{
    const struct str *labels = d->report->labels;
    return arena_printf(d->arena, "%s \u2192 %s",
                        labels[dependence->writer.function].s,
                        labels[dependence->reader.function].s);
}

static struct str pair_text(const struct drawing *d,
                            const struct dependence *dependence)
{
    return d->report->look->deps == DEPS_TOPLEV
               ? names_text(d, dependence)
               : places_text(d, dependence);
}

/* "10x, 11 apart" */
static struct str numbers_text(const struct drawing *d,
                               const struct bundle *bundle)
{
    struct str text = S("");
    if (bundle->count > 0)
        text = arena_printf(d->arena, "%s\u00d7",
                            number_grouped(d->arena, bundle->count).s);
    if (bundle->of[0]->kind == DEPENDS && known(bundle->least))
        text = arena_printf(d->arena, "%s%s%s apart", text.s,
                            text.len ? ", " : "",
                            number_grouped(d->arena, bundle->least).s);
    return text;
}

static struct str label_of(const struct drawing *d,
                           const struct bundle *bundle)
{
    struct strings told = { 0 };
    struct str text = numbers_text(d, bundle);
    if (text.len)
        text = arena_printf(d->arena, "  %s", text.s);
    if (d->many)
        return escape_label(d->arena, text);
    for (size_t i = 0; i < bundle->n; i++) {
        uint32_t n = told.n;
        struct str pair = pair_text(d, bundle->of[i]);
        if (pair.len == 0)
            continue;
        if (n < MOST_PAIRS && strings_add(&told, d->arena, pair) < n)
            continue;
        if (n == MOST_PAIRS && strings_find(&told, pair) != NO_ID)
            continue;
        text = arena_printf(d->arena, "%s%s  %s", text.s,
                            text.len ? "\n" : "",
                            n < MOST_PAIRS ? pair.s : ELLIPSIS);
        if (n == MOST_PAIRS)
            break;
    }
    strings_free(&told);
    return escape_label(d->arena, text);
}

static void add_tip(struct buf *tip, struct str text)
{
    escape_tooltip(tip, text, TEXT_LIMIT);
}

static struct str tooltip_of(const struct drawing *d,
                             const struct bundle *bundle)
{
    struct buf tip = { 0 };
    for (size_t i = 0; i < bundle->n && i < TIP_PAIRS; i++) {
        const struct dependence *one = bundle->of[i];
        if (i == 0 || d->report->look->deps == DEPS_TOPLEV) {
            buf_add(&tip, i ? S("\\n") : S(""));
            add_tip(&tip, names_text(d, one));
        }
        struct str places = places_text(d, one);
        buf_add(&tip, places.len ? S("\\n") : S(""));
        add_tip(&tip, places);
        if (known(one->count))
            buf_printf(&tip, " %s\u00d7", number_grouped(d->arena, one->count).s);
    }
    if (bundle->n > TIP_PAIRS)
        buf_printf(&tip, "\\nand %zu more", bundle->n - TIP_PAIRS);
    return buf_move(&tip, d->arena);
}

/* "d_FROM_TO", with what makes it one of several behind. */
static struct str arrow_id(const struct drawing *d,
                           const struct bundle *bundle)
{
    const char *from = d->end_ids[bundle->from].s;
    const char *to = d->end_ids[bundle->to].s;
    if (d->report->look->deps == DEPS_SITE)
        return arena_printf(d->arena, "d_%s_%s_%u", from, to,
                            bundle->order + 1);
    return arena_printf(d->arena, "d_%s_%s%s", from, to,
                        bundle->of[0]->kind == DEPENDS ? "" : "_x");
}

static void add_arrow(struct drawing *d, struct bundle *bundle)
{
    struct deps *deps = d->deps;
    enum dependence_kind kind = bundle->of[0]->kind;
    qsort(bundle->of, bundle->n, sizeof *bundle->of, by_reads);
    deps->arrows[deps->n_arrows++] = (struct dep_arrow){
        .kind = kind,
        .id = arrow_id(d, bundle),
        .from = d->end_ids[bundle->from],
        .to = d->end_ids[bundle->to],
        .label = label_of(d, bundle),
        .tooltip = tooltip_of(d, bundle),
    };
    deps->threads |= kind == DEPENDS_THREADS;
    deps->plain |= kind == DEPENDS;
}

/* How many stay, the largest first. */
static size_t choose_bundles(const struct drawing *d, size_t n)
{
    long least = d->report->look->deps_min;
    size_t chosen = 0;
    if (n)
        qsort(d->bundles, n, sizeof *d->bundles, by_count);
    if (!least)
        return n < MOST_ARROWS ? n : MOST_ARROWS;
    while (chosen < n && d->bundles[chosen].count >= (double)least)
        chosen++;
    return chosen;
}

static struct str file_of(struct str place, uint64_t *line)
{
    struct str file = place, number;
    *line = 0;
    if (str_cut_last(place, S(":"), &file, &number))
        str_take_digits(&number, line);
    return file;
}

static int by_place(const void *left, const void *right)
{
    const struct dep_statement *a = left, *b = right;
    uint64_t a_line, b_line;
    struct str a_file = file_of(a->place, &a_line);
    struct str b_file = file_of(b->place, &b_line);
    int order = str_cmp(a_file, b_file);
    if (a->function != b->function)
        return a->function < b->function ? -1 : 1;
    return order ? order : (a_line > b_line) - (a_line < b_line);
}

/* The functions that wrote or read for a statement, but its own. */
static struct str helpers(const struct drawing *d,
                          const struct dep_statement *statement)
{
    const struct view *view = d->report->view;
    struct strings told = { 0 };
    struct str text = S("");
    for (uint32_t i = 0; i < 2 * view->n_dependences; i++) {
        const struct dependence *dependence = view->dependences[i / 2];
        const struct access *access =
            i % 2 ? &dependence->reader : &dependence->writer;
        uint32_t n = told.n;
        struct str name = d->report->labels[access->function];
        if (access->statement != statement->function ||
            access->function == statement->function ||
            !str_eq(access->top, statement->place) ||
            strings_add(&told, d->arena, name) < n)
            continue;
        text = arena_printf(d->arena, "%s%s%s", text.s, n ? ", " : "",
                            n < MOST_PAIRS ? name.s : ELLIPSIS);
        if (n == MOST_PAIRS)
            break;
    }
    strings_free(&told);
    return text;
}

/* Only those that an arrow leads to or from are drawn. */
static void finish_statements(struct drawing *d)
{
    struct deps *deps = d->deps;
    struct strings used = { 0 };
    size_t n = 0;
    for (size_t i = 0; i < deps->n_arrows; i++) {
        strings_add(&used, d->arena, deps->arrows[i].from);
        strings_add(&used, d->arena, deps->arrows[i].to);
    }
    for (size_t i = 0; i < deps->n_statements; i++)
        if (strings_find(&used, deps->statements[i].id) != NO_ID)
            deps->statements[n++] = deps->statements[i];
    deps->n_statements = n;
    strings_free(&used);
    qsort(deps->statements, n, sizeof *deps->statements, by_place);
    for (size_t i = 0; i < n; i++) {
        struct dep_statement *s = &deps->statements[i];
        struct str by = helpers(d, s);
        struct buf tip = { 0 };
        s->label = escape_label(
            d->arena, arena_printf(d->arena, "%s%s%s",
                                   short_place(d, s->place, S("")).s,
                                   by.len ? "\n" : "", by.s));
        add_tip(&tip, s->place);
        s->tooltip = buf_move(&tip, d->arena);
    }
}

static void free_drawing(struct drawing *d)
{
    for (uint32_t i = 0; i < d->ids.n; i++)
        free(d->bundles[i].of);
    free(d->bundles);
    free(d->end_ids);
    pairs_free(&d->ends);
    pairs_free(&d->keys);
    pairs_free(&d->ids);
    strings_free(&d->places);
}

struct deps *deps_of(struct arena *arena, const struct report *report)
{
    const struct view *view = report->view;
    struct deps *deps = NEW(arena, struct deps);
    struct drawing d = { .report = report, .arena = arena, .deps = deps };
    if (report->look->deps == DEPS_NONE)
        return deps;
    deps->statements =
        NEW_N(arena, struct dep_statement, 2 * (size_t)view->n_dependences);
    for (uint32_t i = 0; i < view->n_dependences; i++)
        add_to_bundle(&d, view->dependences[i], i);
    deps->n_all = d.ids.n;
    size_t n = choose_bundles(&d, deps->n_all);
    d.many = n > FEW_ARROWS;
    deps->told = !d.many;
    deps->arrows = NEW_N(arena, struct dep_arrow, n);
    if (n)
        qsort(d.bundles, n, sizeof *d.bundles, by_order);
    for (size_t i = 0; i < n; i++)
        add_arrow(&d, &d.bundles[i]);
    finish_statements(&d);
    free_drawing(&d);
    return deps;
}
