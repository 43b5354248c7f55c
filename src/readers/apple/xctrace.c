/*
 * A table of samples of Instruments in XML, as xctrace export --xpath
 * '/trace-toc/run/data/table[@schema="time-profile"]' writes it:
 *
 *     <trace-query-result>
 *     <node xpath='...'><schema name="time-profile"><col>...</col></schema>
 *     <row><sample-time id="1" fmt="00:00.057">57246708</sample-time>
 *     <thread id="2" fmt="main  0x8480c1 (prog, pid: 49374)">
 *     <tid id="3" fmt="0x8480c1">8683713</tid>
 *     <process id="4" fmt="prog (49374)"><pid id="5" fmt="49374">49374</pid>
 *     </process></thread><process ref="4"/>
 *     <weight id="9" fmt="1.00 ms">1000000</weight>
 *     <backtrace id="10"><frame id="11" name="work" addr="0x102af5d99">
 *     <binary id="12" name="prog" path="/usr/bin/prog"/>
 *     <source line="7"><path id="13">/src/p.c</path></source></frame>
 *     <frame ref="21"/></backtrace></row>
 *     ...
 *
 * An element with a ref stands for the element that had this id, anywhere
 * before it in the document. The frames of a backtrace are the innermost first.
 * A weight and the time of a sample are in nanoseconds; a cycle-weight counts
 * cycles; a table without either has one sample in each row. A document may
 * have several tables: the name of a table's schema is its event. (Seen in
 * exports of Xcode 14; man xctrace.)
 */

#include "input/xml_lines.h"
#include "readers/choose/sink.h"
#include "readers/frames/frame_text.h"
#include "readers/frames/limits.h"
#include "util/array.h"

/* A function of the document, which every event's profile may have. */
struct xctrace_frame {
    uint32_t name, binary; /* texts, or NO_ID */
    uint64_t line;         /* that ran, or 0 */
};

struct xctrace {
    struct input *in;
    const struct reader_options *options;
    struct sink sink;
    uint32_t event; /* of the present table */
    bool is_weighed; /* rows of the table have weights */
    LIST(uint32_t) contexts; /* by stack: 1 + its context, or 0 before it is
                                entered */

    struct strings texts;
    struct strings ids;  /* of elements */
    LIST(uint32_t) value_of; /* by id: 1 + what the element means, or 0: a
                                text, a frame, a stack or the index of a
                                number */
    LIST(double) numbers; /* weights and times */
    LIST(struct xctrace_frame) frames;
    struct pairs stacks; /* (the stack of the callers or NO_ID, frame) */
    LIST(uint32_t) path; /* frames of the present backtrace, or the stacks that
                            are entered, each with its function */

    /* The present row and its elements: */
    bool in_row;
    double weight, time; /* UNKNOWN if the row has none */
    uint32_t stack;     /* or NO_ID */
    uint32_t thread;    /* text of <thread>'s fmt, or NO_ID */
    uint32_t process;   /* the same of <process> */
    bool in_backtrace;
    uint32_t backtrace_id, tagged_id, number_id;
    struct buf text;     /* of a number */
    double *in_number;   /* the weight or time that is read; NULL: none is */
    size_t empty; /* rows without a stack */
};

/* ---- Elements that refer to others ---- */

static uint32_t text_of(struct xctrace *trace, struct str text)
{
    return strings_add(&trace->texts, &trace->in->arena, text);
}

/* Returns the number of the element's id, or NO_ID if it has none. */
static uint32_t id_of(struct xctrace *trace, const char **attributes)
{
    struct str id = xml_lines_attribute(attributes, "id");
    return id.len ? strings_add(&trace->ids, &trace->in->arena, id) : NO_ID;
}

static void define(struct xctrace *trace, uint32_t id, uint32_t value)
{
    if (id == NO_ID)
        return;
    *REACH_IN(&trace->in->arena, &trace->value_of, id) =
        value == NO_ID ? 0 : value + 1;
}

/* Looks up what the element refers to. Returns false if it refers to none. */
static bool refer(struct xctrace *trace, const char **attributes,
                  uint32_t *value)
{
    struct str ref = xml_lines_attribute(attributes, "ref");
    if (!ref.len)
        return false;
    uint32_t id = strings_find(&trace->ids, ref);
    *value = NO_ID;
    if (id != NO_ID && id < trace->value_of.n && trace->value_of.of[id])
        *value = trace->value_of.of[id] - 1;
    return true;
}

/* ---- Starts of elements ---- */

/* Takes an element that means its fmt: a thread or a process. */
static uint32_t take_text(struct xctrace *trace, const char **attributes)
{
    uint32_t value;
    if (refer(trace, attributes, &value))
        return value;
    value = text_of(trace, xml_lines_attribute(attributes, "fmt"));
    define(trace, id_of(trace, attributes), value);
    return value;
}

static void push(struct xctrace *trace, uint32_t frame)
{
    *PUSH_IN(&trace->in->arena, &trace->path) = frame;
}

