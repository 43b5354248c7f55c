/*
 * Profiles of V8, in JSON: .cpuprofile of node --cpu-prof and Chrome's DevTools,
 * and .heapprofile of node --heap-prof:
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
 * startTime and the first sample, timeDeltas[i] between the samples i - 1 and i.
 * A sample stands for the time until the next one, and the last one for the
 * time until endTime. A clock may step back; such a delta counts as 0. Profiles
 * without deltas count samples, and those without samples the hitCount of each
 * node.
 *
 * Profiles of 2017 and earlier have the nodes within each other, and times of
 * the samples instead of deltas; their startTime and endTime are in seconds:
 *
 *     {"head": {"functionName": "(root)", "url": "", "lineNumber": -1,
 *         "hitCount": 0, "id": 1, "children": [{...}]},
 *      "startTime": 163140, "endTime": 163140,
 *      "samples": [2, 2], "timestamps": [163140599286, 163140610861]}
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
#include <stdlib.h>

#include "input/json_reader.h"
#include "readers/frame_text.h"
#include "readers/reader.h"
#include "util/array.h"
#include "util/buf.h"
#include "util/map.h"

/* A node of V8's tree. An id of a node is known by its number in `ids`. */
struct node {
    uint32_t name, url; /* texts of the profile; NO_ID: not given */
    double line, column; /* from 0; less: not known */
    uint32_t parent;    /* the node in which this one stands, or NO_ID */
    uint32_t id;        /* or NO_ID */
    uint32_t parent_id; /* what "parent" says, or NO_ID */
    double hits;        /* samples, UNKNOWN without hitCount */
    double size;        /* bytes, UNKNOWN without selfSize */
    uint32_t context;   /* in the profile, once it is known; NO_ID in a root */
    bool has_context, is_entered, is_idle;
};

/* An array or object of nested nodes that is being read. */
struct level {
    size_t opened; /* what json_reader_open returned */
    uint32_t node; /* NO_ID: the array of children of the level above */
};

struct v8 {
    struct input *in;
    struct profile *profile;
    struct json_reader json;
    struct node *nodes;
    size_t nodes_room;
    uint32_t n_nodes;
    uint32_t root_text, idle_text; /* ids of "(root)" and "(idle)" */

    struct pairs ids;     /* the high and the low half of each id */
    uint32_t *node_of;    /* by number of the id: 1 + its node, or 0 */
    uint32_t *parent_of;  /* by number of the id: 1 + the node that has it among
                             its children, or 0 */
    double *cost_of;      /* by number of the id: cost of its samples */
    size_t node_of_room, parent_of_room, cost_of_room;

    uint32_t *samples; /* numbers of ids */
    size_t samples_room, n_samples;
    double *deltas;    /* microseconds; those that came before the samples */
    size_t deltas_room, n_deltas;
    bool has_times;    /* there are deltas or times */
    bool in_seconds;   /* startTime and endTime are */
    double start, end; /* UNKNOWN: not given */
    double time;       /* of the sample that was weighed last, since start */
    size_t without_node; /* samples of a node that does not exist */

    struct level *levels;
    size_t levels_room, n_levels;
};

/* ---- Nodes ---- */

static uint32_t add_node(struct v8 *v8, uint32_t parent)
{
    v8->nodes = array_grow(v8->nodes, v8->n_nodes, &v8->nodes_room,
                           sizeof *v8->nodes);
    v8->nodes[v8->n_nodes] = (struct node){ .name = NO_ID,
                                            .url = NO_ID,
                                            .line = -1,
                                            .column = -1,
                                            .parent = parent,
                                            .id = NO_ID,
                                            .parent_id = NO_ID,
                                            .hits = UNKNOWN,
                                            .size = UNKNOWN };
    return v8->n_nodes++;
}

/* Returns the number of the id that is the current value, or NO_ID. */
static uint32_t take_id(struct v8 *v8)
{
    uint64_t id;
    if (!json_reader_id(&v8->json, &id))
        return NO_ID;
    uint32_t number =
        pairs_add(&v8->ids, (uint32_t)(id >> 32), (uint32_t)id);
    v8->node_of = array_reach(v8->node_of, number, &v8->node_of_room,
                              sizeof *v8->node_of);
    v8->parent_of = array_reach(v8->parent_of, number, &v8->parent_of_room,
                                sizeof *v8->parent_of);
    v8->cost_of = array_reach(v8->cost_of, number, &v8->cost_of_room,
                              sizeof *v8->cost_of);
    return number;
}

