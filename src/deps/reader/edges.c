/* The lines of the edges language that are about dependences;
   readers/own/edges.c describes them. */
#include "readers/own/edges.h"

#include "deps/dependence.h"
#include "util/known.h"

/* Attributes of the two ends of a dependence, the writer and the reader. */
static const struct edges_end {
    struct str at, top, statement;
} end_names[2] = {
    { STR("wrote="), STR("wtop="), STR("wfor=") },
    { STR("read="), STR("rtop="), STR("rfor=") },
};

/* Reads "KEY @ PLACE [COST] [xCOUNT] [most=N] [outputs=N] [inputs=N]
   [callee=KEY]". */
static bool statement_line(struct edges *edges, struct str key, struct str s)
{
    struct statement statement = { .count = 1, .callee = NO_ID };
    struct str callee = { NULL, 0 };
    if (edges->profile->kind == FROM_STACKS ||
        !edges_take_text(edges, &s, &statement.place))
        return false;
    while (edges_has_more(&s)) {
        bool good =
            str_take(&s, S("x"))       ? edges_take_known(&s, &statement.count)
            : str_take(&s, S("most=")) ? edges_take_known(&s, &statement.most)
            : str_take(&s, S("outputs="))
                ? str_take_digits(&s, &statement.outputs)
            : str_take(&s, S("inputs="))
                ? str_take_digits(&s, &statement.inputs)
            : str_take(&s, S("calls="))
                ? edges_take_text(edges, &s, &statement.unknown)
            : str_take(&s, S("callee="))
                ? edges_take_text(edges, &s, &callee)
                : edges_take_known(&s, &statement.cost);
        if (!good || !edges_ends_word(s))
            return false;
    }
    statement.function = edges_function_named(edges, key);
    if (callee.s)
        statement.callee = edges_function_named(edges, callee);
    dependences_add_statement(dependences_open(edges->profile), &statement);
    edges->profile->kind = FROM_CALLS;
    return true;
}

static bool take_loop(struct edges *edges, struct str *s, struct loop *loop,
                      bool *is_not_for)
{
    if (edges_take_flag(s, S("not-for"), is_not_for) ||
        edges_take_flag(s, S("early-exit"), &loop->has_early_exit) ||
        edges_take_flag(s, S("threads"), &loop->has_threads))
        return true;
    if (str_take(s, S("x")))
        return edges_take_known(s, &loop->count);
    if (str_take(s, S("iterations=")))
        return edges_take_known(s, &loop->iterations);
    if (str_take(s, S("early=")))
        return edges_take_known(s, &loop->early);
    if (str_take(s, S("outputs=")))
        return str_take_digits(s, &loop->outputs);
    if (str_take(s, S("inputs=")))
        return str_take_digits(s, &loop->inputs);
    if (str_take(s, S("calls=")))
        return edges_take_text(edges, s, &loop->unknown);
    return edges_take_known(s, &loop->cost);
}

/* Reads "KEY @loop PLACE [COST] [xCOUNT] [iterations=N] ...". */
static bool loop_line(struct edges *edges, struct str key, struct str s)
{
    struct loop loop = { .count = 1 };
    bool is_not_for = false;
    if (edges->profile->kind == FROM_STACKS ||
        !edges_take_text(edges, &s, &loop.place))
        return false;
    while (edges_has_more(&s))
        if (!take_loop(edges, &s, &loop, &is_not_for) || !edges_ends_word(s))
            return false;
    loop.is_for = !is_not_for;
    loop.function = edges_function_named(edges, key);
    dependences_add_loop(dependences_open(edges->profile), &loop);
    edges->profile->kind = FROM_CALLS;
    return true;
}

