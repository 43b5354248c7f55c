/*
 * The text of the function_graph tracer of Linux, /sys/kernel/tracing/trace:
 *
 *     # CPU  TASK/PID         DURATION                  FUNCTION CALLS
 *     # |     |    |           |   |                     |   |   |   |
 *      0)    sshd-1689    |               |  sys_open() {
 *      0)    sshd-1689    |   1.382 us    |    ext4_open [ext4]();
 *      0)    sshd-1689    | ! 120.534 us  |  }
 *
 * A line with { begins a call, and one with } ends it; a call of a function
 * that calls nothing is a single line. Durations are those of whole calls, with
 * a mark (+ ! # * @ $) if they are long. Every column may be missing: a time
 * may stand before the CPU, and flags after the task. Without the task, lines
 * tell when another one runs on the CPU:
 *
 *      ------------------------------------------
 *      0)    sshd-1689   =>   bash-4711
 *      ------------------------------------------
 *
 * Its calls go on when it runs again, on any CPU. What interrupts do, between
 * lines with ==========> and <==========, is below the interrupted function.
 * A comment after } names the function if its begin is not in the trace, and
 * always with the option funcgraph-tail; "= 0" and "ret=0" are what a function
 * returned. trace-cmd report has the same columns behind its own:
 *
 *     sshd-1689  [000]   100.000001: funcgraph_entry:    1.382 us   |    f();
 *
 * (kernel/trace/trace_functions_graph.c, Documentation/trace/ftrace.rst.)
 */
#include "readers/frames/timed_calls.h"
#include "readers/head.h"
#include "util/diag.h"
#include "util/known.h"
#include "util/map.h"

enum line_kind {
    LINE_OTHER,   /* no line of a trace */
    LINE_PASSED,  /* headers, comments, other events */
    LINE_LOST,    /* events are missing here */
    LINE_SWITCH,  /* `task` ends and `next` goes on */
    LINE_BEGIN,   /* f() { */
    LINE_CALL,    /* f(); */
    LINE_END,     /* } */
};

struct ftrace_line {
    enum line_kind kind;
    struct str cpu, task; /* "": the line does not tell it */
    struct str next;
    double duration;      /* microseconds, or UNKNOWN */
    double n_lost;
    size_t indent;
    struct identity function; /* without name: not known */
};

/* A call whose end is not read yet, as its line tells it. */
struct begin {
    size_t indent;
    uint32_t name, module; /* in ftrace.names and ftrace.modules */
};

/* Time in calls that no open call has made. */
struct loose_time {
    size_t indent;
    double time;
};

struct task {
    struct timed_calls calls;
    LIST(struct begin) begins; /* of these calls */
    LIST(struct loose_time) loose; /* indented more and more */
    size_t n_losses;           /* of the trace before its last line */
};

struct ftrace {
    struct input *in;
    struct sink sink;
    struct strings names, modules, ids, cpus;
    LIST(uint32_t) n_open;   /* by name: open calls in all tasks */
    LIST(struct task) tasks; /* by id */
    LIST(uint32_t) task_on;  /* by cpu: 1 + the id of its task, or 0 */
    struct buf key; /* of the task that is sought */
    size_t n_losses;
    size_t n_incomplete; /* calls whose begin or end is not in the trace */
    bool count;    /* there are no durations */
};

/* ---- Lines ---- */

/* Is the text a name, '-' and a number? */
static bool is_task(struct str text)
{
    struct str comm, pid;
    return str_cut_last(text, S("-"), &comm, &pid) && str_is_digits(pid);
}

/* Is the column a time such as "120.534 us", which may have a mark before it?
   */
static bool read_duration(struct str column, double *duration)
{
    if (column.len && strchr("+!#*@$", column.s[0]))
        column = str_skip(column, 1);
    str_take_blanks(&column);
    return str_take_number(&column, duration) &&
           str_eq(str_trim(column), S("us"));
}

/* Is this the column of the flags of latency, as in "d.h1."? */
static bool is_flags(struct str column)
{
    for (size_t i = 0; i < column.len; i++)
        if (!ascii_is_word(column.s[i]) && column.s[i] != '.' &&
            column.s[i] != '#')
            return false;
    return column.len <= 8;
}

