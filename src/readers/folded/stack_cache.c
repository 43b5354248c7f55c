#include "readers/folded/stack_cache.h"

#include <stdlib.h>

#include "util/array.h"

struct text_slot {
    uint32_t hash;
    uint32_t context_plus_1; /* 0: free */
};

/* Do the names of the context's stack, with ';' between, make this text? So
   the text itself need not be kept. Most parents stand just before: the inner
   loop is a run through memory that does not wait for what it reads. */
static bool is_text(const struct profile *profile, uint32_t context,
                    struct str text)
{
    const struct context *contexts = profile->contexts;
    for (;;) {
        const struct context *at = contexts + context;
        uint32_t before = context;
        do {
            struct str name = profile->functions[at->function].is.name;
            if (!str_ends(text, name))
                return false;
            text.len -= name.len;
            context = at->parent;
            if (context == NO_ID || text.len == 0 ||
                text.s[text.len - 1] != ';')
                return context == NO_ID && text.len == 0;
            text.len--;
            at--;
        } while (context == --before);
    }
}

uint32_t stack_cache_find(const struct stack_cache *seen,
                     const struct profile *profile, struct str stack,
                     uint32_t hash)
{
    size_t i = hash & (seen->room - 1);
    for (; seen->room && seen->slots[i].context_plus_1;
         i = (i + 1) & (seen->room - 1)) {
        uint32_t context = seen->slots[i].context_plus_1 - 1;
        if (seen->slots[i].hash == hash && is_text(profile, context, stack))
            return context;
    }
    return NO_ID;
}

static void put(struct stack_cache *seen, struct text_slot slot)
{
    size_t i = slot.hash & (seen->room - 1);
    while (seen->slots[i].context_plus_1)
        i = (i + 1) & (seen->room - 1);
    seen->slots[i] = slot;
}

static void grow(struct stack_cache *seen)
{
    struct text_slot *old = seen->slots;
    size_t room = seen->room;
    seen->room = room ? room * 2 : 256;
    seen->slots = array_new(seen->room, sizeof *seen->slots);
    for (size_t i = 0; i < room; i++)
        if (old[i].context_plus_1)
            put(seen, old[i]);
    free(old);
}

void stack_cache_add(struct stack_cache *seen, uint32_t hash,
                     uint32_t context)
{
    if (seen->n++ >= seen->room / 2)
        grow(seen);
    put(seen, (struct text_slot){ hash, context + 1 });
}

void stack_cache_free(struct stack_cache *seen)
{
    free(seen->slots);
    *seen = (struct stack_cache){ 0 };
}
