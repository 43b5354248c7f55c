/*
 * Profiles of V8, in JSON: .cpuprofile of node --cpu-prof and Chrome's
 * DevTools, and .heapprofile of node --heap-prof:
 *
 *     {"nodes": [
 *        {"id": 1, "callFrame": {"functionName": "(root)", "scriptId": "0",
 *           "url": "", "lineNumber": -1, "columnNumber": -1},
 *         "hitCount": 0, "children": [2]},
 *        {"id": 2, "callFrame": {"functionName": "walk", "scriptId": "80",
 *           "url": "file:///app/w.js", "lineNumber": 2, "columnNumber": 139},
 *         "hitCount": 1}],
 *      "startTime": 1305823928, "endTime": 1305892247,
 *      "samples": [2, 2], "timeDeltas": [12006, 17219]}
 *
 * The nodes are the tree of all distinct stacks; a node names its children, or
 * its parent ("parent": 1). Lines and columns count from 0, and -1 means that
 * there is none; they say where the function begins. A sample is the node in
 * which it was taken. The times are microseconds: timeDeltas[0] lies between
 * startTime and the first sample, timeDeltas[i] between the samples i - 1 and
 * i. Samples may come in another order than that of their times, so deltas may
 * be negative. A sample stands for the time until the next one, and the last
 * one for the time until endTime, but not for longer than the median of the
 * last 10,000 of these times. Profiles without deltas count samples, and those
 * without samples the hitCount of each node.
 *
 * Profiles of 2017 and earlier have the nodes within each other, and times of
 * the samples instead of deltas; their startTime and endTime are in seconds:
 *
 *     {"head": {"functionName": "(root)", "url": "", "lineNumber": -1,
 *         "hitCount": 0, "id": 1, "children": [{...}]},
 *      "startTime": 163140, "endTime": 163140,
 *      "samples": [2, 2], "timestamps": [163140599286, 163140610861]}
 *
 * "positionTicks": [{"line": 7, "ticks": 2}] in a node, where lines count from
 * 1, says how many samples were in which line; --granularity=line shares the
 * cost of the node in proportion. The lines of calls are not known.
 *
 * A heap profile has such a tree as well, whose nodes have callFrame, and
 * selfSize, the bytes that a function allocated and that were live at the end.
 *
 * "(root)" is no function. "(program)" and "(garbage collector)" are drawn as
 * V8 has them, as stacks of their own. "(idle)" is the time in which nothing
 * ran, so it is left out.
 *
 * Source: js_protocol.pdl of the Chrome DevTools protocol, domains Profiler and
 * HeapProfiler.
 */
#include "readers/frames/limits.h"
#include "readers/v8/tree.h"

static bool make_profile(struct v8_tree *tree, struct input *in)
{
    struct sample sample = { .event = NO_EVENT };
    sink_set_unit(tree->sink, NO_EVENT, v8_tree_unit(tree));
    v8_tree_count(tree, &sample);
    sink_decide(tree->sink);
    v8_tree_fill(tree, in);
    if (!sink_end(tree->sink))
        return false;
    if (!(profile_whole(tree->profile) > 0) &&
        str_eq(v8_tree_unit(tree), S("bytes")))
        return input_error(in, "no sampled memory was in use when the program "
                               "ended, and V8 writes no other; sample more of "
                               "it: node --heap-prof --heap-prof-interval=1024");
    if (!(profile_whole(tree->profile) > 0))
        return input_error(in, "expected samples or sizes of V8's nodes, found "
                               "none");
    return true;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct sink sink;
    struct v8_tree tree;
    if (!sink_begin(&sink, in, profile, options))
        return false;
    v8_tree_start(&tree, profile, &sink,
                  options->granularity == GRANULARITY_LINE);
    json_members_all(in, profile, v8_tree_members, N_V8_TREE_MEMBERS, &tree);
    bool good = make_profile(&tree, in);
    arena_free(&tree.arena);
    return good;
}

const struct reader reader_cpuprofile = {
    .name = "cpuprofile",
    .aliases = "heapprofile v8",
    .description = "profiles of V8: node --cpu-prof and --heap-prof, Chrome",
    .programs = "node --cpu-prof, node --heap-prof, Chrome DevTools",
    .tested = "Node.js 10 and 20",
    .file = "*.cpuprofile, *.heapprofile",
    .recipes =
        "Node.js: `node --cpu-prof app.js; prof2dot CPU.*.cpuprofile -o "
        "out.svg`\n"
        "Node.js, memory: `node --heap-prof app.js; prof2dot "
        "Heap.*.heapprofile -o out.svg`",
    .limits = limits_v8,
    .supports = ASK_LINES | ASK_TIME,
    .json = "nodes/0/callFrame head/callFrame "
            "head/functionName",
    .hint.text = "V8 does not tell it",
    .read = read,
};
