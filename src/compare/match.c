#include "compare/match.h"

#include <inttypes.h>

#include "compare/anchors.h"
#include "graph/counting_sort.h"
#include "util/diag.h"
#include "util/text/buf.h"

/* Functions that together cost less than this part of a side may be missing on
   the other side by chance. */
#define NEGLIGIBLE .005

/* ---- Groups ---- */

/* Functions of either side that may be the same, without those that have a
   partner. Those of a side stand in the order of the source. */
struct group {
    struct matching *m; /* all functions */
    struct subject **of[2];
    uint32_t n[2];
};

static void join(struct subject *a, struct subject *b, enum match_way way)
{
    a->partner = b;
    b->partner = a;
    a->way = b->way = way;
}

static int compare_places(const struct subject *a, const struct subject *b)
{
    for (uint32_t i = 0; i < a->n_place && i < b->n_place; i++)
        if (a->place[i] != b->place[i])
            return a->place[i] < b->place[i] ? -1 : 1;
    return (a->n_place > b->n_place) - (a->n_place < b->n_place);
}

static int by_place(const void *left, const void *right)
{
    const struct subject *a = *(struct subject *const *)left;
    const struct subject *b = *(struct subject *const *)right;
    int order = compare_places(a, b);
    return order ? order : COMPARE(a, b);
}

/* Is the order of the functions in the source known? Not if they differ only in
   hashes or in suffixes. */
static bool has_order(const struct group *g)
{
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < g->n[side]; i++)
            if (!g->of[side][i]->n_place ||
                (i && !compare_places(g->of[side][i - 1], g->of[side][i])))
                return false;
    return true;
}

/* ---- Functions that are alone on both sides ---- */

static void join_alone(struct group *g)
{
    struct subject *a = g->of[0][0], *b = g->of[1][0];
    if (g->n[0] == 1 && g->n[1] == 1 &&
        (a->file == b->file || subject_is_in_no_file(a) ||
         subject_is_in_no_file(b)))
        join(a, b, MATCH_NAME);
}

/* Joins functions that are the only ones of their name in a module on both
   sides: a symbol of native code is the same wherever debug information says
   that it begins. */
static void join_symbol(struct group *g)
{
    struct subject *a = g->of[0][0], *b = g->of[1][0];
    if (g->n[0] == 1 && g->n[1] == 1 && a->is->module.len && !a->n_place &&
        !b->n_place)
        join(a, b, MATCH_NAME);
}

/* Joins two names of a function of a library. perf does not print the module if
   it takes the name from debug information. */
static void join_alias(struct group *g)
{
    struct subject *a = g->of[0][0], *b = g->of[1][0];
    if (!a->is->module.len || !b->is->module.len || a->module == b->module)
        join_alone(g);
}

/* Are all functions of one side in no file, and those of the other in some? */
static bool lacks_files(const struct group *g)
{
    bool none[2] = { true, true };
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < g->n[side]; i++)
            none[side] &= subject_is_in_no_file(g->of[side][i]);
    return none[0] != none[1];
}

static bool is_one_file(const struct group *g)
{
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 1; i < g->n[side]; i++)
            if (g->of[side][i]->file != g->of[side][0]->file)
                return false;
    return true;
}

/* Joins functions one of which has a class or object before its name that the
   other one lacks, as a later V8 infers it: Compressor.compress, compress. */
static void join_qualified(struct group *g)
{
    struct str a = g->of[0][0]->is->name, b = g->of[1][0]->is->name;
    if (a.len > b.len ? str_ends(a, b) : str_ends(b, a))
        join_alone(g);
}

/* ---- By shift ---- */

static int by_line(const void *element, const void *line)
{
    const struct subject *s = *(struct subject *const *)element;
    return COMPARE(s->line, *(const uint64_t *)line);
}

/* Returns how many of n functions in the order of lines stand before a line. */
static uint32_t count_before(struct subject *const *functions, uint32_t n,
                             uint64_t line)
{
    return (uint32_t)array_count_before(functions, n, sizeof *functions, &line,
                                        by_line);
}

/* Joins n functions of the base to as many of the new side if all lines moved
   by the same number. */
