/*
 * The edges language, prof2dot's own, which is made to be written by hand:
 *
 *     %edges 1
 *     %unit seconds
 *     main 0 x1 module=prog file=main.c line=10
 *     main -> parse 4 x2
 *     parse 3.5
 *     [main parse "read token"] 42
 *
 * Each line is a directive, a function, a call, a dependence, a statement, a
 * loop, a use of a loop or a stack:
 *
 *     %edges 1 | %unit NAME | %event NAME | %part TEXT |
 *         %calls measured|measured-once |
 *         %dependences flow[+anti][+output][+no-locals][+crowded][+incomplete] |
 *         %blind TEXT [xCOUNT] [names=TEXT] |
 *         %span program|all|without WORK span=N [at=PLACE] [var=NAME]
 *     KEY [SELF] [xCOUNT] [entry=N] [total=N] [estimated] [detail] [name=]
 *         [module=] [file=] [line=N] [tag=]
 *     KEY -> KEY [COST] [xCOUNT] [w=WEIGHT] [estimated]
 *     KEY ~> KEY [xCOUNT] [kind=R|X] [wrote=PLACE] [wtop=PLACE] [wfor=KEY]
 *         [read=PLACE] [rtop=PLACE] [rfor=KEY] [min=N] [max=N]
 *     KEY @ PLACE [COST] [xCOUNT] [most=N] [outputs=N] [inputs=N]
 *     KEY @loop PLACE [COST] [xCOUNT] [iterations=N] [early=N] [outputs=N]
 *         [inputs=N] [not-for] [early-exit] [threads]
 *     KEY @use PLACE carries|within|out|in|frees [kind=R|A|O] [wrote=PLACE]
 *         [read=PLACE] [min=N] [max=N] [var=] [expr=] [update=] [reduction=]
 *         [owner=] [site=] [late] [wide] [below] [alias] [head]
 *     KEY @span WORK span=N [at=PLACE]
 *     [KEY...] COST
 *
 * A key stands for one function and is its name unless name= gives another one.
 * The line that has name, module, file or tag must be the first of its key. The
 * weight of a call is its cost by default, else its count, else 1. A function
 * without entry= is entered once if nothing calls it, otherwise as often as its
 * count exceeds those of the calls of it; if calls are measured, by what its
 * calls and self cost need more than the calls of it bring. In a dependence,
 * wrote= and read= are the places of both accesses; wtop= and rtop= are the
 * statements that they were made for, wfor= and rfor= the functions of these
 * statements. The line of a statement under study says how often it was
 * executed, its cost, that of the costliest execution, and to which descriptors
 * of files it writes, as bits. A loop is the same, with its iterations and how
 * often it was left early. A use says what a dependence means for a loop that
 * stands above it, as struct loop_use does. A span is that of a function, of
 * its loop at a place, or of the program, as struct work_span says; all stands
 * for spans_all. "?" means UNKNOWN. Texts are quoted
 * if they have other bytes than letters, digits and _.:$~/@+-, with \\, \", \n
 * and \xHH inside. '#' starts a comment. Lines about the same function, call,
 * dependence, statement, loop or stack add up. A profile has calls or stacks,
 * not both; the cost and entry of a function, and dependences, belong to calls.
 */

#include "readers/head.h"
#include "readers/reader.h"
#include "readers/select/event_choice.h"
#include "util/array.h"
#include "util/text/buf.h"

/* Those beyond the end are not marked. */
struct marks {
    LIST(bool);
};

struct edges {
    struct input *in;
    struct profile *profile;
    struct arena *scratch;
    struct strings keys;
    LIST(uint32_t) functions; /* by key */
    struct marks has_entry;   /* by function */
    struct marks has_weight;  /* by call */
};

static bool is_marked(const struct marks *marks, uint32_t i)
{
    return i < marks->n && marks->of[i];
}

