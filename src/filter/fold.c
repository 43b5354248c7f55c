#include "filter/fold.h"

#include "filter/regex.h"

/* Marks (by function) the functions whose module a regular expression
   matches: the modules are the functions of a profile of their own. */
static bool match_modules(const struct profile *profile,
                          const struct patterns *pattern, bool needs_match,
                          bool *marked)
{
    LOCAL_ARENA(scratch);
    struct profile *modules = profile_new(&scratch);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        profile_named(modules, profile->functions[f].is.module);
    bool *found = NEW_N(&scratch, bool, modules->n_functions);
    bool good =
        regex_match(modules, pattern, "--fold=module", needs_match, found);
    for (uint32_t f = 0; f < profile->n_functions && good; f++) {
        struct str module = profile->functions[f].is.module;
        marked[f] = module.len && found[profile_named(modules, module)];
    }
    profile_free(modules);
    return good;
}

struct key *fold_keys(struct arena *arena, const struct profile *profile,
                      const struct patterns *patterns, bool may_miss)
{
    LOCAL_ARENA(scratch);
    struct key *keys = NEW_N(arena, struct key, profile->n_functions);
    bool good = true;
    for (size_t i = 0; i < patterns->n && good; i++) {
        struct str text = str_of(patterns->texts[i]);
        bool by_module = str_take(&text, S("module:"));
        struct patterns pattern = { .texts = &text.s,
                                    .n = 1,
                                    .names = patterns->names };
        bool *marked = NEW_N(&scratch, bool, profile->n_functions);
        good = by_module
                   ? match_modules(profile, &pattern, !may_miss, marked)
                   : regex_match(profile, &pattern, "--fold", !may_miss,
                                 marked);
        for (uint32_t f = 0; f < profile->n_functions && good; f++)
            if (marked[f] && keys[f].kind == KEY_NONE)
                keys[f] = by_module ? (struct key){ KEY_MODULE,
                                                    profile->functions[f]
                                                        .is.module }
                                    : (struct key){ KEY_NAME, text };
    }
    return good ? keys : NULL;
}
