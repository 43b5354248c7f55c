#include "readers/firefox/stacks.h"

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
    tables->states.of[stack] = BAD_STACK;
    if (!find_prefix(stacks, stack, &prefix))
        return;
    if (prefix != NO_ID) {
        if (tables->states.of[prefix] != GOOD_STACK)
            return;
        parent = tables->contexts.of[prefix];
    }
    if (firefox_table_place(stacks, FIREFOX_FRAME, stack, &frame))
        run = firefox_frames_run(frames, tables, frame);
    if (run == FIREFOX_BAD_FRAME)
        return;
    tables->states.of[stack] = GOOD_STACK;
    if (run != FIREFOX_ROOT_FRAME) {
        const struct firefox_run *found = &frames->runs.of[run - 1];
        for (uint32_t i = 0; i < found->n; i++)
            parent = profile_context(frames->profile, parent,
                                     frames->functions.of[found->first + i]);
    }
    tables->contexts.of[stack] = parent;
}

bool firefox_stacks_context(struct firefox_frames *frames, uint32_t stack,
                            uint32_t *context)
{
    const struct firefox_table *stacks = FIREFOX_TABLE(frames, stacks);
    struct firefox_tables *tables =
        frames->own->stacks.exists ? frames->own : frames->shared;
    uint32_t at = stack;
    *context = NO_ID;
    if (stack >= stacks->columns[FIREFOX_FRAME].n)
        return false;
    unsigned char *state = REACH(&tables->states, stack);
    uint32_t *found = REACH(&tables->contexts, stack);
    frames->path.n = 0;
    while (at != NO_ID && tables->states.of[at] == NEW_STACK) {
        *PUSH(&frames->path) = at;
        if (!find_prefix(stacks, at, &at))
            break;
    }
    while (frames->path.n)
        enter_stack(frames, tables, frames->path.of[--frames->path.n]);
    *context = *found;
    return *state == GOOD_STACK;
}
