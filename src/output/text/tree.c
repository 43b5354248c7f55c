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
 */

#include "model/stack_tree.h"
#include "output/text/table.h"
#include "output/text/text.h"
#include "output/writer.h"
#include "util/diag.h"
#include "util/map.h"
#include "util/text/number.h"
#include "util/text/utf8.h"

enum {
    MOST_NODES = 100000, /* of an estimate, besides some for each function */
    MOST_INDENT = 14,    /* levels; deeper lines tell their level */
};

/* Sums of the same costs in different orders differ by less of the whole. */
#define ROUNDING 1e-9

struct node {
    uint32_t parent; /* or NO_ID */
    uint32_t function;
    uint32_t depth;
    double total, self;   /* total is UNKNOWN if the cost of the call is */
    double indirect;      /* the part of total through functions left out */
    bool recursive;       /* the function is on the path already */
    uint32_t child, next; /* the lines: the first one below it and the next one
                             beside it, or NO_ID */
    uint32_t indent;
};

struct tree {
    struct arena arena;
    const struct report *report;
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

static uint32_t add_node(struct tree *tree, uint32_t parent, uint32_t function,
                         double total)
{
    uint32_t depth = parent == NO_ID ? 0 : tree->nodes.of[parent].depth + 1;
    *PUSH_IN(&tree->arena, &tree->nodes) = (struct node){
        .parent = parent,
        .function = function,
        .depth = depth,
        .total = total,
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
    const bool *kept; /* by function: the view has it */
    struct pairs ids; /* (parent + 1, function) by node */
    uint32_t *home;   /* by context: the node that it is in, or NO_ID */
    bool *opened;     /* by context: it put its function on the path */
};

static void enter(struct folding *folding, uint32_t c, double through)
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
        add_node(tree, parent, f, 0);
    struct node *node = &tree->nodes.of[id];
    folding->home[c] = id;
    node->total += through;
    if (!is_root && !folding->kept[profile->contexts[above].function])
        node->indirect += through;
    node->recursive = tree->open[f] > 0;
    if (node->recursive)
        return;
    node->self += context->self;
    tree->open[f] = id + 1;
    folding->opened[c] = true;
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
        .home = NEW_N(&tree->arena, uint32_t, profile->n_contexts),
        .opened = NEW_N(&tree->arena, bool, profile->n_contexts),
    };
    struct stack_tree_walk walk = stack_tree_start(stacks);
    while (stack_tree_next(&walk)) {
        if (walk.entered)
            enter(&folding, walk.at, stacks->through[walk.at]);
        else if (folding.opened[walk.at])
            tree->open[profile->contexts[walk.at].function] = 0;
    }
}

/* ---- From calls ---- */

/* The calls of the view by caller, and what a function has to share among its
   self cost and its calls. */
struct sharing {
    const struct view_call *calls;
    uint32_t *first; /* by function: its first call; the last element is the
                        number of calls */
    double *sum;     /* by function */
    double *enters;  /* by function: the cost that no call in the view brings,
                        or all of it in a root that --root names */
};

static struct sharing find_sharing(struct tree *tree)
{
    const struct report *report = tree->report;
    const struct view *view = report->view;
    uint32_t n = report->profile->n_functions;
    struct sharing sharing = {
        .calls = view->calls,
        .first = NEW_N(&tree->arena, uint32_t, (size_t)n + 1),
        .sum = NEW_N(&tree->arena, double, n),
        .enters = NEW_N(&tree->arena, double, n),
    };
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        sharing.sum[f] = report->profile->functions[f].self;
        if (!tree->roots || tree->roots[f])
            sharing.enters[f] = known_or(report->costs->total[f], 0);
    }
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        sharing.first[call->caller + 1]++;
        if (call->caller == call->callee)
            continue;
        sharing.sum[call->caller] += known_or(call->cost, 0);
        if (!tree->roots)
            sharing.enters[call->callee] -= known_or(call->cost, 0);
    }
    for (uint32_t f = 0; f < n; f++) {
        sharing.first[f + 1] += sharing.first[f];
        sharing.sum[f] =
            fmax(sharing.sum[f], known_or(report->costs->total[f], 0));
    }
    return sharing;
}

/* Adds the node of a call of the node `id`. Returns its id if it is to be
   descended, or else NO_ID. */
