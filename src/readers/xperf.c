/*
 * Tables of sampled stacks in CSV, as xperf of Microsoft's Windows Performance
 * Toolkit exports them:
 *
 *     Process Name, Process, Stack, Module, Function, Thread ID, Weight, Count
 *     a.exe, a.exe (41), [Root]/k.dll!start/a.exe!main, a.exe, main, 51, 1.0, 1
 *
 * The first line names the columns; only Process Name, Process, Thread ID and
 * one of Weight and Count may be missing. The stack begins with its outermost
 * function; "?" stands for no stack. Module and Function are where the sample
 * was taken, mostly but not always the last function of the stack. "?" and
 * "Unknown" are functions without a symbol. Weight is in milliseconds for each
 * of Count samples. The process Idle is the time in which nothing ran, so it is
 * left out.
 *
 * Nothing is quoted, so the names of functions may have the separator ", " and
 * the '/' of stacks. A line with too many fields is taken apart so that the
 * stack ends with the module and the function.
 */
#include <stdlib.h>

#include "model/stacks.h"
#include "readers/head.h"
#include "readers/reader.h"
#include "readers/select/event_choice.h"
#include "readers/select/thread_filter.h"
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
    N_COLUMNS
};

static const struct str titles[N_COLUMNS] = {
    [PROCESS_NAME] = STR("Process Name"), [PROCESS] = STR("Process"),
    [THREAD] = STR("Thread ID"),          [STACK] = STR("Stack"),
    [MODULE] = STR("Module"),             [FUNCTION] = STR("Function"),
    [WEIGHT] = STR("Weight"),             [COUNT] = STR("Count"),
};

#define NO_COLUMN SIZE_MAX

struct xperf {
    struct input *in;
    struct profile *profile;
    struct str separator;
    size_t columns[N_COLUMNS]; /* NO_COLUMN: the table does not have it */
    size_t n_columns;
    bool is_weighed; /* the event is the weight, not the number of samples */

    struct str *fields; /* of the current line */
    size_t fields_room, n_fields;

    uint32_t *functions; /* of its stack */
    size_t functions_room;
    uint32_t n;
    struct stacks stacks;
    struct thread_filter filter;
};

/* ---- Fields ---- */

static void split(struct xperf *xperf, struct str line)
{
    bool more = true;
    xperf->n_fields = 0;
    while (more) {
        struct str field = line;
        more = str_cut(line, xperf->separator, &field, &line);
        xperf->fields =
            array_grow(xperf->fields, xperf->n_fields, &xperf->fields_room,
                       sizeof *xperf->fields);
        xperf->fields[xperf->n_fields++] = field;
    }
}

