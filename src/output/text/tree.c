/*
 * The tree of calls from the roots, with total and self shares:
 *
 *       total    self  function
 *        100%    1.5%  main
 *       75.0%    0.5%  > choose
 *       56.8%    1.5%    sum
 *       10.0%            choose (recursive)
 *
 * ">" stands before the only line below another one, which is not indented
 * further. A function that calls itself, directly or not, is not descended
 * again. "..." stands before a function that is called through others that the
 * selection leaves out.
 *
 * From stacks the tree is exact: the contexts, of which those with the same
 * names from the root are one. From calls it is an estimate, as of gprof: of
 * the cost of a function, each path to it gets the part that its last call has,
 * and all its calls get the same parts of that. All such shares have "~".
 *
 * A comparison has the totals of both sides, as shares of the base, and their
 * difference:
 *
 *        base      new  change  function
 *        100%    68.3%  -31.7%  main
 *       75.0%    43.3%  -31.7%  > choose
 */

#include "labels/shorten.h"
#include "model/stack_tree.h"
#include "output/changes.h"
#include "output/text/table.h"
#include "output/text/text.h"
#include "output/writer.h"
#include "util/diag.h"
#include "util/map.h"
#include "util/ranked.h"
#include "util/text/number.h"
#include "util/text/utf8.h"

enum {
    MOST_NODES = 100000, /* of an estimate, besides some for each function */
    MOST_INDENT = 14,    /* levels; deeper lines tell their level */
};

struct node {
    uint32_t parent; /* or NO_ID */
    uint32_t function;
    uint32_t depth;
    double total[2]; /* of the base and of the new side; UNKNOWN if the
                        cost of the call is. Without a comparison the first
                        is that of the profile */
    double self;     /* not of a comparison */
    double indirect; /* the part of all totals through functions left out */
    bool recursive;  /* the function is on the path already */
    uint32_t child, next; /* the lines: the first one below it and the next one
                             beside it, or NO_ID */
    uint32_t indent;
};

struct tree {
    struct arena arena;
    const struct report *report;
    uint32_t n_sides;        /* 2 if the report is a comparison */
    double whole;            /* what shares refer to */
    const bool *roots;       /* by function: --root names it; NULL: there is no
                                such option, and all functions may be roots */
    LIST(struct node) nodes; /* parents before their children */
    uint32_t *open; /* by function: the node of the path that has it + 1; 0: the
                       path does not have it */
    uint32_t *lines; /* the nodes that are shown, by falling total */
    size_t n_lines;
    size_t n_more; /* other nodes, which are below the threshold */
    double least;  /* cost below which there are no lines */
    bool is_cut;   /* some estimates were too small to follow */
};

/* Returns a cost of one side. `all` is that of the profile, of which nothing is
   compared if `change` is NULL. */
static double side_of(const struct change *change, uint32_t side, double all)
{
    return !change ? all : side ? change->new : change->base;
}

static double self_of(const struct report *report, uint32_t f, uint32_t side)
{
    const struct comparison *c = report->comparison;
    return side_of(c ? &c->self[f] : NULL, side,
                   report->profile->functions[f].self);
}

static double total_of(const struct report *report, uint32_t f, uint32_t side)
{
    const struct comparison *c = report->comparison;
    return known_or(
        side_of(c ? &c->total[f] : NULL, side, report->costs->total[f]), 0);
}

static double cost_of(const struct report *report, const struct view_call *call,
                      uint32_t side)
{
    return side_of(report->comparison ? changes_of_call(report, call) : NULL,
                   side, call->cost);
}

/* Returns the cost by which a line has its place: the larger one of a
   comparison. */
static double weight_of(const struct tree *tree, const double *total)
{
    return tree->n_sides == 1 ? total[0] : fmax(total[0], total[1]);
}

/* Adds a node without cost. Returns its id. */
static uint32_t add_node(struct tree *tree, uint32_t parent, uint32_t function)
{
    uint32_t depth = parent == NO_ID ? 0 : tree->nodes.of[parent].depth + 1;
    *PUSH_IN(&tree->arena, &tree->nodes) = (struct node){
        .parent = parent,
        .function = function,
        .depth = depth,
    };
    return (uint32_t)(tree->nodes.n - 1);
}

static bool is_deep(const struct tree *tree, uint32_t depth)
{
    long most = tree->report->limits->depth;
    return most >= 0 && depth > (uint64_t)most;
}

/* ---- From stacks ---- */

/* The state of the walk over the contexts. */
struct folding {
    struct tree *tree;
    const bool *kept;         /* by function: the view has it */
    const double *through[2]; /* by context, of each side */
    struct pairs ids;         /* (parent + 1, function) by node */
    uint32_t *home;           /* by context: the node that it is in, or NO_ID */
    bool *opened;             /* by context: it put its function on the path */
};

