/*
 * Tables of sampled stacks in CSV, as xperf of Microsoft's Windows Performance
 * Toolkit exports them:
 *
 *     Process Name, Process, Stack, Module, Function, Thread ID, Weight, Count
 *     a.exe, a.exe (41), [Root]/k.dll!start/a.exe!main, a.exe, main, 51, 1.0, 1
 *
 * The first line names the columns; only Process Name, Process, Thread ID and
 * one of Weight and Count may be missing. TimeStamp, in seconds, is another one
 * that is read. The stack begins with its outermost function; "?" stands for no
 * stack. Module and Function are where the sample was taken, mostly but not
 * always the last function of the stack. "?" and "Unknown" are functions
 * without a symbol. Weight is in milliseconds for each of Count samples. The
 * process Idle is the time in which nothing ran, so it is left out.
 *
 * Nothing is quoted, so the names of functions may have the separator ", " and
 * the '/' of stacks. A line with too many fields is taken apart so that the
 * stack ends with the module and the function.
 */
#include "readers/choose/sink.h"
#include "readers/head.h"
#include "util/array.h"

enum column {
    PROCESS_NAME,
    PROCESS,
    THREAD,
    STACK,
    MODULE,
    FUNCTION,
    WEIGHT,
    COUNT,
    TIME,
    N_COLUMNS
};

static const struct str titles[N_COLUMNS] = {
    [PROCESS_NAME] = STR("Process Name"), [PROCESS] = STR("Process"),
    [THREAD] = STR("Thread ID"),          [STACK] = STR("Stack"),
    [MODULE] = STR("Module"),             [FUNCTION] = STR("Function"),
    [WEIGHT] = STR("Weight"),             [COUNT] = STR("Count"),
    [TIME] = STR("TimeStamp"),
};

#define NO_COLUMN SIZE_MAX

struct xperf {
    struct input *in;
    struct arena *arena; /* has the lists */
    struct sink sink;
    struct str separator;
    size_t columns[N_COLUMNS]; /* NO_COLUMN: the table does not have it */
    size_t n_columns;
    uint32_t events[N_COLUMNS]; /* of the columns WEIGHT and COUNT */
    LIST(struct str) fields;    /* of the current line */
    LIST(uint32_t) functions;   /* of its stack */
};

/* ---- Fields ---- */

static void split(struct xperf *xperf, struct str line)
{
    bool more = true;
    xperf->fields.n = 0;
    while (more) {
        struct str field = line;
        more = str_cut(line, xperf->separator, &field, &line);
        *PUSH_IN(xperf->arena, &xperf->fields) = field;
    }
}

/* Reads the titles. Returns false if the table has no stacks. */
static bool read_titles(struct xperf *xperf, struct str line)
{
    xperf->separator = str_has(line, S(", ")) ? S(", ") : S(",");
    split(xperf, line);
    xperf->n_columns = xperf->fields.n;
    for (int c = 0; c < N_COLUMNS; c++) {
        xperf->columns[c] = NO_COLUMN;
        for (size_t i = 0; i < xperf->fields.n; i++)
            if (str_eq(str_trim(xperf->fields.of[i]), titles[c]))
                xperf->columns[c] = i;
    }
    return xperf->columns[STACK] != NO_COLUMN &&
           xperf->columns[MODULE] != NO_COLUMN &&
           xperf->columns[FUNCTION] != NO_COLUMN &&
           (xperf->columns[WEIGHT] != NO_COLUMN ||
            xperf->columns[COUNT] != NO_COLUMN);
}

/* Returns the text from the first of some fields to the end of the last one. */
static struct str join(const struct xperf *xperf, size_t first, size_t last)
{
    const char *start = xperf->fields.of[first].s;
    const struct str *end = &xperf->fields.of[last];
    return (struct str){ start, (size_t)(end->s + end->len - start) };
}

/* Does the stack end with this function of this module? */
static bool ends_with(struct str stack, struct str module, struct str function)
{
    if (!str_ends(stack, function))
        return false;
    stack.len -= function.len;
    if (!str_ends(stack, S("!")))
        return false;
    stack.len--;
    return str_ends(stack, module);
}

