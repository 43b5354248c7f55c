/*
 * Stacks that the tools profile and offcputime of bcc print:
 *
 *     Sampling at 49 Hertz of all threads by user + kernel stack... Hit Ctrl-C
 *     to end.
 *         do_sys_open
 *         --
 *         [unknown]
 *         main
 *         -                sh (1234)
 *             3
 *
 * A stack is a block of frames, the innermost first: those of the kernel, with
 * -d a line "--", and those of the process. The name and the id of the process
 * follow, and a number: samples, or microseconds if the first line is "Tracing
 * off-CPU time (us)...". (tools/profile.py and tools/offcputime.py of the
 * repository iovisor/bcc.)
 */
#include "readers/choose/sink.h"
#include "readers/frames/leaf_stack.h"
#include "readers/frames/limits.h"

struct bcc {
    struct input *in;
    const struct reader_options *options;
    struct sink sink;
    struct sample sample;
    struct leaf_stack stack;
    bool has_process; /* the next line is the number */
    bool is_time;     /* and that is microseconds, not samples */
};

static bool is_header(struct str line)
{
    return (str_starts(line, S("Sampling at ")) ||
            str_starts(line, S("Tracing off-CPU time (us) "))) &&
           str_has(line, S("stack"));
}

/* Cuts "#1  0x00007f92eda4bb97 " off the front of a frame. Returns false if it
   has no number. */
static bool cut_number(struct str *frame)
{
    struct str rest = *frame;
    uint64_t n;
    if (!str_take(&rest, S("#")) || !str_take_digits(&rest, &n) ||
        !str_starts(rest, S(" ")))
        return false;
    str_take_blanks(&rest);
    if (str_take(&rest, S("0x")) && str_take_hex(&rest, &n) &&
        (!rest.len || str_starts(rest, S(" "))))
        *frame = str_trim(rest);
    return true;
}

/* Cuts " (/usr/lib/libc.so.6+0x114b97)" off the end of a frame. Returns the
   module, or "". */
static struct str cut_module(struct str *frame)
{
    struct str name, module, offset, text = *frame;
    uint64_t n;
    if (!str_ends(text, S(")")) || (!str_cut(text, S(" (/"), &name, &module) &&
                                    !str_cut(text, S(" (["), &name, &module)))
        return S("");
    *frame = name;
    module = str_skip(text, name.len + 2);
    module.len--;
    if (str_cut_last(module, S("+0x"), &name, &offset) &&
        str_take_hex(&offset, &n) && !offset.len)
        module = name;
    return module;
}

/* Takes "-                sh (1234)". Returns false if the line is another. */
static bool take_process(struct bcc *bcc, struct str line)
{
    struct listed_thread thread = { .tid = S("") };
    if (!str_take(&line, S("-  ")) ||
        !str_cut_last(line, S(" ("), &thread.comm, &thread.pid) ||
        !str_ends(thread.pid, S(")")))
        return false;
    thread.pid.len--;
    thread.comm = str_trim(thread.comm);
    bcc->sample.thread = sink_thread(&bcc->sink, &thread);
    bcc->has_process = true;
    return true;
}

static void take_number(struct bcc *bcc, struct str line)
{
    double *cost = &bcc->sample.cost;
    bcc->has_process = false;
    array_reverse(bcc->stack.of, bcc->stack.n);
    if (!str_number(line, cost) || *cost < 0)
        input_warn(bcc->in, "expected the number of a stack");
    else {
        bcc->sample.n = bcc->is_time ? 1 : (size_t)*cost;
        if (bcc->is_time)
            sink_set_unit(&bcc->sink, NO_EVENT, S("microseconds"));
        sink_sample(&bcc->sink, &bcc->sample, bcc->stack.of, bcc->stack.n);
    }
    bcc->stack.n = 0;
}

static void read_lines(struct bcc *bcc)
{
    while (input_next_line(bcc->in)) {
        struct str line = bcc->in->text, text = str_trim(line);
        if (str_starts(line, S("Tracing off-CPU time (us) ")))
            bcc->is_time = true;
        else if (!text.len || !ascii_is_blank(line.s[0]))
            continue;
        else if (bcc->has_process)
            take_number(bcc, text);
        else if (!take_process(bcc, text) && !str_eq(text, S("--"))) {
            /* libbpf-tools write more with -v:
               "#1  0x00007f92eda4bb97 read+0x17 (/usr/lib/libc.so.6+0x114b97)".
             */
            struct str module =
                cut_number(&text) ? cut_module(&text) : S("");
            leaf_stack_push(&bcc->stack, bcc->sink.profile, text, module,
                            bcc->options->addresses);
        }
    }
    if (bcc->stack.n || bcc->has_process)
        input_cut(bcc->in, "expected a process and a number after the last "
                           "stack");
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct bcc bcc = { .in = in,
                       .options = options,
                       .stack.arena = &in->arena,
                       .sample = { .time = UNKNOWN } };
    if (!sink_begin(&bcc.sink, in, profile, options))
        return false;
    profile->stats.walked = true;
    read_lines(&bcc);
    return sink_end(&bcc.sink) &&
           (profile->n_contexts ||
            input_error(in, "expected stacks of bcc's profile or offcputime, "
                            "found none"));
}

const struct reader reader_bcc = {
    .name = "bcc",
    .description = "stacks that bcc's profile and offcputime print",
    .programs = "profile, offcputime",
    .file = "*.txt",
    .recipes =
        "bcc: `profile -p PID 10 >out.txt` or `offcputime`; `prof2dot out.txt "
        "-o out.svg`",
    /* The stack of the kernel stands on top of that of the program. */
    .limits = LIMITS(
        { .frames = KERNEL_MAX_FRAMES, .grows = true, .breaks = true,
          .cure = KERNEL_CURE }),
    .supports = ASK_COMM | ASK_PID | ASK_TAGS | ASK_UNRESOLVED |
                ASK_LIST_THREADS,
    .is_line = is_header,
    .hint.text = "this input does not tell it",
    .read = read,
};
