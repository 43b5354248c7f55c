#include "util/files/paths.h"

#include "util/hash.h"

static uint32_t new_path(struct paths *paths, struct arena *arena,
                         uint32_t parent, uint32_t number)
{
    *PUSH_IN(arena, paths) = (struct path){ parent, number, NO_ID };
    return (uint32_t)paths->n - 1;
}

static bool is_path(const void *nodes, uint32_t id, const void *key)
{
    const struct path *known = (const struct path *)nodes + id, *wanted = key;
    return known->parent == wanted->parent && known->last == wanted->last;
}

static uint32_t indexed_path(struct paths *paths, struct arena *arena,
                             uint32_t parent, uint32_t number)
{
    struct path wanted = { parent, number, NO_ID };
    uint32_t hash = hash_pair(parent, number);
    uint32_t id = index_find(&paths->index, hash, is_path, paths->of, &wanted);
    if (id == NO_ID) {
        id = new_path(paths, arena, parent, number);
        index_add_in(&paths->index, arena, hash, id);
    }
    return id;
}

/* The first child of a path, which is often the only one, is found without a
   look-up. */
uint32_t paths_add(struct paths *paths, struct arena *arena, uint32_t parent,
                   uint32_t number)
{
    uint32_t child = parent == NO_ID ? NO_ID : paths->of[parent].child;
    if (child != NO_ID && paths->of[child].last == number)
        return child;
    if (child != NO_ID || parent == NO_ID)
        return indexed_path(paths, arena, parent, number);
    child = new_path(paths, arena, parent, number);
    paths->of[parent].child = child;
    return child;
}