/* Reads one member of a callFrame, or of an old node, which has the same. */
static void read_frame_member(struct v8 *v8, uint32_t i)
{
    struct json_reader *json = &v8->json;
    struct node *node = &v8->nodes[i];
    if (json_reader_is(json, S("functionName")))
        node->name = profile_text_id(v8->profile, json_reader_text(json));
    else if (json_reader_is(json, S("url")))
        node->url = profile_text_id(v8->profile, json_reader_text(json));
    else if (json_reader_is(json, S("lineNumber")))
        json_reader_number(json, &node->line);
    else if (json_reader_is(json, S("columnNumber")))
        json_reader_number(json, &node->column);
}

/* Reads one member of a node other than its children. */
static void read_node_member(struct v8 *v8, uint32_t i)
{
    struct json_reader *json = &v8->json;
    struct node *node = &v8->nodes[i];
    if (json_reader_is(json, S("callFrame"))) {
        size_t frame = json_reader_open(json);
        while (json_reader_next(json, frame))
            read_frame_member(v8, i);
    } else if (json_reader_is(json, S("id"))) {
        node->id = take_id(v8);
        if (node->id != NO_ID)
            v8->node_of[node->id] = i + 1;
    } else if (json_reader_is(json, S("parent"))) {
        node->parent_id = take_id(v8);
    } else if (json_reader_is(json, S("hitCount"))) {
        json_reader_number(json, &node->hits);
    } else if (json_reader_is(json, S("selfSize"))) {
        json_reader_number(json, &node->size);
    } else {
        read_frame_member(v8, i);
    }
}

/* "nodes": [{..., "children": [2, 3]}, ...] */
static void read_nodes(struct v8 *v8)
{
    struct json_reader *json = &v8->json;
    size_t nodes = json_reader_open(json);
    while (json_reader_next(json, nodes)) {
        size_t members = json_reader_open(json);
        uint32_t node = add_node(v8, NO_ID);
        while (json_reader_next(json, members)) {
            bool are_children = json_reader_is(json, S("children"));
            size_t children = are_children ? json_reader_open(json) : 0;
            while (json_reader_next(json, children)) {
                uint32_t child = take_id(v8);
                if (child != NO_ID)
                    v8->parent_of[child] = node + 1;
            }
            if (!are_children)
                read_node_member(v8, node);
        }
    }
}

/* Enters the current value, a node or, for NO_ID, an array of children. */
static void push_level(struct v8 *v8, uint32_t node)
{
    size_t opened = json_reader_open(&v8->json);
    if (!opened)
        return;
    v8->levels = array_grow(v8->levels, v8->n_levels, &v8->levels_room,
                            sizeof *v8->levels);
    v8->levels[v8->n_levels++] = (struct level){ opened, node };
}

/* "head": {..., "children": [{..., "children": [...]}, ...]} */
static void read_head(struct v8 *v8)
{
    push_level(v8, add_node(v8, NO_ID));
    while (v8->n_levels) {
        struct level *level = &v8->levels[v8->n_levels - 1];
        if (!json_reader_next(&v8->json, level->opened))
            v8->n_levels--;
        else if (level->node == NO_ID)
            push_level(v8, add_node(v8, level[-1].node));
        else if (json_reader_is(&v8->json, S("children")))
            push_level(v8, NO_ID);
        else
            read_node_member(v8, level->node);
    }
}

/* ---- Samples ---- */

static void read_samples(struct v8 *v8)
{
    struct json_reader *json = &v8->json;
    size_t samples = json_reader_open(json);
    v8->n_samples = 0;
    while (json_reader_next(json, samples)) {
        v8->samples = array_grow(v8->samples, v8->n_samples,
                                 &v8->samples_room, sizeof *v8->samples);
        v8->samples[v8->n_samples++] = take_id(v8);
    }
}

static void add_cost(struct v8 *v8, size_t sample, double cost)
{
    if (sample >= v8->n_samples)
        return;
    uint32_t id = v8->samples[sample];
    if (id != NO_ID && cost > 0)
        v8->cost_of[id] += cost;
}

/* Takes the i-th delta, which is the cost of the sample before. */
static void add_delta(struct v8 *v8, size_t i, double delta)
{
    v8->time += delta;
    if (i > 0)
        add_cost(v8, i - 1, delta);
}

/* Deltas are kept only if the samples have not come yet. */
static void read_delta(struct v8 *v8, double delta)
{
    size_t i = v8->n_deltas++;
    if (v8->n_samples) {
        add_delta(v8, i, delta);
        return;
    }
    v8->deltas = array_grow(v8->deltas, i, &v8->deltas_room,
                            sizeof *v8->deltas);
    v8->deltas[i] = delta;
}

