#include "readers/v8/tree.h"

#include "readers/declared.h"
#include "readers/frames/frame_text.h"

/* A node of V8's tree. An id is known by its number in `ids`. */
struct v8_node {
    uint32_t name, url;  /* texts of the profile; NO_ID: not given */
    double line, column; /* from 0; less: not known */
    uint32_t parent;     /* the node in which this one stands, or NO_ID */
    uint32_t id;         /* or NO_ID */
    uint32_t parent_id;  /* what "parent" says, or NO_ID */
    double hits;         /* samples, UNKNOWN without hitCount */
    double size;         /* bytes, UNKNOWN without selfSize */
    uint32_t ticks, end_ticks; /* its part of the ticks of the tree */
    uint32_t above, stack; /* of its parent and its own, once they are known:
                              the empty one for a root, and what is idle */
    bool is_entered;
};

/* How many samples of a node were in a line. */
struct v8_tick {
    uint32_t node;
    uint64_t line; /* from 1; 0: not known */
    double samples;
};

struct v8_id {
    uint32_t node;    /* 1 + its node, or 0 */
    uint32_t parent;  /* 1 + the node that has it among its children, or 0 */
    size_t samples;
    double cost;      /* of its samples */
    double squares;   /* the sum of the squares of their costs */
};

/* A sample with its time: microseconds since the start of the tree. */
struct v8_sample {
    uint32_t id; /* a number of an id */
    double at, cost;
};

/* An array or object of nested nodes that is being read. */
struct v8_level {
    size_t opened; /* what json_reader_open returned */
    uint32_t node; /* NO_ID: the array of children of the level above */
};

void v8_tree_start(struct v8_tree *tree, struct profile *profile,
                   struct sink *sink, bool by_line)
{
    *tree = (struct v8_tree){
        .profile = profile,
        .sink = sink,
        .by_line = by_line,
        .start = UNKNOWN,
        .end = UNKNOWN,
        .root_text = profile_text_id(profile, S("(root)")),
        .idle_text = profile_text_id(profile, S("(idle)")),
    };
}

/* ---- Nodes ---- */

static uint32_t add_node(struct v8_tree *tree, uint32_t parent)
{
    struct v8_node node = { .name = NO_ID,
                            .url = NO_ID,
                            .line = -1,
                            .column = -1,
                            .parent = parent,
                            .id = NO_ID,
                            .parent_id = NO_ID,
                            .hits = UNKNOWN,
                            .size = UNKNOWN };
    *PUSH_IN(&tree->arena, &tree->nodes) = node;
    return (uint32_t)tree->nodes.n - 1;
}

/* Returns the number of an id. Each sample has one, and nearly all ids are not
   much larger than their number: others stay out of the array, which is made
   anew for each piece of a trace. */
static uint32_t number_of(struct v8_tree *tree, uint64_t id)
{
    if (id < tree->small.n && tree->small.of[id])
        return tree->small.of[id] - 1;
    uint32_t n = tree->ids.n;
    uint32_t number = pairs_add_64(&tree->ids, &tree->arena, id);
    if (number == n)
        *PUSH_IN(&tree->arena, &tree->by_id) = (struct v8_id){ .node = 0 };
    if (id < 64 + 2 * (uint64_t)tree->ids.n)
        *REACH_IN(&tree->arena, &tree->small, id) = number + 1;
    return number;
}

/* Returns the number of the id that is the current value, or NO_ID. */
static uint32_t take_id(struct v8_tree *tree, const struct json_reader *json)
{
    uint64_t id;
    return json_reader_id(json, &id) ? number_of(tree, id) : NO_ID;
}

static void read_id(struct json_reader *json, void *row)
{
    struct v8_tree *tree = json->reader;
    struct v8_node *node = row;
    node->id = take_id(tree, json);
    if (node->id != NO_ID)
        tree->by_id.of[node->id].node = (uint32_t)(node - tree->nodes.of) + 1;
}

static void read_parent(struct json_reader *json, void *parent_id)
{
    *(uint32_t *)parent_id = take_id(json->reader, json);
}

/* "children": [2, 3] */
static void read_child(struct json_reader *json, void *row)
{
    struct v8_tree *tree = json->reader;
    const struct v8_node *node = row;
    uint32_t child = take_id(tree, json);
    if (child != NO_ID)
        tree->by_id.of[child].parent = (uint32_t)(node - tree->nodes.of) + 1;
}

