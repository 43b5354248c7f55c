#include "readers/choose/tally.h"

#include "util/nearest.h"

enum { MOST_LISTED = 10 };

uint32_t tally_id(struct tally *tally, struct str text)
{
    uint32_t n = tally->names.n;
    uint32_t id = strings_add(&tally->names, tally->arena, text);
    if (id == n)
        *PUSH_IN(tally->arena, &tally->samples) = 0;
    return id;
}

void tally_add(struct tally *tally, struct str text)
{
    uint32_t id = tally_id(tally, text);
    tally->samples.of[id]++;
}

uint32_t tally_used(const struct tally *tally)
{
    uint32_t n = 0;
    for (uint32_t id = 0; id < tally->names.n; id++)
        n += tally->samples.of[id] > 0;
    return n;
}

static bool is_listed(const struct tally *tally, uint32_t id, uint32_t except)
{
    return tally->samples.of[id] && id != except && tally->names.texts[id].len;
}

/* Texts with more samples come first, then those added first. */
static bool precedes(const struct tally *tally, uint32_t a, uint32_t b)
{
    const size_t *samples = tally->samples.of;
    return samples[a] > samples[b] || (a < b && samples[a] == samples[b]);
}

/* Returns the text that follows `last` in the list, the first one if `last` is
   NO_ID, and NO_ID at the end of the list. */
static uint32_t next(const struct tally *tally, uint32_t last, uint32_t except)
{
    uint32_t best = NO_ID;
    for (uint32_t id = 0; id < tally->names.n; id++)
        if (is_listed(tally, id, except) &&
            (last == NO_ID || precedes(tally, last, id)) &&
            (best == NO_ID || precedes(tally, id, best)))
            best = id;
    return best;
}

struct str tally_list(const struct tally *tally, struct arena *arena,
                      const char *prefix, uint32_t except)
{
    uint32_t all = 0, n = 0, id = NO_ID;
    struct str list = S("");
    for (uint32_t i = 0; i < tally->names.n; i++)
        all += is_listed(tally, i, except);
    while (n < MOST_LISTED && (id = next(tally, id, except)) != NO_ID) {
        list = arena_printf(arena, "%s%s%s%s", list.s, n++ ? ", " : "",
                            prefix, tally->names.texts[id].s);
        if (!tally->hide_counts)
            list = arena_printf(arena, "%s (%zu)", list.s, tally->samples.of[id]);
    }
    return n < all ? arena_printf(arena, "%s and %u more", list.s, all - n)
                   : list;
}

struct str tally_nearest(const struct tally *tally, struct arena *arena,
                         struct str text)
{
    struct nearest near = { .text = text };
    for (uint32_t id = 0; id < tally->names.n; id++)
        if (is_listed(tally, id, NO_ID))
            nearest_add(&near, tally->names.texts[id]);
    return nearest_text(&near, arena);
}