static void enter(struct folding *folding, uint32_t c)
{
    struct tree *tree = folding->tree;
    const struct profile *profile = tree->report->profile;
    const struct context *context = &profile->contexts[c];
    uint32_t f = context->function, above = context->parent;
    uint32_t parent = above == NO_ID ? NO_ID : folding->home[above];
    bool is_root = parent == NO_ID;
    folding->home[c] = parent;
    if (!folding->kept[f] || (is_root && tree->roots && !tree->roots[f]) ||
        (!is_root && tree->nodes.of[parent].recursive))
        return;
    size_t n = tree->nodes.n;
    uint32_t id = pairs_add_in(&folding->ids, &tree->arena, parent + 1, f);
    if (id == n)
        add_node(tree, parent, f);
    struct node *node = &tree->nodes.of[id];
    folding->home[c] = id;
    for (uint32_t side = 0; side < tree->n_sides; side++) {
        node->total[side] += folding->through[side][c];
        if (!is_root && !folding->kept[profile->contexts[above].function])
            node->indirect += folding->through[side][c];
    }
    node->recursive = tree->open[f] > 0;
    if (node->recursive)
        return;
    node->self += context->self;
    tree->open[f] = id + 1;
    folding->opened[c] = true;
}

/* Returns, by context, the cost of one side that goes through it. */
static double *through_of_side(struct tree *tree, bool is_new)
{
    const struct report *report = tree->report;
    const struct profile *profile = report->profile;
    double *through =
        compare_selves(&tree->arena, report->comparison, profile, is_new);
    for (uint32_t i = profile->n_contexts; i-- > 0;) {
        uint32_t c = report->costs->tree->order[i];
        if (profile->contexts[c].parent != NO_ID)
            through[profile->contexts[c].parent] += through[c];
    }
    return through;
}

static void build_from_stacks(struct tree *tree)
{
    const struct report *report = tree->report;
    const struct profile *profile = report->profile;
    const struct stack_tree *stacks = report->costs->tree;
    bool *kept = NEW_N(&tree->arena, bool, profile->n_functions);
    for (uint32_t i = 0; i < report->view->n_functions; i++)
        kept[report->view->functions[i]] = true;
    struct folding folding = {
        .tree = tree,
        .kept = kept,
        .through = { stacks->through },
        .home = NEW_N(&tree->arena, uint32_t, profile->n_contexts),
        .opened = NEW_N(&tree->arena, bool, profile->n_contexts),
    };
    for (uint32_t side = 0; report->comparison && side < 2; side++)
        folding.through[side] = through_of_side(tree, side);
    struct stack_tree_walk walk = stack_tree_start(stacks);
    while (stack_tree_next(&walk)) {
        if (walk.entered)
            enter(&folding, walk.at);
        else if (folding.opened[walk.at])
            tree->open[profile->contexts[walk.at].function] = 0;
    }
}

/* ---- From calls ---- */

/* The calls of the view by caller, and what a function has to share among its
   self cost and its calls. */
struct sharing {
    const struct view_call *calls;
    uint32_t *first;   /* by function: its first call; the last element is the
                          number of calls */
    double *sum[2];    /* by function, of each side */
    double *enters[2]; /* by function: the cost that no call in the view brings,
                          or all of it in a root that --root names */
};

/* Fills in one side of the sums, and of what enters functions. */
static void share_side(const struct tree *tree, struct sharing *sharing,
                       uint32_t side)
{
    const struct report *report = tree->report;
    const struct view *view = report->view;
    double *sum = sharing->sum[side], *enters = sharing->enters[side];
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        sum[f] = self_of(report, f, side);
        if (!tree->roots || tree->roots[f])
            enters[f] = total_of(report, f, side);
    }
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        double cost = known_or(cost_of(report, call, side), 0);
        if (call->caller == call->callee)
            continue;
        sum[call->caller] += cost;
        if (!tree->roots)
            enters[call->callee] -= cost;
    }
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        sum[f] = fmax(sum[f], total_of(report, f, side));
    }
}

static struct sharing find_sharing(struct tree *tree)
{
    const struct view *view = tree->report->view;
    uint32_t n = tree->report->profile->n_functions;
    struct sharing sharing = {
        .calls = view->calls,
        .first = NEW_N(&tree->arena, uint32_t, (size_t)n + 1),
    };
    for (uint32_t c = 0; c < view->n_calls; c++)
        sharing.first[view->calls[c].caller + 1]++;
    for (uint32_t f = 0; f < n; f++)
        sharing.first[f + 1] += sharing.first[f];
    for (uint32_t side = 0; side < tree->n_sides; side++) {
        sharing.sum[side] = NEW_N(&tree->arena, double, n);
        sharing.enters[side] = NEW_N(&tree->arena, double, n);
        share_side(tree, &sharing, side);
    }
    return sharing;
}