/* Reads the titles. Returns false if the table has no stacks. */
static bool read_titles(struct xperf *xperf, struct str line)
{
    xperf->separator = str_has(line, S(", ")) ? S(", ") : S(",");
    split(xperf, line);
    xperf->n_columns = xperf->n_fields;
    for (int c = 0; c < N_COLUMNS; c++) {
        xperf->columns[c] = NO_COLUMN;
        for (size_t i = 0; i < xperf->n_fields; i++)
            if (str_eq(str_trim(xperf->fields[i]), titles[c]))
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
    const char *start = xperf->fields[first].s;
    const struct str *end = &xperf->fields[last];
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
    if (xperf->n_fields < xperf->n_columns)
        return false;
    extra = xperf->n_fields - xperf->n_columns;
    *stack = xperf->fields[at];
    *module = xperf->fields[xperf->columns[MODULE]];
    *function = xperf->fields[xperf->columns[FUNCTION]];
    if (!extra)
        return true;
    if (xperf->columns[MODULE] != at + 1 || xperf->columns[FUNCTION] != at + 2)
        return false;
    for (size_t i = at + 1 + extra; i > at; i--) {
        *stack = join(xperf, at, i - 1);
        *module = xperf->fields[i];
        *function = join(xperf, i + 1, at + 2 + extra);
        if (ends_with(*stack, *module, *function))
            return true;
    }
    *stack = join(xperf, at, at + extra);
    *module = xperf->fields[at + 1 + extra];
    *function = xperf->fields[at + 2 + extra];
    return true;
}

/* Returns another field, "" if the table does not have it. */
static struct str field(const struct xperf *xperf, enum column column)
{
    size_t at = xperf->columns[column];
    if (at == NO_COLUMN)
        return S("");
    if (at > xperf->columns[STACK])
        at += xperf->n_fields - xperf->n_columns;
    return str_trim(xperf->fields[at]);
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
    uint32_t id = profile_function(xperf->profile, is);
    xperf->profile->functions[id].nameless = nameless;
    xperf->functions = array_grow(xperf->functions, xperf->n,
                                  &xperf->functions_room,
                                  sizeof *xperf->functions);
    xperf->functions[xperf->n++] = id;
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
    xperf->n = 0;
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
    if (xperf->n == 0 || !is_last)
        push(xperf, module, function);
}

static bool accepts(struct xperf *xperf)
{
    struct listed_thread thread = { .tid = field(xperf, THREAD),
                                    .comm = field(xperf, PROCESS_NAME) };
    struct str process = field(xperf, PROCESS), name;
    if (str_ends(process, S(")")))
        str_cut_last(str_head(process, process.len - 1), S("("), &name,
                     &thread.pid);
    return thread_filter_accepts(&xperf->filter, &thread, 1);
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
    if (str_eq(field(xperf, PROCESS_NAME), S("Idle")) || !accepts(xperf))
        return true;
    push_stack(xperf, str_trim(stack), str_trim(module), str_trim(function));
    stacks_add(&xperf->stacks, xperf->profile, xperf->functions, xperf->n,
               xperf->is_weighed ? weight * count : count);
    return true;
}

/* ---- The table ---- */

/* Chooses between the time and the number of samples. */
static bool choose(struct xperf *xperf, const struct reader_options *options)
{
    struct tally events = { .hide_counts = true };
    uint32_t time = tally_id(&events, S("time"));
    uint32_t samples = tally_id(&events, S("samples"));
    events.samples[time] = xperf->columns[WEIGHT] != NO_COLUMN;
    events.samples[samples] = xperf->columns[COUNT] != NO_COLUMN;
    uint32_t event = event_choice(xperf->in->name, xperf->profile, &events,
                                  time, options);
    xperf->is_weighed = event == time;
    profile_unit(xperf->profile, event == time ? S("ms") : S("samples"));
    tally_free(&events);
    return event != NO_ID;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct xperf xperf = { .in = in, .profile = profile };
    bool good = input_next_line(in) && read_titles(&xperf, in->text);
    thread_filter_init(&xperf.filter, profile, options);
    if (!good)
        input_error(in, "expected the titles of a table with the columns "
                        "Stack, Module, Function and Weight or Count");
    good = good && choose(&xperf, options);
    while (good && input_next_line(in))
        if (str_trim(in->text).len && !read_row(&xperf, in->text))
            input_warn(in, "expected %zu fields, with numbers for Weight and "
                           "Count", xperf.n_columns);
    good = good && thread_filter_report(&xperf.filter, profile, in->name,
                                        "export the column as well");
    if (good && profile->n_contexts == 0)
        good = input_error(in, "expected samples, found none");
    thread_filter_free(&xperf.filter);
    stacks_free(&xperf.stacks);
    free(xperf.fields);
    free(xperf.functions);
    return good;
}

static enum match detect(struct str head, bool complete)
{
    struct str line;
    struct xperf xperf = { .n_fields = 0 };
    bool good = head_take_line(&head, complete, &line) &&
                str_has(line, S("Stack")) && read_titles(&xperf, line);
    free(xperf.fields);
    return good ? MATCH_YES : MATCH_NO;
}

const struct reader reader_xperf = {
    .name = "xperf",
    .description = "tables of stacks in CSV that xperf exports",
    .programs = "xperf, xperfview",
    .tested = "xperf",
    .file = "*.csv",
    .supports = ASK_EVENT | ASK_LIST_EVENTS | ASK_COMM | ASK_PID | ASK_TID |
                ASK_LIST_THREADS,
    .detect = detect,
    .read = read,
};
