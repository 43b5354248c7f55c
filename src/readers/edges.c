/*
 * Our own language for profiles, made to be written by hand:
 *
 *     %edges 1
 *     %unit seconds
 *     main 0 x1 module=prog file=main.c line=10
 *     main -> parse 4 x2
 *     parse 3.5
 *     [main parse "read token"] 42
 *
 * Each line is a directive, a function, a call, a dependence or a stack:
 *
 *     %edges 1 | %unit NAME | %event NAME | %part TEXT
 *     KEY [SELF] [xCOUNT] [entry=N] [detail] [name=] [module=] [file=]
 *         [line=N] [tag=]
 *     KEY -> KEY [COST] [xCOUNT] [w=WEIGHT]
 *     KEY ~> KEY [xCOUNT] [kind=R|X] [wrote=PLACE] [wtop=PLACE] [wfor=KEY]
 *         [read=PLACE] [rtop=PLACE] [rfor=KEY] [min=N] [max=N]
 *     [KEY...] COST
 *
 * A key stands for one function and is its name unless name= says otherwise;
 * the line that has name, module, file or tag must be the first of its key.
 * A call's weight is its cost, else its count, else 1. A function without
 * entry= is entered once if nothing calls it, else never. "?" is UNKNOWN.
 * Texts with other bytes than letters, digits and _.:$~/@+- are quoted, with
 * \\, \", \n and \xHH. '#' starts a comment. Lines of equal function, call,
 * dependence or stack add up. A profile has calls or stacks, not both; the cost
 * and entry of a function, and dependences, belong to calls.
 */
#include <stdlib.h>

#include "readers/reader.h"
#include "util/array.h"
#include "util/buf.h"
#include "util/diag.h"

struct edges {
    struct input *in;
    struct profile *profile;
    struct arena *scratch;
    struct strings keys;
    uint32_t *functions; /* by key */
    size_t functions_room;
    bool *entered; /* by function, as far as there is room: entry= was given */
    size_t entered_room;
    bool *weighed; /* by call, in the same way: w= was given */
    size_t weighed_room;
};

static bool bare(char c)
{
    return ascii_is_digit(c) || ascii_is_letter(c) || (unsigned char)c >= 0x80 ||
           str_has(S("_.:$~/@+-?"), (struct str){ &c, 1 });
}

static bool take_escape(struct str *s, struct buf *text)
{
    uint64_t code;
    struct str two = str_head(str_skip(*s, 1), 2);
    if (str_take(s, S("n")))
        buf_char(text, '\n');
    else if (str_take(s, S("\\")))
        buf_char(text, '\\');
    else if (str_take(s, S("\"")))
        buf_char(text, '"');
    else if (str_starts(*s, S("x")) && str_take_hex(&two, &code) && !two.len) {
        buf_char(text, (char)code);
        *s = str_skip(*s, 3);
    } else {
        return false;
    }
    return true;
}

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

/* A bare or quoted text, into the scratch arena. */
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
    while (len < s->len && bare(s->s[len]))
        len++;
    *text = str_head(*s, len);
    *s = str_skip(*s, len);
    return len > 0;
}

static bool take_cost(struct str *s, double *cost)
{
    if (str_take(s, S("?")))
        *cost = UNKNOWN;
    else if (!str_take_number(s, cost) || *cost < 0)
        return false;
    return s->len == 0 || ascii_is_blank(s->s[0]);
}

/* What may follow a key or a call. */
struct attributes {
    bool has_cost, has_count, has_entry, has_weight, has_name, detail;
    double cost, count, entry, weight;
    uint64_t line;
    struct str name, module, file, tag;
};

/* The word alone. */
static bool take_detail(struct str *s)
{
    struct str rest = *s;
    if (!str_take(&rest, S("detail")) || (rest.len && !ascii_is_blank(rest.s[0])))
        return false;
    *s = rest;
    return true;
}

