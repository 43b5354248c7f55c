/*
 * The call graph that sample of macOS prints:
 *
 *     Analysis of sampling rg (pid 64751) every 1 millisecond
 *     Process:         rg [64751]
 *     ...
 *     Call graph:
 *         825 Thread_1575852   DispatchQueue_1: com.apple.main-thread  (serial)
 *         + 825 start  (in libdyld.dylib) + 1  [0x7fff737cf3d5]
 *         +   820 main  (in rg) + 41,52  [0x10384b549,0x10384b554]  main.c:12
 *         +   ! 820 ???  (in rg)  load address 0x10374600 + 0x12  [0x10374612]
 *         +   5 _pthread_join  (in libsystem_pthread.dylib) + 358  [0x7fff739c]
 *         825 Thread_1575853: worker
 *     ...
 *     Total number in stack (recursive counted multiple, when >=5):
 *
 * The column of the number is the depth; blanks and the characters + ! : | fill
 * the columns before it. The number counts the samples of a function and of all
 * below it. The first level are the threads. A function's text tells its
 * library and the offset and address of the code that ran. (Seen in the output
 * of sample of macOS 10.14.)
 */
#include "readers/frames/frame_text.h"
#include "readers/frames/indented.h"
#include "readers/head.h"
#include "readers/reader.h"
#include "util/buf.h"

struct macos_sample {
    struct input *in;
    struct profile *profile;
    const struct reader_options *options;
    struct sample_filter filters[N_THREAD_KEYS];
    struct indented tree;
    size_t thread_depth; /* column of the threads; 0: none came yet */
    bool skips;          /* the thread is not accepted */
    struct buf pid;
};

/* Returns the function of a text such as "main  (in rg) + 41  [0x1000]". */
static uint32_t function_of(struct macos_sample *sample, struct str text)
{
    struct str name = text, module = S(""), rest, address = S("");
    if (str_cut_last(text, S("  (in "), &name, &rest)) {
        str_cut(rest, S(")"), &module, &rest);
        if (str_cut(rest, S("["), &rest, &address))
            str_cut(address, S("]"), &address, &rest);
        str_cut(address, S(","), &address, &rest);
    }
    name = str_trim(name);
    if (str_eq(name, S("???")) || !name.len)
        return frame_text_unresolved(sample->profile, address, module,
                                     sample->options->addresses);
    return profile_function(sample->profile,
                            (struct identity){ .name = name,
                                               .module = module });
}

/* "Thread_15758523   DispatchQueue_1: com.apple.main-thread  (serial)" */
static void begin_thread(struct macos_sample *sample, struct str text,
                         double count)
{
    struct listed_thread thread = { .pid = buf_text(&sample->pid) };
    struct str rest = text;
    bool accepted = true;
    if (str_take(&rest, S("Thread_")))
        thread.tid = str_head(rest, str_digits_end(rest, 0));
    if (str_cut(text, S(": "), &rest, &thread.comm))
        str_cut(thread.comm, S("  ("), &thread.comm, &rest);
    struct str values[N_THREAD_KEYS] = { [THREAD_COMM] = thread.comm,
                                         [THREAD_PID] = thread.pid,
                                         [THREAD_TID] = thread.tid };
    for (int key = 0; key < N_THREAD_KEYS; key++) {
        accepted &= sample_filter_accepts(&sample->filters[key], values[key]);
        sample_filter_count(&sample->filters[key], 1);
    }
    if (accepted && sample->options->asked & ASK_LIST_THREADS)
        inventory_add_thread(&sample->profile->inventory, &thread, count);
    sample->skips = !accepted;
}

static void read_line(struct macos_sample *sample, struct str line)
{
    size_t depth = 0;
    uint64_t count;
    while (depth < line.len &&
           str_has(S(" +!:|"), (struct str){ line.s + depth, 1 }))
        depth++;
    struct str text = str_skip(line, depth);
    if (!text.len)
        return;
    if (!str_take_digits(&text, &count) || !str_take(&text, S(" "))) {
        input_warn(sample->in, "expected a number and a function");
        return;
    }
    if (!sample->thread_depth)
        sample->thread_depth = depth;
    if (depth <= sample->thread_depth) {
        begin_thread(sample, text, (double)count);
        if (!sample->skips)
            indented_add(&sample->tree, depth, NO_ID, (double)count);
    } else if (!sample->skips) {
        indented_add(&sample->tree, depth, function_of(sample, text),
                     (double)count);
    }
}

/* "Process:         rg [64751]" */
static void read_process(struct macos_sample *sample, struct str line)
{
    struct str pid = S("");
    if (str_cut_last(line, S("["), &line, &pid))
        str_cut(pid, S("]"), &pid, &line);
    sample->pid.len = 0;
    buf_add(&sample->pid, pid);
}

static void read_lines(struct macos_sample *sample)
{
    bool in_graph = false, has_graph = false;
    while (input_next_line(sample->in)) {
        struct str line = sample->in->text;
        if (str_starts(line, S("Call graph:")))
            in_graph = has_graph = true;
        else if (in_graph && str_starts(line, S("Total number in stack")))
            in_graph = false;
        else if (in_graph)
            read_line(sample, line);
        else if (str_starts(line, S("Process:")))
            read_process(sample, line);
    }
    if (in_graph || !has_graph)
        input_cut(sample->in, "expected \"Total number in stack\" after a call "
                              "graph");
}

static bool check(struct macos_sample *sample)
{
    const char *name = sample->in->name;
    for (int key = 0; key < N_THREAD_KEYS; key++)
        if (!sample_filter_report(&sample->filters[key], name,
                                  "this input does not tell it"))
            return false;
    if (sample->profile->n_contexts == 0)
        return input_error(sample->in, "expected a call graph of sample, found "
                                       "none");
    if (sample->tree.excess > 0)
        input_cut(sample->in, "functions have %g samples more than their "
                              "callers: lines are missing",
                  sample->tree.excess);
    return true;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct macos_sample sample = {
        .in = in,
        .profile = profile,
        .options = options,
        .tree = { .profile = profile, .costs = INDENTED_INCLUSIVE },
    };
    struct arena scratch = { 0 };
    for (int key = 0; key < N_THREAD_KEYS; key++)
        sample_filter_init(&sample.filters[key], (enum thread_key)key,
                           &options->thread_patterns[key]);
    profile->stats.walked = true;
    read_lines(&sample);
    indented_end(&sample.tree);
    profile->stats.empty_samples = sample.tree.without_stack;
    profile_selected_threads(
        profile, thread_patterns_text(&scratch, options->thread_patterns));
    bool good = check(&sample);
    for (int key = 0; key < N_THREAD_KEYS; key++)
        sample_filter_free(&sample.filters[key]);
    buf_free(&sample.pid);
    arena_free(&scratch);
    return good;
}

static enum match detect(struct str head, bool complete)
{
    struct str line;
    while (head_take_line(&head, complete, &line))
        if (str_starts(line, S("Analysis of sampling ")) ||
            str_eq(str_trim(line), S("Call graph:")))
            return MATCH_YES;
    return MATCH_NO;
}

const struct reader reader_macos_sample = {
    .name = "macos-sample",
    .aliases = "sample",
    .description = "the call graph that sample of macOS prints",
    .programs = "sample",
    .tested = "macOS 10.14",
    .file = "*.sample.txt",
    .supports = ASK_COMM | ASK_PID | ASK_TID | ASK_UNRESOLVED |
                ASK_LIST_THREADS,
    .detect = detect,
    .read = read,
};
