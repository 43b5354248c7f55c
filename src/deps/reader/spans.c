#include "deps/reader/spans.h"

#include <stdlib.h>

#include "deps/reader/facts.h"
#include "deps/reader/line.h"
#include "model/profile.h"

enum { MOST_CANDIDATES = 8 };

#define LEAST_LENGTH .01 /* of the span, for a candidate */

/* ---- Reading ---- */

static bool take_row(struct bop_sums *sums, char what, struct str s)
{
    struct bop_span span = { .what = what };
    if (!bop_line_id(&s, &span.number) || !bop_line_count(&s, &span.work) ||
        !bop_line_count(&s, &span.span) || span.span > span.work ||
        (what == 'l' &&
         (span.number >= sums->nests.n || span.number == 0)) ||
        (what == 'p' && span.number > MOST_CANDIDATES))
        return false;
    *PUSH_IN(&sums->arena, &sums->spans) = span;
    return true;
}

static bool take_link(struct bop_trace *trace, struct bop_sums *sums, char what,
                      struct str s)
{
    struct bop_link link = { .what = what };
    if (!bop_line_site(trace, &s, &link.wrote) ||
        !bop_line_site(trace, &s, &link.read) ||
        !bop_line_count(&s, &link.number) ||
        (what == 'i' && link.number > MOST_CANDIDATES))
        return false;
    *PUSH_IN(&sums->arena, &sums->links) = link;
    return true;
}

bool bop_spans_record(struct bop_trace *trace, struct bop_sums *sums,
                      struct str fields)
{
    struct str what;
    if (!str_take(&fields, S(" ")) || !str_take_word(&fields, &what) ||
        what.len != 1)
        return false;
    if (str_has(S("pl"), what))
        return take_row(sums, what.s[0], fields);
    if (str_has(S("wi"), what))
        return take_link(trace, sums, what.s[0], fields);
    uint32_t function;
    struct str rest = fields;
    if (what.s[0] != 'f' ||
        !bop_line_defined(&rest, &trace->function_ids, &function) ||
        !take_row(sums, 'f', fields))
        return false;
    sums->spans.of[sums->spans.n - 1].number = function;
    return true;
}

/* ---- The profile ---- */

/* Returns the flow dependence of a read on a write, or NO_ID. */
static uint32_t find_flow(const struct pairs *pairs, const uint32_t *first,
                          const struct bop_link *link)
{
    uint32_t id = pairs_find(pairs, link->wrote, link->read);
    return id == NO_ID ? NO_ID : first[id];
}

static bool is_flow(const struct bop_dependence *d)
{
    return dependence_base(d->kind) == DEPENDS;
}

/* Numbers the pairs of sites of flow dependences; sets *first to the first
   dependence of each. */
static struct pairs number_pairs(const struct bop_spans *s, struct arena *arena,
                                 uint32_t **first)
{
    struct pairs pairs = { .n = 0 };
    *first = NEW_N(arena, uint32_t, s->sums->dependence_ids.n + 1);
    for (uint32_t i = 0; i < s->sums->dependence_ids.n; i++) {
        const struct bop_dependence *d = &s->sums->dependences.of[i];
        uint32_t n = pairs.n;
        if (is_flow(d) && pairs_add_in(&pairs, arena, d->wrote, d->read) == n)
            (*first)[n] = i;
    }
    return pairs;
}

/* Returns the dependence that stands for a candidate: the one whose chain is
   longest. */
static uint32_t find_candidate(const struct bop_spans *s,
                               const struct pairs *pairs, const uint32_t *first,
                               double number)
{
    double longest = -1;
    uint32_t found = NO_ID;
    for (size_t i = 0; i < s->sums->links.n; i++) {
        const struct bop_link *link = &s->sums->links.of[i];
        if (link->what != 'i' || link->number != number)
            continue;
        double length = 0;
        for (size_t k = 0; k < s->sums->links.n; k++) {
            const struct bop_link *other = &s->sums->links.of[k];
            if (other->what == 'w' && other->wrote == link->wrote &&
                other->read == link->read)
                length = other->number;
        }
        uint32_t flow = find_flow(pairs, first, link);
        if (flow != NO_ID && length > longest) {
            longest = length;
            found = flow;
        }
    }
    return found;
}