/* Can the character stand in a text without quotes? */
static bool is_bare(char c)
{
    return ascii_is_digit(c) || ascii_is_letter(c) ||
           (unsigned char)c >= 0x80 ||
           str_has(S("_.:$~/@+-?"), (struct str){ &c, 1 });
}

/* Takes what follows a backslash. */
static bool take_escape(struct str *s, struct buf *text)
{
    uint64_t code;
    struct str digits = str_head(str_skip(*s, 1), 2);
    if (str_take(s, S("n")))
        buf_char(text, '\n');
    else if (str_take(s, S("\\")))
        buf_char(text, '\\');
    else if (str_take(s, S("\"")))
        buf_char(text, '"');
    else if (str_starts(*s, S("x")) && str_take_hex(&digits, &code) &&
             !digits.len) {
        buf_char(text, (char)code);
        *s = str_skip(*s, 3);
    } else {
        return false;
    }
    return true;
}

/* Takes what follows a quote, and the second quote. */
static bool take_quoted(struct str *s, struct buf *text)
{
    while (!str_take(s, S("\""))) {
        if (s->len == 0)
            return false;
        if (str_take(s, S("\\"))) {
            if (!take_escape(s, text))
                return false;
            continue;
        }
        buf_char(text, s->s[0]);
        *s = str_skip(*s, 1);
    }
    return true;
}

/* Takes blanks and a text, which is in the scratch arena or a part of s. */
static bool take_text(struct edges *edges, struct str *s, struct str *text)
{
    size_t len = 0;
    str_take_blanks(s);
    if (str_take(s, S("\""))) {
        struct buf buf = { 0 };
        bool good = take_quoted(s, &buf);
        *text = buf_move(&buf, edges->scratch);
        return good;
    }
    while (len < s->len && is_bare(s->s[len]))
        len++;
    *text = str_head(*s, len);
    *s = str_skip(*s, len);
    return len > 0;
}

static bool ends_word(struct str s)
{
    return s.len == 0 || ascii_is_blank(s.s[0]);
}

static bool take_cost(struct str *s, double *cost)
{
    if (str_take(s, S("?")))
        *cost = UNKNOWN;
    else if (!str_take_number(s, cost) || *cost < 0)
        return false;
    return ends_word(*s);
}

/* Takes a number that must be known. */
static bool take_known(struct str *s, double *number)
{
    return take_cost(s, number) && known(*number);
}

/* Takes a word, which sets the flag. */
static bool take_flag(struct str *s, struct str word, bool *flag)
{
    if (!str_starts(*s, word) || !ends_word(str_skip(*s, word.len)))
        return false;
    *s = str_skip(*s, word.len);
    return (*flag = true);
}

/* Takes blanks. Returns true if another attribute follows. */
static bool has_more(struct str *s)
{
    str_take_blanks(s);
    return s->len && s->s[0] != '#';
}

/* The attributes that may follow a key or a call. */
struct attributes {
    bool has_cost, has_count, has_entry, has_total, has_weight, has_name;
    bool detail, estimated;
    double cost, count, entry, total, weight;
    uint64_t line;
    struct str name, module, file, tag;
};

static bool take_attribute(struct edges *edges, struct str *s,
                           struct attributes *a)
{
    if (take_flag(s, S("detail"), &a->detail) ||
        take_flag(s, S("estimated"), &a->estimated))
        return true;
    if (str_take(s, S("x")))
        return (a->has_count = take_cost(s, &a->count));
    if (str_take(s, S("entry=")))
        return (a->has_entry = take_cost(s, &a->entry));
    if (str_take(s, S("total=")))
        return (a->has_total = take_cost(s, &a->total));
    if (str_take(s, S("w=")))
        return (a->has_weight = take_cost(s, &a->weight));
    if (str_take(s, S("line=")))
        return str_take_digits(s, &a->line);
    if (str_take(s, S("name=")))
        return (a->has_name = take_text(edges, s, &a->name));
    if (str_take(s, S("module=")))
        return take_text(edges, s, &a->module);
    if (str_take(s, S("file=")))
        return take_text(edges, s, &a->file);
    if (str_take(s, S("tag=")))
        return take_text(edges, s, &a->tag);
    return !a->has_cost && (a->has_cost = take_cost(s, &a->cost));
}

