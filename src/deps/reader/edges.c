/* The lines of the edges language that are about dependences;
   readers/own/edges.c describes them. */
#include "readers/own/edges.h"

#include "deps/dependence.h"
#include "util/known.h"

/* An attribute of a line, and where its value goes. */
struct attribute {
    struct str name; /* as before its value, with '='; "": only the value */
    enum { FLAG, NUMBER, MAYBE_NUMBER, BITS, TEXT, KIND, REDUCTION } type;
    void *value;
};

/* The rows of a struct dep_data. */
#define DATA_ROWS(data)                                                        \
    { S("var="), TEXT, &data.variable },                                       \
        { S("expr="), TEXT, &data.expression },                                \
        { S("alloc="), TEXT, &data.allocated },                                \
        { S("update="), TEXT, &data.update },                                  \
        { S("reduction="), REDUCTION, &data.reduction }

/* Takes a value of the attribute's type, whose name is taken. */
static bool take_value(struct edges *edges, struct str *s,
                       const struct attribute *attribute)
{
    struct str name;
    switch (attribute->type) {
    case NUMBER:
        return edges_take_known(s, attribute->value);
    case MAYBE_NUMBER:
        return edges_take_cost(s, attribute->value);
    case BITS:
        return str_take_digits(s, attribute->value);
    case TEXT:
        return edges_take_text(edges, s, attribute->value);
    case KIND:
        return edges_take_text(edges, s, &name) &&
               dependence_kind_named(name, attribute->value);
    case REDUCTION: /* an unknown one is none, which is safe */
        if (!edges_take_text(edges, s, &name))
            return false;
        dependence_reduction_named(name, attribute->value);
        return true;
    default:
        return false;
    }
}

/* Takes the first attribute of n rows that is there. */
static bool take_one(struct edges *edges, struct str *s,
                     const struct attribute *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (rows[i].type == FLAG) {
            if (edges_take_flag(s, rows[i].name, rows[i].value))
                return true;
        } else if (str_take(s, rows[i].name)) {
            return take_value(edges, s, &rows[i]);
        }
    return false;
}

/* Takes all attributes up to the end of the line. */
static bool take_all(struct edges *edges, struct str s,
                     const struct attribute *rows, size_t n)
{
    while (edges_has_more(&s))
        if (!take_one(edges, &s, rows, n) || !edges_ends_word(s))
            return false;
    return true;
}

/* Reads "KEY @ PLACE [COST] [xCOUNT] [most=N] [outputs=N] [inputs=N]
   [calls=NAMES] [callee=KEY]". */
static bool statement_line(struct edges *edges, struct str key, struct str s)
{
    struct statement statement = { .count = 1, .callee = NO_ID };
    struct str callee = { NULL, 0 };
    if (edges->profile->kind == FROM_STACKS ||
        !edges_take_text(edges, &s, &statement.place))
        return false;
    const struct attribute rows[] = {
        { S("x"), NUMBER, &statement.count },
        { S("most="), NUMBER, &statement.most },
        { S("outputs="), BITS, &statement.outputs },
        { S("inputs="), BITS, &statement.inputs },
        { S("calls="), TEXT, &statement.unknown },
        { S("callee="), TEXT, &callee },
        { S(""), NUMBER, &statement.cost },
    };
    if (!take_all(edges, s, rows, ROWS(rows)))
        return false;
    statement.function = edges_function_named(edges, key);
    if (callee.s)
        statement.callee = edges_function_named(edges, callee);
    dependences_add_statement(dependences_open(edges->profile), &statement);
    edges->profile->kind = FROM_CALLS;
    return true;
}

