#include "deps/dependence.h"

#include <stdlib.h>

#include "model/profile.h"
#include "util/array.h"
#include "util/known.h"
#include "util/map.h"

/* Returns the id of a place, which then points to the index's own text. */
static uint32_t place_id(struct dependence_index *index, struct str *place)
{
    uint32_t id = strings_add(&index->places, &index->texts, *place);
    *place = index->places.texts[id];
    return id;
}

/* Replaces the texts by the copies of the index. */
static void keep_data(struct dependence_index *index, struct dep_data *data)
{
    place_id(index, &data->variable);
    place_id(index, &data->expression);
    place_id(index, &data->allocated);
    place_id(index, &data->update);
}

static uint32_t pair_id(struct dependence_index *index, struct pairs *pairs,
                        uint32_t a, uint32_t b)
{
    return pairs_add_in(pairs, &index->texts, a, b);
}

/* Returns the id of an access, and replaces its texts by the copies of the
   index. */
static uint32_t access_id(struct dependence_index *index, struct access *access)
{
    uint32_t at = pair_id(index, &index->at, access->function,
                          place_id(index, &access->at));
    uint32_t top = pair_id(index, &index->top, access->statement,
                           place_id(index, &access->top));
    return pair_id(index, &index->accesses, at, top);
}

const struct dependences *dependences_of(const struct profile *profile)
{
    static const struct dependences none;
    return profile->dependences ? profile->dependences : &none;
}

static struct dependences *open_list(struct dependences **dependences)
{
    if (!*dependences)
        *dependences = array_new(1, sizeof **dependences);
    return *dependences;
}

struct dependences *dependences_open(struct profile *profile)
{
    return open_list(&profile->dependences);
}

void dependences_add(struct dependences *d, const struct dependence *more)
{
    struct dependence new = *more;
    uint32_t writer = access_id(&d->index, &new.writer);
    uint32_t reader = access_id(&d->index, &new.reader);
    uint32_t kind = (uint32_t)new.kind;
    uint32_t update = pair_id(&d->index, &d->index.updates, reader,
                              place_id(&d->index, &new.data.update));
    uint32_t id = pair_id(&d->index, &d->index.ids,
                          N_DEPENDENCE_KINDS * writer + kind, update);
    d->recorded = true;
    if (id == d->n) {
        keep_data(&d->index, &new.data);
        *PUSH(d) = new;
        return;
    }
    struct dependence *old = &d->of[id];
    old->count = add_known(old->count, new.count);
    old->least = fmin(old->least, new.least);
    old->most = fmax(old->most, new.most);
    old->least_runs = fmin(old->least_runs, new.least_runs);
    old->most_runs = fmax(old->most_runs, new.most_runs);
    if (!str_eq(old->data.variable, new.data.variable))
        old->data.variable = S("");
    if (!str_eq(old->data.expression, new.data.expression))
        old->data.expression = S("");
    if (!str_eq(old->data.allocated, new.data.allocated))
        old->data.allocated = S("");
}

void dependences_add_name(struct buf *list, struct str name)
{
    struct str rest = buf_text(list), one;
    while (str_take_part(&rest, S(", "), &one))
        if (str_eq(one, name))
            return;
    buf_add(list, list->len ? S(", ") : S(""));
    buf_add(list, name);
}

/* Returns a list that has the names of both lists. It lives as long as the
   dependences. */
static struct str join_names(struct dependences *d, struct str names,
                             struct str more)
{
    LOCAL_BUF(list);
    struct str one;
    buf_add(&list, names);
    while (str_take_part(&more, S(", "), &one))
        dependences_add_name(&list, one);
    names = buf_text(&list);
    place_id(&d->index, &names);
    return names;
}

void dependences_add_statement(struct dependences *d,
                               const struct statement *more)
{
    struct statement new = *more;
    uint32_t id = pair_id(&d->index, &d->index.statements, new.function,
                          place_id(&d->index, &new.place));
    new.unknown = join_names(d, S(""), new.unknown);
    if (id == d->statements.n) {
        *PUSH(&d->statements) = new;
        return;
    }
    struct statement *old = &d->statements.of[id];
    old->count = fmax(old->count, new.count);
    old->cost += new.cost;
    old->most += new.most;
    old->outputs |= new.outputs;
    old->inputs |= new.inputs;
    old->unknown = join_names(d, old->unknown, new.unknown);
    if (old->callee == NO_ID)
        old->callee = new.callee;
}