static bool take_attributes(struct edges *edges, struct str s,
                            struct attributes *a)
{
    *a = (struct attributes){ .cost = UNKNOWN,
                              .count = UNKNOWN,
                              .total = UNKNOWN };
    while (has_more(&s))
        if (!take_attribute(edges, &s, a))
            return false;
    return true;
}

/* Returns the function of a key. A new key gets the function of this
   identity. */
static uint32_t function_of(struct edges *edges, struct str key,
                            struct identity is)
{
    uint32_t n = edges->keys.n;
    uint32_t id = strings_add(&edges->keys, edges->scratch, key);
    if (id == n)
        *PUSH_IN(edges->scratch, &edges->functions) =
            profile_function(edges->profile, is);
    return edges->functions.of[id];
}

static uint32_t function_named(struct edges *edges, struct str key)
{
    return function_of(edges, key, (struct identity){ .name = key });
}

/* Is everything that the line says about the identity of its function true? */
static bool agrees(const struct attributes *a, const struct identity *is)
{
    return (!a->has_name || str_eq(a->name, is->name)) &&
           (!a->module.len || str_eq(a->module, is->module)) &&
           (!a->file.len || str_eq(a->file, is->file)) &&
           (!a->tag.len || str_eq(a->tag, is->tag));
}

/* Says why the line is skipped. Returns true, as no other message is due. */
static bool skip(struct edges *edges, const char *reason)
{
    input_warn(edges->in, "%s", reason);
    return true;
}

static bool function_line(struct edges *edges, struct str key, struct str s)
{
    struct attributes a;
    struct profile *profile = edges->profile;
    if (!take_attributes(edges, s, &a) || a.has_weight)
        return false;
    /* Functions have costs only in profiles from calls. */
    if (a.has_cost || a.has_entry || a.has_total) {
        if (profile->kind == KIND_NONE)
            profile->kind = FROM_CALLS;
        if (profile->kind != FROM_CALLS)
            return false;
    }
    struct identity is = { a.has_name ? a.name : key, a.module, a.file,
                           a.tag };
    uint32_t f = function_of(edges, key, is);
    struct function *function = &profile->functions[f];
    if (!agrees(&a, &function->is))
        return skip(edges, "expected name, module, file and tag in the first "
                           "line of a function");
    if (a.has_cost)
        function->self += known_or(a.cost, 0);
    function->count = add_known(function->count, a.count);
    function->total = add_known(function->total, a.total);
    function->detail |= a.detail;
    function->is_estimated |= a.estimated;
    function->line = a.line ? a.line : function->line;
    if (a.has_entry) {
        function->entry += known_or(a.entry, 0);
        *REACH_IN(edges->scratch, &edges->has_entry, f) = true;
    }
    return true;
}

static bool call_line(struct edges *edges, struct str caller, struct str s)
{
    struct attributes a;
    struct str callee;
    if (!take_text(edges, &s, &callee) || !take_attributes(edges, s, &a) ||
        a.has_total)
        return false;
    if (edges->profile->kind == FROM_STACKS)
        return false;
    uint32_t from = function_named(edges, caller);
    uint32_t to = function_named(edges, callee);
    uint32_t id = profile_call(edges->profile, from, to);
    struct call *call = &edges->profile->calls[id];
    call->cost = add_known(call->cost, a.cost);
    call->count = add_known(call->count, a.count);
    call->is_estimated |= a.estimated;
    if (a.has_weight) {
        call->weight += known_or(a.weight, 0);
        *REACH_IN(edges->scratch, &edges->has_weight, id) = true;
    }
    return true;
}

