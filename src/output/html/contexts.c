#include "output/html/contexts.h"

#include "model/stack_tree.h"
#include "output/html/times.h"

/* The part of a tree of contexts that a page gets. */
struct selection {
    struct arena *arena;
    const struct stack_tree *tree;
    const struct html_choices *choices; /* or NULL */
    const uint32_t *row; /* by function */
    double *self;        /* by context: of the drawn event */
    double *through;     /* by context: the same with all below it */
    double *share;       /* by context: of the whole, with all below it; sum of
                            those of all events */
    uint32_t *home; /* by context: itself if the page gets it, or else the
                       context that it is merged below; n_contexts: a root */
    double *merged; /* by context: the cost of its merged children; the last is
                       that of merged roots */
    bool *has_merged; /* the same: are there any? */
    uint32_t *node, *merged_node; /* by context: its node and that of its
                                     merged children */
    double sum; /* of all that is merged */
    const double *after; /* by context: the new side's part of self; NULL:
                            nothing is compared */
    double *through_after, *merged_after; /* the same of through and merged */
    LIST(double) put_after; /* by node */
};

/* ---- Costs ---- */

static void find_self(struct selection *s)
{
    const struct profile *profile = s->tree->profile;
    const struct html_choices *choices = s->choices;
    for (uint32_t c = 0; !choices && c < profile->n_contexts; c++)
        s->self[c] = profile->contexts[c].self;
    for (uint32_t i = 0; choices && i < profile->samples.n_rows; i++) {
        const struct sample_row *row = &profile->samples.rows[i];
        uint32_t event = html_choices_event(choices, row);
        if (event == choices->drawn)
            s->self[row->context] += row->cost;
        if (choices->wholes[event] > 0)
            s->share[row->context] += row->cost / choices->wholes[event];
    }
}

static void find_costs(struct selection *s, double whole)
{
    const struct profile *profile = s->tree->profile;
    find_self(s);
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        s->through[c] = s->self[c];
        s->through_after[c] = s->after ? s->after[c] : 0;
    }
    for (uint32_t c = profile->n_contexts; c-- > 0;) {
        uint32_t parent = profile->contexts[c].parent;
        if (parent != NO_ID) {
            s->through[parent] += s->through[c];
            s->through_after[parent] += s->through_after[c];
            s->share[parent] += s->share[c];
        }
        if (!s->choices)
            s->share[c] = s->through[c] / whole;
    }
}

/* ---- Selection ---- */

static void select_contexts(struct selection *s, double least)
{
    const struct profile *profile = s->tree->profile;
    uint32_t n = profile->n_contexts;
    s->sum = 0;
    for (uint32_t c = 0; c <= n; c++) {
        s->merged[c] = s->merged_after[c] = 0;
        s->has_merged[c] = false;
    }
    for (uint32_t c = 0; c < n; c++) {
        const struct context *context = &profile->contexts[c];
        uint32_t above = context->parent == NO_ID ? n : context->parent;
        s->home[c] = above < n ? s->home[above] : n;
        if (s->home[c] != above)
            continue;
        if (s->share[c] >= least && s->row[context->function] != NO_ID) {
            s->home[c] = c;
        } else if (s->share[c] > 0) {
            s->has_merged[above] = true;
            s->merged[above] += s->through[c];
            s->merged_after[above] += s->through_after[c];
            s->sum += s->through[c];
        }
    }
}

/* ---- Nodes ---- */

static void put_cost(struct json *json, double cost)
{
    if (cost == floor(cost))
        json_count(json, NULL, cost);
    else
        json_number(json, NULL, cost);
}

/* The nodes that are written so far. */
struct nodes {
    struct json *json;
    int64_t depth; /* of the last one */
    uint32_t n;
};

/* Puts a context of this depth and returns the number of its node. */
static uint32_t put_context(struct nodes *nodes, double row, uint32_t depth,
                            double self)
{
    json_count(nodes->json, NULL, row);
    json_count(nodes->json, NULL, (double)(nodes->depth + 1 - depth));
    put_cost(nodes->json, self);
    nodes->depth = depth;
    return nodes->n++;
}

static void put_nodes(struct json *json, struct selection *s)
{
    const struct profile *profile = s->tree->profile;
    struct stack_tree_walk walk = stack_tree_start(s->tree);
    struct nodes nodes = { json, -1, 0 };
    uint32_t roots = profile->n_contexts;
    s->put_after.n = 0;
    json_open(json, "nodes", '[');
    while (stack_tree_next(&walk)) {
        uint32_t c = walk.at;
        if (!walk.entered || s->home[c] != c)
            continue;
        s->node[c] = put_context(&nodes, s->row[profile->contexts[c].function],
                                 walk.depth, s->self[c]);
        *PUSH_IN(s->arena, &s->put_after) = s->after ? s->after[c] : 0;
        if (!s->has_merged[c])
            continue;
        s->merged_node[c] =
            put_context(&nodes, -1, walk.depth + 1, s->merged[c]);
        *PUSH_IN(s->arena, &s->put_after) = s->merged_after[c];
    }
    if (s->has_merged[roots]) {
        s->merged_node[roots] = put_context(&nodes, -1, 0, s->merged[roots]);
        *PUSH_IN(s->arena, &s->put_after) = s->merged_after[roots];
    }
    json_close(json, ']');
}

