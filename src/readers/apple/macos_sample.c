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
#include "readers/choose/sink.h"
#include "readers/frames/frame_text.h"
#include "readers/frames/indented.h"
#include "util/text/buf.h"

struct macos_sample {
    struct input *in;
    const struct reader_options *options;
    struct sink sink;
    struct indented tree;
    size_t thread_depth; /* column of the threads; 0: none came yet */
    struct str pid; /* "" if it is not known */
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
        return frame_text_unresolved(sample->sink.profile, address, module,
                                     sample->options->addresses);
    return profile_function(sample->sink.profile,
                            (struct identity){ .name = name,
                                               .module = module });
}

/* "Thread_15758523   DispatchQueue_1: com.apple.main-thread  (serial)" */
static void begin_thread(struct macos_sample *sample, struct str text)
{
    struct listed_thread thread = { .pid = sample->pid };
    struct str rest = text;
    if (str_take(&rest, S("Thread_")))
        thread.tid = str_head(rest, str_digits_end(rest, 0));
    if (str_cut(text, S(": "), &rest, &thread.comm))
        str_cut(thread.comm, S("  ("), &thread.comm, &rest);
    indented_end(&sample->tree);
    sample->tree.sample.thread = sink_thread(&sample->sink, &thread);
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
        begin_thread(sample, text);
        indented_add(&sample->tree, depth, NO_ID, (double)count);
    } else {
        indented_add(&sample->tree, depth, function_of(sample, text),
                     (double)count);
    }
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
        else if (str_starts(line, S("Process:"))) {
            /* "Process:         rg [64751]" */
            struct str pid = S("");
            if (str_cut_last(line, S("["), &line, &pid))
                str_cut(pid, S("]"), &pid, &line);
            sample->pid = arena_copy(&sample->in->arena, pid);
        }
    }
    if (in_graph || !has_graph)
        input_cut(sample->in, "expected \"Total number in stack\" after a call "
                              "graph");
}

static bool finish(struct macos_sample *sample, struct profile *profile)
{
    indented_end(&sample->tree);
    if (!sink_end(&sample->sink))
        return false;
    profile->stats.walked = true;
    profile->stats.empty_samples = sample->tree.without_stack;
    if (profile->n_contexts == 0)
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
    struct macos_sample sample = { .in = in, .options = options };
    if (!sink_begin(&sample.sink, in, profile, options))
        return false;
    sample.tree = (struct indented){
        .arena = &in->arena,
        .profile = sample.sink.profile,
        .sink = &sample.sink,
        .sample = { .time = UNKNOWN },
        .costs = INDENTED_INCLUSIVE,
    };
    read_lines(&sample);
    return finish(&sample, profile);
}

static bool is_title(struct str line)
{
    return str_starts(line, S("Analysis of sampling ")) ||
           str_eq(str_trim(line), S("Call graph:"));
}

const struct reader reader_macos_sample = {
    .name = "macos-sample",
    .aliases = "sample",
    .description = "the call graph that sample of macOS prints",
    .programs = "sample",
    .tested = "macOS 10.14",
    .file = "*.sample.txt",
    .recipes =
        "sample (macOS): `sample PID 10 -f out.txt; prof2dot out.txt -o "
        "out.svg`",
    .supports = ASK_COMM | ASK_PID | ASK_TID | ASK_TAGS | ASK_UNRESOLVED |
                ASK_LIST_THREADS,
    .is_line = is_title,
    .hint.text = "this input does not tell it",
    .read = read,
};