/* Attributes of the two ends of a dependence, the writer and the reader. */
static const struct edges_end {
    struct str at, top, statement;
} end_names[2] = {
    { STR("wrote="), STR("wtop="), STR("wfor=") },
    { STR("read="), STR("rtop="), STR("rfor=") },
};

/* Reads "KEY @ PLACE [COST] [xCOUNT] [most=N] [outputs=N] [inputs=N]". */
static bool statement_line(struct edges *edges, struct str key, struct str s)
{
    struct statement statement = { .count = 1 };
    if (edges->profile->kind == FROM_STACKS ||
        !take_text(edges, &s, &statement.place))
        return false;
    while (has_more(&s)) {
        bool good = str_take(&s, S("x")) ? take_known(&s, &statement.count)
                    : str_take(&s, S("most=")) ? take_known(&s, &statement.most)
                    : str_take(&s, S("outputs="))
                        ? str_take_digits(&s, &statement.outputs)
                    : str_take(&s, S("inputs="))
                        ? str_take_digits(&s, &statement.inputs)
                        : take_known(&s, &statement.cost);
        if (!good || !ends_word(s))
            return false;
    }
    statement.function = function_named(edges, key);
    dependences_add_statement(&edges->profile->dependences, &statement);
    edges->profile->kind = FROM_CALLS;
    return true;
}

static bool take_loop(struct str *s, struct loop *loop, bool *is_not_for)
{
    if (take_flag(s, S("not-for"), is_not_for) ||
        take_flag(s, S("early-exit"), &loop->has_early_exit) ||
        take_flag(s, S("threads"), &loop->has_threads))
        return true;
    if (str_take(s, S("x")))
        return take_known(s, &loop->count);
    if (str_take(s, S("iterations=")))
        return take_known(s, &loop->iterations);
    if (str_take(s, S("early=")))
        return take_known(s, &loop->early);
    if (str_take(s, S("outputs=")))
        return str_take_digits(s, &loop->outputs);
    if (str_take(s, S("inputs=")))
        return str_take_digits(s, &loop->inputs);
    return take_known(s, &loop->cost);
}

/* Reads "KEY @loop PLACE [COST] [xCOUNT] [iterations=N] ...". */
static bool loop_line(struct edges *edges, struct str key, struct str s)
{
    struct loop loop = { .count = 1 };
    bool is_not_for = false;
    if (edges->profile->kind == FROM_STACKS ||
        !take_text(edges, &s, &loop.place))
        return false;
    while (has_more(&s))
        if (!take_loop(&s, &loop, &is_not_for) || !ends_word(s))
            return false;
    loop.is_for = !is_not_for;
    loop.function = function_named(edges, key);
    dependences_add_loop(&edges->profile->dependences, &loop);
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
            return take_text(edges, s, texts[i].text);
    if (str_take(s, S("kind="))) {
        struct str name;
        return take_text(edges, s, &name) &&
               dependence_kind_named(name, &use->kind);
    }
    if (str_take(s, S("min=")))
        return take_known(s, &use->least);
    if (str_take(s, S("max=")))
        return take_known(s, &use->most);
    return take_flag(s, S("late"), &use->is_late) ||
           take_flag(s, S("wide"), &use->is_wide) ||
           take_flag(s, S("below"), &use->is_below) ||
           take_flag(s, S("alias"), &use->is_alias) ||
           take_flag(s, S("head"), &use->is_head);
}

/* Can a dependence of that kind have the role, and is its distance one that
   struct loop_use can have? */
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
    struct dependences *all = &edges->profile->dependences;
    struct loop_use use = { .loop = NO_ID,
                            .kind = DEPENDS,
                            .least = 1,
                            .most = MOST_ITERATIONS };
    struct str place, role;
    if (!take_text(edges, &s, &place) || !take_text(edges, &s, &role) ||
        !loop_role_named(role, &use.role) || !ends_word(s))
        return false;
    while (has_more(&s))
        if (!take_loop_use(edges, &s, &use) || !ends_word(s))
            return false;
    if (!is_possible(&use))
        return skip(edges, "expected min <= max <= 32, and a role that "
                           "dependences of that kind have in loops");
    uint32_t id = strings_find(&edges->keys, key);
    if (id != NO_ID)
        use.loop = dependences_find_loop(all, edges->functions.of[id], place);
    if (use.loop == NO_ID)
        return skip(edges, "expected the line of the loop "
                           "(a @loop FILE:LINE) above its uses");
    dependences_add_loop_use(all, &use);
    return true;
}

