/*
 * The text that uftrace replay prints:
 *
 *     # DURATION     TID     FUNCTION
 *                 [  7310] | main() {
 *                 [  7310] |   parse() {
 *        0.497 us [  7310] |     malloc();
 *        1.858 us [  7310] |   }
 *                 [  7312] | work() {
 *       11.103 us [  7312] |     log("a", 3) = 1;
 *
 * The lines of all threads are mixed. A line with { begins a call, and one with
 * } ends it; a call of a function that calls nothing is a single line. Their
 * indentation, two blanks a call, tells which calls longjmp or an exception has
 * ended without a line. Durations are those of whole calls, and absent if they
 * are 0. The function's name follows } in a comment. Time in which a thread did
 * not run is a line with a duration and a comment, linux:sched-in, and becomes
 * the function linux:schedule, which is its name in uftrace report. More
 * columns may stand before the bar (-f). Calls that are still open at the end
 * are listed after the line "uftrace stopped tracing with remaining functions";
 * they have no duration. (uftrace-replay(1), utils/debug.c of uftrace.)
 */
#include "readers/frames/timed_calls.h"
#include "readers/head.h"
#include "util/known.h"

enum { DURATION_WIDTH = 12, INDENT = 2 };

struct uftrace_thread {
    struct timed_calls calls;
    size_t base; /* the indentation of calls that nothing calls */
    bool has_begun;
};

struct uftrace {
    struct input *in;
    struct sink sink;
    struct strings tids;
    LIST(struct uftrace_thread) threads; /* by id in tids */
    size_t n_lost;
};

/* A line of the trace. */
struct uftrace_line {
    struct str tid;
    double duration; /* microseconds, or 0 */
    size_t indent;
    struct str text; /* without indentation */
};

/* Takes "  1.190 us". Minutes have seconds behind the point, and uftrace makes
   an "hour" of 24 minutes, with minutes behind the point. */
static bool take_duration(struct str *s, double *duration)
{
    uint64_t whole, part;
    struct str unit;
    if (!str_take_digits(s, &whole) || !str_take(s, S(".")) ||
        !str_take_digits(s, &part) || !str_take_word(s, &unit))
        return false;
    if (str_eq(unit, S("us")))
        *duration = (double)whole + (double)part / 1e3;
    else if (str_eq(unit, S("ms")))
        *duration = (double)whole * 1e3 + (double)part;
    else if (str_eq(unit, S("s")))
        *duration = (double)whole * 1e6 + (double)part * 1e3;
    else if (str_eq(unit, S("m")))
        *duration = ((double)whole * 60 + (double)part) * 1e6;
    else if (str_eq(unit, S("h")))
        *duration = ((double)whole * 24 + (double)part) * 60e6;
    else
        return false;
    return true;
}

/* Takes the line apart. Returns false if it is no line of a trace. */
static bool split_line(struct str text, struct uftrace_line *line)
{
    struct str columns, rest, digits;
    *line = (struct uftrace_line){ 0 };
    if (!str_cut(text, S("| "), &columns, &line->text))
        return false;
    rest = str_head(columns, DURATION_WIDTH);
    str_take_blanks(&rest);
    if (rest.len && ascii_is_digit(rest.s[0]) &&
        !take_duration(&rest, &line->duration))
        return false;
    if (str_cut(columns, S("["), &rest, &digits) &&
        str_cut(digits, S("]"), &digits, &rest))
        line->tid = str_trim(digits);
    size_t len = line->text.len;
    str_take_blanks(&line->text);
    line->indent = len - line->text.len;
    line->text = str_trim_end(line->text);
    return true;
}

/* Returns the name of a called function: the text before its arguments, which
   begin with the first parenthesis that is not a part of the name. */
static struct str function_name(struct str text)
{
    static const struct str parts[] = { STR("(anonymous namespace)"),
                                        STR("operator()"), STR("{lambda(") };
    size_t depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        size_t n = str_starts_any(str_skip(text, i), parts, ROWS(parts));
        if (n)
            i += n - 1;
        else if (text.s[i] == '<' &&
                 !str_ends(str_head(text, i), S("operator")))
            depth++;
        else if (text.s[i] == '>' && depth)
            depth--;
        else if (text.s[i] == '(' && depth == 0 && i)
            return str_head(text, i);
    }
    return text;
}

static struct uftrace_thread *find_thread(struct uftrace *u, struct str tid)
{
    uint32_t n = u->tids.n, id = strings_add(&u->tids, &u->in->arena, tid);
    struct uftrace_thread *thread = REACH_IN(&u->in->arena, &u->threads, id);
    if (id == n)
        thread->calls.thread =
            sink_thread(&u->sink, &(struct listed_thread){ .tid = tid });
    return thread;
}