uint32_t dependences_add_loop(struct dependences *d, const struct loop *more)
{
    struct loop new = *more;
    uint32_t id = pair_id(&d->index, &d->index.loops, new.function,
                          place_id(&d->index, &new.place));
    new.unknown = join_names(d, S(""), new.unknown);
    if (id == d->loops.n) {
        *PUSH(&d->loops) = new;
        return id;
    }
    struct loop *old = &d->loops.of[id];
    old->count += new.count;
    old->iterations += new.iterations;
    old->cost += new.cost;
    old->early += new.early;
    old->has_early_exit |= new.has_early_exit;
    old->outputs |= new.outputs;
    old->inputs |= new.inputs;
    old->unknown = join_names(d, old->unknown, new.unknown);
    old->is_for &= new.is_for;
    old->has_threads |= new.has_threads;
    return id;
}

uint32_t dependences_find_loop(const struct dependences *d, uint32_t function,
                               struct str place)
{
    uint32_t id = strings_find(&d->index.places, place);
    return id == NO_ID ? NO_ID : pairs_find(&d->index.loops, function, id);
}

void dependences_add_loop_use(struct dependences *d,
                              const struct loop_use *more)
{
    struct loop_use new = *more;
    place_id(&d->index, &new.writer);
    place_id(&d->index, &new.reader);
    keep_data(&d->index, &new.data);
    place_id(&d->index, &new.read_site);
    place_id(&d->index, &new.owner);
    *PUSH(&d->loop_uses) = new;
}

void dependences_add_blind(struct dependences *d, struct blind_spot more)
{
    uint32_t i = 0;
    while (i < d->blind.n && !str_eq(d->blind.of[i].what, more.what))
        i++;
    if (i == d->blind.n) {
        place_id(&d->index, &more.what);
        place_id(&d->index, &more.names);
        *PUSH(&d->blind) = more;
        return;
    }
    struct blind_spot *old = &d->blind.of[i];
    if (more.names.len && str_eq(old->names, more.names))
        return;
    old->count = add_known(old->count, more.count);
    if (old->names.len && more.names.len)
        old->names = arena_printf(&d->index.texts, "%s %s", old->names.s,
                                  more.names.s);
}

/* Returns the index of a name in a list of n, or -1. */
static int find_name(const char *const *names, int n, struct str name)
{
    for (int i = 0; i < n; i++)
        if (str_eq(name, str_of(names[i])))
            return i;
    return -1;
}

static const char *const kind_names[N_DEPENDENCE_KINDS] = { "R", "X",  "A",
                                                            "AX", "O", "OX" };

struct str dependence_kind_name(enum dependence_kind kind)
{
    return str_of(kind_names[kind]);
}

bool dependence_kind_named(struct str name, enum dependence_kind *kind)
{
    int i = find_name(kind_names, N_DEPENDENCE_KINDS, name);
    if (i >= 0)
        *kind = (enum dependence_kind)i;
    return i >= 0;
}

static const char *const reduction_names[N_REDUCTIONS] = {
    "",    "sum", "product", "and",    "or",          "xor",        "min",
    "max", "argmin", "argmax", "logical-and", "logical-or", "next",
};

struct str dependence_reduction_name(enum reduction reduction)
{
    return str_of(reduction_names[reduction]);
}

bool dependence_reduction_named(struct str name, enum reduction *reduction)
{
    int i = find_name(reduction_names, N_REDUCTIONS, name);
    if (i >= 0)
        *reduction = (enum reduction)i;
    return i >= 0;
}

bool dependence_is_one_reduction(const struct dep_data *a,
                                 const struct dep_data *b)
{
    return a->update.len && b->update.len && a->reduction != TAKES_NEXT &&
           a->reduction == b->reduction &&
           (str_eq(a->update, b->update) ||
            (a->reduction != NO_REDUCTION &&
             !reduction_has_place(a->reduction)));
}

struct str dependence_reduction(struct arena *arena, enum reduction reduction)
{
    return arena_printf(arena, "(%s%sreduction%s)",
                        reduction_names[reduction],
                        reduction == NO_REDUCTION ? "" : ", a ",
                        reduction_has_place(reduction) ? " with its place"
                                                       : "");
}

struct str dependence_next(struct arena *arena, const struct dep_data *data)
{
    return data->reduction == TAKES_NEXT
               ? arena_printf(arena, ": `%s` takes the next place",
                              data->update.s)
               : S("");
}

static const char *const role_names[N_LOOP_ROLES] = { "carries", "within",
                                                      "out", "in", "frees" };