/* Reads timeDeltas, or timestamps, which are turned into deltas. */
static void read_times(struct v8 *v8, bool are_deltas)
{
    struct json_reader *json = &v8->json;
    size_t times = json_reader_open(json);
    double before = 0;
    v8->n_deltas = 0;
    v8->has_times = times > 0;
    v8->in_seconds = !are_deltas;
    while (json_reader_next(json, times)) {
        double time = are_deltas ? 0 : before;
        json_reader_number(json, &time);
        read_delta(v8, are_deltas ? time : time - before);
        before = time;
    }
}

/* Weighs the samples whose times came first, and the last sample. */
static void finish_times(struct v8 *v8)
{
    if (v8->deltas)
        for (size_t i = 0; i < v8->n_deltas; i++)
            add_delta(v8, i, v8->deltas[i]);
    double length = v8->in_seconds ? v8->end * 1e6 : v8->end - v8->start;
    if (v8->n_deltas && v8->n_deltas == v8->n_samples && known(length))
        add_cost(v8, v8->n_samples - 1, length - v8->time);
    if (v8->n_deltas < v8->n_samples)
        input_remark(v8->in, "samples without a time, left out: %zu",
                     v8->n_samples - v8->n_deltas);
}

/* ---- The profile ---- */

static uint32_t parent_of(const struct v8 *v8, const struct node *node)
{
    uint32_t parent = 0;
    if (node->parent != NO_ID)
        return node->parent;
    if (node->id != NO_ID)
        parent = v8->parent_of[node->id];
    if (!parent && node->parent_id != NO_ID)
        parent = v8->node_of[node->parent_id];
    return parent ? parent - 1 : NO_ID;
}

static struct str text_of(const struct v8 *v8, uint32_t text)
{
    return text == NO_ID ? S("") : profile_text(v8->profile, text);
}

static uint32_t function_of(struct v8 *v8, const struct node *node)
{
    struct frame_text frame = { .name = text_of(v8, node->name),
                                .file = text_of(v8, node->url) };
    struct buf begin = { 0 };
    str_take(&frame.file, S("file://"));
    frame.is_v8 = frame.file.len || !str_starts(frame.name, S("("));
    if (!frame.name.len && !frame.file.len)
        frame.name = S("(anonymous)");
    if (frame.file.len && node->line >= 0 && node->line < 1e15) {
        frame.line = (uint64_t)node->line + 1;
        buf_printf(&begin, "%llu", (unsigned long long)frame.line);
        if (node->column >= 0 && node->column < 1e15)
            buf_printf(&begin, ":%.0f", node->column + 1);
        frame.begin = buf_text(&begin);
    }
    uint32_t function = frame_text_add(v8->profile, &frame, S(""));
    buf_free(&begin);
    return function;
}

/* Finds the context of a node, after those of all nodes above it. Nodes that
   are their own ancestors have none above the one that is met first. */
static void find_context(struct v8 *v8, uint32_t first, uint32_t *path)
{
    uint32_t n = 0, above = NO_ID;
    for (uint32_t i = first; i != NO_ID && !v8->nodes[i].is_entered;
         i = parent_of(v8, &v8->nodes[i])) {
        v8->nodes[i].is_entered = true;
        path[n++] = i;
    }
    if (n)
        above = parent_of(v8, &v8->nodes[path[n - 1]]);
    while (n) {
        struct node *node = &v8->nodes[path[--n]];
        bool is_root = node->name == NO_ID ||
                       (above == NO_ID && node->name == v8->root_text);
        uint32_t parent =
            above != NO_ID && v8->nodes[above].has_context
                ? v8->nodes[above].context
                : NO_ID;
        node->is_idle = node->name == v8->idle_text && node->url != NO_ID &&
                        text_of(v8, node->url).len == 0;
        node->context = NO_ID;
        if (!is_root && !node->is_idle)
            node->context = profile_context(v8->profile, parent,
                                            function_of(v8, node));
        node->has_context = true;
        above = path[n];
    }
}

/* The self cost of a node: bytes, microseconds or samples. */
static double cost_of(const struct v8 *v8, uint32_t i)
{
    const struct node *node = &v8->nodes[i];
    if (known(node->size))
        return node->size;
    if (v8->n_samples)
        return node->id != NO_ID && v8->node_of[node->id] == i + 1
                   ? v8->cost_of[node->id]
                   : 0;
    return known_or(node->hits, 0);
}

