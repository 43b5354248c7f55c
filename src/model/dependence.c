#include "model/dependence.h"

#include <stdlib.h>

#include "model/profile.h"
#include "util/array.h"
#include "util/map.h"

/* Finds the dependences that the profile already has. The first three pairs
   give each access an id, the last one each dependence. */
struct dependence_index {
    struct arena texts;    /* the bytes of the places */
    struct strings places; /* each place of an access once */
    struct pairs at;       /* (function, id of the place `at`) */
    struct pairs top;      /* (statement, id of the place `top`) */
    struct pairs accesses; /* (id in at, id in top) */
    struct pairs ids;      /* (2 * writer's access + kind, reader's access) */
};

/* The id of a place, which then points to the index's own text. */
static uint32_t place_id(struct dependence_index *index, struct str *place)
{
    uint32_t id = strings_add(&index->places, &index->texts, *place);
    *place = index->places.texts[id];
    return id;
}

/* The id of an access. Makes its texts those of the index. */
static uint32_t access_id(struct dependence_index *index, struct access *access)
{
    uint32_t at = pairs_add(&index->at, access->function,
                            place_id(index, &access->at));
    uint32_t top = pairs_add(&index->top, access->statement,
                             place_id(index, &access->top));
    return pairs_add(&index->accesses, at, top);
}

void dependences_add(struct profile *profile, const struct dependence *more)
{
    struct dependences *d = &profile->dependences;
    if (!d->index)
        d->index = array_new(1, sizeof *d->index);
    struct dependence new = *more;
    uint32_t writer = access_id(d->index, &new.writer);
    uint32_t reader = access_id(d->index, &new.reader);
    uint32_t id = pairs_add(&d->index->ids, 2 * writer + (uint32_t)new.kind,
                            reader);
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

/* Gives an access the ids of another profile. False if its function has
   none. */
static bool translate(struct access *access, const uint32_t *ids)
{
    access->function = ids[access->function];
    if (access->statement != NO_ID)
        access->statement = ids[access->statement];
    return access->function != NO_ID;
}

void dependences_merge(struct profile *profile, const struct profile *from,
                       const uint32_t *ids)
{
    profile->dependences.recorded |= from->dependences.recorded;
    for (uint32_t i = 0; i < from->dependences.n; i++) {
        struct dependence d = from->dependences.of[i];
        if (translate(&d.writer, ids) && translate(&d.reader, ids))
            dependences_add(profile, &d);
    }
}

void dependences_free(struct dependences *d)
{
    struct dependence_index *index = d->index;
    free(d->of);
    if (index) {
        arena_free(&index->texts);
        strings_free(&index->places);
        pairs_free(&index->at);
        pairs_free(&index->top);
        pairs_free(&index->accesses);
        pairs_free(&index->ids);
        free(index);
    }
}