static bool join_if_moved(struct subject *const *base,
                          struct subject *const *other, uint32_t n,
                          uint64_t shift)
{
    for (uint32_t i = 0; i < n; i++)
        if (other[i]->line != base[i]->line + shift)
            return false;
    for (uint32_t i = 0; i < n; i++)
        join(base[i], other[i], MATCH_SHIFT);
    return n > 0;
}

/* Joins the functions of the base between two anchors, or between the start of
   the file and the first of them. */
static void join_between(const struct group *g, struct subject *const *base,
                         uint32_t n)
{
    struct subject *above, *below, *first, *end;
    struct subject *const *others = g->of[1];
    anchors_around(g->m, base[0], &above, &below);
    /* Lines are unsigned, so that a shift back is a large number. */
    uint64_t shift = above ? above->partner->line - above->line : 0;
    uint64_t from = above ? above->partner->line : 0;
    uint32_t low = count_before(others, g->n[1], from), high = g->n[1];
    if (low < high) {
        anchors_around(g->m, others[low], &first, &end);
        if (first != (above ? above->partner : NULL))
            return;
        if (end)
            high = count_before(others, g->n[1], end->line);
    }
    if (high - low == n && join_if_moved(base, others + low, n, shift))
        return;
    if (!below || below->partner->line - below->line != shift)
        return;
    for (uint32_t i = 0, next; i < n; i = next) {
        for (next = i + 1; next < n && base[next]->line == base[i]->line;)
            next++;
        uint64_t line = base[i]->line + shift;
        low = count_before(others, g->n[1], line);
        high = count_before(others, g->n[1], line + 1);
        if (high - low == next - i)
            join_if_moved(base + i, others + low, high - low, shift);
    }
}

/* Marks the functions whose line is known on the other side, since those above
   and below moved by the same number, if no function of the group stands
   there. */
static void mark_lone(const struct group *g)
{
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < g->n[side]; i++) {
            struct subject *s = g->of[side][i], *above, *below;
            struct subject *const *others = g->of[!side];
            anchors_around(g->m, s, &above, &below);
            if (!above || !below)
                continue;
            uint64_t shift = above->partner->line - above->line;
            uint64_t line = s->line + shift;
            s->is_lone = below->partner->line - below->line == shift &&
                         count_before(others, g->n[!side], line) ==
                             count_before(others, g->n[!side], line + 1);
        }
}

/* Do the functions of the group have lines, which rise? */
static bool has_lines(const struct group *g)
{
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < g->n[side]; i++)
            if (!g->of[side][i]->line ||
                (i && g->of[side][i]->line < g->of[side][i - 1]->line))
                return false;
    return true;
}

/* Joins functions whose lines moved as those of the functions around them: as
   the function above that is alone on both sides, if as many follow it; or as
   those above and below, if both moved by the same number. */
static void join_shifted(struct group *g)
{
    if (!has_lines(g))
        return;
    for (uint32_t i = 0, next; i < g->n[0]; i = next) {
        struct subject *above, *below, *same;
        anchors_around(g->m, g->of[0][i], &above, &below);
        for (next = i + 1; next < g->n[0]; next++) {
            anchors_around(g->m, g->of[0][next], &same, &below);
            if (same != above)
                break;
        }
        join_between(g, g->of[0] + i, next - i);
    }
    mark_lone(g);
}

/* ---- By equal names ---- */

/* Sets the partners of those of the new side that have the name and tag of one
   of the base, and NULL for the others; they are not joined yet. Returns the
   larger share of what is left on a side. */
static double find_equal(struct group *g)
{
    struct matching *m = g->m;
    double left[2] = { 0, 0 };
    /* subjects_shorten gives most functions a second `whole`. */
    if (!m->equal)
        m->equal = NEW_N(&m->scratch, struct subject *, 2 * (size_t)m->n);
    for (uint32_t i = 0; i < g->n[0]; i++) {
        m->equal[g->of[0][i]->whole] = g->of[0][i];
        left[0] += g->of[0][i]->share;
    }
    for (uint32_t i = 0; i < g->n[1]; i++) {
        struct subject *s = g->of[1][i];
        s->partner = m->equal[s->whole];
        if (s->partner)
            left[0] -= s->partner->share;
        else
            left[1] += s->share;
    }
    for (uint32_t i = 0; i < g->n[0]; i++)
        m->equal[g->of[0][i]->whole] = NULL;
    return fmax(left[0], left[1]);
}