/* Takes the columns before the call. Returns false at the arrow of an
   interrupt. */
static bool take_columns(struct str *rest, struct ftrace_line *line)
{
    struct str column, after;
    while (str_cut(*rest, S("|"), &column, &after)) {
        column = str_trim(column);
        if (str_starts(column, S("======")) || str_starts(column, S("<=====")))
            return false;
        bool is_last = !column.len || read_duration(column, &line->duration);
        if (!is_last && is_task(column))
            line->task = column;
        else if (!is_last && !is_flags(column))
            return true;
        *rest = after;
        if (is_last)
            return true;
    }
    return true;
}

/* Takes "100.000001 |". */
static void take_time(struct str *text)
{
    struct str rest = *text;
    uint64_t whole, part;
    str_take_blanks(&rest);
    if (!str_take_digits(&rest, &whole) || !str_take(&rest, S(".")) ||
        !str_take_digits(&rest, &part))
        return;
    str_take_blanks(&rest);
    if (str_take(&rest, S("|")))
        *text = rest;
}

/* Takes " 0)". */
static void take_cpu(struct str *text, struct ftrace_line *line)
{
    struct str rest = *text, cpu;
    str_take_blanks(&rest);
    cpu = str_head(rest, str_digits_end(rest, 0));
    rest = str_skip(rest, cpu.len);
    if (!cpu.len || !str_take(&rest, S(")")))
        return;
    line->cpu = cpu;
    *text = rest;
}

/* Takes the columns that trace-cmd report begins lines with. Another event that
   it has recorded is passed over. */
static bool take_event(struct str *text, struct ftrace_line *line)
{
    struct str task, cpu, more;
    if (!str_cut(*text, S(" ["), &task, &cpu) ||
        !str_cut(cpu, S("]"), &cpu, &more) || !is_task(str_trim(task)) ||
        !str_is_digits(cpu))
        return false;
    line->task = str_trim(task);
    line->cpu = cpu;
    if (!str_cut(more, S(" funcgraph_entry:"), &task, text) &&
        !str_cut(more, S(" funcgraph_exit:"), &task, text))
        line->kind = LINE_PASSED;
    return true;
}

/* "CPU:1 [LOST 312 EVENTS]"; trace-cmd: "CPU:1 [312 EVENTS DROPPED]". */
static bool read_lost(struct str text, struct ftrace_line *line)
{
    struct str cpu;
    uint64_t n = 0;
    if (!str_take(&text, S("CPU:")) || !str_cut(text, S(" ["), &cpu, &text) ||
        !str_has(text, S("EVENTS")))
        return false;
    str_take(&text, S("LOST "));
    str_take_digits(&text, &n);
    line->n_lost = (double)n;
    line->kind = LINE_LOST;
    return true;
}

/* "sshd-1689   =>   bash-4711" */
static bool read_switch(struct str text, struct ftrace_line *line)
{
    struct str task, next;
    if (!str_cut(text, S(" => "), &task, &next) ||
        !is_task(str_trim(task)) || !is_task(str_trim(next)))
        return false;
    line->task = str_trim(task);
    line->next = str_trim(next);
    line->kind = LINE_SWITCH;
    return true;
}

static bool is_passed(struct str text)
{
    static const struct str starts[] = { STR("#"), STR("-----"), STR("cpus="),
                                         STR("version = ") };
    return !text.len || str_starts_any(text, starts, ROWS(starts)) ||
           (str_starts(text, S("CPU ")) && str_ends(text, S(" is empty")));
}

/* Reads the name before the arguments: "f(" or "f [module](". */
static void read_function(struct str text, struct ftrace_line *line)
{
    struct str arguments, name;
    str_cut(text, S("("), &text, &arguments);
    line->function.name = text = str_trim(text);
    if (!str_take_word(&text, &name) || !str_ends(text, S("]")))
        return;
    line->function.name = name;
    line->function.module = str_trim(text);
}

