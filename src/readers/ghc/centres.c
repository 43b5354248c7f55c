#include "readers/ghc/centres.h"

#include "util/array.h"

struct ghc_centre *ghc_centre(struct ghc *ghc, uint32_t number)
{
    return REACH_IN(&ghc->in->arena, &ghc->centres, number);
}

/* The cost centre IDLE is the time in which a processor had nothing to do. */
static bool is_idle(const struct ghc *ghc, const struct ghc_centre *centre)
{
    return centre->is_known &&
           str_eq(profile_text(ghc->profile, centre->label), S("IDLE")) &&
           str_eq(profile_text(ghc->profile, centre->module), S("IDLE"));
}

void ghc_add(struct ghc *ghc, uint32_t stack, uint32_t number,
             const double costs[N_GHC_COSTS], double entries)
{
    struct ghc_centre *centre = ghc_centre(ghc, number);
    if (entries > 0)
        centre->entries += entries;
    if (is_idle(ghc, centre)) {
        ghc->idle += costs[GHC_TIME];
        return;
    }
    for (uint32_t i = 0; i < N_GHC_COSTS; i++)
        if (costs[i] > 0) {
            frame_stacks_add(&ghc->stacks, stack, i, costs[i]);
            ghc->samples[i]++;
        }
}
