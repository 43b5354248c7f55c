#include "compare/places.h"

#include "util/text/buf.h"

/* A file or module. */
struct place {
    bool on[2];       /* by side: it has functions there */
    uint32_t n_names; /* names that tell it from others */
    uint32_t partner; /* the place of the other side that it is, or NO_ID */
};

struct places {
    struct arena scratch;
    const struct strings *places, *names;
    struct place *of; /* by id of the place */
    struct pairs has; /* a place and one of its names */
};

static void add_use(struct places *p, const struct place_use *use)
{
    struct place *place = &p->of[use->place];
    struct str name = p->names->texts[use->name];
    place->on[use->is_new] = true;
    place->partner = NO_ID;
    /* Names such as "<module>" are in every file. */
    if (!name.len || str_has(S("<["), str_head(name, 1)))
        return;
    uint32_t n = p->has.n;
    place->n_names +=
        pairs_add_in(&p->has, &p->scratch, use->place, use->name) == n;
}

/* Is the place on this side only, and not found on the other so far? */
static bool is_missing(const struct places *p, uint32_t id, bool is_new)
{
    const struct place *place = &p->of[id];
    return p->places->texts[id].len && place->on[is_new] &&
           !place->on[!is_new] && place->partner == NO_ID;
}

static bool any_missing(const struct places *p, bool is_new)
{
    for (uint32_t id = 0; id < p->places->n; id++)
        if (is_missing(p, id, is_new))
            return true;
    return false;
}

static void join(struct places *p, uint32_t base, uint32_t other)
{
    p->of[base].partner = other;
    p->of[other].partner = base;
}

/* ---- Ends of paths ---- */

/* The part of a path that both places have. */
typedef struct str end_of(struct arena *arena, struct str path, int parts);

/* Returns the last parts of a path, or "" if it has fewer. */
static struct str last_parts(struct arena *arena, struct str path, int parts)
{
    size_t at = path.len;
    (void)arena;
    for (; at > 0; at--)
        if (path.s[at - 1] == '/' && --parts == 0)
            break;
    return parts > 1 ? S("") : str_skip(path, at);
}

/* Returns the file name without digits, and without the hash that Cargo puts
   into it. */
static struct str without_version(struct arena *arena, struct str path,
                                  int parts)
{
    enum { HASH = 16 };
    struct str name = str_basename(path), before, hash;
    struct buf out = { 0 };
    uint64_t number;
    (void)parts;
    if (str_cut_last(name, S("-"), &before, &hash) && hash.len == HASH &&
        str_take_hex(&hash, &number) && !hash.len)
        name = before;
    for (size_t i = 0; i < name.len; i++)
        if (!ascii_is_digit(name.s[i]))
            buf_char(&out, name.s[i]);
    while (out.len && out.data[out.len - 1] == '.')
        out.len--;
    return buf_move(&out, arena);
}

static struct str any_end(struct arena *arena, struct str path, int parts)
{
    (void)arena, (void)path, (void)parts;
    return S("*");
}

/* ---- Names in common ---- */

/* The place of the other side that shares most names with a place. */
struct closest_place {
    uint32_t place, n;
    bool is_tie; /* another place shares as many */
};

static void offer(struct closest_place *nearest, uint32_t place, uint32_t n)
{
    if (n > nearest->n)
        *nearest = (struct closest_place){ place, n, false };
    else
        nearest->is_tie |= n == nearest->n;
}

/* The only place of each side that has a name and an end. */
struct owners {
    uint32_t place[2], n[2];
};

/* Counts, by pair of missing places with the same end, the names that no other
   such place has. Returns the nearest of each place. */
static struct closest_place *find_nearest(struct places *p, struct arena *arena,
                                          end_of *end, int parts)
{
    struct strings ends = { 0 };
    struct pairs keys = { 0 }, common = { 0 };
    struct owners *owners = NEW_N(arena, struct owners, p->has.n);
    uint32_t *n_common = NEW_N(arena, uint32_t, p->has.n);
    uint32_t *end_ids = NEW_N(arena, uint32_t, p->places->n);
    struct closest_place *nearest =
        NEW_N(arena, struct closest_place, p->places->n);
    for (uint32_t id = 0; id < p->places->n; id++)
        end_ids[id] = is_missing(p, id, false) || is_missing(p, id, true)
                          ? strings_add(&ends, arena,
                                        end(arena, p->places->texts[id], parts))
                          : NO_ID;
    uint32_t none = strings_find(&ends, S(""));
    for (uint32_t i = 0; i < p->has.n; i++) {
        struct pair has = p->has.keys[i];
        if (end_ids[has.a] == NO_ID || end_ids[has.a] == none)
            continue;
        uint32_t key = pairs_add_in(&keys, arena, end_ids[has.a], has.b);
        bool is_new = p->of[has.a].on[1];
        owners[key].place[is_new] = has.a;
        owners[key].n[is_new]++;
    }
    for (uint32_t key = 0; key < keys.n; key++)
        if (owners[key].n[0] == 1 && owners[key].n[1] == 1)
            n_common[pairs_add_in(&common, arena, owners[key].place[0],
                                  owners[key].place[1])]++;
    for (uint32_t i = 0; i < common.n; i++) {
        struct pair pair = common.keys[i];
        offer(&nearest[pair.a], pair.b, n_common[i]);
        offer(&nearest[pair.b], pair.a, n_common[i]);
    }
    return nearest;
}

