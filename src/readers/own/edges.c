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
 *     KEY [SELF] [xCOUNT] [entry=N] [total=N] [estimated] [detail] [name=]
 *         [module=] [file=] [line=N] [tag=]
 *     KEY -> KEY [COST] [xCOUNT] [w=WEIGHT] [estimated]
 *     KEY ~> KEY [xCOUNT] [kind=R|X] [wrote=PLACE] [wtop=PLACE] [wfor=KEY]
 *         [read=PLACE] [rtop=PLACE] [rfor=KEY] [min=N] [max=N] [rmin=N]
 *         [rmax=N]
 *     KEY @ PLACE [COST] [xCOUNT] [most=N] [outputs=N] [inputs=N]
 *         [calls=NAMES] [callee=KEY]
 *     KEY @loop PLACE [COST] [xCOUNT] [iterations=N] [early=N] [outputs=N]
 *         [inputs=N] [calls=NAMES] [not-for] [early-exit] [threads]
 *     KEY @use PLACE carries|within|out|in|frees [kind=R|A|O] [wrote=PLACE]
 *         [read=PLACE] [min=N] [max=N] [var=] [expr=] [alloc=] [update=]
 *         [reduction=] [owner=] [site=] [late] [wide] [below] [alias] [head]
 *         [static] [large]
 *     [KEY...] COST
 *
 * prof2dot-edges(5) explains the words of dependences and loops.
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
 * stands above it, as struct loop_use does. "?" means UNKNOWN. Texts are quoted
 * if they have other bytes than letters, digits, _.:$~/@+-? and those above
 * 0x7f, with \\, \", \n and \xHH inside. '#' starts a comment. Lines about the
 * same function, call, dependence, statement, loop or stack add up. A profile
 * has calls or stacks, not both; the cost and entry of a function, and
 * dependences, belong to calls.
 */

#include "readers/own/edges.h"

#include "readers/choose/event.h"
#include "readers/head.h"
#include "util/text/buf.h"

static bool is_marked(const struct marks *marks, uint32_t i)
{
    return i < marks->n && marks->of[i];
}

/* Is the character read as part of a text without quotes? The program itself
   quotes texts with '?' or bytes above 0x7f (output/edges.c). */
static bool is_read_bare(char c)
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

bool edges_take_text(struct edges *edges, struct str *s, struct str *text)
{
    size_t len = 0;
    str_take_blanks(s);
    if (str_take(s, S("\""))) {
        struct buf buf = { 0 };
        bool good = take_quoted(s, &buf);
        *text = buf_move(&buf, edges->scratch);
        return good;
    }
    while (len < s->len && is_read_bare(s->s[len]))
        len++;
    *text = str_head(*s, len);
    *s = str_skip(*s, len);
    return len > 0;
}

bool edges_ends_word(struct str s)
{
    return s.len == 0 || ascii_is_blank(s.s[0]);
}

bool edges_take_cost(struct str *s, double *cost)
{
    if (str_take(s, S("?")))
        *cost = UNKNOWN;
    else if (!str_take_number(s, cost) || *cost < 0)
        return false;
    return edges_ends_word(*s);
}

bool edges_take_known(struct str *s, double *number)
{
    return edges_take_cost(s, number) && known(*number);
}

bool edges_take_flag(struct str *s, struct str word, bool *flag)
{
    if (!str_starts(*s, word) || !edges_ends_word(str_skip(*s, word.len)))
        return false;
    *s = str_skip(*s, word.len);
    return (*flag = true);
}

bool edges_has_more(struct str *s)
{
    str_take_blanks(s);
    return s->len && s->s[0] != '#';
}

/* The attributes that may follow a key or a call. */
struct attributes {
    bool has_cost, has_count, has_entry, has_total, has_weight, has_name;
    bool is_under_study, estimated;
    double cost, count, entry, total, weight;
    uint64_t line;
    struct str name, module, file, tag;
};

static bool take_attribute(struct edges *edges, struct str *s,
                           struct attributes *a)
{
    if (edges_take_flag(s, S("detail"), &a->is_under_study) ||
        edges_take_flag(s, S("estimated"), &a->estimated))
        return true;
    if (str_take(s, S("x")))
        return (a->has_count = edges_take_cost(s, &a->count));
    if (str_take(s, S("entry=")))
        return (a->has_entry = edges_take_cost(s, &a->entry));
    if (str_take(s, S("total=")))
        return (a->has_total = edges_take_cost(s, &a->total));
    if (str_take(s, S("w=")))
        return (a->has_weight = edges_take_cost(s, &a->weight));
    if (str_take(s, S("line=")))
        return str_take_digits(s, &a->line);
    if (str_take(s, S("name=")))
        return (a->has_name = edges_take_text(edges, s, &a->name));
    if (str_take(s, S("module=")))
        return edges_take_text(edges, s, &a->module);
    if (str_take(s, S("file=")))
        return edges_take_text(edges, s, &a->file);
    if (str_take(s, S("tag=")))
        return edges_take_text(edges, s, &a->tag);
    return !a->has_cost && (a->has_cost = edges_take_cost(s, &a->cost));
}