/* Turns the tree of V8 into that of the profile. */
static void add_nodes(struct v8 *v8)
{
    uint32_t *path = array_new(v8->n_nodes, sizeof *path);
    double idle = 0;
    for (uint32_t i = 0; i < v8->n_nodes; i++) {
        struct node *node = &v8->nodes[i];
        find_context(v8, i, path);
        double cost = cost_of(v8, i);
        if (node->is_idle)
            idle += cost;
        else if (node->context == NO_ID && node->name != NO_ID && cost > 0)
            node->context = profile_context(v8->profile, NO_ID,
                                            function_of(v8, node));
        if (node->context != NO_ID && cost > 0)
            profile_sample(v8->profile, node->context, cost);
    }
    free(path);
    if (idle > 0 && v8->has_times)
        input_remark(v8->in,
                     "%.3g s of idle time are left out",
                     idle / 1e6);
    else if (idle > 0)
        input_remark(v8->in, "%.0f idle samples are left out", idle);
}

/* Sets the unit, and the costs of samples that have no times. */
static void weigh_samples(struct v8 *v8)
{
    bool has_size = false;
    for (uint32_t i = 0; i < v8->n_nodes; i++)
        has_size |= known(v8->nodes[i].size);
    if (has_size) {
        profile_unit(v8->profile, S("bytes"));
    } else if (v8->n_samples && v8->has_times) {
        profile_unit(v8->profile, S("microseconds"));
        finish_times(v8);
    } else {
        for (size_t i = 0; i < v8->n_samples; i++)
            add_cost(v8, i, 1);
    }
    if (has_size)
        return;
    for (size_t i = 0; i < v8->n_samples; i++)
        v8->without_node += v8->samples[i] == NO_ID ||
                            v8->node_of[v8->samples[i]] == 0;
    if (v8->without_node)
        input_remark(v8->in,
                     "samples of nodes that do not exist, left out: %zu",
                     v8->without_node);
}

static void read_all(struct v8 *v8)
{
    struct json_reader *json = &v8->json;
    size_t all = json_reader_open(json);
    while (json_reader_next(json, all)) {
        if (json_reader_is(json, S("nodes")))
            read_nodes(v8);
        else if (json_reader_is(json, S("head")))
            read_head(v8);
        else if (json_reader_is(json, S("samples")))
            read_samples(v8);
        else if (json_reader_is(json, S("timeDeltas")))
            read_times(v8, true);
        else if (json_reader_is(json, S("timestamps")))
            read_times(v8, false);
        else if (json_reader_is(json, S("startTime")))
            json_reader_number(json, &v8->start);
        else if (json_reader_is(json, S("endTime")))
            json_reader_number(json, &v8->end);
    }
    json_reader_end(json);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct v8 v8 = { .in = in,
                     .profile = profile,
                     .json = json_reader_start(in),
                     .root_text = profile_text_id(profile, S("(root)")),
                     .idle_text = profile_text_id(profile, S("(idle)")),
                     .start = UNKNOWN,
                     .end = UNKNOWN };
    (void)options;
    read_all(&v8);
    weigh_samples(&v8);
    add_nodes(&v8);
    pairs_free(&v8.ids);
    free(v8.nodes);
    free(v8.node_of);
    free(v8.parent_of);
    free(v8.cost_of);
    free(v8.samples);
    free(v8.deltas);
    free(v8.levels);
    if (!(profile_whole(profile) > 0))
        return input_error(in, "expected samples or sizes of V8's nodes, found "
                               "none");
    return true;
}

/* Has the current value, an object, a member of one of these names? */
static bool has_member(struct json_reader *json, struct str name,
                       struct str other)
{
    size_t members = json_reader_open(json);
    while (json_reader_next(json, members))
        if (json_reader_is(json, name) || json_reader_is(json, other))
            return true;
    return false;
}

static enum match detect(struct str head, bool complete)
{
    struct json_reader json = json_reader_of_text(head);
    size_t all = json.type == JSON_OBJECT ? json_reader_open(&json) : 0;
    bool found = false;
    (void)complete;
    while (!found && json_reader_next(&json, all)) {
        if (json_reader_is(&json, S("nodes"))) {
            size_t nodes = json_reader_open(&json);
            found = json_reader_next(&json, nodes) &&
                    has_member(&json, S("callFrame"), S("callFrame"));
        } else if (json_reader_is(&json, S("head"))) {
            found = has_member(&json, S("callFrame"), S("functionName"));
        }
    }
    json_reader_end(&json);
    return found ? MATCH_YES : MATCH_NO;
}

const struct reader reader_cpuprofile = {
    .name = "cpuprofile",
    .aliases = "heapprofile v8",
    .description = "profiles of V8: node --cpu-prof and --heap-prof, Chrome",
    .programs = "node --cpu-prof, node --heap-prof, Chrome DevTools",
    .file = "*.cpuprofile, *.heapprofile",
    .detect = detect,
    .read = read,
};
