#include "readers/folded/stack_cache.h"

/* Says whether the names of the functions on the context's stack, joined by
   ';', are this text. The cache therefore keeps no text. */
static bool is_text(const void *opaque, uint32_t context, const void *key)
{
    const struct profile *profile = opaque;
    const struct context *contexts = profile->contexts;
    struct str text = *(const struct str *)key;
    for (;;) {
        uint32_t function = contexts[context].function;
        struct str name = profile->functions[function].is.name;
        if (!str_ends(text, name))
            return false;
        text.len -= name.len;
        context = contexts[context].parent;
        if (context == NO_ID || text.len == 0 ||
            text.s[text.len - 1] != ';')
            return context == NO_ID && text.len == 0;
        text.len--;
    }
}

uint32_t stack_cache_find(const struct stack_cache *cache,
                          const struct profile *profile, struct str stack,
                          uint32_t hash)
{
    return index_find(&cache->index, hash, is_text, profile, &stack);
}

void stack_cache_add(struct stack_cache *cache, uint32_t hash,
                     uint32_t context)
{
    index_add(&cache->index, hash, context);
}

void stack_cache_free(struct stack_cache *cache)
{
    index_free(&cache->index);
}