static void put_after(struct json *json, const struct selection *s)
{
    json_open(json, "after", '[');
    for (size_t i = 0; i < s->put_after.n; i++)
        put_cost(json, s->put_after.of[i]);
    json_close(json, ']');
}

/* ---- Parts ---- */

struct part {
    uint32_t node, kind; /* kind: event * threads + thread */
    uint32_t row;        /* keeps the order of equal ones */
    double cost;
};

static int by_node(const void *left, const void *right)
{
    const struct part *a = left, *b = right;
    int order = COMPARE(a->node, b->node);
    order = order ? order : COMPARE(a->kind, b->kind);
    return order ? order : COMPARE(a->row, b->row);
}

static uint32_t kind_of(const struct selection *s, const struct sample_row *row)
{
    return html_choices_event(s->choices, row) * s->choices->n_threads +
           html_choices_thread(s->choices, row);
}

static uint32_t node_of(const struct selection *s, const struct sample_row *row)
{
    uint32_t home = s->home[row->context];
    return home == row->context ? s->node[home] : s->merged_node[home];
}

/* Fills in one part for each row of samples, by rising nodes, adds up those of
   one node and one kind, and returns how many are left. */
static uint32_t list_parts(const struct selection *s, struct part *parts)
{
    const struct samples *samples = &s->tree->profile->samples;
    uint32_t n = 0;
    for (uint32_t i = 0; i < samples->n_rows; i++) {
        const struct sample_row *row = &samples->rows[i];
        parts[i] = (struct part){ node_of(s, row), kind_of(s, row), i,
                                  row->cost };
    }
    SORT(parts, samples->n_rows, by_node);
    for (uint32_t i = 0; i < samples->n_rows; i++) {
        if (n && parts[n - 1].node == parts[i].node &&
            parts[n - 1].kind == parts[i].kind)
            parts[n - 1].cost += parts[i].cost;
        else
            parts[n++] = parts[i];
    }
    return n;
}

static void put_parts(struct json *json, const struct selection *s)
{
    LOCAL_ARENA(scratch);
    struct part *parts =
        NEW_N(&scratch, struct part, s->tree->profile->samples.n_rows);
    uint32_t n = list_parts(s, parts), end;
    int64_t last = -1;
    json_open(json, "parts", '[');
    for (uint32_t i = 0; i < n; i = end) {
        for (end = i; end < n && parts[end].node == parts[i].node; end++)
            ;
        json_count(json, NULL, (double)(parts[i].node - last));
        json_count(json, NULL, end - i);
        last = parts[i].node;
        for (uint32_t k = i; k < end; k++) {
            json_count(json, NULL, parts[k].kind);
            put_cost(json, parts[k].cost);
        }
    }
    json_close(json, ']');
}

/* ---- Times ---- */

/* Puts all samples along time, in place of the parts. */
static void put_times(struct json *json, const struct selection *s)
{
    LOCAL_ARENA(scratch);
    const struct samples *samples = &s->tree->profile->samples;
    const struct html_choices *choices = s->choices;
    struct html_time *rows = NEW_N(&scratch, struct html_time, samples->n_rows);
    for (uint32_t i = 0; i < samples->n_rows; i++) {
        const struct sample_row *row = &samples->rows[i];
        rows[i] = (struct html_time){
            .kind = kind_of(s, row),
            .node = node_of(s, row),
            .slice = row->slice,
            .cost = row->cost,
        };
    }
    html_times(json, samples, rows, samples->n_rows,
               choices->wholes[choices->drawn]);
}

/* ---- The data ---- */

static struct selection new_selection(struct arena *arena,
                                      const struct profile *profile)
{
    size_t n = (size_t)profile->n_contexts + 1;
    return (struct selection){
        .arena = arena,
        .tree = stack_tree_of(arena, profile),
        .self = NEW_N(arena, double, n),
        .through = NEW_N(arena, double, n),
        .share = NEW_N(arena, double, n),
        .home = NEW_N(arena, uint32_t, n),
        .merged = NEW_N(arena, double, n),
        .through_after = NEW_N(arena, double, n),
        .merged_after = NEW_N(arena, double, n),
        .has_merged = NEW_N(arena, bool, n),
        .node = NEW_N(arena, uint32_t, n),
        .merged_node = NEW_N(arena, uint32_t, n),
    };
}

void html_contexts(struct json *json, const struct profile *profile,
                   const uint32_t *row, double whole,
                   const struct html_choices *choices, const double *after)
{
    if (profile->kind != FROM_STACKS || !(whole > 0)) {
        json_null(json, "contexts");
        return;
    }
    LOCAL_ARENA(scratch);
    struct selection s = new_selection(&scratch, profile);
    struct json before = *json;
    size_t start = json->out->len;
    bool has_time = choices && choices->samples->has_time;
    double least = has_time ? HTML_LEAST_TIMED / 2 : HTML_LEAST_CONTEXT / 2;
    s.row = row;
    s.choices = choices;
    s.after = after;
    find_costs(&s, whole);
    do {
        least *= 2;
        *json = before;
        json->out->len = start;
        select_contexts(&s, least);
        json_open(json, "contexts", '{');
        json_number(json, "least", least);
        json_number(json, "merged", s.sum);
        put_nodes(json, &s);
        if (after)
            put_after(json, &s);
        if (choices && !has_time)
            put_parts(json, &s);
        json_close(json, '}');
    } while (json->out->len - start > HTML_CONTEXT_BYTES);
    if (has_time)
        put_times(json, &s);
}