void bop_spans_add(const struct bop_spans *s)
{
    struct arena scratch = { 0 };
    struct dependences *all = dependences_open(s->profile);
    uint32_t *first;
    struct pairs pairs = number_pairs(s, &scratch, &first);
    for (size_t i = 0; i < s->sums->spans.n; i++) {
        const struct bop_span *span = &s->sums->spans.of[i];
        struct work_span row = { .kind = SPAN_PROGRAM,
                                 .place = S(""),
                                 .variable = S(""),
                                 .work = span->work,
                                 .span = span->span };
        if (span->what == 'f') {
            row.kind = SPAN_FUNCTION;
            row.function = s->ids[span->number];
        } else if (span->what == 'l') {
            const struct loop *loop = &all->loops.of[s->loops[span->number]];
            row.kind = SPAN_LOOP;
            row.function = loop->function;
            row.place = loop->place;
        } else if (span->number) {
            uint32_t flow = find_candidate(s, &pairs, first, span->number);
            row.kind = SPAN_WITHOUT;
            if (flow == NO_ID)
                continue;
            row.place = s->places[s->sums->dependences.of[flow].wrote].text;
            row.variable = s->flows[flow].variable;
            if (!row.variable.len)
                row.variable = s->flows[flow].expression;
        }
        dependences_add_span(all, &row);
    }
    arena_free(&scratch);
}

/* ---- What a later run leaves out ---- */

/* The dependences that concern one variable, or without a name one pair of
   source lines. */
struct variable {
    bool is_counter; /* only heads of for loops write it */
    bool is_updated;
    double length; /* of chains */
    uint32_t id;
};

struct chooser {
    const struct bop_spans *spans;
    struct arena *arena;
    struct strings names;
    uint32_t *variable_of; /* by dependence */
    LIST(struct variable) variables;
    struct strings heads; /* the lines of for loops */
    struct pairs antis;   /* (read, overwritten by) */
    struct pairs listed;  /* (pair of sites, timeline) */
    struct pairs pairs;
    uint32_t *first;
    bool *is_cut; /* by dependence: no timeline has it */
};

static void find_variables(struct chooser *c)
{
    const struct bop_spans *s = c->spans;
    const struct bop_sums *sums = s->sums;
    c->variable_of = NEW_N(c->arena, uint32_t, sums->dependence_ids.n + 1);
    for (uint32_t i = 0; i < sums->dependence_ids.n; i++) {
        const struct bop_dependence *d = &sums->dependences.of[i];
        struct str name = s->flows[i].variable;
        struct str wrote = s->places[d->wrote].text;
        if (!is_flow(d)) {
            pairs_add_in(&c->antis, c->arena, d->wrote, d->read);
            continue;
        }
        uint32_t n = c->names.n;
        uint32_t id = strings_add(
            &c->names, c->arena,
            name.len ? arena_printf(c->arena, "%u %s", d->frame, name.s)
                     : arena_printf(c->arena, "%s\n%s", wrote.s,
                                    s->places[d->read].text.s));
        c->variable_of[i] = id;
        if (id == n)
            *PUSH_IN(c->arena, &c->variables) =
                (struct variable){ .is_counter = name.len, .id = id };
        struct variable *variable = &c->variables.of[id];
        variable->is_updated |= s->flows[i].is_update;
        variable->is_counter &= strings_find(&c->heads, wrote) != NO_ID;
    }
}

static void find_heads(struct chooser *c)
{
    const struct bop_spans *s = c->spans;
    for (uint32_t i = 1; i < s->sums->nests.n; i++)
        if (dependences_of(s->profile)->loops.of[s->loops[i]].is_for)
            strings_add(&c->heads, c->arena,
                        s->places[s->sums->nests.of[i].site].text);
}

/* Tells whether something reads between two updates what the first of them has
   written. Without anti dependences, whatever reads more than once may. */
static bool is_read_between(const struct chooser *c, uint32_t i)
{
    const struct bop_spans *s = c->spans;
    const struct bop_dependence *of = s->sums->dependences.of;
    for (uint32_t k = 0; k < s->sums->dependence_ids.n; k++)
        if (is_flow(&of[k]) && of[k].wrote == of[i].wrote &&
            !s->flows[k].is_update &&
            c->variable_of[k] == c->variable_of[i] &&
            (dependences_of(s->profile)->anti
                 ? pairs_find(&c->antis, of[k].read, of[i].wrote) != NO_ID
                 : of[k].count > 1))
            return true;
    return false;
}