/* Reads "WHAT [xCOUNT] [names=TEXT]", what was not recorded. */
static bool blind_spot(struct edges *edges, struct str what, struct str s)
{
    struct blind_spot spot = { .what = what, .names = S(""),
                               .count = UNKNOWN };
    while (has_more(&s)) {
        bool good = str_take(&s, S("x"))
                        ? take_cost(&s, &spot.count)
                        : str_take(&s, S("names=")) &&
                              take_text(edges, &s, &spot.names);
        if (!good || !ends_word(s))
            return false;
    }
    dependences_add_blind(&edges->profile->dependences, spot);
    return true;
}

/* Reads "flow+anti+output+no-locals+crowded+incomplete", or less of it. */
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
        return take_cost(s, &d->count);
    if (str_take(s, S("min=")))
        return take_cost(s, &d->least);
    if (str_take(s, S("max=")))
        return take_cost(s, &d->most);
    if (str_take(s, S("kind="))) {
        struct str name;
        return take_text(edges, s, &name) &&
               dependence_kind_named(name, &d->kind);
    }
    if (str_take(s, S("rmin=")))
        return take_cost(s, &d->least_runs);
    if (str_take(s, S("rmax=")))
        return take_cost(s, &d->most_runs);
    if (str_take(s, S("var=")))
        return take_text(edges, s, &d->variable);
    if (str_take(s, S("expr=")))
        return take_text(edges, s, &d->expression);
    if (str_take(s, S("alloc=")))
        return take_text(edges, s, &d->allocated);
    if (str_take(s, S("update=")))
        return take_text(edges, s, &d->update);
    if (str_take(s, S("reduction=")))
        return take_text(edges, s, &d->reduction);
    for (int i = 0; i < 2; i++) {
        if (str_take(s, end_names[i].at))
            return take_text(edges, s, &ends[i]->at);
        if (str_take(s, end_names[i].top))
            return take_text(edges, s, &ends[i]->top);
        if (str_take(s, end_names[i].statement))
            return take_text(edges, s, &keys[i]);
    }
    return false;
}

static bool dependence_line(struct edges *edges, struct str writer,
                            struct str s)
{
    struct dependence d = { .count = UNKNOWN, .least = UNKNOWN,
                            .most = UNKNOWN, .least_runs = UNKNOWN,
                            .most_runs = UNKNOWN };
    struct str keys[2] = { { NULL, 0 }, { NULL, 0 } };
    struct str reader;
    if (edges->profile->kind == FROM_STACKS || !take_text(edges, &s, &reader))
        return false;
    while (has_more(&s))
        if (!take_dependence(edges, &s, &d, keys) || !ends_word(s))
            return false;
    d.writer.function = function_named(edges, writer);
    d.reader.function = function_named(edges, reader);
    d.writer.statement = keys[0].s ? function_named(edges, keys[0]) : NO_ID;
    d.reader.statement = keys[1].s ? function_named(edges, keys[1]) : NO_ID;
    dependences_add(&edges->profile->dependences, &d);
    edges->profile->kind = FROM_CALLS;
    return true;
}

static bool stack_line(struct edges *edges, struct str s)
{
    uint32_t context = NO_ID;
    struct str key;
    double cost;
    if (edges->profile->kind == FROM_CALLS)
        return false;
    while (take_text(edges, &s, &key))
        context = profile_context(edges->profile, context,
                                  function_named(edges, key));
    str_take_blanks(&s);
    if (context == NO_ID || !str_take(&s, S("]")))
        return false;
    str_take_blanks(&s);
    if (!take_cost(&s, &cost) || !known(cost))
        return false;
    profile_sample(edges->profile, context, cost);
    return true;
}