/* Adds the node of a call of the node `id`. Returns its id if it is to be
   descended, or else NO_ID. */
static uint32_t follow(struct tree *tree, const struct sharing *sharing,
                       uint32_t id, const struct view_call *call)
{
    double total[2] = { 0 };
    for (uint32_t side = 0; side < tree->n_sides; side++) {
        double sum = sharing->sum[side][call->caller];
        double part = sum > 0 ? tree->nodes.of[id].total[side] / sum : 0;
        total[side] = cost_of(tree->report, call, side) * part;
    }
    double weight = weight_of(tree, total);
    bool recursive = tree->open[call->callee] > 0;
    if (is_deep(tree, tree->nodes.of[id].depth + 1))
        return NO_ID;
    if (known(weight) && (weight < tree->least || weight <= 0)) {
        tree->is_cut |= weight > 0;
        return NO_ID;
    }
    uint32_t child = add_node(tree, id, call->callee);
    memcpy(tree->nodes.of[child].total, total, tree->n_sides * sizeof *total);
    tree->nodes.of[child].recursive = recursive;
    return recursive || !known(weight) ? NO_ID : child;
}

/* Adds the node of a root and all below it. */
static void descend(struct tree *tree, const struct sharing *sharing,
                    uint32_t root, uint32_t *next)
{
    const struct function *functions = tree->report->profile->functions;
    size_t limit = MOST_NODES + 2 * (size_t)tree->report->profile->n_functions;
    for (uint32_t at = root; at != NO_ID && tree->nodes.n <= limit;) {
        uint32_t f = tree->nodes.of[at].function, child = NO_ID;
        if (!tree->open[f]) {
            tree->open[f] = at + 1;
            next[f] = sharing->first[f];
            if (sharing->sum[0][f] > 0)
                tree->nodes.of[at].self = functions[f].self *
                                          tree->nodes.of[at].total[0] /
                                          sharing->sum[0][f];
        }
        while (child == NO_ID && next[f] < sharing->first[f + 1])
            child = follow(tree, sharing, at, &sharing->calls[next[f]++]);
        if (child == NO_ID)
            tree->open[f] = 0;
        at = child != NO_ID ? child : tree->nodes.of[at].parent;
    }
}

/* Adds a root with its cost on each side. A cost that is only what rounding has
   left is 0. */
static void add_root(struct tree *tree, const struct sharing *sharing,
                     uint32_t f, uint32_t *next)
{
    uint32_t id = add_node(tree, NO_ID, f);
    for (uint32_t side = 0; side < tree->n_sides; side++)
        if (sharing->enters[side][f] >= LONG_SUM_ERROR * tree->whole)
            tree->nodes.of[id].total[side] = sharing->enters[side][f];
    descend(tree, sharing, id, next);
}

/* A profile whose functions all call each other is entered nowhere: the tree
   begins at the function of most cost. */
static bool add_roots(struct tree *tree, const struct sharing *sharing,
                      uint32_t *next)
{
    const struct report *report = tree->report;
    uint32_t n = report->view->n_functions;
    size_t limit = MOST_NODES + 2 * (size_t)report->profile->n_functions;
    struct ranked *roots = NEW_N(&tree->arena, struct ranked, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t f = report->view->functions[i];
        double enters[2] = { 0 };
        for (uint32_t side = 0; side < tree->n_sides; side++)
            enters[side] = sharing->enters[side][f];
        roots[i] = (struct ranked){ f, weight_of(tree, enters) };
    }
    ranked_sort(roots, n);
    double least = fmax(tree->least, LONG_SUM_ERROR * tree->whole);
    for (uint32_t i = 0; i < n && roots[i].cost >= least; i++)
        add_root(tree, sharing, roots[i].id, next);
    if (tree->nodes.n == 0) {
        uint32_t f = report_by_total(&tree->arena, report)[0];
        for (uint32_t side = 0; side < tree->n_sides; side++)
            sharing->enters[side][f] = total_of(report, f, side);
        add_root(tree, sharing, f, next);
    }
    return tree->nodes.n <= limit;
}

/* The costs of the paths that are as long add up to no more than the whole, so
   a higher threshold bounds their number. */
