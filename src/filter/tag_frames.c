#include "filter/tag_frames.h"

struct tagging {
    struct arena scratch;
    const struct profile *from;
    struct profile *to;
    const char *keys;
    struct pairs kinds; /* (event, tag set) of the rows */
    LIST(uint32_t) tags; /* by id of such a pair: the innermost tag frame */
    struct pairs ids;   /* (innermost tag frame, old context) */
    LIST(uint32_t) contexts; /* by id of such a pair: the new context */
    uint32_t *path; /* old contexts, innermost first */
    bool spreads;   /* functions are split by values instead of getting tag
                       frames */
    struct strings values;
};

struct str tag_frames_value(const struct samples *samples,
                            const struct sample_row *row, struct str key)
{
    if (str_eq(key, S("event")) && row->event != NO_ID)
        return samples->events[row->event].name;
    for (uint32_t i = 0;
         row->tags != NO_ID && i < samples->tag_sets[row->tags].n; i++)
        if (str_eq(samples->tag_sets[row->tags].tags[i].key, key))
            return samples->tag_sets[row->tags].tags[i].value;
    return UNRESOLVED;
}

/* Finds or adds the context of one tag below those of the keys before. */
static uint32_t add_tag(struct tagging *t, uint32_t parent, struct str key,
                        struct str value)
{
    struct identity is = { .tag = key };
    is.name = arena_printf(&t->scratch, "%.*s: %.*s", (int)key.len, key.s,
                           (int)value.len, value.s);
    uint32_t f = profile_function(t->to, is);
    t->to->functions[f].is_tag = true;
    return profile_context(t->to, parent, f);
}

/* Returns the innermost tag frame of a row. */
static uint32_t add_tags(struct tagging *t, const struct sample_row *row)
{
    struct str rest = str_of(t->keys), key;
    const struct samples *samples = &t->from->samples;
    uint32_t context = NO_ID, n = t->kinds.n;
    uint32_t kind = pairs_add_in(&t->kinds, &t->scratch, row->event, row->tags);
    if (kind < n)
        return t->tags.of[kind];
    while (str_cut(rest, S(","), &key, &rest))
        context = add_tag(t, context, key, tag_frames_value(samples, row, key));
    context = add_tag(t, context, rest, tag_frames_value(samples, row, rest));
    *PUSH_IN(&t->scratch, &t->tags) = context;
    return context;
}

/* Returns the new function of an old one. */
static uint32_t function_of(struct tagging *t, uint32_t tag, uint32_t f)
{
    struct function copy = t->from->functions[f];
    if (!t->spreads)
        return f;
    struct str value = t->values.texts[tag], own = copy.is.tag;
    copy.is.tag = own.len
                      ? arena_printf(&t->scratch, "%.*s\t%.*s", (int)value.len,
                                     value.s, (int)own.len, own.s)
                      : value;
    copy.count = UNKNOWN;
    return profile_copy_function(t->to, &copy);
}

/* Returns the new context of an old one below a tag frame. */
static uint32_t context_below(struct tagging *t, uint32_t tag, uint32_t old)
{
    const struct context *contexts = t->from->contexts;
    uint32_t depth = 0, context = t->spreads ? NO_ID : tag;
    while (old != NO_ID && pairs_find(&t->ids, tag, old) == NO_ID) {
        t->path[depth++] = old;
        old = contexts[old].parent;
    }
    if (old != NO_ID)
        context = t->contexts.of[pairs_find(&t->ids, tag, old)];
    while (depth > 0) {
        old = t->path[--depth];
        context = profile_context(t->to, context,
                                  function_of(t, tag, contexts[old].function));
        pairs_add_in(&t->ids, &t->scratch, tag, old);
        *PUSH_IN(&t->scratch, &t->contexts) = context;
    }
    return context;
}

struct profile *tag_frames_spread(struct arena *arena,
                                  const struct profile *profile, struct str key)
{
    struct tagging t = { .from = profile,
                         .to = profile_like(arena, profile),
                         .spreads = true };
    t.path = NEW_N(&t.scratch, uint32_t, profile->n_contexts);
    t.to->samples.kept = 0;
    for (uint32_t i = 0; i < profile->samples.n_rows; i++) {
        const struct sample_row *row = &profile->samples.rows[i];
        struct str value = tag_frames_value(&profile->samples, row, key);
        uint32_t id = strings_add(&t.values, &t.scratch, value);
        profile_sample(t.to, context_below(&t, id, row->context), row->cost);
    }
    arena_free(&t.scratch);
    return t.to;
}

struct profile *tag_frames_add(struct arena *arena,
                               const struct profile *profile, const char *keys)
{
    struct tagging t = { .from = profile,
                         .to = profile_like(arena, profile),
                         .keys = keys };
    t.path = NEW_N(&t.scratch, uint32_t, profile->n_contexts);
    t.to->samples.kept = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        profile_copy_function(t.to, &profile->functions[f]);
    for (uint32_t i = 0; i < profile->samples.n_rows; i++) {
        const struct sample_row *row = &profile->samples.rows[i];
        uint32_t context = context_below(&t, add_tags(&t, row), row->context);
        profile_sample(t.to, context, row->cost);
    }
    arena_free(&t.scratch);
    return t.to;
}
