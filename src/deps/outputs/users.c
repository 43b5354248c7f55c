#include "deps/outputs/users.h"

#include <math.h>

#include "deps/outputs/line.h"
#include "util/known.h"

/* The anti dependences between statements. */
struct antis {
    struct pairs ways; /* (statement that reads, statement that overwrites) */
    struct pairs of;   /* (way, variable) */
};

static void find_antis(struct antis *antis, struct arena *scratch,
                       const struct dependences *all, const struct ends *ends)
{
    for (uint32_t i = 0; i < all->n; i++) {
        uint32_t from = ends->writers[i], to = ends->readers[i];
        if (dependence_base(all->of[i].kind) == DEPENDS_ANTI &&
            from != NO_ID && to != NO_ID)
            pairs_add_in(&antis->of, scratch,
                         pairs_add_in(&antis->ways, scratch, from, to),
                         ends->variables[i]);
    }
}

static bool has_anti(const struct antis *antis, uint32_t from, uint32_t to,
                     uint32_t variable)
{
    uint32_t way = pairs_find(&antis->ways, from, to);
    return way != NO_ID && pairs_find(&antis->of, way, variable) != NO_ID;
}

/* Tells whether the reader of a dependence is a user of the writer's data. */
static bool is_user(const struct dependences *all, const struct ends *ends,
                    const struct antis *antis, const struct statement *reader,
                    uint32_t i)
{
    const struct dependence *d = &all->of[i];
    uint32_t from = ends->writers[i], to = ends->readers[i];
    if (dependence_base(d->kind) != DEPENDS || from == NO_ID || from == to ||
        d->reader.statement != d->writer.statement)
        return false;
    if (all->anti)
        return has_anti(antis, to, from, ends->variables[i]);
    return !reader || reader->count > 1 ||
           line_compare(d->reader.top, d->writer.top) < 0;
}

/* Adds a read of data that another statement has written. */
static void add_last(struct users *users, struct arena *arena,
                     const struct dependence *d, uint32_t from,
                     uint32_t variable)
{
    uint32_t n = users->written.n;
    uint32_t id = pairs_add_in(&users->written, arena, from, variable);
    if (id == n)
        *PUSH_IN(arena, &users->last) = (struct last_read){ d->reader.top, 0 };
    users->last.of[id].runs =
        fmax(users->last.of[id].runs, known_or(d->most_runs, INFINITY));
}

struct users users_of(struct arena *arena, const struct dependences *all,
                      const struct ends *ends,
                      const struct statement *const *first, uint32_t n_first)
{
    struct users users = { .of = { .n = 0 } };
    LOCAL_ARENA(scratch);
    struct antis antis = { .of = { .n = 0 } };
    if (all->anti)
        find_antis(&antis, &scratch, all, ends);
    for (uint32_t i = 0; i < all->n; i++) {
        uint32_t n = users.of.n, from = ends->writers[i];
        uint32_t to = ends->readers[i], variable = ends->variables[i];
        if (dependence_base(all->of[i].kind) == DEPENDS && from != NO_ID &&
            from != to)
            add_last(&users, arena, &all->of[i], from, variable);
        if (!is_user(all, ends, &antis, to < n_first ? first[to] : NULL, i) ||
            pairs_add_in(&users.of, arena, from, variable) < n)
            continue;
        *PUSH_IN(arena, &users.places) = all->of[i].reader.top;
    }
    return users;
}

const struct last_read *users_last(const struct users *users,
                                   uint32_t statement, uint32_t variable)
{
    uint32_t id = pairs_find(&users->written, statement, variable);
    return id == NO_ID ? NULL : &users->last.of[id];
}

struct str users_find(const struct users *users, uint32_t statement,
                      uint32_t variable)
{
    uint32_t id = pairs_find(&users->of, statement, variable);
    return id == NO_ID ? S("") : users->places.of[id];
}