static const struct json_member tick_members[] = {
    { STR("line"), JSON_FIELD(struct v8_tick, line) },
    { STR("ticks"), JSON_FIELD(struct v8_tick, samples) },
};

/* "positionTicks": [{"line": 12, "ticks": 3}] */
static void read_ticks(struct json_reader *json, void *row)
{
    struct v8_tree *tree = json->reader;
    struct v8_node *node = row;
    size_t ticks = tree->by_line ? json_reader_open(json) : 0;
    node->ticks = (uint32_t)tree->ticks.n;
    while (json_reader_next(json, ticks)) {
        struct v8_tick tick = { .node = (uint32_t)(node - tree->nodes.of) };
        json_members(json, tick_members, ROWS(tick_members), &tick);
        if (tick.samples > 0)
            *PUSH_IN(&tree->arena, &tree->ticks) = tick;
    }
    node->end_ticks = (uint32_t)tree->ticks.n;
}

/* Old nodes have these themselves. */
static const struct json_member frame_members[] = {
    { STR("functionName"), JSON_FIELD(struct v8_node, name) },
    { STR("url"), JSON_FIELD(struct v8_node, url) },
    { STR("lineNumber"), JSON_FIELD(struct v8_node, line) },
    { STR("columnNumber"), JSON_FIELD(struct v8_node, column) },
};

static const struct json_member node_members[] = {
    { STR("id"), .read = read_id },
    { STR("callFrame"), JSON_INSIDE(frame_members) },
    { STR("hitCount"), JSON_FIELD(struct v8_node, hits) },
    { STR("children"), .each = read_child },
    { STR("positionTicks"), .read = read_ticks },
    { STR("parent"), .read = read_parent,
      .at = offsetof(struct v8_node, parent_id) },
    { STR("selfSize"), JSON_FIELD(struct v8_node, size) },
};

/* "nodes": [{..., "children": [2, 3]}, ...] */
static void read_node(struct json_reader *json, void *row)
{
    struct v8_tree *tree = row;
    uint32_t node = add_node(tree, NO_ID);
    json_members(json, node_members, ROWS(node_members), &tree->nodes.of[node]);
}

/* Enters the current value, a node or, for NO_ID, an array of children. */
static void push_level(struct v8_tree *tree, struct json_reader *json,
                       uint32_t node)
{
    size_t opened = json_reader_open(json);
    if (opened)
        *PUSH_IN(&tree->arena, &tree->levels) =
            (struct v8_level){ opened, node };
}

/* "head": {..., "children": [{..., "children": [...]}, ...]} */
static void read_head(struct json_reader *json, void *row)
{
    struct v8_tree *tree = row;
    push_level(tree, json, add_node(tree, NO_ID));
    while (tree->levels.n) {
        struct v8_level *level = LAST(&tree->levels);
        if (!json_reader_next(json, level->opened))
            tree->levels.n--;
        else if (level->node == NO_ID)
            push_level(tree, json, add_node(tree, level[-1].node));
        else if (json_reader_is(json, S("children")))
            push_level(tree, json, NO_ID);
        else if (!json_member(json, frame_members, ROWS(frame_members),
                              &tree->nodes.of[level->node]))
            json_member(json, node_members, ROWS(node_members),
                        &tree->nodes.of[level->node]);
    }
}

/* ---- Samples ---- */

static void read_samples(struct json_reader *json, void *row)
{
    struct v8_tree *tree = row;
    size_t samples = json_reader_open(json);
    tree->samples.n = 0;
    while (json_reader_next(json, samples))
        *PUSH_IN(&tree->arena, &tree->samples) = take_id(tree, json);
    tree->n_samples = tree->samples.n;
}

/* Reads timeDeltas, or timestamps, which are turned into deltas. If a piece has
   both or has one twice, the last one counts. */
static void read_times(struct json_reader *json, void *row)
{
    struct v8_tree *tree = row;
    bool are_deltas = json_reader_is(json, S("timeDeltas"));
    size_t times = json_reader_open(json);
    double before = 0;
    tree->deltas.n = 0;
    tree->has_times = times > 0;
    tree->in_seconds = !are_deltas;
    while (json_reader_next(json, times)) {
        double time = are_deltas ? 0 : before;
        json_reader_number(json, &time);
        *PUSH_IN(&tree->arena, &tree->deltas) =
            are_deltas ? time : time - before;
        before = time;
    }
    tree->n_deltas = tree->deltas.n;
}