/* Does joining by equal names change less cost than joining as many functions
   by order? */
static bool is_equal_nearer(const struct group *g)
{
    double by_equal = 0, by_order = 0;
    for (uint32_t i = 0; i < g->n[1]; i++) {
        const struct subject *s = g->of[1][i];
        by_equal += fabs(s->share - (s->partner ? s->partner->share : 0));
        by_order += fabs(s->share - g->of[0][i]->share);
    }
    return by_equal <= by_order;
}

/*
 * Joins functions with equal identities. A hash of Rust is a name, except for
 * closures, whose hashes change places. Other numbers may belong to other
 * functions now, so these are joined only if no function with cost is left
 * without a partner.
 */
static void join_equal(struct group *g)
{
    bool is_ordered = has_order(g), by_hash = false, is_closure = false;
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < g->n[side]; i++) {
            by_hash |= g->of[side][i]->has_hash;
            is_closure |= g->of[side][i]->is_closure;
        }
    if (by_hash && is_closure)
        return;
    double left = find_equal(g);
    bool is_equal =
        by_hash || (g->n[0] == g->n[1] && !is_ordered) ||
        (left < NEGLIGIBLE && (g->n[0] != g->n[1] || is_equal_nearer(g)));
    for (uint32_t i = 0; i < g->n[1]; i++)
        if (is_equal && g->of[1][i]->partner)
            join(g->of[1][i]->partner, g->of[1][i], MATCH_NAME);
}

/* ---- Parts of a file ---- */

/* Calls a function with the functions of each part of the file that both sides
   have, or with all of them if their lines are not known. Returns false if
   there is no such part. */
static bool each_part(struct group *g, void (*join_part)(struct group *part))
{
    struct group part = { g->m, .of = { g->of[0], g->of[1] } };
    if (!has_lines(g)) {
        join_part(g);
        return true;
    }
    bool any = false;
    while (part.of[0] < g->of[0] + g->n[0]) {
        uint32_t id = anchors_part(g->m, part.of[0][0]);
        for (int side = 0; side < 2; side++) {
            struct subject **end = g->of[side] + g->n[side];
            while (part.of[side] < end &&
                   anchors_part(g->m, part.of[side][0]) < id)
                part.of[side]++;
            part.n[side] = 0;
            while (part.of[side] + part.n[side] < end &&
                   anchors_part(g->m, part.of[side][part.n[side]]) == id)
                part.n[side]++;
        }
        if (part.n[1])
            join_part(&part);
        any |= part.n[1] > 0;
        part.of[0] += part.n[0];
    }
    return any;
}

/* ---- By order ---- */

/* Takes functions that cost so little that sampling may miss them out of the
   side that has more, if both sides have equally many afterwards. */
static void drop_surplus(struct group *g)
{
    enum compare_side larger = g->n[NEW_SIDE] > g->n[BASE_SIDE];
    struct subject **of = g->of[larger];
    uint32_t n = g->n[larger], kept = 0, small = 0;
    for (uint32_t i = 0; i < n; i++)
        small += of[i]->share < NEGLIGIBLE;
    if (n - small != g->n[!larger])
        return;
    for (uint32_t i = 0; i < n; i++)
        if (of[i]->share >= NEGLIGIBLE)
            of[kept++] = of[i];
    g->n[larger] = kept;
}

static void join_part_in_order(struct group *g)
{
    bool is_ordered = has_order(g);
    if (is_ordered && g->n[0] != g->n[1])
        drop_surplus(g);
    if (g->n[0] != g->n[1] || (g->n[0] > 1 && !is_ordered))
        return;
    for (uint32_t i = 0; i < g->n[0]; i++)
        join(g->of[0][i], g->of[1][i], MATCH_ORDER);
}

