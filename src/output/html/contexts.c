#include "output/html/contexts.h"

#include "model/stack_tree.h"

/* The part of a tree of contexts that a page gets. */
struct selection {
    const struct stack_tree *tree;
    const uint32_t *row; /* by function */
    bool *kept;          /* by context */
    double *merged;      /* by context: the cost of its merged children; the
                            last is that of merged roots */
    double sum;          /* of all that is merged */
};

static void select_contexts(struct selection *s, double least)
{
    const struct profile *profile = s->tree->profile;
    uint32_t n = profile->n_contexts;
    s->sum = 0;
    for (uint32_t c = 0; c <= n; c++)
        s->merged[c] = 0;
    for (uint32_t c = 0; c < n; c++) {
        const struct context *context = &profile->contexts[c];
        bool is_root = context->parent == NO_ID;
        if (!is_root && !s->kept[context->parent]) {
            s->kept[c] = false;
            continue;
        }
        s->kept[c] = s->tree->through[c] >= least &&
                     s->row[context->function] != NO_ID;
        if (!s->kept[c]) {
            s->merged[is_root ? n : context->parent] += s->tree->through[c];
            s->sum += s->tree->through[c];
        }
    }
}

static void put_cost(struct json *json, double cost)
{
    if (cost == floor(cost))
        json_count(json, NULL, cost);
    else
        json_number(json, NULL, cost);
}

/* Puts a context of this depth, after one of the depth *last. */
static void put_context(struct json *json, double row, uint32_t depth,
                        int64_t *last, double self)
{
    json_count(json, NULL, row);
    json_count(json, NULL, (double)(*last + 1 - depth));
    put_cost(json, self);
    *last = depth;
}

static void put_nodes(struct json *json, const struct selection *s)
{
    const struct profile *profile = s->tree->profile;
    struct stack_tree_walk walk = stack_tree_start(s->tree);
    int64_t last = -1;
    json_open(json, "nodes", '[');
    while (stack_tree_next(&walk)) {
        const struct context *context = &profile->contexts[walk.at];
        if (!walk.entered || !s->kept[walk.at])
            continue;
        put_context(json, s->row[context->function], walk.depth, &last,
                    context->self);
        if (s->merged[walk.at] > 0)
            put_context(json, -1, walk.depth + 1, &last, s->merged[walk.at]);
    }
    if (s->merged[profile->n_contexts] > 0)
        put_context(json, -1, 0, &last, s->merged[profile->n_contexts]);
    json_close(json, ']');
}

void html_contexts(struct json *json, const struct profile *profile,
                   const uint32_t *row, double whole)
{
    if (profile->kind != FROM_STACKS || !(whole > 0)) {
        json_null(json, "contexts");
        return;
    }
    struct arena scratch = { 0 };
    struct selection s = {
        .tree = stack_tree_of(&scratch, profile),
        .row = row,
        .kept = NEW_N(&scratch, bool, profile->n_contexts),
        .merged = NEW_N(&scratch, double, profile->n_contexts + 1),
    };
    struct json before = *json;
    size_t start = json->out->len;
    double least = HTML_LEAST_CONTEXT / 2;
    do {
        least *= 2;
        *json = before;
        json->out->len = start;
        select_contexts(&s, least * whole);
        json_open(json, "contexts", '{');
        json_number(json, "least", least);
        json_number(json, "merged", s.sum);
        put_nodes(json, &s);
        json_close(json, '}');
    } while (json->out->len - start > HTML_CONTEXT_BYTES);
    arena_free(&scratch);
}
