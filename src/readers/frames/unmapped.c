#include "readers/frames/unmapped.h"

#include "model/merge.h"

#define TAG "in " /* before the name of the process */

uint32_t unmapped_function(struct profile *profile, struct str process)
{
    LOCAL_ARENA(scratch);
    struct identity is = { .name = UNRESOLVED, .module = STR("") };
    if (process.len)
        is.tag =
            arena_printf(&scratch, TAG "%.*s", (int)process.len, process.s);
    return profile_function(profile, is);
}

static bool is_unmapped(const struct function *function)
{
    return str_eq(function->is.name, UNRESOLVED) && !function->is.module.len &&
           (!function->is.tag.len || str_starts(function->is.tag, S(TAG)));
}

/* Returns the only function of such code, or NO_ID. */
static uint32_t find_only(const struct profile *profile)
{
    uint32_t only = NO_ID;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        if (!is_unmapped(&profile->functions[f]))
            continue;
        if (only != NO_ID)
            return NO_ID;
        only = f;
    }
    return only;
}

bool unmapped_join(struct profile *profile)
{
    LOCAL_ARENA(scratch);
    uint32_t only = find_only(profile);
    if (only == NO_ID || !profile->functions[only].is.tag.len)
        return false;
    struct identity *identities =
        NEW_N(&scratch, struct identity, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        identities[f] = profile->functions[f].is;
    identities[only].tag = S("");
    profile_move(profile, merge_functions(&scratch, profile, identities));
    return true;
}
