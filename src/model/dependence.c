#include "model/dependence.h"

#include <stdlib.h>

#include "model/profile.h"
#include "util/array.h"

static struct str text_of(struct profile *profile, struct str text,
                          uint32_t *id)
{
    *id = text.len ? strings_add(&profile->names, &profile->texts, text) : 0;
    return profile->names.texts[*id];
}

/* The id of an end, its texts made the profile's own. */
static uint32_t access_id(struct profile *profile, struct access *access)
{
    struct dependences *d = &profile->dependences;
    uint32_t at, top;
    access->at = text_of(profile, access->at, &at);
    access->top = text_of(profile, access->top, &top);
    return pairs_add(&d->accesses,
                     pairs_add(&d->places, access->function, at),
                     pairs_add(&d->tops, access->statement, top));
}

void dependences_add(struct profile *profile, const struct dependence *more)
{
    struct dependences *d = &profile->dependences;
    struct dependence new = *more;
    uint32_t writer = access_id(profile, &new.writer);
    uint32_t reader = access_id(profile, &new.reader);
    uint32_t id = pairs_add(&d->ids, 2 * writer + (uint32_t)new.kind, reader);
    if (profile->kind == KIND_NONE)
        profile->kind = FROM_CALLS;
    d->recorded = true;
    if (id == d->n) {
        d->of = array_grow(d->of, id, &d->room, sizeof *d->of);
        d->of[d->n++] = new;
        return;
    }
    struct dependence *old = &d->of[id];
    old->count = add_known(old->count, new.count);
    old->least = fmin(old->least, new.least);
    old->most = fmax(old->most, new.most);
}

static bool move_access(struct access *access, const uint32_t *ids)
{
    access->function = ids[access->function];
    if (access->statement != NO_ID)
        access->statement = ids[access->statement];
    return access->function != NO_ID;
}

void dependences_merge(struct profile *profile,
                             const struct profile *from, const uint32_t *ids)
{
    for (uint32_t i = 0; i < from->dependences.n; i++) {
        struct dependence moved = from->dependences.of[i];
        bool wrote = move_access(&moved.writer, ids);
        if (move_access(&moved.reader, ids) && wrote)
            dependences_add(profile, &moved);
    }
}

void dependences_free(struct dependences *d)
{
    free(d->of);
    pairs_free(&d->places);
    pairs_free(&d->tops);
    pairs_free(&d->accesses);
    pairs_free(&d->ids);
}