struct str loop_role_name(enum loop_role role)
{
    return str_of(role_names[role]);
}

bool loop_role_named(struct str name, enum loop_role *role)
{
    int i = find_name(role_names, N_LOOP_ROLES, name);
    if (i >= 0)
        *role = (enum loop_role)i;
    return i >= 0;
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

static void merge_loops(struct dependences *to, const struct dependences *from,
                        const uint32_t *ids)
{
    uint32_t *loops = array_new(from->loops.n, sizeof *loops);
    for (uint32_t i = 0; i < from->loops.n; i++) {
        struct loop loop = from->loops.of[i];
        loop.function = ids[loop.function];
        loops[i] =
            loop.function == NO_ID ? NO_ID : dependences_add_loop(to, &loop);
    }
    for (uint32_t i = 0; i < from->loop_uses.n; i++) {
        struct loop_use use = from->loop_uses.of[i];
        use.loop = loops[use.loop];
        if (use.loop != NO_ID)
            dependences_add_loop_use(to, &use);
    }
    free(loops);
}

void dependences_like(struct dependences **to, const struct dependences *from)
{
    if (from && from->recorded)
        open_list(to)->recorded = true;
}

static void merge(struct dependences *to, const struct dependences *from,
                  const uint32_t *ids)
{
    to->recorded |= from->recorded;
    to->anti |= from->anti;
    to->output |= from->output;
    to->no_locals |= from->no_locals;
    to->incomplete |= from->incomplete;
    to->crowded |= from->crowded;
    for (uint32_t i = 0; i < from->blind.n; i++)
        dependences_add_blind(to, from->blind.of[i]);
    for (uint32_t i = 0; i < from->statements.n; i++) {
        struct statement s = from->statements.of[i];
        s.function = ids[s.function];
        s.callee = s.callee == NO_ID ? NO_ID : ids[s.callee];
        if (s.function != NO_ID)
            dependences_add_statement(to, &s);
    }
    merge_loops(to, from, ids);
    for (uint32_t i = 0; i < from->n; i++) {
        struct dependence d = from->of[i];
        if (translate(&d.writer, ids) && translate(&d.reader, ids))
            dependences_add(to, &d);
    }
}

void dependences_merge(struct dependences **to, const struct dependences *from,
                       const uint32_t *ids)
{
    if (from)
        merge(open_list(to), from, ids);
}

void dependences_mark(const struct dependences *d, const bool *among,
                      bool *marked)
{
    for (uint32_t i = 0; d && i < d->n; i++) {
        uint32_t writer = d->of[i].writer.function;
        uint32_t reader = d->of[i].reader.function;
        if (!among || (among[writer] && among[reader]))
            marked[writer] = marked[reader] = true;
    }
}

/* A pair of functions, and how often one read data that the other one wrote. */
struct dependence_pair {
    uint32_t writer, reader;
    double count;
};

static int by_count(const void *left, const void *right)
{
    const struct dependence_pair *a = left, *b = right;
    if (a->count != b->count)
        return COMPARE(b->count, a->count);
    return a->writer != b->writer ? COMPARE(a->writer, b->writer)
                                  : COMPARE(a->reader, b->reader);
}

void dependences_mark_most(const struct dependences *d, long least,
                           bool *marked)
{
    LOCAL_ARENA(scratch);
    struct pairs ids = { 0 };
    uint32_t n = d ? (uint32_t)d->n : 0;
    struct dependence_pair *pairs =
        NEW_N(&scratch, struct dependence_pair, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t writer = d->of[i].writer.function;
        uint32_t reader = d->of[i].reader.function;
        uint32_t id = pairs_add_in(&ids, &scratch, writer, reader);
        pairs[id].writer = writer;
        pairs[id].reader = reader;
        pairs[id].count += known_or(d->of[i].count, 0);
    }
    qsort(pairs, ids.n, sizeof *pairs, by_count);
    for (uint32_t i = 0; i < ids.n; i++)
        if (least ? pairs[i].count >= (double)least : i < MOST_ARROWS)
            marked[pairs[i].writer] = marked[pairs[i].reader] = true;
}

void dependences_free(struct dependences *d)
{
    if (!d)
        return;
    LIST_FREE(d);
    LIST_FREE(&d->statements);
    LIST_FREE(&d->loops);
    LIST_FREE(&d->loop_uses);
    LIST_FREE(&d->blind);
    arena_free(&d->index.texts);
    free(d);
}