static uint32_t follow(struct tree *tree, const struct sharing *sharing,
                       uint32_t id, const struct view_call *call)
{
    double sum = sharing->sum[call->caller];
    double part = sum > 0 ? tree->nodes.of[id].total / sum : 0;
    double total = call->cost * part;
    bool recursive = tree->open[call->callee] > 0;
    if (is_deep(tree, tree->nodes.of[id].depth + 1))
        return NO_ID;
    if (known(total) && (total < tree->least || total <= 0)) {
        tree->is_cut |= total > 0;
        return NO_ID;
    }
    uint32_t child = add_node(tree, id, call->callee, total);
    tree->nodes.of[child].recursive = recursive;
    return recursive || !known(total) ? NO_ID : child;
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
            if (sharing->sum[f] > 0)
                tree->nodes.of[at].self = functions[f].self *
                                          tree->nodes.of[at].total /
                                          sharing->sum[f];
        }
        while (child == NO_ID && next[f] < sharing->first[f + 1])
            child = follow(tree, sharing, at, &sharing->calls[next[f]++]);
        if (child == NO_ID)
            tree->open[f] = 0;
        at = child != NO_ID ? child : tree->nodes.of[at].parent;
    }
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
        roots[i] = (struct ranked){ f, sharing->enters[f] };
    }
    report_rank(roots, n);
    double least = fmax(tree->least, ROUNDING * report->whole);
    for (uint32_t i = 0; i < n && roots[i].cost >= least; i++)
        descend(tree, sharing,
                add_node(tree, NO_ID, roots[i].id, roots[i].cost), next);
    if (tree->nodes.n == 0) {
        uint32_t f = report_by_total(&tree->arena, report)[0];
        descend(tree, sharing,
                add_node(tree, NO_ID, f, report->costs->total[f]), next);
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
        tree->least = fmax(4 * tree->least, 1e-4 * tree->report->whole);
        tree->nodes.n = 0;
        tree->is_cut = true;
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
        if (node->total < tree->least)
            tree->n_more++;
        else
            rows[tree->n_lines++] =
                (struct ranked){ i, known_or(node->total, 0) };
    }
    report_rank(rows, tree->n_lines);
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

static void put_line(struct buf *out, const struct tree *tree,
                     const struct node *node)
{
    struct arena scratch = { 0 };
    const struct report *report = tree->report;
    bool from_stacks = report->profile->kind != FROM_CALLS;
    bool exact = from_stacks || (node->parent == NO_ID &&
                                 report->costs->exact[node->function]);
    uint32_t indent = node->indent < MOST_INDENT ? node->indent : MOST_INDENT;
    struct str level = node->indent > MOST_INDENT
                           ? arena_printf(&scratch, "(%u) ", node->indent)
                           : S("");
    bool indirect = node->indirect > node->total / 2;
    struct str name = table_name(report, node->function);
    struct str line = arena_printf(
        &scratch, "%8s %7s  %*s%s%s%s",
        table_part(&scratch, node->total, report->whole, exact).s,
        node->recursive
            ? ""
            : table_part(&scratch, node->self, report->whole, exact).s,
        2 * (int)indent, "", level.s, is_only(tree, node) ? "> " : "",
        indirect ? "... " : "");
    const char *mark = node->recursive ? " (recursive)" : "";
    size_t columns = (size_t)report->look->columns;
    size_t used = line.len + strlen(mark);
    buf_add(out, line);
    buf_add(out,
            columns ? utf8_shortened(&scratch, name, columns - used) : name);
    buf_printf(out, "%s\n", mark);
    arena_free(&scratch);
}

/* Appends the first n lines. */
static void put_lines(struct buf *out, struct tree *tree, size_t n)
{
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
    struct arena scratch = { 0 };
    const struct report *report = tree->report;
    struct buf line = { 0 };
    text_put_whole(&line, report);
    if (report->profile->kind == FROM_CALLS)
        buf_add(&line, S("; ~ estimated from calls"));
    table_put_line(out, report->look, buf_move(&line, &scratch));
    struct str too_low = report_cut_totals(&scratch, report);
    if (too_low.len)
        table_put_line(out, report->look, too_low);
    arena_free(&scratch);
}

static void put_rest(struct buf *out, const struct tree *tree, size_t shown)
{
    struct arena scratch = { 0 };
    const struct report *report = tree->report;
    size_t n_more = tree->n_lines - shown + tree->n_more;
    struct str least =
        number_percent(&scratch, report_share(report, tree->least));
    if (tree->is_cut)
        table_put_line(
            out, report->look,
            tree->least > report->look->least_part * report->whole
                ? arena_printf(&scratch, "... more below %s: too many paths",
                               least.s)
                : arena_printf(&scratch, "... more below %s", least.s));
    table_put_more(out, report->look, n_more, "", "-n 0 -e 0");
    arena_free(&scratch);
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
    struct tree tree = {
        .report = report,
        .least = report->look->least_part * report->whole,
    };
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
    .is_report = true,
    .write = write_tree,
};
