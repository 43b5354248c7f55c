#include "output/flame/frames.h"

#include <stdlib.h>

#include "model/stack_tree.h"

static void add_frame(struct arena *arena, struct flame_frames *frames,
                      struct flame_frame frame)
{
    *PUSH_IN(arena, &frames->list) = frame;
    if (frame.row >= frames->n_rows)
        frames->n_rows = frame.row + 1;
}

/* ---- Callers on top ---- */

/* Contexts with their parents, in the order of their functions. */
struct child {
    uint32_t parent, function, context;
};

static int by_parent(const void *left, const void *right)
{
    const struct child *a = left, *b = right;
    if (a->parent != b->parent)
        return a->parent < b->parent ? -1 : 1;
    return (a->function > b->function) - (a->function < b->function);
}

/* A parent's id is less than those of its children, so one pass places all
   frames. Roots have the parent NO_ID, the greatest id. */
static void place_contexts(struct arena *arena, struct flame_frames *frames,
                           const struct profile *profile, double least)
{
    LOCAL_ARENA(scratch);
    uint32_t n = profile->n_contexts;
    struct child *children = NEW_N(&scratch, struct child, n);
    const double *through = stack_tree_costs(&scratch, profile);
    double *free_from = NEW_N(&scratch, double, n + 1); /* by parent */
    uint32_t *row = NEW_N(&scratch, uint32_t, n + 1);   /* of its children */
    bool *is_placed = NEW_N(&scratch, bool, n + 1);
    for (uint32_t c = 0; c < n; c++) {
        const struct context *context = &profile->contexts[c];
        uint32_t parent = context->parent == NO_ID ? 0 : context->parent + 1;
        children[c] = (struct child){ parent, context->function, c };
    }
    if (n)
        qsort(children, n, sizeof *children, by_parent);
    is_placed[0] = true;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t above = children[i].parent, c = children[i].context;
        double cost = through[c];
        if (!is_placed[above] || !(cost > 0))
            continue;
        if (cost < least) {
            frames->left_out += cost;
            continue;
        }
        add_frame(arena, frames,
                  (struct flame_frame){ children[i].function, row[above],
                                        free_from[above], cost });
        is_placed[c + 1] = true;
        row[c + 1] = row[above] + 1;
        free_from[c + 1] = free_from[above];
        free_from[above] += cost;
    }
}

/* ---- Callees on top ---- */

/* A stack of which the contexts from `at` outwards are not placed yet. */
struct pending {
    uint32_t at, function; /* a context and its function */
    double cost;
};

/* A frame, or the place above all frames, and the stacks that go on below it:
   those from `first` to `end`. */
struct open_frame {
    size_t first, end;
    uint32_t row; /* of the frames below */
    double start;
};

static int by_function(const void *left, const void *right)
{
    const struct pending *a = left, *b = right;
    if (a->function != b->function)
        return a->function < b->function ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

static size_t list_stacks(const struct profile *profile, struct pending *stacks)
{
    size_t n = 0;
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *context = &profile->contexts[c];
        if (context->self > 0)
            stacks[n++] =
                (struct pending){ c, context->function, context->self };
    }
    return n;
}

/* Moves the stacks outwards by one context and returns the end of those that
   have another one; they come first. */
static size_t step_outwards(const struct profile *profile,
                            struct pending *stacks, size_t first, size_t end)
{
    size_t n = first;
    for (size_t i = first; i < end; i++) {
        uint32_t parent = profile->contexts[stacks[i].at].parent;
        if (parent == NO_ID)
            continue;
        stacks[n++] =
            (struct pending){ parent, profile->contexts[parent].function,
                              stacks[i].cost };
    }
    return n;
}

static void place_inverted(struct arena *arena, struct flame_frames *frames,
                           const struct profile *profile, double least)
{
    LOCAL_ARENA(scratch);
    struct pending *stacks =
        NEW_N(&scratch, struct pending, profile->n_contexts);
    LIST(struct open_frame) open = { 0 };
    *PUSH_IN(&scratch, &open) =
        (struct open_frame){ 0, list_stacks(profile, stacks), 0, 0 };
    while (open.n) {
        struct open_frame top = open.of[--open.n];
        double start = top.start;
        if (top.first < top.end)
            qsort(stacks + top.first, top.end - top.first, sizeof *stacks,
                  by_function);
        for (size_t i = top.first, end; i < top.end; i = end) {
            double cost = 0;
            uint32_t function = stacks[i].function;
            for (end = i; end < top.end && stacks[end].function == function;
                 end++)
                cost += stacks[end].cost;
            if (cost < least) {
                frames->left_out += cost;
                continue;
            }
            add_frame(arena, frames,
                      (struct flame_frame){ function, top.row, start, cost });
            *PUSH_IN(&scratch, &open) =
                (struct open_frame){ i, step_outwards(profile, stacks, i, end),
                                     top.row + 1, start };
            start += cost;
        }
    }
}

struct flame_frames flame_frames_of(struct arena *arena,
                                    const struct profile *profile, double least,
                                    bool inverted)
{
    struct flame_frames frames = { 0 };
    (inverted ? place_inverted : place_contexts)(arena, &frames, profile,
                                                 least);
    return frames;
}