const struct json_member v8_tree_members[N_V8_TREE_MEMBERS] = {
    { STR("nodes"), .each = read_node },
    { STR("head"), .read = read_head },
    { STR("samples"), .read = read_samples },
    { STR("timeDeltas"), .read = read_times },
    { STR("timestamps"), .read = read_times },
    { STR("startTime"), JSON_FIELD(struct v8_tree, start) },
    { STR("endTime"), JSON_FIELD(struct v8_tree, end) },
};

/* ---- Pieces ---- */

/* Returns the number that an id of the piece has in the tree. */
static uint32_t id_in(struct v8_tree *tree, const struct v8_tree *piece,
                      uint32_t id)
{
    if (id == NO_ID)
        return NO_ID;
    struct pair halves = piece->ids.keys[id];
    return number_of(tree, (uint64_t)halves.a << 32 | halves.b);
}

static void append_nodes(struct v8_tree *tree, const struct v8_tree *piece)
{
    uint32_t nodes = (uint32_t)tree->nodes.n;
    uint32_t ticks = (uint32_t)tree->ticks.n;
    for (uint32_t i = 0; i < piece->ticks.n; i++) {
        struct v8_tick tick = piece->ticks.of[i];
        tick.node += nodes;
        *PUSH_IN(&tree->arena, &tree->ticks) = tick;
    }
    for (uint32_t i = 0; i < piece->nodes.n; i++) {
        struct v8_node node = piece->nodes.of[i];
        uint32_t added = add_node(tree, NO_ID);
        node.id = id_in(tree, piece, node.id);
        node.parent_id = id_in(tree, piece, node.parent_id);
        node.parent += node.parent == NO_ID ? 0 : nodes;
        node.ticks += ticks;
        node.end_ticks += ticks;
        tree->nodes.of[added] = node;
    }
    for (uint32_t i = 0; i < piece->ids.n; i++) {
        const struct v8_id *from = &piece->by_id.of[i];
        uint32_t id = id_in(tree, piece, i);
        struct v8_id *to = &tree->by_id.of[id];
        if (from->node)
            to->node = from->node + nodes;
        if (from->parent)
            to->parent = from->parent + nodes;
    }
}

void v8_tree_append(struct v8_tree *tree, struct v8_tree *piece)
{
    struct arena *arena = &tree->arena;
    append_nodes(tree, piece);
    for (size_t i = 0; i < piece->n_samples; i++) {
        *PUSH_IN(arena, &tree->samples) =
            id_in(tree, piece, piece->samples.of[i]);
        *PUSH_IN(arena, &tree->deltas) =
            i < piece->deltas.n ? piece->deltas.of[i] : 0;
    }
    if (!known(tree->start) || tree->start == 0)
        tree->start = known_or(piece->start, tree->start);
    tree->end = known_or(piece->end, tree->end);
    tree->n_samples += piece->n_samples;
    tree->n_deltas += piece->n_deltas;
    tree->has_times |= piece->has_times;
    tree->in_seconds |= piece->in_seconds;
    struct profile *profile = piece->profile;
    bool by_line = piece->by_line;
    arena_free(&piece->arena);
    v8_tree_start(piece, profile, tree->sink, by_line);
}

/* ---- Stacks ---- */

static uint32_t parent_of(const struct v8_tree *tree,
                          const struct v8_node *node)
{
    uint32_t parent = 0;
    if (node->parent != NO_ID)
        return node->parent;
    if (node->id != NO_ID)
        parent = tree->by_id.of[node->id].parent;
    if (!parent && node->parent_id != NO_ID)
        parent = tree->by_id.of[node->parent_id].node;
    return parent ? parent - 1 : NO_ID;
}

static struct str text_of(const struct v8_tree *tree, uint32_t text)
{
    return text == NO_ID ? S("") : profile_text(tree->profile, text);
}

static bool is_idle(const struct v8_tree *tree, const struct v8_node *node)
{
    return node->name == tree->idle_text && text_of(tree, node->url).len == 0;
}

/* Finds the stack of a node, after those of all nodes above it. Nodes that are
   their own ancestors have none above the one that is met first. */