static bool take_loop_use(struct edges *edges, struct str *s,
                          struct loop_use *use)
{
    const struct {
        struct str name;
        struct str *text;
    } texts[] = {
        { S("wrote="), &use->writer },        { S("read="), &use->reader },
        { S("var="), &use->variable },        { S("expr="), &use->expression },
        { S("alloc="), &use->allocated },     { S("update="), &use->update },
        { S("reduction="), &use->reduction }, { S("owner="), &use->owner },
        { S("site="), &use->read_site },
    };
    for (size_t i = 0; i < ROWS(texts); i++)
        if (str_take(s, texts[i].name))
            return edges_take_text(edges, s, texts[i].text);
    if (str_take(s, S("kind="))) {
        struct str name;
        return edges_take_text(edges, s, &name) &&
               dependence_kind_named(name, &use->kind);
    }
    if (str_take(s, S("min=")))
        return edges_take_known(s, &use->least);
    if (str_take(s, S("max=")))
        return edges_take_known(s, &use->most);
    return edges_take_flag(s, S("late"), &use->is_late) ||
           edges_take_flag(s, S("wide"), &use->is_wide) ||
           edges_take_flag(s, S("below"), &use->is_below) ||
           edges_take_flag(s, S("alias"), &use->is_alias) ||
           edges_take_flag(s, S("head"), &use->is_head) ||
           edges_take_flag(s, S("static"), &use->is_static) ||
           edges_take_flag(s, S("large"), &use->is_large);
}

/* Can a dependence of that kind have the role, and is its distance valid for
   struct loop_use? */
static bool is_possible(const struct loop_use *use)
{
    enum dependence_kind kind = use->kind;
    if (use->least > use->most || use->most > MOST_ITERATIONS ||
        dependence_is_across(kind))
        return false;
    if (use->role == LOOP_FREES)
        return kind != DEPENDS;
    return kind == DEPENDS || use->role == LOOP_CARRIES ||
           (kind == DEPENDS_ANTI && use->role == LOOP_WITHIN);
}

/* Reads "KEY @use PLACE carries|within|out|in|frees [kind=R|A|O] ...". */
static bool loop_use_line(struct edges *edges, struct str key, struct str s)
{
    struct dependences *all = dependences_open(edges->profile);
    struct loop_use use = {
        .loop = NO_ID, .kind = DEPENDS, .least = 1, .most = MOST_ITERATIONS
    };
    struct str place, role;
    if (!edges_take_text(edges, &s, &place) ||
        !edges_take_text(edges, &s, &role) ||
        !loop_role_named(role, &use.role) || !edges_ends_word(s))
        return false;
    while (edges_has_more(&s))
        if (!take_loop_use(edges, &s, &use) || !edges_ends_word(s))
            return false;
    if (!is_possible(&use))
        return edges_skip(edges, "expected min <= max <= 32, and a role that "
                                 "dependences of that kind have in loops");
    uint32_t id = strings_find(&edges->keys, key);
    if (id != NO_ID)
        use.loop = dependences_find_loop(all, edges->functions.of[id], place);
    if (use.loop == NO_ID)
        return edges_skip(edges, "expected the line of the loop "
                                 "(a @loop FILE:LINE) above its uses");
    dependences_add_loop_use(all, &use);
    return true;
}

/* Reads "WHAT [xCOUNT] [names=TEXT]", what was not recorded. */
static bool blind_spot(struct edges *edges, struct str what, struct str s)
{
    struct blind_spot spot = { .what = what, .names = S(""), .count = UNKNOWN };
    while (edges_has_more(&s)) {
        bool good = str_take(&s, S("x"))
                        ? edges_take_cost(&s, &spot.count)
                        : str_take(&s, S("names=")) &&
                              edges_take_text(edges, &s, &spot.names);
        if (!good || !edges_ends_word(s))
            return false;
    }
    dependences_add_blind(dependences_open(edges->profile), spot);
    return true;
}

/* Reads "flow+anti+output+no-locals+crowded+incomplete" or some of these
   words. */
static bool coverage(struct dependences *all, struct str text)
{
    struct str word;
    while (str_take_part(&text, S("+"), &word)) {
        if (str_eq(word, S("flow")))
            all->recorded = true;
        else if (str_eq(word, S("anti")))
            all->anti = true;
        else if (str_eq(word, S("output")))
            all->output = true;
        else if (str_eq(word, S("no-locals")))
            all->no_locals = true;
        else if (str_eq(word, S("crowded")))
            all->crowded = true;
        else if (str_eq(word, S("incomplete")))
            all->incomplete = true;
        else
            return false;
    }
    return true;
}