/* Reads "WORK span=N [at=PLACE] [var=NAME]". */
static bool span_fields(struct edges *edges, struct str s,
                        struct work_span span)
{
    bool has_span = false;
    span.place = span.variable = S("");
    str_take_blanks(&s);
    if (edges->profile->kind == FROM_STACKS || !take_known(&s, &span.work) ||
        !ends_word(s))
        return false;
    while (has_more(&s)) {
        bool good = str_take(&s, S("span="))
                        ? (has_span = take_known(&s, &span.span))
                    : str_take(&s, S("at="))
                        ? take_text(edges, &s, &span.place)
                        : str_take(&s, S("var=")) &&
                              take_text(edges, &s, &span.variable);
        if (!good || !ends_word(s))
            return false;
    }
    if (!has_span || span.span > span.work)
        return false;
    if (span.kind == SPAN_FUNCTION && span.place.len)
        span.kind = SPAN_LOOP;
    dependences_add_span(&edges->profile->dependences, &span);
    return true;
}

static bool program_span(struct edges *edges, struct str what, struct str s)
{
    bool is_all = str_eq(what, S("all"));
    edges->profile->dependences.spans_all |= is_all;
    if (is_all || str_eq(what, S("program")))
        return span_fields(edges, s,
                           (struct work_span){ .kind = SPAN_PROGRAM });
    return str_eq(what, S("without")) &&
           span_fields(edges, s, (struct work_span){ .kind = SPAN_WITHOUT });
}

static bool take_call_costs(struct profile *profile, struct str text)
{
    bool once = str_eq(text, S("measured-once"));
    profile->call_costs = once ? CALLS_MEASURED_ONCE : CALLS_MEASURED;
    return once || str_eq(text, S("measured"));
}

static bool directive(struct edges *edges, struct str s)
{
    struct str word, text;
    if (!str_take_word(&s, &word) || !take_text(edges, &s, &text))
        return false;
    if (str_eq(word, S("unit")))
        profile_unit(edges->profile, text);
    else if (str_eq(word, S("event")))
        profile_event(edges->profile, text);
    else if (str_eq(word, S("part")))
        profile_selected_threads(edges->profile, text);
    else if (str_eq(word, S("calls")))
        return take_call_costs(edges->profile, text);
    else if (str_eq(word, S("dependences")))
        return coverage(&edges->profile->dependences, text);
    else if (str_eq(word, S("span")))
        return program_span(edges, text, s) ||
               skip(edges, "expected a critical path (%span program 9 "
                           "span=4)");
    else if (str_eq(word, S("blind")))
        return blind_spot(edges, text, s);
    else
        return str_eq(word, S("edges")) && str_eq(text, S("1"));
    return true;
}

static bool statement(struct edges *edges, struct str line)
{
    struct str key;
    if (line.len == 0 || line.s[0] == '#')
        return true;
    if (str_take(&line, S("%")))
        return directive(edges, line);
    if (str_take(&line, S("[")))
        return stack_line(edges, line);
    if (!take_text(edges, &line, &key))
        return false;
    str_take_blanks(&line);
    if (str_take(&line, S("-> ")))
        return call_line(edges, key, line);
    if (str_take(&line, S("~> ")))
        return dependence_line(edges, key, line);
    if (str_take(&line, S("@ ")))
        return statement_line(edges, key, line);
    if (str_take(&line, S("@loop ")))
        return loop_line(edges, key, line) ||
               skip(edges, "expected a loop (a @loop FILE:LINE 5 x1 "
                           "iterations=9)");
    if (str_take(&line, S("@span ")))
        return span_fields(edges, line,
                           (struct work_span){
                               .kind = SPAN_FUNCTION,
                               .function = function_named(edges, key) }) ||
               skip(edges, "expected a critical path (a @span 9 span=4)");
    if (str_take(&line, S("@use ")))
        return loop_use_line(edges, key, line) ||
               skip(edges, "expected a use of a loop (a @use FILE:LINE "
                           "carries kind=R min=1 max=1)");
    return function_line(edges, key, line);
}

