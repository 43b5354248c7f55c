#include "readers/folded/stack_cache.h"

/* Ids below this are contexts whose functions have the texts of their frames as
   names; the others are this and a place in cache->texts, where the context,
   the number of frames and the ids of their texts stand. */
#define WITH_TEXTS 0x80000000u

/* The sources of the texts of cached stacks. */
struct cached {
    const struct stack_cache *cache;
    const struct profile *profile;
};

/* Says whether the names of the functions on the context's stack, joined by
   ';', are this text. The cache therefore keeps no text. */
static bool are_names(const struct profile *profile, uint32_t context,
                      struct str text)
{
    const struct context *contexts = profile->contexts;
    for (;;) {
        uint32_t function = contexts[context].function;
        struct str name = profile->functions[function].is.name;
        if (!str_ends(text, name))
            return false;
        text.len -= name.len;
        context = contexts[context].parent;
        if (context == NO_ID || text.len == 0 || text.s[text.len - 1] != ';')
            return context == NO_ID && text.len == 0;
        text.len--;
    }
}

/* Says whether n texts of the profile, joined by ';', are this text. */
static bool are_texts(const struct profile *profile, const uint32_t *texts,
                      uint32_t n, struct str text)
{
    for (uint32_t i = 0; i < n; i++)
        if ((i && !str_take(&text, S(";"))) ||
            !str_take(&text, profile_text(profile, texts[i])))
            return false;
    return text.len == 0;
}

static bool is_stack(const void *opaque, uint32_t id, const void *key)
{
    const struct cached *cached = opaque;
    struct str text = *(const struct str *)key;
    if (id < WITH_TEXTS)
        return are_names(cached->profile, id, text);
    const uint32_t *entry = cached->cache->texts.of + (id - WITH_TEXTS);
    return are_texts(cached->profile, entry + 2, entry[1], text);
}

uint32_t stack_cache_find(const struct stack_cache *cache,
                          const struct profile *profile, struct str stack,
                          uint32_t hash)
{
    struct cached cached = { cache, profile };
    uint32_t id = index_find(&cache->index, hash, is_stack, &cached, &stack);
    return id == NO_ID || id < WITH_TEXTS ? id
                                          : cache->texts.of[id - WITH_TEXTS];
}

void stack_cache_add(struct stack_cache *cache, uint32_t hash, uint32_t context,
                     const uint32_t *texts, uint32_t n)
{
    if (!texts && context < WITH_TEXTS)
        index_add(&cache->index, hash, context);
    if (!texts || cache->texts.n + 2 + n >= NO_ID - WITH_TEXTS)
        return;
    index_add(&cache->index, hash, WITH_TEXTS + (uint32_t)cache->texts.n);
    *PUSH(&cache->texts) = context;
    *PUSH(&cache->texts) = n;
    for (uint32_t i = 0; i < n; i++)
        *PUSH(&cache->texts) = texts[i];
}

void stack_cache_free(struct stack_cache *cache)
{
    index_free(&cache->index);
    LIST_FREE(&cache->texts);
}