/* Joins the fields of stack and function if there are too many fields because
   of these two. Returns false if that is not possible. */
static bool fit(struct xperf *xperf, struct str *stack, struct str *module,
                struct str *function)
{
    size_t at = xperf->columns[STACK], extra;
    if (xperf->fields.n < xperf->n_columns)
        return false;
    extra = xperf->fields.n - xperf->n_columns;
    *stack = xperf->fields.of[at];
    *module = xperf->fields.of[xperf->columns[MODULE]];
    *function = xperf->fields.of[xperf->columns[FUNCTION]];
    if (!extra)
        return true;
    if (xperf->columns[MODULE] != at + 1 || xperf->columns[FUNCTION] != at + 2)
        return false;
    for (size_t i = at + 1 + extra; i > at; i--) {
        *stack = join(xperf, at, i - 1);
        *module = xperf->fields.of[i];
        *function = join(xperf, i + 1, at + 2 + extra);
        if (ends_with(*stack, *module, *function))
            return true;
    }
    *stack = join(xperf, at, at + extra);
    *module = xperf->fields.of[at + 1 + extra];
    *function = xperf->fields.of[at + 2 + extra];
    return true;
}

/* Returns another field, "" if the table does not have it. */
static struct str field(const struct xperf *xperf, enum column column)
{
    size_t at = xperf->columns[column];
    if (at == NO_COLUMN)
        return S("");
    if (at > xperf->columns[STACK])
        at += xperf->fields.n - xperf->n_columns;
    return str_trim(xperf->fields.of[at]);
}

/* Returns the number in a field, or 1 if the table does not have it; UNKNOWN if
   the field is no number of 0 or more. */
static double number(const struct xperf *xperf, enum column column)
{
    double n;
    if (xperf->columns[column] == NO_COLUMN)
        return 1;
    return str_number(field(xperf, column), &n) && n >= 0 ? n : UNKNOWN;
}

/* ---- Stacks ---- */

static bool is_unknown(struct str name)
{
    return name.len == 0 || str_eq(name, S("?")) || str_eq(name, S("Unknown"));
}

static void push(struct xperf *xperf, struct str module, struct str name)
{
    bool nameless = is_unknown(name);
    struct identity is = { .name = nameless ? UNRESOLVED : name,
                           .module = str_eq(module, S("?")) ? S("") : module };
    uint32_t id = profile_function(xperf->sink.profile, is);
    xperf->sink.profile->functions[id].nameless = nameless;
    *PUSH_IN(xperf->arena, &xperf->functions) = id;
}

/* Takes the next frame off a stack. A part without a '!' belongs to the name of
   the function before it, such as operator/. */
static struct str take_frame(struct str *stack)
{
    struct str whole = *stack, part, rest = whole, after;
    while (str_cut(rest, S("/"), &part, &rest)) {
        struct str next = rest;
        str_cut(rest, S("/"), &next, &after);
        if (str_has(next, S("!"))) {
            *stack = rest;
            return str_head(whole, (size_t)(rest.s - whole.s) - 1);
        }
    }
    *stack = S("");
    return whole;
}

static void push_stack(struct xperf *xperf, struct str stack, struct str module,
                       struct str function)
{
    struct str frame_module = S(""), name = S("");
    if (str_eq(stack, S("?")))
        stack = S("");
    str_take(&stack, S("[Root]"));
    str_take(&stack, S("/"));
    while (stack.len) {
        struct str frame = take_frame(&stack);
        if (!str_cut(frame, S("!"), &frame_module, &name)) {
            frame_module = S("");
            name = frame;
        }
        push(xperf, frame_module, name);
    }
    bool is_last = str_eq(name, function) ||
                   (is_unknown(name) && is_unknown(function));
    if (xperf->functions.n == 0 || !is_last)
        push(xperf, module, function);
}