/* Reads the call, without the columns before it. */
static void read_call(struct str text, struct ftrace_line *line)
{
    struct str comment = S("");
    size_t len = text.len;
    str_take_blanks(&text);
    line->indent = len - text.len;
    if (str_starts(text, S("/*"))) {
        line->kind = LINE_PASSED;
        return;
    }
    str_cut(text, S("/*"), &text, &comment);
    text = str_trim(text);
    if (str_eq(text, S("}"))) {
        struct str name;
        line->kind = LINE_END;
        if (str_take_word(&comment, &name) && !str_eq(name, S("=")) &&
            !str_eq(name, S("*/")) && !str_starts(name, S("ret=")))
            line->function.name = name;
    } else if (str_has(text, S("("))) {
        line->kind = str_ends(text, S("{"))   ? LINE_BEGIN
                     : str_ends(text, S(";")) ? LINE_CALL
                                              : LINE_OTHER;
        read_function(text, line);
    }
}

static struct ftrace_line read_line(struct str text)
{
    struct ftrace_line line = { .duration = UNKNOWN };
    struct str rest = text;
    if (read_lost(str_trim(text), &line))
        return line;
    if (!take_event(&rest, &line)) {
        take_time(&rest);
        take_cpu(&rest, &line);
    }
    if (line.kind == LINE_PASSED || read_switch(rest, &line))
        return line;
    if (!take_columns(&rest, &line))
        line.kind = LINE_PASSED;
    else
        read_call(rest, &line);
    if (line.kind == LINE_OTHER && is_passed(str_trim(text)))
        line.kind = LINE_PASSED;
    return line;
}

/* ---- Tasks ---- */

/* Returns the id of a task; that of an idle one has its CPU, because they all
   have the pid 0. */
static uint32_t find_task(struct ftrace *f, struct str task, struct str cpu)
{
    struct str comm = S(""), pid = S("");
    str_cut_last(task, S("-"), &comm, &pid);
    f->key.len = 0;
    buf_add(&f->key, pid);
    if (!pid.len || str_eq(pid, S("0"))) {
        buf_char(&f->key, '/');
        buf_add(&f->key, cpu);
    }
    uint32_t n = f->ids.n;
    uint32_t id = strings_add(&f->ids, &f->in->arena, buf_text(&f->key));
    struct task *found = REACH_IN(&f->in->arena, &f->tasks, id);
    if (id == n) {
        struct listed_thread thread = { .comm = comm, .tid = pid };
        found->calls.thread = sink_thread(&f->sink, &thread);
        found->calls.count = f->count;
    }
    return id;
}

/* Returns the place of the task that runs on a CPU. */
static uint32_t *task_on(struct ftrace *f, struct str cpu)
{
    return REACH_IN(&f->in->arena, &f->task_on,
                    strings_add(&f->cpus, &f->in->arena, cpu));
}

/* Begins the open calls of a task anew that has got its name: they may not have
   counted before, and count now. */
static void begin_again(struct ftrace *f, struct task *task)
{
    size_t n = task->calls.n;
    if (!n || task->calls.of[0].context != NO_ID)
        return;
    task->calls.n = 0;
    for (size_t i = 0; i < n; i++) {
        const struct begin *begin = &task->begins.of[i];
        double below = task->calls.of[i].below;
        timed_calls_begin(&task->calls, &f->sink, (struct identity){
            .name = f->names.texts[begin->name],
            .module = f->modules.texts[begin->module],
        });
        LAST(&task->calls)->below = below;
    }
}

/* Another task runs. If no line has named the one that ends, the calls of its
   CPU so far are its own. */
static void switch_task(struct ftrace *f, const struct ftrace_line *line)
{
    uint32_t nobody = find_task(f, S(""), line->cpu);
    uint32_t ends = find_task(f, line->task, line->cpu);
    uint32_t goes_on = find_task(f, line->next, line->cpu);
    uint32_t *on = task_on(f, line->cpu);
    struct task *task = &f->tasks.of[ends], *unknown = &f->tasks.of[nobody];
    if (!*on && !task->calls.n) {
        struct task was = *task;
        uint32_t thread = unknown->calls.thread;
        *task = *unknown;
        *unknown = was;
        task->calls.thread = was.calls.thread;
        unknown->calls.thread = thread;
        begin_again(f, task);
    }
    *on = goes_on + 1;
}