static void start_frame(struct xctrace *trace, const char **attributes)
{
    uint32_t frame;
    if (!refer(trace, attributes, &frame)) {
        struct str name = xml_lines_attribute(attributes, "name");
        if (!name.len)
            name = xml_lines_attribute(attributes, "addr");
        frame = (uint32_t)trace->frames.n;
        *PUSH_IN(&trace->in->arena, &trace->frames) =
            (struct xctrace_frame){ text_of(trace, name), NO_ID, 0 };
        define(trace, id_of(trace, attributes), frame);
    }
    if (frame < trace->frames.n)
        push(trace, frame);
}

static void start_binary(struct xctrace *trace, const char **attributes)
{
    uint32_t text;
    if (!refer(trace, attributes, &text)) {
        struct str path = xml_lines_attribute(attributes, "path");
        if (!path.len)
            path = xml_lines_attribute(attributes, "name");
        text = text_of(trace, path);
        define(trace, id_of(trace, attributes), text);
    }
    if (trace->path.n)
        trace->frames.of[trace->path.of[trace->path.n - 1]].binary = text;
}

static void start_number(struct xctrace *trace, const char **attributes,
                         double *number)
{
    uint32_t index;
    if (refer(trace, attributes, &index)) {
        if (index < trace->numbers.n)
            *number = trace->numbers.of[index];
        return;
    }
    trace->number_id = id_of(trace, attributes);
    trace->text.len = 0;
    trace->in_number = number;
}

static void on_start(void *data, const char *name, const char **attributes)
{
    struct xctrace *trace = data;
    struct str element = str_of(name);
    if (str_eq(element, S("schema"))) {
        trace->event =
            sink_event(&trace->sink, xml_lines_attribute(attributes, "name"),
                       S("samples"));
        trace->is_weighed = false;
    } else if (str_eq(element, S("row"))) {
        trace->in_row = true;
        trace->in_backtrace = false;
        trace->weight = trace->time = UNKNOWN;
        trace->stack = trace->thread = trace->process = NO_ID;
        trace->tagged_id = NO_ID;
    } else if (!trace->in_row) {
        return;
    } else if (str_eq(element, S("tagged-backtrace"))) {
        if (!refer(trace, attributes, &trace->stack))
            trace->tagged_id = id_of(trace, attributes);
    } else if (str_eq(element, S("backtrace"))) {
        if (refer(trace, attributes, &trace->stack))
            return;
        trace->in_backtrace = true;
        trace->path.n = 0;
        trace->backtrace_id = id_of(trace, attributes);
    } else if (trace->in_backtrace && str_eq(element, S("frame"))) {
        start_frame(trace, attributes);
    } else if (trace->in_backtrace && str_eq(element, S("binary"))) {
        start_binary(trace, attributes);
    } else if (trace->in_backtrace && str_eq(element, S("source"))) {
        struct str line = xml_lines_attribute(attributes, "line");
        if (trace->path.n)
            str_take_digits(&line, &trace->frames.of[*LAST(&trace->path)].line);
    } else if (str_eq(element, S("thread"))) {
        trace->thread = take_text(trace, attributes);
    } else if (str_eq(element, S("process"))) {
        trace->process = take_text(trace, attributes);
    } else if (str_eq(element, S("weight")) ||
               str_eq(element, S("cycle-weight"))) {
        trace->is_weighed = true;
        sink_set_unit(&trace->sink, trace->event,
                      str_eq(element, S("weight")) ? S("nanoseconds")
                                                   : S("cycles"));
        start_number(trace, attributes, &trace->weight);
    } else if (str_eq(element, S("sample-time"))) {
        start_number(trace, attributes, &trace->time);
    }
}

/* ---- Ends of elements ---- */

static void end_number(struct xctrace *trace)
{
    double *number = trace->in_number;
    trace->in_number = NULL;
    if (!number)
        return;
    if (!str_number(str_trim(buf_text(&trace->text)), number) || *number < 0) {
        input_warn(trace->in, "expected a number of 0 or more");
        *number = UNKNOWN;
        return;
    }
    define(trace, trace->number_id, (uint32_t)trace->numbers.n);
    *PUSH_IN(&trace->in->arena, &trace->numbers) = *number;
}

/* Splits "main  0x8480c1 (prog, pid: 49374)". */
static struct listed_thread split_thread(struct str text)
{
    struct listed_thread thread = { .comm = text };
    struct str rest;
    if (str_cut_last(text, S(", pid: "), &rest, &thread.pid)) {
        str_cut(thread.pid, S(")"), &thread.pid, &rest);
    } else if (str_cut_last(text, S(" ("), &rest, &thread.pid)) {
        str_cut(thread.pid, S(")"), &thread.pid, &rest);
        thread.comm = str_head(text, (size_t)(thread.pid.s - text.s) - 2);
    }
    if (str_cut(text, S("  0x"), &thread.comm, &thread.tid))
        str_cut(thread.tid, S(" "), &thread.tid, &rest);
    thread.comm = str_trim(thread.comm);
    return thread;
}