/* Sets the entries that the input leaves out, for calls of measured cost. */
static void set_measured_entries(struct edges *edges)
{
    struct profile *profile = edges->profile;
    double *given = NEW_N(edges->scratch, double, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        given[f] = profile->functions[f].entry;
    profile_entries_by_weight(profile);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (is_marked(&edges->has_entry, f))
            profile->functions[f].entry = given[f];
}

/* Sets the entries that the input leaves out, for calls of any other cost. A
   function that was executed more often than the calls of it say is entered by
   the rest. Each of these entries weighs as much as such a call does on
   average. */
static void set_counted_entries(struct edges *edges)
{
    struct profile *profile = edges->profile;
    struct callers {
        bool any;
        double count, weight; /* without self-calls */
        double self_calls;
    } *callers =
        NEW_N(edges->scratch, struct callers, profile->n_functions);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        struct callers *sum = &callers[call->callee];
        if (call->caller == call->callee) {
            sum->self_calls = known_or(call->count, 0);
            continue;
        }
        sum->any = true;
        sum->count += call->count;
        sum->weight += call->weight;
    }
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        struct function *function = &profile->functions[f];
        const struct callers *sum = &callers[f];
        double rest = function->count - sum->self_calls - sum->count;
        if (is_marked(&edges->has_entry, f))
            continue;
        if (!sum->any)
            function->entry = 1;
        else if (rest > 0)
            function->entry =
                sum->count > 0 ? rest * (sum->weight / sum->count) : rest;
    }
}

/* Sets the weights and entries that the input leaves out. */
static void set_defaults(struct edges *edges)
{
    struct profile *profile = edges->profile;
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        struct call *call = &profile->calls[c];
        if (!is_marked(&edges->has_weight, c))
            call->weight = known_or(call->cost, known_or(call->count, 1));
    }
    if (profile->call_costs)
        set_measured_entries(edges);
    else
        set_counted_entries(edges);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct arena scratch = { 0 };
    struct edges edges = { in, profile, &scratch, .keys = { 0 } };
    while (input_next_line(in))
        if (!statement(&edges, str_trim(in->text)))
            input_warn(in, "expected a function, a call or a stack "
                           "(a 1, a -> b 2, [a b] 3), or a directive");
    if (profile->kind == KIND_NONE)
        profile->kind = FROM_CALLS;
    profile_convert_unit(profile);
    if (profile->kind == FROM_CALLS)
        set_defaults(&edges);
    arena_free(&scratch);
    if (!profile->n_functions)
        return input_error(in, "expected functions, calls or stacks, found "
                               "none");
    if (!event_choice_accepts(in->name, profile->event, options))
        return false;
    profile_list_event(profile);
    return true;
}

/* "%edges" is found nowhere else; a first line with an arrow is a hint. */
static enum match detect(struct str head, bool complete)
{
    struct str line;
    while (head_take_line(&head, complete, &line)) {
        line = str_trim(line);
        if (str_starts(line, S("%edges ")))
            return MATCH_YES;
        if (line.len && line.s[0] != '#')
            return str_has(line, S(" -> ")) && !str_has(line, S(";"))
                       ? MATCH_MAYBE
                       : MATCH_NO;
    }
    return MATCH_NO;
}

const struct reader reader_edges = {
    .name = "edges",
    .description = "prof2dot's own language for graphs, \"a -> b 4 x2\"",
    .programs = "scripts of yours",
    .tested = "prof2dot of this version",
    .file = "*.edges",
    .totals = TOTALS_MEASURED,
    .supports = ASK_EVENT | ASK_LINES | ASK_LIST_EVENTS,
    .detect = detect,
    .read = read,
};
