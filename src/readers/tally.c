#include "readers/tally.h"

#include <stdlib.h>

#include "util/array.h"

enum { LISTED = 10 }; /* at most */

uint32_t tally_id(struct tally *tally, struct str text)
{
    uint32_t n = tally->names.n;
    uint32_t id = strings_add(&tally->names, &tally->texts, text);
    if (id == n) {
        tally->samples = array_grow(tally->samples, n, &tally->samples_room,
                                    sizeof *tally->samples);
        tally->samples[n] = 0;
    }
    return id;
}

void tally_add(struct tally *tally, struct str text)
{
    uint32_t id = tally_id(tally, text);
    tally->samples[id]++;
}

uint32_t tally_used(const struct tally *tally)
{
    uint32_t n = 0;
    for (uint32_t id = 0; id < tally->names.n; id++)
        n += tally->samples[id] > 0;
    return n;
}

static bool listed(const struct tally *tally, uint32_t id, uint32_t but)
{
    return tally->samples[id] && id != but && tally->names.texts[id].len;
}

/* Is a before b in the list? */
static bool precedes(const struct tally *tally, uint32_t a, uint32_t b)
{
    const size_t *samples = tally->samples;
    return samples[a] > samples[b] || (samples[a] == samples[b] && a < b);
}

/* What follows last, or begins the list after NO_ID; NO_ID at its end. */
static uint32_t next(const struct tally *tally, uint32_t last, uint32_t but)
{
    uint32_t best = NO_ID;
    for (uint32_t id = 0; id < tally->names.n; id++)
        if (listed(tally, id, but) &&
            (last == NO_ID || precedes(tally, last, id)) &&
            (best == NO_ID || precedes(tally, id, best)))
            best = id;
    return best;
}

struct str tally_list(const struct tally *tally, struct arena *arena,
                      const char *before, uint32_t but)
{
    uint32_t all = 0, n = 0, id = NO_ID;
    struct str list = S("");
    for (uint32_t i = 0; i < tally->names.n; i++)
        all += listed(tally, i, but);
    while (n < LISTED && (id = next(tally, id, but)) != NO_ID) {
        struct str name = tally->names.texts[id];
        list = arena_printf(arena, "%s%s%s%s", list.s, n++ ? ", " : "",
                            before, name.s);
        if (!tally->bare)
            list = arena_printf(arena, "%s (%zu)", list.s, tally->samples[id]);
    }
    return n < all ? arena_printf(arena, "%s and %u more", list.s, all - n)
                   : list;
}

void tally_free(struct tally *tally)
{
    strings_free(&tally->names);
    arena_free(&tally->texts);
    free(tally->samples);
}
