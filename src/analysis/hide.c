#include "analysis/hide.h"

#include "analysis/hide_calls.h"

static struct profile *hide_in_stacks(struct arena *arena,
                                      const struct profile *profile,
                                      const bool *hidden)
{
    struct arena scratch = { 0 };
    struct profile *result = profile_like(arena, profile);
    uint32_t *context = NEW_N(&scratch, uint32_t, profile->n_contexts);
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *from = &profile->contexts[c];
        uint32_t parent = from->parent == NO_ID ? NO_ID : context[from->parent];
        context[c] = parent;
        if (!hidden[from->function]) {
            uint32_t f = profile_copy_function(
                result, &profile->functions[from->function]);
            context[c] = profile_context(result, parent, f);
        }
        if (context[c] != NO_ID && from->self > 0)
            profile_sample(result, context[c], from->self);
    }
    arena_free(&scratch);
    return result;
}

struct profile *profile_hide(struct arena *arena,
                             const struct profile *profile,
                             const bool *hidden)
{
    return profile->kind == FROM_CALLS
               ? hide_in_calls(arena, profile, hidden)
               : hide_in_stacks(arena, profile, hidden);
}