static uint32_t function_of(struct xctrace *trace, struct profile *profile,
                            uint32_t frame)
{
    const struct xctrace_frame *f = &trace->frames.of[frame];
    struct str name = trace->texts.texts[f->name];
    struct str module =
        f->binary < trace->texts.n ? trace->texts.texts[f->binary] : S("");
    if (str_starts(name, S("0x")) || !name.len)
        return frame_text_unresolved(profile, name, module,
                                     trace->options->addresses);
    struct frame_text text = { .name = name, .line = f->line };
    return frame_text_add(profile, &text, module);
}

/* Returns the context of a stack, after those of its callers. Many rows may
   refer to the same stack, which is entered once. */
static uint32_t enter_stack(struct xctrace *trace, uint32_t stack)
{
    struct profile *profile = trace->sink.profile;
    uint32_t context = NO_ID, at = stack;
    (void)REACH_IN(&trace->in->arena, &trace->contexts, stack);
    trace->path.n = 0;
    for (; at != NO_ID && !trace->contexts.of[at];
         at = trace->stacks.keys[at].a) {
        push(trace, at);
        push(trace, function_of(trace, profile, trace->stacks.keys[at].b));
    }
    if (at != NO_ID)
        context = trace->contexts.of[at] - 1;
    while (trace->path.n) {
        uint32_t function = trace->path.of[--trace->path.n];
        context = profile_context(profile, context, function);
        trace->contexts.of[trace->path.of[--trace->path.n]] = context + 1;
    }
    return context;
}

static void end_row(struct xctrace *trace)
{
    uint32_t id = trace->thread != NO_ID ? trace->thread : trace->process;
    struct listed_thread thread = split_thread(
        id < trace->texts.n ? trace->texts.texts[id] : S(""));
    struct sample sample = {
        .event = trace->event,
        .thread = sink_thread(&trace->sink, &thread),
        .time = trace->time / 1e9,
        .cost = known_or(trace->weight, trace->is_weighed ? 0 : 1),
        .n = 1,
    };
    trace->in_row = false;
    if (!sink_wants(&trace->sink, &sample))
        sink_take(&trace->sink, &sample);
    else if (trace->stack == NO_ID || trace->stack >= trace->stacks.n)
        trace->empty++;
    else if (sink_take(&trace->sink, &sample))
        sink_add_context(&trace->sink, &sample,
                         enter_stack(trace, trace->stack));
}

static void on_end(void *data, const char *name)
{
    struct xctrace *trace = data;
    struct str element = str_of(name);
    if (!trace->in_row)
        return;
    if (str_eq(element, S("row")))
        end_row(trace);
    else if (trace->in_backtrace && str_eq(element, S("backtrace"))) {
        trace->in_backtrace = false;
        for (trace->stack = NO_ID; trace->path.n; trace->path.n--)
            trace->stack =
                pairs_add_in(&trace->stacks, &trace->in->arena, trace->stack,
                             trace->path.of[trace->path.n - 1]);
        define(trace, trace->backtrace_id, trace->stack);
        define(trace, trace->tagged_id, trace->stack);
    } else if (str_eq(element, S("weight")) ||
             str_eq(element, S("cycle-weight")) ||
             str_eq(element, S("sample-time")))
        end_number(trace);
}

static void on_text(void *data, struct str text)
{
    struct xctrace *trace = data;
    if (trace->in_number)
        buf_add(&trace->text, text);
}

/* ---- The whole ---- */

static bool finish(struct xctrace *trace, struct profile *profile)
{
    if (!sink_end(&trace->sink))
        return false;
    profile->stats.walked = true;
    profile->stats.empty_samples = (double)trace->empty;
    if (!profile->n_contexts)
        return input_error(trace->in, "expected rows with a backtrace, as "
                                      "xctrace export writes them, found none");
    input_count(trace->in, "rows without a stack, left out", trace->empty);
    return true;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct xctrace trace = { .in = in, .options = options };
    struct xml_lines xml = { .in = in,
                             .writer = "xctrace export",
                             .data = &trace,
                             .start = on_start,
                             .end = on_end,
                             .text = on_text };
    if (!sink_begin(&trace.sink, in, profile, options))
        return false;
    xml_lines_read(&xml);
    bool good = finish(&trace, profile);
    buf_free(&trace.text);
    return good;
}

static enum match detect(struct head head)
{
    struct str start = str_trim(str_head(head.text, 4096));
    return match_if(str_starts(start, S("<")) &&
                    str_has(start, S("<trace-query-result")));
}

const struct reader reader_xctrace = {
    .name = "xctrace",
    .description = "samples of Instruments in XML (xctrace export)",
    .programs = "xctrace export",
    .tested = "xctrace",
    .file = "*.xml",
    .recipes =
        "Instruments (macOS): `xctrace export --input out.trace --xpath "
        "'/trace-toc/run/data/table[@schema=\"time-profile\"]' | prof2dot -o "
        "out.svg`; or Edit, Deep Copy into a file",
    .limits = limits_apple,
    .supports = ASK_EVENT | ASK_COMM | ASK_PID | ASK_TID | ASK_TAGS |
                ASK_TIME | ASK_UNRESOLVED | ASK_LIST_EVENTS | ASK_LIST_THREADS,
    .detect = detect,
    .hint.text = "this input does not tell it",
    .read = read,
};
