/*
 * The format of callgrind, which KCachegrind and callgrind_annotate show:
 *
 *     events: cycles
 *     ob=(1) /usr/bin/calc
 *     fl=(1) calc.c
 *     fn=(1) evaluate
 *     12 5                      line 12 of evaluate costs 5
 *     cfn=(2) evaluate'2
 *     calls=1 10                it calls evaluate, which begins in line 10
 *     13 40                     in line 13, which costs 40
 *
 * Of a profile from stacks it has all events, whole numbers of them
 * (pipeline/exchange.h), and levels of recursion: "evaluate'2" is evaluate
 * while one evaluate is active already. So the calls make no cycles, in which
 * the cost of calls could not be told apart. The last level stands for all
 * deeper ones. A call that is active twice counts once. Of a profile from calls
 * it has the costs that prof2dot shows, measured or estimated.
 *
 * Nobody counts the calls on stacks, but callgrind_annotate takes the cost of 0
 * calls for cost of the caller itself. So each call that is not counted is
 * written as one, and "desc: Calls: not counted" says so if none is.
 *
 * Source: docs/cl-format.xml of Valgrind.
 */

#include "cost/from_calls.h"
#include "model/stack_tree.h"
#include "output/whole.h"
#include "output/writer.h"
#include "util/array.h"
#include "util/map.h"
#include "util/text/unit.h"
#include "util/version.h"

/* The deepest level of recursion that is a function of its own. */
enum { MOST_LEVELS = 10 };

struct callgrind {
    const struct profile *profile;
    struct buf *out;
    struct arena arena;
    LIST(struct str) events; /* their names */
    uint32_t *column_of;     /* by event of the samples */
    uint32_t n_events;
    uint32_t *function_of;  /* by function of the profile: lines of one function
                               have the first one in common */
    struct pairs nodes;     /* function and level */
    struct pairs places;    /* node and line */
    struct pairs calls;     /* place of the caller and node of the callee */
    LIST(double) self;      /* by place and event */
    LIST(double) inclusive; /* by call and event */
    LIST(double) counts;    /* by call; at least 1 */
    bool has_counts;        /* some are known */
    struct strings modules, files; /* with the numbers that are their short
                                      forms */
    LIST(uint32_t) numbers;        /* by node: that of the function, or 0 */
    uint32_t n_numbers;
};

static double *self_of(struct callgrind *cg, uint32_t place)
{
    size_t last = (size_t)(place + 1) * cg->n_events - 1;
    (void)REACH_IN(&cg->arena, &cg->self, last);
    return &cg->self.of[(size_t)place * cg->n_events];
}

static double *inclusive_of(struct callgrind *cg, uint32_t call)
{
    size_t last = (size_t)(call + 1) * cg->n_events - 1;
    (void)REACH_IN(&cg->arena, &cg->inclusive, last);
    return &cg->inclusive.of[(size_t)call * cg->n_events];
}

/* ---- Events ---- */

/* Returns the name of an event with its unit, as Xdebug writes them:
   "cpu_(ns)". Names have no blanks. */
static struct str event_name(struct arena *arena, struct str name,
                             struct str unit)
{
    struct unit found;
    bool has_unit = unit_find(unit, &found);
    const char *suffix = !has_unit                        ? ""
                         : str_eq(found.base, S("bytes")) ? "_(bytes)"
                                                          : "_(ns)";
    if (!name.len)
        name = !has_unit                        ? unit
               : str_eq(found.base, S("bytes")) ? S("space")
                                                : S("time");
    char *text = NEW_N(arena, char, name.len + 1);
    for (size_t i = 0; i < name.len; i++)
        text[i] = (unsigned char)name.s[i] <= ' ' ? '_' : name.s[i];
    return arena_printf(arena, "%s%s", text, suffix);
}

/* The event that would be drawn comes first: KCachegrind shows that one. */
static void find_events(struct callgrind *cg)
{
    const struct samples *samples = &cg->profile->samples;
    struct str *names = NEW_N(&cg->arena, struct str, samples->n_events);
    struct str first = S("");
    for (uint32_t e = 0; e < samples->n_events; e++) {
        names[e] = event_name(&cg->arena, samples->events[e].name,
                              samples->events[e].unit);
        if (str_eq(samples->events[e].name, cg->profile->event))
            first = names[e];
        *PUSH_IN(&cg->arena, &cg->events) = names[e];
    }
    SORT(cg->events.of, cg->events.n, str_order);
    size_t n = 0;
    for (size_t i = 0; i < cg->events.n; i++)
        if (n == 0 || !str_eq(cg->events.of[n - 1], cg->events.of[i]))
            cg->events.of[n++] = cg->events.of[i];
    cg->events.n = n;
    for (size_t i = 0; i < n && first.len; i++)
        if (str_eq(cg->events.of[i], first)) {
            for (; i > 0; i--)
                cg->events.of[i] = cg->events.of[i - 1];
            cg->events.of[0] = first;
            break;
        }
    cg->n_events = (uint32_t)n;
    cg->column_of = NEW_N(&cg->arena, uint32_t, samples->n_events);
    for (uint32_t e = 0; e < samples->n_events; e++)
        while (!str_eq(cg->events.of[cg->column_of[e]], names[e]))
            cg->column_of[e]++;
}

