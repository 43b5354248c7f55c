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

enum { UNUSED, USED, BAD };

/* Marks the stacks that have a cost of the event or are a part of one that
   has. */
static unsigned char *mark_stacks(const struct frame_stacks *stacks,
                                  uint32_t event)
{
    const struct path *nodes = stacks->stacks.of;
    uint32_t n_stacks = stacks->stacks.n;
    unsigned char *marks = NEW_N(stacks->arena, unsigned char, n_stacks);
    for (uint32_t row = 0; row < stacks->rows.n; row++)
        if (stacks->rows.keys[row].b == event && stacks->costs.of[row] > 0)
            marks[stacks->rows.keys[row].a] = USED;
    for (uint32_t i = n_stacks; i-- > 0;)
        if (marks[i] && nodes[i].parent != NO_ID)
            marks[nodes[i].parent] = USED;
    return marks;
}

/* Returns by frame the functions of those that are in marked stacks. */
static uint32_t *find_functions(const struct frame_stacks *stacks,
                                const unsigned char *marks,
                                uint32_t (*find)(void *reader, uint32_t frame),
                                void *reader, size_t n)
{
    uint32_t *functions = NEW_N(stacks->arena, uint32_t, n);
    bool *used = NEW_N(stacks->arena, bool, n);
    for (uint32_t i = 0; i < stacks->stacks.n; i++)
        if (marks[i] && stacks->stacks.of[i].last < n)
            used[stacks->stacks.of[i].last] = true;
    for (size_t frame = 0; frame < n; frame++)
        functions[frame] = used[frame] ? find(reader, (uint32_t)frame) : NO_ID;
    return functions;
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
    uint32_t n_stacks = stacks->stacks.n;
    unsigned char *marks = mark_stacks(stacks, event);
    const uint32_t *functions = find_functions(stacks, marks, find, reader, n);
    uint32_t *contexts = NEW_N(stacks->arena, uint32_t, n_stacks);
    size_t left_out = 0;
    for (uint32_t i = 0; i < n_stacks; i++) {
        uint32_t frame = nodes[i].last, parent = nodes[i].parent;
        if (!marks[i])
            continue;
        if (frame >= n || functions[frame] == NO_ID ||
            (parent != NO_ID && marks[parent] == BAD))
            marks[i] = BAD;
        else
            contexts[i] = profile_context(
                profile, parent == NO_ID ? NO_ID : contexts[parent],
                functions[frame]);
    }
    for (uint32_t row = 0; row < stacks->rows.n; row++) {
        struct pair key = stacks->rows.keys[row];
        if (key.b != event || !(stacks->costs.of[row] > 0))
            continue;
        if (marks[key.a] == USED)
            profile_sample(profile, contexts[key.a], stacks->costs.of[row]);
        else
            left_out++;
    }
    return left_out;
}
