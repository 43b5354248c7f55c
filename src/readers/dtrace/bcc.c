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
#include "readers/frames/leaf_stack.h"
#include "readers/head.h"
#include "readers/reader.h"

struct bcc {
    struct input *in;
    struct profile *profile;
    const struct reader_options *options;
    struct sample_filter filters[N_THREAD_KEYS];
    struct leaf_stack stack;
    bool has_process; /* the next line is the number */
    bool is_accepted;
};

static bool is_header(struct str line)
{
    return (str_starts(line, S("Sampling at ")) ||
            str_starts(line, S("Tracing off-CPU time (us) "))) &&
           str_has(line, S("stack"));
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
    struct str values[N_THREAD_KEYS] = { [THREAD_COMM] = thread.comm,
                                         [THREAD_PID] = thread.pid };
    bcc->is_accepted = bcc->has_process = true;
    for (int key = 0; key < N_THREAD_KEYS; key++) {
        bcc->is_accepted &=
            sample_filter_accepts(&bcc->filters[key], values[key]);
        sample_filter_count(&bcc->filters[key], 1);
    }
    if (bcc->is_accepted && bcc->options->asked & ASK_LIST_THREADS)
        inventory_add_thread(&bcc->profile->inventory, &thread, UNKNOWN);
    return true;
}

static void take_number(struct bcc *bcc, struct str line)
{
    double cost;
    bcc->has_process = false;
    if (!str_number(line, &cost) || cost < 0) {
        input_warn(bcc->in, "expected the number of a stack");
        bcc->stack.n = 0;
    } else if (bcc->is_accepted) {
        leaf_stack_add(&bcc->stack, bcc->profile, cost);
    }
    bcc->stack.n = 0;
}

static void read_lines(struct bcc *bcc)
{
    while (input_next_line(bcc->in)) {
        struct str line = bcc->in->text, text = str_trim(line);
        if (str_starts(line, S("Tracing off-CPU time (us) ")))
            profile_unit(bcc->profile, S("microseconds"));
        else if (!text.len || !ascii_is_blank(line.s[0]))
            continue;
        else if (bcc->has_process)
            take_number(bcc, text);
        else if (!take_process(bcc, text) && !str_eq(text, S("--")))
            leaf_stack_push(&bcc->stack, bcc->profile, text, S(""),
                            bcc->options->addresses);
    }
    if (bcc->stack.n || bcc->has_process)
        input_cut(bcc->in, "expected a process and a number after the last "
                           "stack");
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct bcc bcc = { .in = in, .profile = profile, .options = options };
    struct arena scratch = { 0 };
    bool good = true;
    for (int key = 0; key < N_THREAD_KEYS; key++)
        sample_filter_init(&bcc.filters[key], (enum thread_key)key,
                           &options->thread_patterns[key]);
    profile->stats.walked = true;
    read_lines(&bcc);
    profile_selected_threads(
        profile, thread_patterns_text(&scratch, options->thread_patterns));
    for (int key = 0; key < N_THREAD_KEYS; key++) {
        good = good && sample_filter_report(&bcc.filters[key], in->name,
                                            "this input does not tell it");
        sample_filter_free(&bcc.filters[key]);
    }
    leaf_stack_free(&bcc.stack);
    arena_free(&scratch);
    if (good && profile->n_contexts == 0)
        return input_error(in, "expected stacks of bcc's profile or "
                               "offcputime, found none");
    return good;
}

static enum match detect(struct str head, bool complete)
{
    return head_has_line(head, complete, is_header) ? MATCH_YES : MATCH_NO;
}

const struct reader reader_bcc = {
    .name = "bcc",
    .description = "stacks that bcc's profile and offcputime print",
    .programs = "profile, offcputime",
    .file = "*.txt",
    .supports = ASK_COMM | ASK_PID | ASK_UNRESOLVED | ASK_LIST_THREADS,
    .detect = detect,
    .read = read,
};