static void find_stack(struct v8_tree *tree, uint32_t first, uint32_t *path)
{
    uint32_t n = 0, above = NO_ID;
    for (uint32_t i = first; i != NO_ID && !tree->nodes.of[i].is_entered;
         i = parent_of(tree, &tree->nodes.of[i])) {
        tree->nodes.of[i].is_entered = true;
        tree->nodes.of[i].stack = tree->empty;
        path[n++] = i;
    }
    if (n)
        above = parent_of(tree, &tree->nodes.of[path[n - 1]]);
    while (n) {
        struct v8_node *node = &tree->nodes.of[path[--n]];
        bool is_root = node->name == NO_ID ||
                       (above == NO_ID && node->name == tree->root_text);
        node->above = above == NO_ID ? tree->empty : tree->nodes.of[above].stack;
        if (!is_root && !is_idle(tree, node))
            node->stack =
                thread_stacks_push(&tree->stacks, node->above, path[n]);
        above = path[n];
    }
}

static bool has_id(const struct v8_tree *tree, uint32_t i)
{
    uint32_t id = tree->nodes.of[i].id;
    return id != NO_ID && tree->by_id.of[id].node == i + 1;
}

/* Returns the self cost of a node: bytes, microseconds or samples. */
static double cost_of(const struct v8_tree *tree, uint32_t i)
{
    const struct v8_node *node = &tree->nodes.of[i];
    if (known(node->size))
        return node->size;
    if (!tree->n_samples)
        return known_or(node->hits, 0);
    if (!has_id(tree, i))
        return 0;
    return tree->has_times ? tree->by_id.of[node->id].cost
                           : (double)tree->by_id.of[node->id].samples;
}

/* The share of idle time that is worth a remark. */
#define LEAST_IDLE .01

static bool has_sizes(const struct v8_tree *tree)
{
    for (uint32_t i = 0; i < tree->nodes.n; i++)
        if (known(tree->nodes.of[i].size))
            return true;
    return false;
}

struct str v8_tree_unit(const struct v8_tree *tree)
{
    if (has_sizes(tree))
        return S("bytes");
    return tree->n_samples && tree->has_times ? S("microseconds")
                                              : S("samples");
}

/* Adds samples of a node, or shares them among its lines. */
static void add_samples(struct v8_tree *tree, const struct v8_node *node,
                        double cost, size_t n, double at)
{
    double all = 0;
    for (uint32_t i = node->ticks; i < node->end_ticks; i++)
        all += tree->ticks.of[i].samples;
    for (uint32_t i = node->ticks; i < node->end_ticks && cost > 0; i++)
        thread_stacks_add(&tree->stacks,
                          thread_stacks_push(&tree->stacks, node->above,
                                             (uint32_t)tree->nodes.n + i),
                          cost * tree->ticks.of[i].samples / all, 1, at);
    if (node->ticks == node->end_ticks)
        thread_stacks_add(&tree->stacks, node->stack, cost, n, at);
}

/* Returns the number of samples of a node. */
static size_t count_of(const struct v8_tree *tree, uint32_t i, double cost)
{
    if (tree->n_samples && !known(tree->nodes.of[i].size))
        return has_id(tree, i) ? tree->by_id.of[tree->nodes.of[i].id].samples : 0;
    bool are_hits = !known(tree->nodes.of[i].size) && cost >= 1 && cost < 1e15;
    return are_hits ? (size_t)cost : cost > 0;
}

/* Adds the samples of all nodes. Nodes without any are functions, too. */
static void add_nodes(struct v8_tree *tree)
{
    LOCAL_ARENA(scratch);
    uint32_t *path = NEW_N(&scratch, uint32_t, tree->nodes.n);
    for (uint32_t i = 0; i < tree->nodes.n; i++) {
        struct v8_node *node = &tree->nodes.of[i];
        double cost = cost_of(tree, i);
        size_t n = count_of(tree, i, cost);
        find_stack(tree, i, path);
        if (is_idle(tree, node))
            tree->idle += cost;
        else if (node->stack == tree->empty && node->name != NO_ID && cost > 0)
            node->stack = thread_stacks_push(&tree->stacks, tree->empty, i);
        if (node->stack == tree->empty) {
            tree->n_left_out += n;
            continue;
        }
        thread_stacks_call(&tree->stacks, node->stack);
        if (!tree->timed.n)
            add_samples(tree, node, cost, n, UNKNOWN);
    }
}

/* ---- Costs ---- */

static void add_cost(struct v8_tree *tree, uint32_t id, double at, double cost)
{
    if (id == NO_ID)
        return;
    if (tree->stacks.keeps_times && tree->has_times)
        *PUSH_IN(&tree->arena, &tree->timed) =
            (struct v8_sample){ id, at, cost };
    struct v8_id *sums = &tree->by_id.of[id];
    sums->samples++;
    if (cost > 0) {
        sums->cost += cost;
        sums->squares += cost * cost;
    }
}