/* ---- Calls ---- */

/* Notes the time of a call that no open call has made. Returns the time of the
   calls before it that are indented more: it has made them if its begin is not
   in the trace. */
static double add_loose(struct ftrace *f, struct task *task, size_t indent,
                        double time)
{
    double below = 0;
    while (task->loose.n && LAST(&task->loose)->indent > indent)
        below += task->loose.of[--task->loose.n].time;
    time = known_or(time, below);
    if (task->loose.n && LAST(&task->loose)->indent == indent)
        LAST(&task->loose)->time += time;
    else
        *PUSH_IN(&f->in->arena, &task->loose) =
            (struct loose_time){ indent, time };
    return below;
}

static void pop(struct ftrace *f, struct task *task, double duration)
{
    struct begin begin = task->begins.of[--task->begins.n];
    f->n_open.of[begin.name]--;
    f->n_incomplete += !known(duration);
    double time = known_or(duration, LAST(&task->calls)->below);
    timed_calls_end(&task->calls, &f->sink, duration);
    if (!task->calls.n)
        add_loose(f, task, begin.indent, time);
}

/* After a loss, calls may have ended without a line. Those that are open have
   less indentation than what they do. */
static void find_again(struct ftrace *f, struct task *task,
                       const struct ftrace_line *line)
{
    size_t more = line->kind == LINE_END ? 1 : 0;
    if (task->n_losses != f->n_losses)
        while (task->begins.n &&
               LAST(&task->begins)->indent >= line->indent + more)
            pop(f, task, UNKNOWN);
    task->n_losses = f->n_losses;
}

/* Ends a call whose begin is not in the trace. The calls that it has made stand
   before it and have no caller. */
static void end_unknown(struct ftrace *f, struct task *task,
                        const struct ftrace_line *line)
{
    f->n_incomplete++;
    if (task->calls.n)
        return;
    double below = add_loose(f, task, line->indent, line->duration);
    if (line->function.name.len && line->duration >= below)
        timed_calls_add(&task->calls, &f->sink, line->function,
                        line->duration - below);
}

/* Is a call of this function open? Only the innermost calls are looked at, as
   many as the kernel can follow. */
static bool is_open(const struct ftrace *f, const struct task *task,
                    uint32_t name)
{
    enum { MOST = 4096 };
    size_t n = task->begins.n, end = n > MOST ? n - MOST : 0;
    if (name == NO_ID || !f->n_open.of[name])
        return false;
    while (n > end && task->begins.of[n - 1].name != name)
        n--;
    return n > end;
}

static void end_call(struct ftrace *f, struct task *task,
                     const struct ftrace_line *line)
{
    struct str name = line->function.name;
    uint32_t id = strings_find(&f->names, name);
    if (!task->begins.n || (name.len && !is_open(f, task, id))) {
        end_unknown(f, task, line);
        return;
    }
    while (name.len && LAST(&task->begins)->name != id)
        pop(f, task, UNKNOWN);
    pop(f, task, line->duration);
}

/* Trace buffers that are too small say how many events they lost, or that they
   lost some. */
static void add_lost(struct input_stats *stats, double n)
{
    double *lost = n > 0 ? &stats->lost_events : &stats->lost_chunks;
    *lost = add_known(*lost, n > 0 ? n : 1);
}