/* If several functions stand in other parts of the file than all those of the
   other side, the lines of the functions around them mean something else, as
   that of NYTProf's main::RUNTIME does. */
static void join_in_order(struct group *g)
{
    if (!each_part(g, join_part_in_order) && g->n[0] > 1 && g->n[1] > 1)
        join_part_in_order(g);
}

/* ---- As a sum ---- */

static void add_up(struct group *g)
{
    if (!g->n[0] || !g->n[1])
        return;
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < g->n[side]; i++) {
            g->of[side][i]->way = MATCH_SUM;
            g->of[side][i]->partner = g->of[1][0];
        }
}

static void add_up_parts(struct group *g)
{
    each_part(g, add_up);
}

/* ---- Demangled on one side ---- */

/* Is a name as a compiler mangles it? */
static bool is_mangled(const struct subject *s)
{
    return str_starts(s->is->name, S("_Z")) || str_starts(s->is->name, S("_R"));
}

/* Joins mangled names to demangled ones. perf script prints no parameters, so
   overloaded functions become one. */
static void join_demangled(struct group *g)
{
    enum compare_side mangled = is_mangled(g->of[NEW_SIDE][0]);
    for (unsigned side = BASE_SIDE; side <= NEW_SIDE; side++)
        for (uint32_t k = 0; k < g->n[side]; k++)
            if (is_mangled(g->of[side][k]) != (side == mangled))
                return;
    if (g->n[0] == 1 && g->n[1] == 1)
        join_alone(g);
    else
        add_up(g);
}

/* ---- Passes ---- */

/* The functions of a group have the same name and tag, and agree in more. */
enum scope {
    SAME_FILE,   /* in the same file of the same module */
    SAME_MODULE, /* in the same module */
    LACKS_FILES, /* in the same module, and one side has no files */
    ONE_FILE,    /* the same, and each side has one file */
    ANYWHERE,
};

/* The passes, from strict to loose. Each makes groups of functions that have
   the same name and tag, and tries to join what is left of them. */
static const struct pass {
    void (*join)(struct group *g);
    enum name_kind name;
    enum scope scope;
    bool among_all; /* groups also have functions with a partner */
} passes[] = {
    /* Functions of a file, and its closures and overloads: lines moved. */
    { join_alone, NAME_NEUTRAL, SAME_FILE, false },
    { join_shifted, NAME_NEUTRAL, SAME_FILE, false },
    { join_equal, NAME_NEUTRAL, SAME_FILE, false },
    { join_in_order, NAME_NEUTRAL, SAME_FILE, false },
    { add_up_parts, NAME_NEUTRAL, SAME_FILE, false },
    { add_up, NAME_NEUTRAL, SAME_FILE, false },
    /* A function came into another file. */
    { join_alone, NAME_NEUTRAL, SAME_MODULE, false },
    /* Only one side has debug information, which tells files. */
    { join_equal, NAME_NEUTRAL, ONE_FILE, false },
    { join_in_order, NAME_NEUTRAL, ONE_FILE, false },
    { add_up, NAME_NEUTRAL, LACKS_FILES, false },
    { join_symbol, NAME_NEUTRAL, SAME_MODULE, true },
    /* A function came into another module. */
    { join_alone, NAME_NEUTRAL, ANYWHERE, true },
    { join_alone, NAME_READ, ANYWHERE, true },
    /* Namespaces have versions: fmt::v8::f, fmt::v9::f. */
    { join_alone, NAME_UNVERSIONED, SAME_FILE, false },
    { join_equal, NAME_UNVERSIONED, SAME_FILE, false },
    { join_in_order, NAME_UNVERSIONED, SAME_FILE, false },
    { add_up, NAME_UNVERSIONED, SAME_FILE, false },
    { join_alone, NAME_UNVERSIONED, SAME_MODULE, false },
    /* One side is demangled: _ZN1a1fEi, a::f. */
    { join_demangled, NAME_SIMPLE, SAME_MODULE, false },
    /* Parameters or template arguments changed: f<int>, f<long>. */
    { join_alone, NAME_SHORT, SAME_FILE, false },
    /* V8 infers a class: compress, Compressor.compress. */
    { join_qualified, NAME_OWN, SAME_FILE, false },
    /* A library has two names for the code: malloc, __libc_malloc. */
    { join_alias, NAME_ALIAS, ANYWHERE, false },
};

