#include "readers/frames/frame_stacks.h"

uint32_t frame_stacks_push(struct frame_stacks *stacks, uint32_t stack,
                           uint32_t frame)
{
    return paths_add(&stacks->stacks, stacks->arena, stack, frame);
}

uint32_t frame_stacks_push_all(struct frame_stacks *stacks,
                               const uint32_t *frames, size_t n)
{
    uint32_t stack = NO_ID;
    while (n-- > 0)
        stack = frame_stacks_push(stacks, stack, frames[n]);
    return stack;
}

void frame_stacks_add(struct frame_stacks *stacks, uint32_t stack,
                      uint32_t event, double cost)
{
    if (stack == NO_ID)
        return;
    uint32_t row = pairs_add_in(&stacks->rows, stacks->arena, stack, event);
    *REACH_IN(stacks->arena, &stacks->costs, row) += cost;
}

void frame_stacks_cut(struct frame_stacks *stacks, const bool *cut, size_t n)
{
    const struct path *nodes = stacks->stacks.of;
    struct frame_stacks old = *stacks;
    struct pairs rows = old.rows;
    stacks->rows = (struct pairs){ 0 };
    memset(&stacks->costs, 0, sizeof stacks->costs);
    for (uint32_t row = 0; row < rows.n; row++) {
        uint32_t at = rows.keys[row].a;
        while (nodes[at].last < n && cut[nodes[at].last] &&
               nodes[at].parent != NO_ID)
            at = nodes[at].parent;
        frame_stacks_add(stacks, at, rows.keys[row].b, old.costs.of[row]);
    }
}

size_t frame_stacks_fill(const struct frame_stacks *stacks,
                         struct profile *profile, uint32_t event,
                         uint32_t (*find)(void *reader, uint32_t frame),
                         void *reader, size_t n)
{
    const struct path *nodes = stacks->stacks.of;
    const struct pair *rows = stacks->rows.keys;
    uint32_t n_stacks = (uint32_t)stacks->stacks.n;
    bool *is_used = NEW_N(stacks->arena, bool, n_stacks);
    bool *has_frame = NEW_N(stacks->arena, bool, n);
    uint32_t *functions = index_no_ids(stacks->arena, n);
    uint32_t *contexts = index_no_ids(stacks->arena, n_stacks);
    size_t left_out = 0;
    for (uint32_t row = 0; row < stacks->rows.n; row++)
        if (rows[row].b == event && stacks->costs.of[row] > 0)
            is_used[rows[row].a] = true;
    for (uint32_t i = n_stacks; i-- > 0;) {
        if (is_used[i] && nodes[i].parent != NO_ID)
            is_used[nodes[i].parent] = true;
        if (is_used[i] && nodes[i].last < n)
            has_frame[nodes[i].last] = true;
    }
    for (size_t frame = 0; frame < n; frame++)
        if (has_frame[frame])
            functions[frame] = find(reader, (uint32_t)frame);
    for (uint32_t i = 0; i < n_stacks; i++) {
        uint32_t parent = nodes[i].parent;
        uint32_t above = parent == NO_ID ? NO_ID : contexts[parent];
        if (is_used[i] && nodes[i].last < n &&
            functions[nodes[i].last] != NO_ID &&
            (parent == NO_ID || above != NO_ID))
            contexts[i] =
                profile_context(profile, above, functions[nodes[i].last]);
    }
    for (uint32_t row = 0; row < stacks->rows.n; row++) {
        double cost = rows[row].b == event ? stacks->costs.of[row] : 0;
        left_out += cost > 0 && contexts[rows[row].a] == NO_ID;
        if (cost > 0 && contexts[rows[row].a] != NO_ID)
            profile_sample(profile, contexts[rows[row].a], cost);
    }
    return left_out;
}