static bool take_attribute(struct edges *edges, struct str *s,
                           struct attributes *a)
{
    if (str_take(s, S("x")))
        return (a->has_count = take_cost(s, &a->count));
    if (str_take(s, S("entry=")))
        return (a->has_entry = take_cost(s, &a->entry));
    if (str_take(s, S("w=")))
        return (a->has_weight = take_cost(s, &a->weight));
    if (str_take(s, S("line=")))
        return str_take_digits(s, &a->line);
    if (take_detail(s))
        return (a->detail = true);
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
    *a = (struct attributes){ .cost = UNKNOWN, .count = UNKNOWN };
    for (;;) {
        str_take_blanks(&s);
        if (s.len == 0 || s.s[0] == '#')
            return true;
        if (!take_attribute(edges, &s, a))
            return false;
    }
}

/* The function of a key; a new key makes the function that is. */
static uint32_t function_of(struct edges *edges, struct str key,
                            struct identity is)
{
    uint32_t n = edges->keys.n;
    uint32_t id = strings_add(&edges->keys, edges->scratch, key);
    if (id == n) {
        edges->functions = array_grow(
            edges->functions, n, &edges->functions_room, sizeof(uint32_t));
        edges->functions[n] = profile_function(edges->profile, is);
    }
    return edges->functions[id];
}

static uint32_t function_named(struct edges *edges, struct str key)
{
    return function_of(edges, key, (struct identity){ .name = key });
}

static void mark(bool **marks, size_t *room, uint32_t i)
{
    *marks = array_reach(*marks, i, room, sizeof **marks);
    (*marks)[i] = true;
}

static bool marked(const bool *marks, size_t room, uint32_t i)
{
    return i < room && marks[i];
}

/* Does the line say nothing of the function that is not so? */
static bool agrees(const struct attributes *a, const struct identity *is)
{
    return (!a->has_name || str_eq(a->name, is->name)) &&
           (!a->module.len || str_eq(a->module, is->module)) &&
           (!a->file.len || str_eq(a->file, is->file)) &&
           (!a->tag.len || str_eq(a->tag, is->tag));
}

/* Costs of functions make a profile from calls: stacks have their own. */
static bool fits_kind(struct profile *profile, const struct attributes *a)
{
    if (!a->has_cost && !a->has_entry)
        return true;
    if (profile->kind == KIND_NONE)
        profile->kind = FROM_CALLS;
    return profile->kind == FROM_CALLS;
}

static bool function_line(struct edges *edges, struct str key, struct str s)
{
    struct attributes a;
    if (!take_attributes(edges, s, &a) || a.has_weight ||
        !fits_kind(edges->profile, &a))
        return false;
    struct identity is = { a.has_name ? a.name : key, a.module, a.file,
                           a.tag };
    uint32_t f = function_of(edges, key, is);
    struct function *function = &edges->profile->functions[f];
    if (!agrees(&a, &function->is)) {
        input_warn(edges->in, "expected name, module, file and tag in the "
                              "first line of a function");
        return true;
    }
    if (a.has_cost)
        function->self += known_or(a.cost, 0);
    function->count = add_known(function->count, a.count);
    function->detail |= a.detail;
    function->line = a.line ? a.line : function->line;
    if (a.has_entry) {
        function->entry += known_or(a.entry, 0);
        mark(&edges->entered, &edges->entered_room, f);
    }
    return true;
}

static bool call_line(struct edges *edges, struct str caller, struct str s)
{
    struct attributes a;
    struct str callee;
    if (!take_text(edges, &s, &callee) || !take_attributes(edges, s, &a))
        return false;
    if (edges->profile->kind == FROM_STACKS)
        return false;
    uint32_t from = function_named(edges, caller);
    uint32_t to = function_named(edges, callee);
    uint32_t id = profile_call(edges->profile, from, to);
    struct call *call = &edges->profile->calls[id];
    call->cost = add_known(call->cost, a.cost);
    call->count = add_known(call->count, a.count);
    if (a.has_weight) {
        call->weight += known_or(a.weight, 0);
        mark(&edges->weighed, &edges->weighed_room, id);
    }
    return true;
}

static bool take_kind(struct str *s, enum dependence_kind *kind)
{
    *kind = str_take(s, S("X")) ? DEPENDS_THREADS : DEPENDS;
    return *kind == DEPENDS_THREADS || str_take(s, S("R"));
}