/* ---- Stacks ---- */

/* Functions are sorted by name and file, so the lines of one are neighbours, or
   nearly so. */
static void join_lines(struct callgrind *cg)
{
    const struct profile *profile = cg->profile;
    struct strings texts = { 0 };
    struct pairs names = { 0 }, all = { 0 };
    LIST(uint32_t) first = { 0 }; /* by id of a pair: 1 + its function */
    cg->function_of = NEW_N(&cg->arena, uint32_t, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        const struct identity *is = &profile->functions[f].is;
        cg->function_of[f] = f;
        if (!profile->functions[f].is_line)
            continue;
        uint32_t name = pairs_add_in(&names, &cg->arena,
                                     strings_add(&texts, &cg->arena, is->name),
                                     strings_add(&texts, &cg->arena, is->file));
        uint32_t id = pairs_add_in(&all, &cg->arena, name,
                                   strings_add(&texts, &cg->arena, is->module));
        uint32_t *function = REACH_IN(&cg->arena, &first, id);
        if (!*function)
            *function = f + 1;
        cg->function_of[f] = *function - 1;
    }
}

static uint32_t line_of(const struct function *function)
{
    return function->line < UINT32_MAX ? (uint32_t)function->line : 0;
}

/* A call that is active in the walk over the contexts. */
struct frame {
    uint32_t place, call;
};

/* Returns, by context and event, the cost of the samples with this stack, and
   of those that go through it. */
static double *costs_of(struct callgrind *cg, struct arena *arena,
                        double **through)
{
    const struct profile *profile = cg->profile;
    const struct samples *samples = &profile->samples;
    size_t n = (size_t)profile->n_contexts * cg->n_events;
    double *self = NEW_N(arena, double, n);
    *through = NEW_N(arena, double, n);
    for (uint32_t i = 0; i < samples->n_rows; i++) {
        const struct sample_row *row = &samples->rows[i];
        self[(size_t)row->context * cg->n_events + cg->column_of[row->event]] +=
            row->cost;
    }
    for (uint32_t c = profile->n_contexts; c-- > 0;) {
        uint32_t parent = profile->contexts[c].parent;
        for (uint32_t e = 0; e < cg->n_events; e++) {
            size_t at = (size_t)c * cg->n_events + e;
            (*through)[at] += self[at];
            if (parent != NO_ID)
                (*through)[(size_t)parent * cg->n_events + e] += (*through)[at];
        }
    }
    return self;
}

static void add_costs(double *sums, const double *costs, uint32_t n)
{
    for (uint32_t e = 0; e < n; e++)
        sums[e] += costs[e];
}

static void add_stacks(struct callgrind *cg)
{
    const struct profile *profile = cg->profile;
    LOCAL_ARENA(scratch);
    struct stack_tree *tree = stack_tree_of(&scratch, profile);
    struct frame *stack = NEW_N(&scratch, struct frame, tree->height);
    uint32_t *level = NEW_N(&scratch, uint32_t, profile->n_functions);
    LIST(uint32_t) active = { 0 }; /* by call */
    double *through, *self = costs_of(cg, &scratch, &through);
    struct stack_tree_walk walk = stack_tree_start(tree);
    join_lines(cg);
    while (stack_tree_next(&walk)) {
        uint32_t f = profile->contexts[walk.at].function;
        uint32_t function = cg->function_of[f];
        struct frame *frame = &stack[walk.depth];
        if (!walk.entered) {
            level[function]--;
            if (walk.depth)
                active.of[frame->call]--;
            continue;
        }
        uint32_t now = ++level[function];
        uint32_t node = pairs_add_in(&cg->nodes, &cg->arena, function,
                                     now < MOST_LEVELS ? now : MOST_LEVELS);
        size_t at = (size_t)walk.at * cg->n_events;
        frame->place = pairs_add_in(&cg->places, &cg->arena, node,
                                    line_of(&profile->functions[f]));
        add_costs(self_of(cg, frame->place), self + at, cg->n_events);
        if (!walk.depth)
            continue;
        frame->call = pairs_add_in(&cg->calls, &cg->arena,
                                   stack[walk.depth - 1].place, node);
        double *inclusive = inclusive_of(cg, frame->call);
        *REACH_IN(&cg->arena, &cg->counts, frame->call) = 1;
        if ((*REACH_IN(&scratch, &active, frame->call))++ == 0)
            add_costs(inclusive, through + at, cg->n_events);
    }
}