/* Do two passes sort the same functions into the same groups, but for those
   that have a partner by then? */
static bool has_same_groups(const struct pass *a, const struct pass *b)
{
    return a->name == b->name && a->among_all == b->among_all &&
           (a->scope == SAME_FILE) == (b->scope == SAME_FILE) &&
           (a->scope == ANYWHERE) == (b->scope == ANYWHERE);
}

/* Can a pass join the function? Unresolved code of different modules never
   matches. */
static bool is_candidate(const struct subject *s, const struct pass *pass)
{
    return ((s->way == MATCH_NONE && !s->is_lone) || pass->among_all) &&
           !(s->is_nameless && pass->scope == ANYWHERE);
}

/* Sorts the functions that a pass may join by name, tag and scope. */
static struct sorted_groups find_groups(struct matching *m, struct arena *arena,
                                        const struct pass *pass, uint32_t *n)
{
    LOCAL_ARENA(scratch);
    struct pairs places = { 0 }, kinds = { 0 }, keys = { 0 };
    uint32_t *group_of = index_no_ids(&scratch, m->n);
    for (uint32_t i = 0; i < m->n; i++) {
        struct subject *s = &m->of[i];
        if (!is_candidate(s, pass))
            continue;
        uint32_t place =
            pairs_add_in(&places, &scratch,
                         pass->scope == ANYWHERE ? 0 : s->module,
                         pass->scope == SAME_FILE ? s->file : 0);
        group_of[i] =
            pairs_add_in(&keys, &scratch, *subject_name(m, s, pass->name),
                         pairs_add_in(&kinds, &scratch, s->tag, place));
    }
    *n = keys.n;
    return counting_sort(arena, group_of, m->n, keys.n);
}

/* Does a group whose functions agree in module and file as the scope wants it
   also have the files that it wants? */
static bool is_in_scope(enum scope scope, const struct group *g)
{
    if (scope != LACKS_FILES && scope != ONE_FILE)
        return true;
    return lacks_files(g) && (scope == LACKS_FILES || is_one_file(g));
}

static void run_pass(struct matching *m, const struct pass *pass,
                     const struct sorted_groups *groups, uint32_t n)
{
    LOCAL_ARENA(scratch);
    struct subject **list = NEW_N(&scratch, struct subject *, m->n);
    for (uint32_t k = 0; k < n; k++) {
        struct group g = { m, .of = { list, list } };
        for (uint32_t i = groups->first[k]; i < groups->first[k + 1]; i++) {
            struct subject *s = &m->of[groups->ids[i]];
            /* Ids ascend, so those of the base come first. */
            if (!is_candidate(s, pass))
                continue;
            list[g.n[0] + g.n[1]] = s;
            g.n[s->is_new]++;
        }
        g.of[1] = list + g.n[0];
        if (!g.n[0] || !g.n[1])
            continue;
        if (pass->among_all && (list[0]->way || g.of[1][0]->way ||
                                list[0]->is_lone || g.of[1][0]->is_lone))
            continue;
        if (!is_in_scope(pass->scope, &g))
            continue;
        for (int side = 0; side < 2; side++)
            SORT(g.of[side], g.n[side], by_place);
        pass->join(&g);
    }
}

static void run_passes(struct matching *m)
{
    LOCAL_ARENA(scratch);
    struct sorted_groups groups = { 0 };
    uint32_t n = 0;
    for (size_t i = 0; i < ROWS(passes); i++) {
        const struct pass *pass = &passes[i];
        if (pass->join == join_shifted)
            anchors_list(m);
        if (pass->name == NAME_UNVERSIONED && !m->later)
            subjects_shorten(m);
        if (i == 0 || !has_same_groups(pass, pass - 1)) {
            arena_free(&scratch);
            groups = find_groups(m, &scratch, pass, &n);
        }
        run_pass(m, pass, &groups, n);
    }
}