/* An end's function is known; statement is a key that may still be new. */
struct edges_access {
    struct str statement;
    bool has_statement;
};

static bool take_end(struct edges *edges, struct str *s, struct access *end,
                     struct edges_access *more, const struct str names[3])
{
    if (str_take(s, names[0]))
        return take_text(edges, s, &end->at);
    if (str_take(s, names[1]))
        return take_text(edges, s, &end->top);
    return str_take(s, names[2]) &&
           (more->has_statement = take_text(edges, s, &more->statement));
}

static bool take_dependence(struct edges *edges, struct str *s,
                            struct dependence *d, struct edges_access more[2])
{
    static const struct str writer[] = { STR("wrote="), STR("wtop="),
                                         STR("wfor=") };
    static const struct str reader[] = { STR("read="), STR("rtop="),
                                         STR("rfor=") };
    if (str_take(s, S("x")))
        return take_cost(s, &d->count);
    if (str_take(s, S("min=")))
        return take_cost(s, &d->least);
    if (str_take(s, S("max=")))
        return take_cost(s, &d->most);
    if (str_take(s, S("kind=")))
        return take_kind(s, &d->kind);
    return take_end(edges, s, &d->writer, &more[0], writer) ||
           take_end(edges, s, &d->reader, &more[1], reader);
}

static bool dependence_line(struct edges *edges, struct str writer,
                            struct str s)
{
    struct dependence d = { .count = UNKNOWN, .least = UNKNOWN,
                            .most = UNKNOWN };
    struct edges_access more[2] = { { .has_statement = false } };
    struct str reader;
    if (edges->profile->kind == FROM_STACKS || !take_text(edges, &s, &reader))
        return false;
    for (str_take_blanks(&s); s.len && s.s[0] != '#'; str_take_blanks(&s))
        if (!take_dependence(edges, &s, &d, more) ||
            (s.len && !ascii_is_blank(s.s[0])))
            return false;
    struct access *ends[] = { &d.writer, &d.reader };
    d.writer.function = function_named(edges, writer);
    d.reader.function = function_named(edges, reader);
    for (int i = 0; i < 2; i++)
        ends[i]->statement =
            more[i].has_statement ? function_named(edges, more[i].statement)
                                  : NO_ID;
    dependences_add(edges->profile, &d);
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
    return function_line(edges, key, line);
}

/* Weights and entries that were left out. */
static void complete_calls(struct edges *edges)
{
    struct profile *profile = edges->profile;
    bool *called = NEW_N(edges->scratch, bool, profile->n_functions);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        struct call *call = &profile->calls[c];
        if (!marked(edges->weighed, edges->weighed_room, c))
            call->weight = known_or(call->cost, known_or(call->count, 1));
        if (call->caller != call->callee)
            called[call->callee] = true;
    }
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (!called[f] && !marked(edges->entered, edges->entered_room, f))
            profile->functions[f].entry = 1;
}

/* There is one event at most. */
static bool has_event(struct input *in, const struct profile *profile,
                      const struct reader_options *options)
{
    struct str event = profile->event, asked = options->event;
    if (!(options->asked & ASK_EVENT) || event_fit(event, asked) != FIT_NO)
        return true;
    if (event.len == 0)
        return diag_error("%s: --event: this input has no events", in->name);
    return diag_error("%s: there is no event '%.*s', but: %.*s", in->name,
                      (int)asked.len, asked.s, (int)event.len, event.s);
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
    if (profile->kind == FROM_CALLS)
        complete_calls(&edges);
    strings_free(&edges.keys);
    free(edges.functions);
    free(edges.entered);
    free(edges.weighed);
    arena_free(&scratch);
    if (!profile->n_functions)
        return input_error(in, "expected functions, calls or stacks, found "
                               "none");
    return has_event(in, profile, options);
}

/* "%edges" makes sure; a first line with an arrow is a hint. */
static enum match detect(struct str head, bool complete)
{
    struct str line;
    while (reader_head_line(&head, complete, &line)) {
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
    .knows = ASK_EVENT,
    .detect = detect,
    .read = read,
};
