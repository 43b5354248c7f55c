#include "readers/firefox/stacks.h"

#include "util/array.h"

/* The states of a stack. */
enum { NEW_STACK, BAD_STACK, GOOD_STACK };

/* Stores the stack below a stack, or NO_ID. Returns false if there cannot be
   such a stack: a stack comes after those that it is built on. */
static bool find_prefix(const struct firefox_table *stacks, uint32_t stack,
                        uint32_t *prefix)
{
    double offset = firefox_table_cell(stacks, FIREFOX_PREFIX_OFFSET, stack);
    *prefix = NO_ID;
    if (known(offset)) {
        if (!(offset >= 0 && offset <= stack) ||
            offset != (double)(uint32_t)offset)
            return false;
        if (offset > 0)
            *prefix = stack - (uint32_t)offset;
        return true;
    }
    if (!known(firefox_table_cell(stacks, FIREFOX_PREFIX, stack)))
        return true;
    return firefox_table_place(stacks, FIREFOX_PREFIX, stack, prefix) &&
           *prefix < stack;
}

/* Finds the state and the context of a stack whose prefix is done. */
static void enter_stack(struct firefox_frames *frames,
                        struct firefox_tables *tables, uint32_t stack)
{
    const struct firefox_table *stacks = FIREFOX_TABLE(frames, stacks);
    uint32_t prefix, frame, run = FIREFOX_BAD_FRAME, parent = NO_ID;
    tables->states[stack] = BAD_STACK;
    if (!find_prefix(stacks, stack, &prefix))
        return;
    if (prefix != NO_ID) {
        if (tables->states[prefix] != GOOD_STACK)
            return;
        parent = tables->contexts[prefix];
    }
    if (firefox_table_place(stacks, FIREFOX_FRAME, stack, &frame))
        run = firefox_frames_run(frames, tables, frame);
    if (run == FIREFOX_BAD_FRAME)
        return;
    tables->states[stack] = GOOD_STACK;
    if (run != FIREFOX_ROOT_FRAME) {
        const struct firefox_run *found = &frames->runs[run - 1];
        for (uint32_t i = 0; i < found->n; i++)
            parent = profile_context(frames->profile, parent,
                                     frames->functions[found->first + i]);
    }
    tables->contexts[stack] = parent;
}

bool firefox_stacks_context(struct firefox_frames *frames, uint32_t stack,
                            uint32_t *context)
{
    const struct firefox_table *stacks = FIREFOX_TABLE(frames, stacks);
    struct firefox_tables *tables =
        frames->own->stacks.exists ? frames->own : frames->shared;
    uint32_t n = 0, at = stack;
    *context = NO_ID;
    if (stack >= stacks->columns[FIREFOX_FRAME].n)
        return false;
    tables->states = array_reach(tables->states, stack, &tables->states_room,
                                 sizeof *tables->states);
    tables->contexts = array_reach(tables->contexts, stack,
                                   &tables->contexts_room,
                                   sizeof *tables->contexts);
    while (at != NO_ID && tables->states[at] == NEW_STACK) {
        frames->path = array_grow(frames->path, n, &frames->path_room,
                                  sizeof *frames->path);
        frames->path[n++] = at;
        if (!find_prefix(stacks, at, &at))
            break;
    }
    while (n > 0)
        enter_stack(frames, tables, frames->path[--n]);
    *context = tables->contexts[stack];
    return tables->states[stack] == GOOD_STACK;
}
