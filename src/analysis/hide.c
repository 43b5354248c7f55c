#include "analysis/hide.h"

#include "analysis/filter_stacks.h"
#include "analysis/hide_calls.h"

struct profile *profile_hide(struct arena *arena,
                             const struct profile *profile,
                             const bool *hidden)
{
    return profile->kind == FROM_CALLS
               ? hide_in_calls(arena, profile, hidden)
               : hide_in_stacks(arena, profile, hidden);
}