/* Joins missing places that are nearest to each other. */
static void join_nearest(struct places *p, end_of *end, int parts)
{
    LOCAL_ARENA(scratch);
    const struct closest_place *nearest = find_nearest(p, &scratch, end, parts);
    bool is_strict = end == any_end;
    for (uint32_t id = 0; id < p->places->n; id++) {
        const struct closest_place *near = &nearest[id];
        if (!near->n || near->is_tie || nearest[near->place].is_tie ||
            nearest[near->place].place != id || !p->of[id].on[0])
            continue;
        uint32_t a = p->of[id].n_names, b = p->of[near->place].n_names;
        uint32_t needed = is_strict == (a < b) ? b : a;
        if (2 * near->n >= needed && (!is_strict || near->n > 1))
            join(p, id, near->place);
    }
}

/* ---- Folders ---- */

/* Cuts off the parts at the end that both paths have. */
static void cut_common_end(struct str *a, struct str *b)
{
    size_t n = 0, least = a->len < b->len ? a->len : b->len, cut = 0;
    for (; n < least && a->s[a->len - 1 - n] == b->s[b->len - 1 - n]; n++)
        if (a->s[a->len - 1 - n] == '/')
            cut = n + 1;
    if (n == a->len)
        cut = n;
    a->len -= cut;
    b->len -= cut;
}

/* Joins missing places whose folder was moved in the same way as that of a
   place that was found. */
static void join_moved(struct places *p)
{
    enum { MOST_LEVELS = 64 }; /* of folders that are looked at */
    struct strings from = { 0 };
    struct str *to = NEW_N(&p->scratch, struct str, p->places->n);
    for (uint32_t id = 0; id < p->places->n; id++) {
        if (!p->of[id].on[0] || p->of[id].partner == NO_ID)
            continue;
        struct str base = p->places->texts[id];
        struct str other = p->places->texts[p->of[id].partner];
        size_t all = base.len;
        cut_common_end(&base, &other);
        uint32_t n = from.n;
        uint32_t folder = strings_add(&from, &p->scratch, base);
        if (base.len < all && folder == n)
            to[folder] = other;
    }
    for (uint32_t id = 0; id < p->places->n; id++) {
        if (!is_missing(p, id, false))
            continue;
        struct str path = p->places->texts[id];
        int levels = MOST_LEVELS;
        for (size_t at = path.len; at-- > 0 && levels;) {
            if (path.s[at] != '/' && at > 0)
                continue;
            uint32_t folder = strings_find(&from, str_head(path, at));
            levels--;
            if (folder == NO_ID)
                continue;
            struct str moved = arena_printf(
                &p->scratch, "%.*s%.*s", (int)to[folder].len, to[folder].s,
                (int)(path.len - at), path.s + at);
            uint32_t other = strings_find(p->places, moved);
            if (other != NO_ID && is_missing(p, other, true))
                join(p, id, other);
            break;
        }
    }
}

/* ---- All ---- */

uint32_t *places_match(struct arena *arena, const struct strings *places,
                       const struct strings *names,
                       const struct place_use *uses, uint32_t n)
{
    static const struct {
        end_of *end;
        int parts;
    } rows[] = {
        { last_parts, 4 }, { last_parts, 3 },      { last_parts, 2 },
        { last_parts, 1 }, { without_version, 1 }, { any_end, 1 },
    };
    struct places p = { .places = places, .names = names };
    uint32_t *ids = NEW_N(arena, uint32_t, n);
    p.of = NEW_N(&p.scratch, struct place, places->n);
    for (uint32_t i = 0; i < n; i++)
        add_use(&p, &uses[i]);
    for (size_t i = 0; i < ROWS(rows); i++) {
        if (!any_missing(&p, false) || !any_missing(&p, true))
            break;
        if (rows[i].end == any_end)
            join_moved(&p);
        join_nearest(&p, rows[i].end, rows[i].parts);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t id = uses[i].place;
        const struct place *place = &p.of[id];
        ids[i] = uses[i].is_new && place->partner != NO_ID ? place->partner
                                                          : id;
    }
    arena_free(&p.scratch);
    return ids;
}