static void build_from_calls(struct tree *tree)
{
    uint32_t n = tree->report->profile->n_functions;
    struct sharing sharing = find_sharing(tree);
    uint32_t *next = NEW_N(&tree->arena, uint32_t, n);
    while (!add_roots(tree, &sharing, next)) {
        tree->least = fmax(4 * tree->least, 1e-4 * tree->whole);
        tree->nodes.n = 0;
        memset(tree->open, 0, n * sizeof *tree->open);
    }
}

/* ---- Lines ---- */

/* Chooses the nodes that thresholds and depth leave. */
static void choose_lines(struct tree *tree)
{
    size_t n = tree->nodes.n;
    struct ranked *rows = NEW_N(&tree->arena, struct ranked, n);
    tree->lines = NEW_N(&tree->arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        const struct node *node = &tree->nodes.of[i];
        if (is_deep(tree, node->depth))
            continue;
        double weight = weight_of(tree, node->total);
        if (weight < tree->least)
            tree->n_more++;
        else
            rows[tree->n_lines++] = (struct ranked){ i, known_or(weight, 0) };
    }
    ranked_sort(rows, tree->n_lines);
    for (size_t i = 0; i < tree->n_lines; i++)
        tree->lines[i] = rows[i].id;
}

/* Links the first n lines to a tree. A parent comes before its children there,
   because it costs no less. Returns the first line. */
static uint32_t link_lines(struct tree *tree, size_t n)
{
    uint32_t first = NO_ID;
    for (size_t i = 0; i < tree->nodes.n; i++)
        tree->nodes.of[i].child = tree->nodes.of[i].next = NO_ID;
    for (size_t i = n; i-- > 0;) {
        uint32_t id = tree->lines[i], parent = tree->nodes.of[id].parent;
        uint32_t *head =
            parent == NO_ID ? &first : &tree->nodes.of[parent].child;
        tree->nodes.of[id].next = *head;
        *head = id;
    }
    return first;
}

/* Returns the line after another one: below it, beside it, or beside one above
   it. NO_ID: it is the last. */
static uint32_t next_line(const struct tree *tree, uint32_t id)
{
    if (tree->nodes.of[id].child != NO_ID)
        return tree->nodes.of[id].child;
    while (id != NO_ID && tree->nodes.of[id].next == NO_ID)
        id = tree->nodes.of[id].parent;
    return id == NO_ID ? NO_ID : tree->nodes.of[id].next;
}

static bool is_only(const struct tree *tree, const struct node *node)
{
    return node->parent != NO_ID && node->next == NO_ID &&
           &tree->nodes.of[tree->nodes.of[node->parent].child] == node;
}

/* Returns the cells of a line: total and self, or both totals and their
   difference. */
static struct str cells_of(struct arena *arena, const struct tree *tree,
                           const struct node *node)
{
    const struct report *report = tree->report;
    const struct change change = { .base = node->total[0],
                                   .new = node->total[1] };
    bool exact =
        report->profile->kind != FROM_CALLS ||
        (node->parent == NO_ID && report->costs->exact[node->function]);
    struct str total = table_part(arena, node->total[0], tree->whole, exact);
    if (tree->n_sides == 2)
        return arena_printf(
            arena, "%8s %8s %8s", total.s,
            table_part(arena, node->total[1], tree->whole, exact).s,
            changes_points(arena, report, &change).s);
    struct str self = table_part(arena, node->self, tree->whole, exact);
    return arena_printf(arena, "%8s %7s", total.s,
                        node->recursive ? "" : self.s);
}

static void put_line(struct buf *out, const struct tree *tree,
                     const struct node *node)
{
    LOCAL_ARENA(scratch);
    const struct report *report = tree->report;
    uint32_t indent = node->indent < MOST_INDENT ? node->indent : MOST_INDENT;
    struct str level = node->indent > MOST_INDENT
                           ? arena_printf(&scratch, "(%u) ", node->indent)
                           : S("");
    double all = node->total[0] + node->total[1];
    const struct identity *is = &report->profile->functions[node->function].is;
    struct str name = table_name(report, node->function);
    struct str place = str_basename(is->module);
    if (report->look->columns && str_eq(name, UNRESOLVED) && place.len)
        name = arena_printf(&scratch, "%s (%s)", name.s,
                            utf8_cleaned(&scratch, place).s);
    struct str line = arena_printf(
        &scratch, "%s  %*s%s%s%s", cells_of(&scratch, tree, node).s,
        2 * (int)indent, "", level.s, is_only(tree, node) ? "> " : "",
        node->indirect > all / 2 ? "... " : "");
    const char *mark = node->recursive ? " (recursive)" : "";
    size_t columns = (size_t)report->look->columns;
    size_t used = line.len + strlen(mark);
    buf_add(out, line);
    buf_add(out,
            columns && report->look->label_length
                ? shorten_within(&scratch, name, columns - used)
                : name);
    buf_printf(out, "%s\n", mark);
}

