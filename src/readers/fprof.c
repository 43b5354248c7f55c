/*
 * Functions and calls of Erlang, which fprof:analyse writes:
 *
 *     %% Analysis results:
 *     {  analysis_options,
 *      [{callers, true}, {sort, acc}, {totals, false}, {details, true}]}.
 *
 *     [{ totals,                                 363,    0.912,    0.896}].
 *
 *     [{ "<0.9.0>",                              327,undefined,    0.796}].
 *
 *     {[{{t,main,0},                               1,    0.050,    0.001},
 *       {{t,odd,1},                               20,    0.000,    0.028}],
 *      { {t,even,1},                              21,    0.050,    0.029},
 *      [{{t,odd,1},                               20,    0.049,    0.021}]}.
 *
 * Each is a term of Erlang, and '%' begins a comment. After the totals and
 * after each process come its functions: the callers of a function, itself, and
 * what it calls, each with the number of calls, and milliseconds with and
 * without what is called. A time in which a function is active several times
 * is counted once, for the caller that began it. The caller `undefined` stands
 * outside of the profile. `suspend` is the time in which a process waited; it
 * is in the times of its callers, so it is drawn as the own time of suspend.
 *
 * With {callers, false} the functions stand alone, without calls. With
 * {totals, true} the functions of all processes together come after the totals;
 * those of each process follow once more and are passed over. Source:
 * lib/tools/src/fprof.erl of Erlang/OTP.
 */
#include "readers/declared.h"
#include "readers/head.h"
#include "readers/reader.h"
#include "util/text/buf.h"

struct fprof {
    struct input *in;
    struct profile *profile;
    struct buf term;     /* the lines of a term so far, without comments */
    struct buf name;     /* scratch space */
    bool totals_are_all; /* the functions after the totals were read, so those
                            of processes are passed over */
    bool is_passed_over;
    bool is_in_totals;
    size_t n_functions;
    double count, self;           /* that the totals say; UNKNOWN: none came */
    double found_count, found_self;
};

/* A function with its numbers. */
struct row {
    struct str name; /* a term, such as {lists,seq,2} */
    double count, total, self;
};

/* ---- Terms ---- */

/* Returns the length of the text or atom in quotes at the front of s. */
static size_t quoted_length(struct str s)
{
    size_t i = 1;
    while (i < s.len && s.s[i] != s.s[0])
        i += s.s[i] == '\\' ? 2 : 1;
    return i < s.len ? i + 1 : s.len;
}

/* Returns the length of the first character of s, or of what is quoted
   there. */
static size_t step_length(struct str s)
{
    return s.s[0] == '"' || s.s[0] == '\'' ? quoted_length(s) : 1;
}

static struct str without_comment(struct str line)
{
    size_t i = 0;
    while (i < line.len && line.s[i] != '%')
        i += step_length(str_skip(line, i));
    return str_trim_end(str_head(line, i));
}

/* Takes blanks, then this text. */
static bool take(struct str *s, struct str text)
{
    struct str rest = *s;
    str_take_blanks(&rest);
    if (!str_take(&rest, text))
        return false;
    *s = rest;
    return true;
}

/* Takes blanks and a term, up to a comma or a closing bracket that is not in
   it. */
static bool take_term(struct str *s, struct str *term)
{
    size_t depth = 0, i = 0;
    str_take_blanks(s);
    while (i < s->len) {
        char c = s->s[i];
        bool closes = c == '}' || c == ']';
        if (depth == 0 && (closes || c == ','))
            break;
        if (c == '{' || c == '[')
            depth++;
        depth -= closes;
        i += step_length(str_skip(*s, i));
    }
    *term = str_trim_end(str_head(*s, i));
    *s = str_skip(*s, i);
    return term->len > 0 && depth == 0;
}

/* Takes a comma and a number; undefined is 0. */
static bool take_number(struct str *s, double *number)
{
    struct str term;
    *number = 0;
    return take(s, S(",")) && take_term(s, &term) &&
           (str_eq(term, S("undefined")) ||
            (str_number(term, number) && *number >= 0));
}

static bool take_row(struct str *s, struct row *row)
{
    return take(s, S("{")) && take_term(s, &row->name) &&
           take_number(s, &row->count) && take_number(s, &row->total) &&
           take_number(s, &row->self) && take(s, S("}"));
}

/* ---- Functions ---- */

static bool is_undefined(const struct row *row)
{
    return str_eq(row->name, S("undefined"));
}

/* Returns the function of {lists,seq,2}, whose name is "lists:seq/2", or of any
   other term. */
static uint32_t function_of(struct fprof *f, struct str term)
{
    struct str module, name, arity, rest = term;
    if (!take(&rest, S("{")) || !take_term(&rest, &module) ||
        !take(&rest, S(",")) || !take_term(&rest, &name) ||
        !take(&rest, S(",")) || !take_term(&rest, &arity) ||
        !take(&rest, S("}")))
        return profile_named(f->profile, term);
    f->name.len = 0;
    buf_add(&f->name, module);
    buf_char(&f->name, ':');
    buf_add(&f->name, name);
    buf_char(&f->name, '/');
    buf_add(&f->name, arity);
    return profile_named(f->profile, buf_text(&f->name));
}