/* Ends calls that have no line for their end until this many are open. Their
   durations are not known, except that of the calls that they have made. */
static void unwind(struct uftrace *u, struct uftrace_thread *thread,
                   size_t n_calls)
{
    while (thread->calls.n > n_calls)
        timed_calls_end(&thread->calls, &u->sink, UNKNOWN);
}

static void take_line(struct uftrace *u, const struct uftrace_line *line)
{
    struct uftrace_thread *thread = find_thread(u, line->tid);
    struct str text = line->text, before, after;
    if (!thread->has_begun || line->indent < thread->base) {
        thread->base = line->indent;
        thread->has_begun = true;
    }
    size_t depth = (line->indent - thread->base) / INDENT;
    unwind(u, thread, depth + (str_starts(text, S("}")) ? 1 : 0));
    if (str_starts(text, S("/*"))) {
        if (str_starts(text, S("/* LOST ")))
            u->n_lost++;
        else if (line->duration > 0)
            timed_calls_add(&thread->calls, &u->sink,
                            (struct identity){ .name = S("linux:schedule") },
                            line->duration);
        return;
    }
    if (str_starts(text, S("}"))) {
        /* uftrace leaves a duration out if it is 0. */
        if (thread->calls.n > depth)
            timed_calls_end(&thread->calls, &u->sink,
                            line->duration > 0 ? line->duration : UNKNOWN);
        return;
    }
    if (str_cut_last(text, S(" /* "), &before, &after) &&
        str_ends(after, S("*/")))
        text = before;
    struct identity function = { .name = function_name(text) };
    if (str_ends(text, S("{")))
        timed_calls_begin(&thread->calls, &u->sink, function);
    else
        timed_calls_add(&thread->calls, &u->sink, function, line->duration);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct uftrace u = { .in = in };
    struct uftrace_line line;
    bool stopped = false, has_line = false;
    if (!sink_begin(&u.sink, in, profile, options))
        return false;
    sink_set_unit(&u.sink, NO_EVENT, S("us"));
    while (!stopped && input_next_line(in)) {
        struct str text = str_trim(in->text);
        if (str_starts(text, S("uftrace stopped tracing with remaining")))
            stopped = true;
        else if (split_line(in->text, &line)) {
            take_line(&u, &line);
            has_line = true;
        } else if (text.len && !str_starts(text, S("#")))
            input_warn(in, "expected a duration, a thread and a function, as "
                           "in ' 1.190 us [ 7310] | f();'");
    }
    while (stopped && input_next_line(in))
        ;
    size_t n_open = 0;
    for (uint32_t id = 0; id < u.tids.n; id++) {
        n_open += u.threads.of[id].calls.n;
        unwind(&u, &u.threads.of[id], 0);
    }
    if (n_open && !stopped)
        input_cut(in, "expected the ends of %zu more calls", n_open);
    input_count(in, "gaps in which uftrace has lost records", u.n_lost);
    return (has_line || input_error(in, "expected calls such as "
                                        "' 1.190 us [ 7310] | f();', "
                                        "found none")) &&
           sink_end(&u.sink);
}

static bool is_certain(struct str text)
{
    struct uftrace_line line;
    return split_line(text, &line) && line.tid.len &&
           (str_ends(line.text, S("{")) || str_ends(line.text, S(");")) ||
            str_starts(line.text, S("} /* ")));
}

/* The title names the columns. Without it (--no-header of a later version, or
   the middle of a trace), lines have a thread and a call, unless the program
   has printed them. */
static enum match detect(struct head head)
{
    struct str text;
    size_t n_certain = 0, n_other = 0;
    while (head_take_line(&head, &text)) {
        if (str_starts(text, S("# ")) && str_has(text, S(" FUNCTION")) &&
            (str_has(text, S("DURATION ")) || str_has(text, S(" TID "))))
            return MATCH_YES;
        if (is_certain(text))
            n_certain++;
        else if (!str_has(text, S("| ")) && str_trim(text).len &&
                 !str_starts(text, S("#")))
            n_other++;
    }
    return match_if(n_certain && n_certain >= n_other);
}

const struct reader reader_uftrace = {
    .name = "uftrace",
    .description = "traces that uftrace replay prints",
    .programs = "uftrace replay",
    .tested = "uftrace 0.13",
    .file = "*.txt",
    .recipes =
        "uftrace: compile with `-pg`; `uftrace record ./prog; uftrace replay | "
        "prof2dot -o out.svg`",
    .supports = ASK_TID | ASK_TAGS | ASK_LIST_THREADS,
    .detect = detect,
    .hint.text = "of threads, uftrace prints the tid only, with -f +tid",
    .read = read,
};