/* Appends the first n lines. */
static void put_lines(struct buf *out, struct tree *tree, size_t n)
{
    if (tree->n_sides == 2)
        buf_printf(out, "%8s %8s %8s  %s\n", "base", "new", "change",
                   "function");
    else
        buf_printf(out, "%8s %7s  %s\n", "total", "self", "function");
    for (uint32_t id = link_lines(tree, n); id != NO_ID;
         id = next_line(tree, id)) {
        struct node *node = &tree->nodes.of[id];
        node->indent = 0;
        if (node->parent != NO_ID)
            node->indent =
                tree->nodes.of[node->parent].indent + !is_only(tree, node);
        put_line(out, tree, node);
    }
}

/* Appends as many lines as there is room for. Returns how many. */
static size_t put_fitting(struct buf *out, struct tree *tree)
{
    size_t n = tree->n_lines, start = out->len;
    for (;;) {
        put_lines(out, tree, n);
        size_t bytes = out->len - start;
        if (tree->report->look->shows_all || bytes <= LOOK_MOST_BYTES || n <= 1)
            return n;
        size_t fewer = n * LOOK_MOST_BYTES / bytes;
        n = fewer < 1 ? 1 : fewer < n ? fewer : n - 1;
        out->len = start;
    }
}

/* ---- The output ---- */

static void put_head(struct buf *out, const struct tree *tree)
{
    LOCAL_ARENA(scratch);
    const struct report *report = tree->report;
    struct buf line = { 0 };
    text_put_whole(&line, report);
    if (report->profile->kind == FROM_CALLS)
        buf_add(&line, S("; ~ estimated from calls"));
    if (report->comparison)
        buf_add(&line, S("; shares of the base's whole; -T top tells which "
                         "changes are more than noise"));
    table_put_line(out, report->look, buf_move(&line, &scratch));
    struct str too_low = report_cut_totals(&scratch, report);
    if (too_low.len)
        table_put_line(out, report->look, too_low);
}

static void put_rest(struct buf *out, const struct tree *tree, size_t shown)
{
    LOCAL_ARENA(scratch);
    const struct report *report = tree->report;
    size_t n_more = tree->n_lines - shown + tree->n_more;
    struct str least = number_percent(&scratch, tree->least / tree->whole);
    if (tree->is_cut)
        table_put_line(
            out, report->look,
            tree->least > report->look->least_part * tree->whole
                ? arena_printf(&scratch, "... more below %s: too many paths",
                               least.s)
                : arena_printf(&scratch, "... more below %s", least.s));
    table_put_more(out, report->look, n_more, "", "-n 0 -e 0");
}

static bool find_roots(struct tree *tree)
{
    const struct report *report = tree->report;
    bool *marked = NEW_N(&tree->arena, bool, report->profile->n_functions);
    tree->roots = marked;
    return patterns_match_names(report->profile, report->limits->aliases,
                                &report->limits->root, "--root", marked);
}

static bool write_tree(struct buf *out, const struct report *report)
{
    if (!(report->whole > 0))
        return diag_error("-T tree: no cost was recorded, so that no path has "
                          "a share; -T peek and -T top show what was counted");
    const struct comparison *c = report->comparison;
    struct tree tree = { .report = report,
                         .n_sides = c ? 2 : 1,
                         .whole = c ? fmax(c->whole.base, c->whole.new)
                                    : report->whole };
    if (c && c->whole.base > 0)
        tree.whole = c->whole.base;
    tree.least = report->look->least_part * tree.whole;
    tree.open = NEW_N(&tree.arena, uint32_t, report->profile->n_functions);
    if (report->limits->root.n && !find_roots(&tree)) {
        arena_free(&tree.arena);
        return false;
    }
    if (report->profile->kind == FROM_STACKS)
        build_from_stacks(&tree);
    else
        build_from_calls(&tree);
    choose_lines(&tree);
    if (report->look->markdown)
        buf_add(out, S("```\n"));
    put_head(out, &tree);
    size_t shown = put_fitting(out, &tree);
    put_rest(out, &tree, shown);
    if (report->look->markdown)
        buf_add(out, S("```\n"));
    arena_free(&tree.arena);
    return true;
}

const struct writer writer_tree = {
    .name = "tree",
    .description = "the calls from the roots as an indented tree",
    .kind = WRITES_REPORT,
    .thins_itself = true,
    .write = write_tree,
};