static uint32_t thread_of(struct xperf *xperf)
{
    struct listed_thread thread = { .tid = field(xperf, THREAD),
                                    .comm = field(xperf, PROCESS_NAME) };
    struct str process = field(xperf, PROCESS), name;
    if (str_ends(process, S(")")))
        str_cut_last(str_head(process, process.len - 1), S("("), &name,
                     &thread.pid);
    return sink_thread(&xperf->sink, &thread);
}

static bool read_row(struct xperf *xperf, struct str line)
{
    struct str stack, module, function;
    split(xperf, line);
    if (!fit(xperf, &stack, &module, &function))
        return false;
    double weight = number(xperf, WEIGHT), count = number(xperf, COUNT);
    if (!known(weight) || !known(count))
        return false;
    if (str_eq(field(xperf, PROCESS_NAME), S("Idle")))
        return true;
    struct sample sample = { .thread = thread_of(xperf), .n = 1 };
    sample.time =
        xperf->columns[TIME] == NO_COLUMN ? UNKNOWN : number(xperf, TIME);
    xperf->functions.n = 0;
    for (enum column column = WEIGHT; column <= COUNT; column++) {
        if (xperf->columns[column] == NO_COLUMN)
            continue;
        sample.event = xperf->events[column];
        sample.cost = column == WEIGHT ? weight * count : count;
        if (sink_take(&xperf->sink, &sample)) {
            if (!xperf->functions.n)
                push_stack(xperf, str_trim(stack), str_trim(module),
                           str_trim(function));
            sink_add(&xperf->sink, &sample, xperf->functions.of,
                     (uint32_t)xperf->functions.n);
        }
        sample.again = true;
    }
    return true;
}

/* ---- The table ---- */

/* The time is drawn if the user names no event, or else the number of samples,
   which is not that of rows. */
static void enter_events(struct xperf *xperf)
{
    static const struct str preferred[] = { STR("time"), STR("samples") };
    struct sink *sink = &xperf->sink;
    sink->events.are_costs = sink->events.uncounted = true;
    sink->events.tally.hide_counts = true;
    sink->events.best = preferred;
    sink->events.n_best = ROWS(preferred);
    xperf->events[WEIGHT] = sink_event(sink, S("time"), S("ms"));
    xperf->events[COUNT] = sink_event(sink, S("samples"), S("samples"));
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct xperf xperf = { .in = in, .arena = &in->arena };
    if (!sink_begin(&xperf.sink, in, profile, options))
        return false;
    bool good = input_next_line(in) && read_titles(&xperf, in->text);
    if (!good)
        input_error(in, "expected the titles of a table with the "
                        "columns Stack, Module, Function and Weight or "
                        "Count");
    if (good)
        enter_events(&xperf);
    while (good && input_next_line(in))
        if (str_trim(in->text).len && !read_row(&xperf, in->text))
            input_warn(in, "expected %zu fields, with numbers for Weight and "
                           "Count", xperf.n_columns);
    good = good && sink_end(&xperf.sink);
    if (good && profile->n_contexts == 0)
        good = input_error(in, "expected samples, found none");
    return good;
}

static enum match detect(struct head head)
{
    LOCAL_ARENA(scratch);
    struct str line;
    struct xperf xperf = { .arena = &scratch };
    return match_if(head_take_line(&head, &line) && str_has(line, S("Stack")) &&
                    read_titles(&xperf, line));
}

const struct reader reader_xperf = {
    .name = "xperf",
    .description = "tables of stacks in CSV that xperf exports",
    .programs = "xperf, xperfview",
    .tested = "xperf",
    .file = "*.csv",
    .recipes =
        "xperf (Windows): export a table of stacks as CSV; `prof2dot "
        "stacks.csv -o out.svg`",
    /* Event Tracing for Windows keeps 192 frames. */
    .limits = LIMITS(
        { .frames = 192,
          .cure = "no option of Windows keeps more than 192 frames" }),
    .supports = ASK_EVENT | ASK_LIST_EVENTS | ASK_COMM | ASK_PID | ASK_TID |
                ASK_TAGS | ASK_TIME | ASK_LIST_THREADS,
    .detect = detect,
    .hint.text = "export the column as well",
    .read = read,
};