/* Tells whether the reader of a dependence runs in the loop whose head has
   written. */
static bool is_read_in_loop(const struct chooser *c, uint32_t i)
{
    const struct bop_spans *s = c->spans;
    const struct bop_dependence *d = &s->sums->dependences.of[i];
    struct str head = s->places[d->wrote].text;
    for (uint32_t r = d->loops; r; r = s->sums->loop_rows.of[r - 1].next)
        for (uint32_t nest = s->sums->loop_rows.of[r - 1].nests[1]; nest;
             nest = s->sums->nests.of[nest].parent)
            if (str_eq(s->places[s->sums->nests.of[nest].site].text, head))
                return true;
    return false;
}

static void find_cuts(struct chooser *c)
{
    const struct bop_sums *sums = c->spans->sums;
    c->is_cut = NEW_N(c->arena, bool, sums->dependence_ids.n + 1);
    for (uint32_t i = 0; i < sums->dependence_ids.n; i++) {
        if (!is_flow(&sums->dependences.of[i]))
            continue;
        const struct variable *variable =
            &c->variables.of[c->variable_of[i]];
        c->is_cut[i] = (variable->is_counter && variable->is_updated &&
                        is_read_in_loop(c, i)) ||
                       (c->spans->flows[i].is_sum && !is_read_between(c, i));
    }
}

static void list_cut(struct chooser *c, uint32_t i, uint32_t number)
{
    const struct bop_spans *s = c->spans;
    const struct bop_dependence *d = &s->sums->dependences.of[i];
    uint32_t n = c->listed.n;
    uint32_t pair = pairs_find(&c->pairs, d->wrote, d->read);
    if (pairs_add_in(&c->listed, c->arena, pair, number) == n)
        bop_facts_list_cut(s->profile, s->trace, d->wrote, d->read, number);
}

static int by_length(const void *left, const void *right)
{
    const struct variable *a = left, *b = right;
    if (a->length != b->length)
        return a->length < b->length ? 1 : -1;
    return (a->id > b->id) - (a->id < b->id);
}

/* Gives each variable the chains that wait for it, unless they are cut. */
static void add_lengths(struct chooser *c)
{
    const struct bop_sums *sums = c->spans->sums;
    for (size_t i = 0; i < sums->links.n; i++) {
        const struct bop_link *link = &sums->links.of[i];
        uint32_t flow =
            link->what == 'w'
                ? find_flow(&c->pairs, c->first, link)
                : NO_ID;
        if (flow != NO_ID && !c->is_cut[flow])
            c->variables.of[c->variable_of[flow]].length += link->number;
    }
}

static double program_span(const struct bop_sums *sums)
{
    for (size_t i = 0; i < sums->spans.n; i++)
        if (sums->spans.of[i].what == 'p' && !sums->spans.of[i].number)
            return sums->spans.of[i].span;
    return UNKNOWN;
}

void bop_spans_list(const struct bop_spans *spans)
{
    struct arena scratch = { 0 };
    const struct bop_sums *sums = spans->sums;
    uint32_t n = sums->dependence_ids.n, number = 0;
    struct chooser c = { .spans = spans, .arena = &scratch };
    c.pairs = number_pairs(spans, &scratch, &c.first);
    find_heads(&c);
    find_variables(&c);
    find_cuts(&c);
    for (uint32_t i = 0; i < n; i++)
        if (c.is_cut[i])
            list_cut(&c, i, 0);
    add_lengths(&c);
    if (c.variables.n)
        qsort(c.variables.of, c.variables.n, sizeof *c.variables.of, by_length);
    for (uint32_t k = 0; k < c.variables.n && number < MOST_CANDIDATES; k++) {
        /* UNKNOWN: the trace has no chains. */
        if (!(c.variables.of[k].length >= LEAST_LENGTH * program_span(sums)))
            break;
        number++;
        for (uint32_t i = 0; i < n; i++)
            if (is_flow(&sums->dependences.of[i]) && !c.is_cut[i] &&
                c.variable_of[i] == c.variables.of[k].id)
                list_cut(&c, i, number);
    }
    arena_free(&scratch);
}