/* A sample that must be sorted. */
struct v8_moment {
    double at;
    size_t order; /* in which the samples came */
    uint32_t id;
};

static int by_time(const void *a, const void *b)
{
    const struct v8_moment *x = a, *y = b;
    int order = COMPARE(x->at, y->at);
    return order ? order : COMPARE(x->order, y->order);
}

static bool is_sorted(const struct v8_tree *tree, size_t n)
{
    size_t i = 1;
    while (i < n && !(tree->deltas.of[i] < 0))
        i++;
    return i >= n;
}

/* Sorts the first n samples by time: V8 may write a later one first. */
static void sort_samples(struct v8_tree *tree, size_t n)
{
    LOCAL_ARENA(scratch);
    struct v8_moment *moments = NEW_N(&scratch, struct v8_moment, n);
    double time = 0;
    for (size_t i = 0; i < n; i++) {
        time += tree->deltas.of[i];
        moments[i] = (struct v8_moment){ time, i, tree->samples.of[i] };
    }
    SORT(moments, n, by_time);
    for (size_t i = 0; i < n; i++) {
        tree->samples.of[i] = moments[i].id;
        tree->deltas.of[i] = moments[i].at - (i ? moments[i - 1].at : 0);
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return COMPARE(x, y);
}

/* Returns the time from the last of n samples, which was at `time`, to the end.
   A trace may end long after its last sample, or have another clock than that,
   so this is not longer than the usual time between samples. Changes the
   deltas. */
static double last_cost(struct v8_tree *tree, size_t n, double time)
{
    enum { MOST = 10000 }; /* times, because to sort all takes long */
    size_t n_times = n - 1 < MOST ? n - 1 : MOST;
    double length = tree->in_seconds ? tree->end * 1e6
                                     : tree->end - tree->start;
    double rest = length - time;
    if (tree->deltas.n > n)
        return tree->deltas.of[n];
    if (tree->n_deltas < tree->n_samples)
        return 0;
    if (n < 2)
        return known_or(rest, 0);
    /* The upper median of the last times between samples. */
    double *times = tree->deltas.of + n - n_times;
    SORT(times, n_times, ascending);
    double median = times[n_times / 2];
    return rest >= 0 && rest < median ? rest : median;
}

/* Finds the costs of all samples: each lasts until the next one. Those without
   a time cost nothing. */
static void weigh(struct v8_tree *tree)
{
    size_t n = 0;
    double time = 0;
    if (tree->has_times)
        n = tree->deltas.n < tree->n_samples ? tree->deltas.n
                                             : tree->n_samples;
    if (!is_sorted(tree, n))
        sort_samples(tree, n);
    for (size_t i = 0; i < n; i++) {
        time += tree->deltas.of[i];
        if (i + 1 < n)
            add_cost(tree, tree->samples.of[i], time, tree->deltas.of[i + 1]);
    }
    if (n)
        add_cost(tree, tree->samples.of[n - 1], time, last_cost(tree, n, time));
    for (size_t i = n; i < tree->n_samples; i++)
        add_cost(tree, tree->samples.of[i], UNKNOWN, 0);
}

void v8_tree_count(struct v8_tree *tree, const struct sample *sample)
{
    struct sample left_out = *sample;
    bool is_absolute = tree->in_seconds || !known(tree->start);
    tree->owner = (struct stack_owner){
        .sample = *sample,
        .start = is_absolute ? 0 : tree->start,
        .second = 1e6,
    };
    tree->owner.sample.cost = 1;
    thread_stacks_begin(&tree->stacks, tree->sink);
    tree->empty = thread_stacks_root(&tree->stacks, 0);
    if (!has_sizes(tree))
        weigh(tree);
    add_nodes(tree);
    for (size_t i = 0; i < tree->timed.n; i++) {
        const struct v8_sample *timed = &tree->timed.of[i];
        uint32_t node = tree->by_id.of[timed->id].node;
        if (node && tree->nodes.of[node - 1].stack != tree->empty)
            add_samples(tree, &tree->nodes.of[node - 1], timed->cost, 1,
                        timed->at);
    }
    thread_stacks_count(&tree->stacks, tree->sink, &tree->owner);
    left_out.n = tree->n_left_out;
    left_out.cost = left_out.time = UNKNOWN;
    sink_count(tree->sink, &left_out);
}

/* ---- Into the profile ---- */

/* Returns the function of a node, or of one line of it unless that is 0. */
static uint32_t function_of(struct v8_tree *tree, const struct v8_node *node,
                            uint64_t line)
{
    struct frame_text frame = { .name = text_of(tree, node->name),
                                .file = text_of(tree, node->url) };
    LOCAL_BUF(begin);
    LOCAL_BUF(tag);
    LOCAL_BUF(name);
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
    if (tree->by_line && frame.file.len) {
        frame.name = frame_text_name(&frame, &name);
        frame.line = line ? line : frame.line;
        if (frame.line)
            buf_printf(&tag, "%llu", (unsigned long long)frame.line);
        frame.begin = buf_text(&tag);
    }
    uint32_t function = frame_text_add(tree->sink->profile, &frame, S(""));
    if (tag.len) {
        struct function *of = &tree->sink->profile->functions[function];
        of->is_line = true;
        of->start = node->line >= 0 ? (uint64_t)node->line + 1 : 0;
    }
    return function;
}

/* Frames are nodes and, above these, ticks. */
static uint32_t find_function(void *reader, uint32_t frame)
{
    struct v8_tree *tree = reader;
    if (frame < tree->nodes.n)
        return function_of(tree, &tree->nodes.of[frame], 0);
    const struct v8_tick *tick = &tree->ticks.of[frame - tree->nodes.n];
    return function_of(tree, &tree->nodes.of[tick->node], tick->line);
}

/* Counts samples of an id, whose costs differ. */
static void count_costs(struct v8_tree *tree, const struct v8_id *id, double n,
                        double cost, double squares)
{
    struct profile *profile = tree->sink->profile;
    if (!id->node || tree->nodes.of[id->node - 1].stack == tree->empty ||
        !(cost > 0))
        return;
    profile->counted_samples.n += n;
    profile->counted_samples.cost += cost;
    profile->counted_samples.squares += squares;
}

static void count_all_costs(struct v8_tree *tree)
{
    const struct time_range *range = &tree->sink->options->time;
    for (uint32_t i = 0; i < tree->ids.n && !range->is_set; i++) {
        const struct v8_id *id = &tree->by_id.of[i];
        count_costs(tree, id, (double)id->samples, id->cost, id->squares);
    }
    for (size_t i = 0; i < tree->timed.n && range->is_set; i++) {
        const struct v8_sample *sample = &tree->timed.of[i];
        if (time_range_has(range, (tree->owner.start + sample->at) / 1e6))
            count_costs(tree, &tree->by_id.of[sample->id], 1, sample->cost,
                        sample->cost * sample->cost);
    }
}

/* Warns of samples that count nothing. */
static void warn(const struct v8_tree *tree, struct input *input)
{
    size_t weighed = 0, in_nodes = 0;
    for (uint32_t i = 0; i < tree->ids.n; i++) {
        weighed += tree->by_id.of[i].samples;
        if (tree->by_id.of[i].node)
            in_nodes += tree->by_id.of[i].samples;
    }
    /* Profiles of 2017 have one time more, that of the end. */
    if (tree->has_times && tree->n_deltas != tree->n_samples + 1)
        declared_check(input,
                       (struct declared){ .where = "the list of times",
                                          .unit = S("samples"),
                                          .says = (double)tree->n_deltas,
                                          .found = (double)tree->n_samples });
    input_count(input, "samples of nodes that do not exist, left out",
                weighed - in_nodes);
}

void v8_tree_fill(struct v8_tree *tree, struct input *input)
{
    struct frame_functions functions = { .find = find_function,
                                         .reader = tree };
    thread_stacks_fill(&tree->stacks, tree->sink, &tree->owner, functions);
    if (!sink_draws(tree->sink, &tree->owner.sample))
        return;
    if (!has_sizes(tree))
        warn(tree, input);
    if (tree->n_samples && tree->has_times)
        count_all_costs(tree);
    /* The beginning and the end of any recording are idle. */
    double whole = tree->idle + profile_whole(tree->sink->profile);
    if (tree->idle < LEAST_IDLE * whole)
        return;
    if (tree->idle > 0 && tree->has_times)
        input_remark(input, "%.3g s of idle time are left out",
                     tree->idle / 1e6);
    else if (tree->idle > 0)
        input_remark(input, "%.0f idle samples are left out", tree->idle);
}