static bool take_attributes(struct edges *edges, struct str s,
                            struct attributes *a)
{
    *a = (struct attributes){ .cost = UNKNOWN,
                              .count = UNKNOWN,
                              .total = UNKNOWN };
    while (edges_has_more(&s))
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

uint32_t edges_function_named(struct edges *edges, struct str key)
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

bool edges_skip(struct edges *edges, const char *reason)
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
        return edges_skip(edges, "expected name, module, file and tag in the "
                                 "first line of a function");
    if (a.has_cost)
        function->self += known_or(a.cost, 0);
    function->count = add_known(function->count, a.count);
    function->total = add_known(function->total, a.total);
    function->is_under_study |= a.is_under_study;
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
    if (!edges_take_text(edges, &s, &callee) ||
        !take_attributes(edges, s, &a) || a.has_total)
        return false;
    if (edges->profile->kind == FROM_STACKS)
        return false;
    uint32_t from = edges_function_named(edges, caller);
    uint32_t to = edges_function_named(edges, callee);
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

static bool stack_line(struct edges *edges, struct str s)
{
    uint32_t context = NO_ID;
    struct str key;
    double cost;
    if (edges->profile->kind == FROM_CALLS)
        return false;
    while (edges_take_text(edges, &s, &key))
        context = profile_context(edges->profile, context,
                                  edges_function_named(edges, key));
    str_take_blanks(&s);
    if (context == NO_ID || !str_take(&s, S("]")))
        return false;
    str_take_blanks(&s);
    if (!edges_take_cost(&s, &cost) || !known(cost))
        return false;
    profile_sample(edges->profile, context, cost);
    return true;
}

static bool directive(struct edges *edges, struct str s)
{
    struct str word, text;
    if (!str_take_word(&s, &word) || !edges_take_text(edges, &s, &text))
        return false;
    if (str_eq(word, S("unit")))
        profile_set_unit(edges->profile, text);
    else if (str_eq(word, S("event")))
        profile_set_event(edges->profile, text);
    else if (str_eq(word, S("part")))
        profile_set_selected_threads(edges->profile, text);
    else if (str_eq(word, S("calls"))) {
        bool once = str_eq(text, S("measured-once"));
        edges->profile->call_costs = once ? CALLS_MEASURED_ONCE
                                          : CALLS_MEASURED;
        return once || str_eq(text, S("measured"));
    } else if (str_eq(word, S("edges")))
        return str_eq(text, S("1"));
    else
        return deps_directive(edges, word, text, s);
    return true;
}

static bool take_line(struct edges *edges, struct str line)
{
    struct str key;
    if (line.len == 0 || line.s[0] == '#')
        return true;
    if (str_take(&line, S("%")))
        return directive(edges, line);
    if (str_take(&line, S("[")))
        return stack_line(edges, line);
    if (!edges_take_text(edges, &line, &key))
        return false;
    str_take_blanks(&line);
    if (str_take(&line, S("-> ")))
        return call_line(edges, key, line);
    if (str_starts(line, S("~> ")) || str_starts(line, S("@")))
        return deps_line(edges, key, line);
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
    } *callers = NEW_N(edges->scratch, struct callers, profile->n_functions);
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
    LOCAL_ARENA(scratch);
    struct edges edges = { in, profile, &scratch, .keys = { 0 } };
    while (!in->failed && input_next_line(in))
        if (!take_line(&edges, str_trim(in->text)))
            input_warn(in, "expected a function, a call or a stack "
                           "(a 1, a -> b 2, [a b] 3), or a directive");
    if (profile->kind == KIND_NONE)
        profile->kind = FROM_CALLS;
    profile_convert_unit(profile);
    if (profile->kind == FROM_CALLS)
        set_defaults(&edges);
    if (in->failed)
        return false;
    if (!profile->n_functions)
        return input_error(in, "expected functions, calls or stacks, found "
                               "none");
    if (!event_choice_accepts(in->name, profile->event, options))
        return false;
    profile_list_event(profile);
    return true;
}

/* "%edges" is found nowhere else; a first line with an arrow is a hint. */
static enum match detect(struct head head)
{
    struct str line;
    while (head_take_line(&head, &line)) {
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