/* ---- Identities ---- */

static struct identity copy_identity(struct arena *arena, struct identity is)
{
    return (struct identity){ arena_copy(arena, is.name),
                              arena_copy(arena, is.module),
                              arena_copy(arena, is.file),
                              arena_copy(arena, is.tag) };
}

/* Sets the identities of functions that are added up, "f [2 functions, now 3]".
   A tag keeps sums of the same name apart. */
static void name_sums(struct matching *m)
{
    LOCAL_ARENA(scratch);
    uint32_t(*n)[2] = arena_take(&scratch, m->n, sizeof *n);
    for (uint32_t i = 0; i < m->n; i++)
        if (m->of[i].way == MATCH_SUM)
            n[m->of[i].partner - m->of][m->of[i].is_new]++;
    for (uint32_t i = 0; i < m->n; i++) {
        struct subject *s = &m->of[i];
        if (s->way != MATCH_SUM || s->partner != s)
            continue;
        const struct demangled *form =
            demangle_all(&m->names, &m->scratch, &s->is->name, 1);
        struct str name = neutral_name_of(&m->neutral, form->simple).text;
        struct identity *becomes = NEW(&m->scratch, struct identity);
        *becomes = *s->is;
        becomes->name =
            arena_printf(&m->scratch, "%.*s [%u function%s, now %u]",
                         (int)name.len, name.s, n[i][0],
                         n[i][0] == 1 ? "" : "s", n[i][1]);
        becomes->tag = arena_printf(&m->scratch, "sum %u", i);
        s->becomes = becomes;
    }
    for (uint32_t i = 0; i < m->n; i++)
        if (m->of[i].way == MATCH_SUM)
            m->of[i].becomes = m->of[i].partner->becomes;
}

static bool any_line(const struct matching *m)
{
    for (uint32_t i = 0; i < m->n; i++)
        if (m->of[i].is_line)
            return true;
    return false;
}

/* Returns, by subject in scratch memory, how much the lines of its function
   moved; 0 if none is on both sides. NULL: no subject is a line. */
static uint64_t *find_shifts(struct matching *m)
{
    LOCAL_ARENA(scratch);
    if (!any_line(m))
        return NULL;
    struct pairs functions = { 0 };
    uint32_t *function_of = NEW_N(&scratch, uint32_t, m->n);
    uint64_t *shift_of = NEW_N(&scratch, uint64_t, m->n);
    uint64_t *shifts = NEW_N(&m->scratch, uint64_t, m->n);
    for (uint32_t i = 0; i < m->n; i++) {
        const struct subject *s = &m->of[i];
        function_of[i] =
            pairs_add_in(&functions, &scratch, s->name[NAME_READ], s->file);
        if (s->is_line && !s->is_new && s->way != MATCH_NONE)
            shift_of[function_of[i]] = s->partner->line - s->line;
    }
    for (uint32_t i = 0; i < m->n; i++)
        shifts[i] = shift_of[function_of[i]];
    return shifts;
}

static void set_tag(struct matching *m, struct subject *s, struct str tag)
{
    struct identity *becomes = NEW(&m->scratch, struct identity);
    *becomes = *s->becomes;
    becomes->tag = tag;
    s->becomes = becomes;
}

/* Sets the identities that all functions get: those of the new side. A function
   of the base without a partner gets a tag if a function of the new side has
   its identity. A line that only the base has gets the number that it would
   have on the new side. */
static void find_identities(struct matching *m)
{
    const uint64_t *shifts = find_shifts(m);
    name_sums(m);
    for (uint32_t i = 0; i < m->n; i++) {
        struct subject *s = &m->of[i];
        if (s->way == MATCH_SUM)
            continue;
        const struct subject *from =
            s->is_new || s->way == MATCH_NONE ? s : s->partner;
        s->becomes = from->is;
        if (s->is_new || s->way != MATCH_NONE)
            continue;
        if (shifts && s->is_line)
            set_tag(m, s,
                    arena_printf(&m->scratch, "%" PRIu64, s->line + shifts[i]));
        if (profile_find_function(m->sides[1], s->becomes) != NO_ID)
            set_tag(m, s, arena_printf(&m->scratch, "%s before", s->is->tag.s));
    }
}