/* Reads "KEY @loop PLACE [COST] [xCOUNT] [iterations=N] ...". */
static bool loop_line(struct edges *edges, struct str key, struct str s)
{
    struct loop loop = { .count = 1 };
    bool is_not_for = false;
    if (edges->profile->kind == FROM_STACKS ||
        !edges_take_text(edges, &s, &loop.place))
        return false;
    const struct attribute rows[] = {
        { S("not-for"), FLAG, &is_not_for },
        { S("early-exit"), FLAG, &loop.has_early_exit },
        { S("threads"), FLAG, &loop.has_threads },
        { S("x"), NUMBER, &loop.count },
        { S("iterations="), NUMBER, &loop.iterations },
        { S("early="), NUMBER, &loop.early },
        { S("outputs="), BITS, &loop.outputs },
        { S("inputs="), BITS, &loop.inputs },
        { S("calls="), TEXT, &loop.unknown },
        { S(""), NUMBER, &loop.cost },
    };
    if (!take_all(edges, s, rows, ROWS(rows)))
        return false;
    loop.is_for = !is_not_for;
    loop.function = edges_function_named(edges, key);
    dependences_add_loop(dependences_open(edges->profile), &loop);
    edges->profile->kind = FROM_CALLS;
    return true;
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
    const struct attribute rows[] = {
        { S("wrote="), TEXT, &use.writer },
        { S("read="), TEXT, &use.reader },
        DATA_ROWS(use.data),
        { S("owner="), TEXT, &use.owner },
        { S("site="), TEXT, &use.read_site },
        { S("kind="), KIND, &use.kind },
        { S("min="), NUMBER, &use.least },
        { S("max="), NUMBER, &use.most },
        { S("late"), FLAG, &use.is_late },
        { S("wide"), FLAG, &use.is_wide },
        { S("below"), FLAG, &use.is_below },
        { S("alias"), FLAG, &use.is_alias },
        { S("head"), FLAG, &use.is_head },
        { S("static"), FLAG, &use.is_static },
        { S("large"), FLAG, &use.is_large },
    };
    struct str place, role;
    if (!edges_take_text(edges, &s, &place) ||
        !edges_take_text(edges, &s, &role) ||
        !loop_role_named(role, &use.role) || !edges_ends_word(s) ||
        !take_all(edges, s, rows, ROWS(rows)))
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

/* Reads "WHAT [xCOUNT] [names=TEXT]", something that was not recorded. */
static bool blind_spot(struct edges *edges, struct str what, struct str s)
{
    struct blind_spot spot = { .what = what, .names = S(""), .count = UNKNOWN };
    const struct attribute rows[] = {
        { S("x"), MAYBE_NUMBER, &spot.count },
        { S("names="), TEXT, &spot.names },
    };
    if (!take_all(edges, s, rows, ROWS(rows)))
        return false;
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

static bool dependence_line(struct edges *edges, struct str writer,
                            struct str s)
{
    struct dependence d = { .count = UNKNOWN,
                            .least = UNKNOWN,
                            .most = UNKNOWN,
                            .least_runs = UNKNOWN,
                            .most_runs = UNKNOWN };
    /* The functions of the statements may not exist yet. */
    struct str writer_for = { NULL, 0 }, reader_for = { NULL, 0 }, reader;
    const struct attribute rows[] = {
        { S("x"), MAYBE_NUMBER, &d.count },
        { S("min="), MAYBE_NUMBER, &d.least },
        { S("max="), MAYBE_NUMBER, &d.most },
        { S("kind="), KIND, &d.kind },
        { S("rmin="), MAYBE_NUMBER, &d.least_runs },
        { S("rmax="), MAYBE_NUMBER, &d.most_runs },
        DATA_ROWS(d.data),
        { S("wrote="), TEXT, &d.writer.at },
        { S("wtop="), TEXT, &d.writer.top },
        { S("wfor="), TEXT, &writer_for },
        { S("read="), TEXT, &d.reader.at },
        { S("rtop="), TEXT, &d.reader.top },
        { S("rfor="), TEXT, &reader_for },
    };
    if (edges->profile->kind == FROM_STACKS ||
        !edges_take_text(edges, &s, &reader) ||
        !take_all(edges, s, rows, ROWS(rows)))
        return false;
    d.writer.function = edges_function_named(edges, writer);
    d.reader.function = edges_function_named(edges, reader);
    d.writer.statement =
        writer_for.s ? edges_function_named(edges, writer_for) : NO_ID;
    d.reader.statement =
        reader_for.s ? edges_function_named(edges, reader_for) : NO_ID;
    dependences_add(dependences_open(edges->profile), &d);
    edges->profile->kind = FROM_CALLS;
    return true;
}

bool deps_directive(struct edges *edges, struct str word, struct str text,
                    struct str s)
{
    if (str_eq(word, S("dependences")))
        return coverage(dependences_open(edges->profile), text);
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
    if (str_take(&line, S("@use ")))
        return loop_use_line(edges, key, line) ||
               edges_skip(edges, "expected a use of a loop (a @use FILE:LINE "
                                 "carries kind=R min=1 max=1)");
    return false;
}