/* Takes an attribute of a dependence. The keys of statements go to `keys`, a
   zeroed key for each end: their functions may not exist yet. */
static bool take_dependence(struct edges *edges, struct str *s,
                            struct dependence *d, struct str keys[2])
{
    struct access *ends[2] = { &d->writer, &d->reader };
    if (str_take(s, S("x")))
        return edges_take_cost(s, &d->count);
    if (str_take(s, S("min=")))
        return edges_take_cost(s, &d->least);
    if (str_take(s, S("max=")))
        return edges_take_cost(s, &d->most);
    if (str_take(s, S("kind="))) {
        struct str name;
        return edges_take_text(edges, s, &name) &&
               dependence_kind_named(name, &d->kind);
    }
    if (str_take(s, S("rmin=")))
        return edges_take_cost(s, &d->least_runs);
    if (str_take(s, S("rmax=")))
        return edges_take_cost(s, &d->most_runs);
    if (str_take(s, S("var=")))
        return edges_take_text(edges, s, &d->variable);
    if (str_take(s, S("expr=")))
        return edges_take_text(edges, s, &d->expression);
    if (str_take(s, S("alloc=")))
        return edges_take_text(edges, s, &d->allocated);
    if (str_take(s, S("update=")))
        return edges_take_text(edges, s, &d->update);
    if (str_take(s, S("reduction=")))
        return edges_take_text(edges, s, &d->reduction);
    for (int i = 0; i < 2; i++) {
        if (str_take(s, end_names[i].at))
            return edges_take_text(edges, s, &ends[i]->at);
        if (str_take(s, end_names[i].top))
            return edges_take_text(edges, s, &ends[i]->top);
        if (str_take(s, end_names[i].statement))
            return edges_take_text(edges, s, &keys[i]);
    }
    return false;
}

static bool dependence_line(struct edges *edges, struct str writer,
                            struct str s)
{
    struct dependence d = { .count = UNKNOWN,
                            .least = UNKNOWN,
                            .most = UNKNOWN,
                            .least_runs = UNKNOWN,
                            .most_runs = UNKNOWN };
    struct str keys[2] = { { NULL, 0 }, { NULL, 0 } };
    struct str reader;
    if (edges->profile->kind == FROM_STACKS ||
        !edges_take_text(edges, &s, &reader))
        return false;
    while (edges_has_more(&s))
        if (!take_dependence(edges, &s, &d, keys) || !edges_ends_word(s))
            return false;
    d.writer.function = edges_function_named(edges, writer);
    d.reader.function = edges_function_named(edges, reader);
    d.writer.statement =
        keys[0].s ? edges_function_named(edges, keys[0]) : NO_ID;
    d.reader.statement =
        keys[1].s ? edges_function_named(edges, keys[1]) : NO_ID;
    dependences_add(dependences_open(edges->profile), &d);
    edges->profile->kind = FROM_CALLS;
    return true;
}

bool deps_directive(struct edges *edges, struct str word, struct str text,
                    struct str s)
{
    if (str_eq(word, S("dependences")))
        return coverage(dependences_open(edges->profile), text);
    if (str_eq(word, S("span")))
        return true; /* former versions measured critical paths */
    return str_eq(word, S("blind")) && blind_spot(edges, text, s);
}

bool deps_line(struct edges *edges, struct str key, struct str line)
{
    if (str_take(&line, S("~> ")))
        return dependence_line(edges, key, line);
    if (str_take(&line, S("@ ")))
        return statement_line(edges, key, line);
    if (str_take(&line, S("@loop ")))
        return loop_line(edges, key, line) ||
               edges_skip(edges, "expected a loop (a @loop FILE:LINE 5 x1 "
                                 "iterations=9)");
    if (str_take(&line, S("@span ")))
        return true;
    if (str_take(&line, S("@use ")))
        return loop_use_line(edges, key, line) ||
               edges_skip(edges, "expected a use of a loop (a @use FILE:LINE "
                                 "carries kind=R min=1 max=1)");
    return false;
}