/* Returns the identities of a run; NULL if all functions keep theirs. The texts
   of those that do are in the profile of the run. */
static struct identity *identities_of(const struct matching *m,
                                      struct arena *arena,
                                      const struct compare_run *run)
{
    LOCAL_ARENA(scratch);
    const struct profile *profile = run->profile;
    const struct identity **others =
        NEW_N(&scratch, const struct identity *, profile->n_functions);
    bool differ = false;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        const struct identity *is = &profile->functions[f].is;
        const struct identity *to = subject_of(m, run, f)->becomes;
        if (str_eq(is->name, to->name) && str_eq(is->module, to->module) &&
            str_eq(is->file, to->file) && str_eq(is->tag, to->tag))
            continue;
        others[f] = to;
        differ = true;
    }
    if (!differ)
        return NULL;
    struct identity *identities =
        NEW_N(arena, struct identity, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        identities[f] = others[f] ? copy_identity(arena, *others[f])
                                  : profile->functions[f].is;
    return identities;
}

static struct match_counts count_ways(const struct matching *m)
{
    struct match_counts counts = { { 0 } };
    for (uint32_t i = 0; i < m->n; i++) {
        const struct subject *s = &m->of[i];
        counts.n[s->way] += s->way == MATCH_NONE ||
                            (s->way == MATCH_SUM ? s->partner == s : s->is_new);
    }
    return counts;
}

/* ---- Sides that cannot be compared ---- */

static void list_names(struct buf *out, const struct profile *profile)
{
    for (uint32_t f = 0; f < 3 && f < profile->n_functions; f++) {
        buf_add(out, f ? S(", ") : S(""));
        buf_add(out, profile->functions[f].is.name);
    }
}

static bool report_strangers(const struct profile *base,
                             const struct profile *other)
{
    LOCAL_BUF(base_names);
    LOCAL_BUF(other_names);
    list_names(&base_names, base);
    list_names(&other_names, other);
    buf_char(&base_names, '\0');
    buf_char(&other_names, '\0');
    diag_error("the two sides have no function in common: the base has %u, "
               "such as %s, and the other side %u, such as %s; were symbols "
               "stripped, or filters too narrow?",
               base->n_functions, buf_text(&base_names).s, other->n_functions,
               buf_text(&other_names).s);
    return false;
}

/* Reports a side without symbols, which would look like another program.
   Returns false then. */
static bool have_names(const struct matching *m)
{
    double share[2] = { 0, 0 };
    for (uint32_t i = 0; i < m->n; i++)
        if (m->of[i].is_nameless && m->of[i].way == MATCH_NONE)
            share[m->of[i].is_new] += m->of[i].self;
    bool is_new = share[1] > share[0];
    if (share[is_new] <= .5)
        return true;
    return diag_error("%.0f%% of the cost of the %s is in functions without a "
                      "name, which are not on the other side: record with the "
                      "program's symbols in place (was it stripped, or built "
                      "again since?), or leave these functions out of both "
                      "sides, as --hide='%s' does",
                      100 * share[is_new], is_new ? "new side" : "base",
                      UNRESOLVED.s);
}

static bool have_common(const struct matching *m,
                        const struct match_counts *counts)
{
    return !m->first[1] || m->first[1] == m->n ||
           counts->n[MATCH_NONE] < m->n ||
           report_strangers(m->sides[0], m->sides[1]);
}

/* ---- All ---- */

const struct identity **match_functions(struct arena *arena,
                                        const struct compare_run *runs,
                                        size_t n, struct match_counts *counts)
{
    struct matching m;
    const struct identity **identities = NULL;
    subjects_open(&m, runs, n);
    run_passes(&m);
    *counts = count_ways(&m);
    if (have_names(&m) && have_common(&m, counts)) {
        identities = NEW_N(arena, const struct identity *, n);
        find_identities(&m);
        for (size_t i = 0; i < n; i++)
            identities[i] = identities_of(&m, arena, &runs[i]);
    }
    subjects_close(&m);
    return identities;
}