static void take_line(struct ftrace *f, const struct ftrace_line *line)
{
    struct task *task;
    uint32_t *on, id;
    switch (line->kind) {
    case LINE_PASSED:
        return;
    case LINE_LOST:
        f->n_losses++;
        add_lost(&f->sink.profile->stats, line->n_lost);
        return;
    case LINE_SWITCH:
        switch_task(f, line);
        return;
    case LINE_BEGIN:
    case LINE_CALL:
    case LINE_END:
        on = task_on(f, line->cpu);
        if (line->task.len)
            *on = find_task(f, line->task, line->cpu) + 1;
        id = *on ? *on - 1 : find_task(f, S(""), line->cpu);
        task = &f->tasks.of[id];
        find_again(f, task, line);
        if (line->kind == LINE_BEGIN) {
            uint32_t name =
                strings_add(&f->names, &f->in->arena, line->function.name);
            uint32_t module =
                strings_add(&f->modules, &f->in->arena, line->function.module);
            ++*REACH_IN(&f->in->arena, &f->n_open, name);
            *PUSH_IN(&f->in->arena, &task->begins) =
                (struct begin){ line->indent, name, module };
            timed_calls_begin(&task->calls, &f->sink, line->function);
        } else if (line->kind == LINE_END) {
            end_call(f, task, line);
        } else {
            timed_calls_add(&task->calls, &f->sink, line->function,
                            line->duration);
            if (!task->calls.n)
                add_loose(f, task, line->indent, line->duration);
        }
        return;
    case LINE_OTHER:
        input_warn(f->in, "expected a call, as in ' 0)   1.382 us    |  "
                          "f();'");
    }
}

/* ---- The whole ---- */

/* Does a line of the head have a duration? */
static bool has_duration(struct str text)
{
    return known(read_line(text).duration);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct ftrace f = { .in = in };
    struct head head = input_head(in);
    bool has_calls = false;
    if (!sink_begin(&f.sink, in, profile, options))
        return false;
    head.complete = true; /* part of a line may have a duration */
    f.count = !head_has_line(head, has_duration);
    sink_set_unit(&f.sink, NO_EVENT, f.count ? S("calls") : S("us"));
    while (input_next_line(in)) {
        struct ftrace_line line = read_line(in->text);
        has_calls |= line.kind == LINE_BEGIN || line.kind == LINE_CALL;
        take_line(&f, &line);
    }
    for (uint32_t id = 0; id < f.tasks.n; id++)
        while (f.tasks.of[id].calls.n)
            pop(&f, &f.tasks.of[id], UNKNOWN);
    buf_free(&f.key);
    if (f.n_incomplete > 0 && !f.count)
        diag_note("%s: calls whose begin or end is not in the trace: %zu; of "
                  "these only what they called is counted, unless the trace "
                  "tells their duration",
                  in->name, f.n_incomplete);
    return (has_calls || input_error(in, "expected calls such as ' 0)   1.382 "
                                         "us    |  f();', found none")) &&
           sink_end(&f.sink);
}

/* The header names the tracer and the columns. Without it, lines have a CPU or
   at least a duration before a call. */
static enum match detect(struct head head)
{
    struct str text;
    size_t n_good = 0, n_other = 0, n_cpus = 0;
    while (head_take_line(&head, &text)) {
        struct ftrace_line line = read_line(text);
        if (str_starts(text, S("# tracer: function_graph")) ||
            (str_starts(text, S("#")) && str_has(text, S("FUNCTION CALLS"))))
            return MATCH_YES;
        bool is_call = line.kind >= LINE_BEGIN, has_bar = str_has(text, S("|"));
        n_cpus += is_call && line.cpu.len && has_bar;
        n_good += is_call && (line.cpu.len || known(line.duration));
        n_other += line.kind == LINE_OTHER ||
                   (is_call && !line.cpu.len && !has_bar);
    }
    return n_good <= n_other ? MATCH_NO : n_cpus ? MATCH_YES : MATCH_MAYBE;
}

const struct reader reader_ftrace = {
    .name = "ftrace",
    .aliases = "function_graph trace-cmd",
    .description = "traces of the kernel's function_graph tracer",
    .programs = "ftrace, trace-cmd report, perf ftrace",
    .file = "trace, *.txt",
    .recipes =
        "ftrace: `trace-cmd record -p function_graph -F ./prog; trace-cmd "
        "report | prof2dot -o out.svg`, or `cat /sys/kernel/tracing/trace | "
        "prof2dot -o out.svg`",
    .supports = ASK_COMM | ASK_TID | ASK_TAGS | ASK_LIST_THREADS,
    .detect = detect,
    .hint.text = "echo funcgraph-proc >trace_options prints the tasks",
    .read = read,
};