static uint32_t add_function(struct fprof *f, const struct row *row)
{
    uint32_t id = function_of(f, row->name);
    struct function *function = &f->profile->functions[id];
    bool waits = str_eq(row->name, S("suspend"));
    function->self += waits ? row->total : row->self;
    function->count = add_known(function->count, row->count);
    function->total = add_known(function->total, row->total);
    f->n_functions++;
    f->found_count += row->count;
    f->found_self += row->self;
    return id;
}

/* Takes a list of callers. The callee is NO_ID as long as it is not known,
   because it follows. */
static bool take_callers(struct fprof *f, struct str *s, uint32_t callee)
{
    struct row caller;
    if (!take(s, S("[")))
        return false;
    if (take(s, S("]")))
        return true;
    do {
        if (!take_row(s, &caller))
            return false;
        if (callee == NO_ID || is_undefined(&caller))
            continue;
        uint32_t from = function_of(f, caller.name);
        uint32_t id = profile_call(f->profile, from, callee);
        struct call *call = &f->profile->calls[id];
        call->count = add_known(call->count, caller.count);
        call->cost = add_known(call->cost, caller.total);
    } while (take(s, S(",")));
    return take(s, S("]"));
}

/* {CALLERS, FUNCTION, CALLEES}, or {NAME, COUNT, TOTAL, SELF} without calls */
static bool read_function(struct fprof *f, struct str term)
{
    struct row row;
    struct str rest = term;
    if (take_row(&rest, &row)) {
        if (!is_undefined(&row))
            add_function(f, &row);
        return true;
    }
    rest = term;
    if (!take(&rest, S("{")) || !take_callers(f, &rest, NO_ID) ||
        !take(&rest, S(",")) || !take_row(&rest, &row))
        return false;
    if (is_undefined(&row))
        return true;
    uint32_t callee = add_function(f, &row);
    take(&term, S("{"));
    return take_callers(f, &term, callee);
}

/* [{totals, ...}] or [{"<0.9.0>", ...}, ...] */
static bool read_heading(struct fprof *f, struct str term)
{
    struct str name, rest;
    struct row row;
    if (!take(&term, S("[")))
        return false;
    rest = term;
    if (!take(&term, S("{")) || !take_term(&term, &name))
        return false;
    if (str_eq(name, S("totals")) && take_row(&rest, &row)) {
        f->count = row.count;
        f->self = row.self;
    }
    f->totals_are_all |= f->is_in_totals && f->n_functions;
    f->is_in_totals = str_eq(name, S("totals"));
    f->is_passed_over = f->totals_are_all && !f->is_in_totals;
    return true;
}

/* ---- The reader ---- */

/* The totals are those of all functions; times have three decimals. */
static void check_totals(const struct fprof *f)
{
    const double half_digit = 0.0005;
    declared_check(f->in, (struct declared){ .where = "totals",
                                             .unit = S("calls"),
                                             .says = f->count,
                                             .found = f->found_count });
    declared_check(f->in,
                   (struct declared){
                       .where = "totals",
                       .unit = S("ms"),
                       .says = f->self,
                       .found = f->found_self,
                       .rounding = half_digit * ((double)f->n_functions + 1) });
}

static void set_weights(struct profile *profile)
{
    profile_convert_unit(profile);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        profile->calls[c].weight = known_or(profile->calls[c].cost, 0);
    profile_entries_by_weight(profile);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    (void)options;
    struct fprof f = { .in = in,
                       .profile = profile,
                       .count = UNKNOWN,
                       .self = UNKNOWN };
    profile->kind = FROM_CALLS;
    profile->call_costs = CALLS_MEASURED;
    profile_set_unit(profile, S("ms"));
    while (input_next_line(in)) {
        struct str line = without_comment(in->text);
        bool ends = str_ends(line, S("."));
        buf_add(&f.term, str_head(line, line.len - ends));
        if (!ends)
            continue;
        struct str term = buf_text(&f.term), rest = term;
        bool are_options =
            take(&rest, S("{")) && take(&rest, S("analysis_options"));
        if (!are_options && !read_heading(&f, term) && !f.is_passed_over &&
            !read_function(&f, term))
            input_warn(in, "expected callers, a function and what it calls "
                           "before this place");
        f.term.len = 0;
    }
    bool is_cut = str_trim(buf_text(&f.term)).len > 0;
    buf_free(&f.term);
    buf_free(&f.name);
    if (!f.n_functions)
        return input_error(in, "expected functions, found none; call "
                               "fprof:analyse with {details, true}");
    if (is_cut)
        input_cut(in, "the file is cut off in a function; what comes before is "
                      "drawn");
    check_totals(&f);
    set_weights(profile);
    return true;
}

static enum match detect(struct head head)
{
    struct str line;
    return match_if(head_take_line(&head, &line) &&
                    str_starts(line, S("%% Analysis results:")) &&
                    (head_take_line(&head, &line) || head.complete) &&
                    str_has(line, S("analysis_options")));
}

const struct reader reader_fprof = {
    .name = "fprof",
    .description = "Erlang's fprof (fprof:analyse)",
    .programs = "fprof of Erlang/OTP",
    .tested = "Erlang/OTP 25",
    .file = "fprof.analysis",
    .recipes =
        "Erlang: `fprof:apply(m, f, []), fprof:profile(), "
        "fprof:analyse([{dest, \"out.txt\"}])` in Erlang; `prof2dot out.txt -o "
        "out.svg`",
    .totals = TOTALS_MEASURED,
    .exact_by = "perf record -g and erl +JPperf true",
    .detect = detect,
    .read = read,
};
