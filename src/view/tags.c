#include "view/tags.h"

#include "util/map.h"
#include "util/ranked.h"

void tags_keep(const struct profile *profile, const struct costs *costs,
               long most, bool *kept)
{
    LOCAL_ARENA(scratch);
    struct ranked *tags = NEW_N(&scratch, struct ranked, profile->n_functions);
    struct strings keys = { 0 };
    uint32_t *n_kept = NEW_N(&scratch, uint32_t, profile->n_functions);
    size_t n = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (profile->functions[f].is_tag)
            tags[n++] = (struct ranked){ f, costs->total[f] };
    ranked_sort(tags, n);
    for (size_t i = 0; i < n; i++) {
        uint32_t f = tags[i].id;
        struct str key = profile->functions[f].is.tag;
        uint32_t id = strings_add(&keys, &scratch, key);
        kept[f] = most == 0 || n_kept[id]++ < (uint64_t)most;
    }
}

/* A call to a tag comes from a tag of the key before, so there are as many
   rounds as there are keys. */
void tags_drop_unused(const struct profile *profile, struct view *view,
                      bool *kept)
{
    LOCAL_ARENA(scratch);
    const struct function *functions = profile->functions;
    bool *used = NEW_N(&scratch, bool, profile->n_functions);
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t c = 0; c < view->n_calls; c++) {
            const struct view_call *call = &view->calls[c];
            bool leads_on = !functions[call->callee].is_tag ||
                            used[call->callee];
            if (!functions[call->caller].is_tag || used[call->caller] ||
                !leads_on)
                continue;
            changed = used[call->caller] = true;
        }
    }
    for (uint32_t f = 0; f < profile->n_functions; f++)
        kept[f] = kept[f] && (!functions[f].is_tag || used[f]);
    uint32_t n = 0;
    for (uint32_t c = 0; c < view->n_calls; c++)
        if (kept[view->calls[c].callee] && kept[view->calls[c].caller])
            view->calls[n++] = view->calls[c];
    view->n_calls = n;
}