/* ---- Calls ---- */

/* Returns what costs are multiplied by to become whole numbers. */
static double scale_of(const struct profile *profile)
{
    if (str_eq(profile->unit, S("seconds")))
        return 1e9;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (profile->functions[f].self != round(profile->functions[f].self))
            return 1000;
    return 1;
}

static void add_calls(struct callgrind *cg, enum cycles cycles)
{
    const struct profile *profile = cg->profile;
    const struct costs *costs = costs_from_calls(&cg->arena, profile, cycles);
    double scale = scale_of(profile);
    struct str name = event_name(&cg->arena, profile->event, profile->unit);
    if (scale == 1000)
        name = arena_printf(&cg->arena, "%s_thousandths", name.s);
    *PUSH_IN(&cg->arena, &cg->events) = name;
    cg->n_events = 1;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        uint32_t node = pairs_add_in(&cg->nodes, &cg->arena, f, 1);
        uint32_t place = pairs_add_in(&cg->places, &cg->arena, node,
                                      line_of(&profile->functions[f]));
        *self_of(cg, place) = round(profile->functions[f].self * scale);
    }
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        uint32_t id =
            pairs_add_in(&cg->calls, &cg->arena, call->caller, call->callee);
        double cost = known_or(costs->call_cost[c], known_or(call->cost, 0));
        *inclusive_of(cg, id) = round(cost * scale);
        *REACH_IN(&cg->arena, &cg->counts, id) =
            fmax(round(known_or(call->count, 0)), 1);
        cg->has_counts |= known_or(call->count, 0) > 0;
    }
}

/* ---- Text ---- */

/* Puts the number of a name, and the name itself if the number is new. */
static void put_name(struct callgrind *cg, const char *key, uint32_t number,
                     bool is_new, struct str name)
{
    buf_printf(cg->out, "%s=(%u)", key, number);
    if (is_new) {
        buf_char(cg->out, ' ');
        for (size_t i = 0; i < name.len; i++)
            buf_char(cg->out, (unsigned char)name.s[i] < ' ' ? ' ' : name.s[i]);
    }
    buf_char(cg->out, '\n');
}

static void put_text(struct callgrind *cg, const char *key,
                     struct strings *texts, struct str text)
{
    uint32_t n = texts->n;
    uint32_t id = strings_add(texts, &cg->arena, text.len ? text : S("???"));
    put_name(cg, key, id + 1, id == n, texts->texts[id]);
}

/* Puts the function of a node: "fn", or "cfn" for one that is called. Each has
   a number of its own, as callgrind gives them: several functions may have one
   name. */
static void put_node(struct callgrind *cg, uint32_t node, const char *prefix)
{
    static const char *const keys[2][3] = { { "ob", "fl", "fn" },
                                            { "cob", "cfi", "cfn" } };
    const char *const *key = keys[*prefix == 'c'];
    struct pair pair = cg->nodes.keys[node];
    const struct identity *is = &cg->profile->functions[pair.a].is;
    LOCAL_ARENA(scratch);
    struct str name = is->name;
    if (is->tag.len && !cg->profile->functions[pair.a].is_line)
        name = arena_printf(&scratch, "%.*s:%.*s", (int)name.len, name.s,
                            (int)is->tag.len, is->tag.s);
    if (pair.b > 1)
        name = arena_printf(&scratch, "%.*s'%u", (int)name.len, name.s, pair.b);
    put_text(cg, key[0], &cg->modules, is->module);
    put_text(cg, key[1], &cg->files, is->file);
    uint32_t *number = REACH_IN(&cg->arena, &cg->numbers, node);
    bool is_new = !*number;
    if (is_new)
        *number = ++cg->n_numbers;
    put_name(cg, key[2], *number, is_new, name.len ? name : S("???"));
}

static void put_costs(struct callgrind *cg, const double *costs)
{
    for (uint32_t e = 0; e < cg->n_events; e++)
        buf_printf(cg->out, " %.0f", costs[e]);
    buf_char(cg->out, '\n');
}

/* A row of the body: a place of a node, or a call from there. */
struct row {
    uint32_t function, level, line;
    uint32_t callee, callee_level; /* of a call, which has_call says */
    bool has_call;
    uint32_t node, id; /* of the place or call */
};

static int by_place(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    int order = COMPARE(a->function, b->function);
    order = order ? order : COMPARE(a->level, b->level);
    order = order ? order : COMPARE(a->line, b->line);
    order = order ? order : a->has_call - b->has_call;
    order = order ? order : COMPARE(a->callee, b->callee);
    return order ? order : COMPARE(a->callee_level, b->callee_level);
}

static struct row place_row(const struct callgrind *cg, uint32_t place)
{
    struct pair at = cg->places.keys[place];
    return (struct row){ .function = cg->nodes.keys[at.a].a,
                         .level = cg->nodes.keys[at.a].b,
                         .line = at.b,
                         .node = at.a,
                         .id = place };
}

static struct row call_row(const struct callgrind *cg, uint32_t call)
{
    struct pair ends = cg->calls.keys[call];
    struct row row = place_row(cg, ends.a);
    row.callee = cg->nodes.keys[ends.b].a;
    row.callee_level = cg->nodes.keys[ends.b].b;
    row.has_call = true;
    row.id = call;
    return row;
}

static bool has_cost(const struct callgrind *cg, const double *costs)
{
    for (uint32_t e = 0; e < cg->n_events; e++)
        if (costs[e] != 0)
            return true;
    return false;
}

static void put_call(struct callgrind *cg, const struct row *row)
{
    const struct function *callee = &cg->profile->functions[row->callee];
    uint64_t line =
        callee->is_line && callee->start ? callee->start : callee->line;
    put_node(cg, cg->calls.keys[row->id].b, "c");
    buf_printf(cg->out, "calls=%.0f %llu\n%u", cg->counts.of[row->id],
               (unsigned long long)line, row->line);
    put_costs(cg, inclusive_of(cg, row->id));
}

static void put_body(struct callgrind *cg)
{
    LIST(struct row) rows = { 0 };
    for (uint32_t i = 0; i < cg->places.n; i++)
        *PUSH_IN(&cg->arena, &rows) = place_row(cg, i);
    for (uint32_t i = 0; i < cg->calls.n; i++)
        *PUSH_IN(&cg->arena, &rows) = call_row(cg, i);
    SORT(rows.of, rows.n, by_place);
    for (size_t i = 0; i < rows.n; i++) {
        const struct row *row = &rows.of[i];
        if (i == 0 || rows.of[i - 1].node != row->node) {
            buf_char(cg->out, '\n');
            put_node(cg, row->node, "");
        }
        if (row->has_call) {
            put_call(cg, row);
        } else if (has_cost(cg, self_of(cg, row->id))) {
            buf_printf(cg->out, "%u", row->line);
            put_costs(cg, self_of(cg, row->id));
        }
    }
}

/* Returns the sums of self costs, by event. */
static double *sums_of(struct callgrind *cg)
{
    double *sums = NEW_N(&cg->arena, double, cg->n_events);
    for (uint32_t i = 0; i < cg->places.n; i++)
        add_costs(sums, self_of(cg, i), cg->n_events);
    return sums;
}

/* KCachegrind keeps costs in 64 bits. */
static bool check_sums(const struct callgrind *cg, const double *sums)
{
    for (uint32_t e = 0; e < cg->n_events; e++)
        if (!whole_fits("callgrind", sums[e], cg->events.of[e]))
            return false;
    return true;
}

static void put_all(struct callgrind *cg, const double *sums)
{
    struct buf *out = cg->out;
    buf_add(out, S("# callgrind format\nversion: 1\n"
                   "creator: prof2dot " VERSION "\n"));
    if (cg->calls.n && !cg->has_counts)
        buf_add(out, S("desc: Calls: not counted\n"));
    buf_add(out, S("positions: line\nevents:"));
    for (size_t i = 0; i < cg->events.n; i++)
        buf_printf(out, " %s", cg->events.of[i].s);
    buf_add(out, S("\nsummary:"));
    put_costs(cg, sums);
    put_body(cg);
    buf_add(out, S("\ntotals:"));
    put_costs(cg, sums);
}

static bool write_callgrind(struct buf *out, const struct report *report)
{
    struct callgrind cg = { .profile = report->profile, .out = out };
    if (cg.profile->kind == FROM_CALLS) {
        add_calls(&cg, report->cycles_way);
    } else {
        find_events(&cg);
        add_stacks(&cg);
    }
    const double *sums = sums_of(&cg);
    bool good = check_sums(&cg, sums);
    if (good)
        put_all(&cg, sums);
    arena_free(&cg.arena);
    return good;
}

const struct writer writer_callgrind = {
    .name = "callgrind",
    .description = "the format of KCachegrind and callgrind_annotate",
    .kind = WRITES_PROFILE,
    .exchanges = true,
    .write = write_callgrind,
};
