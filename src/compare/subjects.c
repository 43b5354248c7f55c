#include "compare/subjects.h"

#include <inttypes.h>

#include "compare/places.h"
#include "model/stack_tree.h"
#include "names/strip.h"

struct subject *subject_of(const struct matching *m,
                           const struct compare_run *run, uint32_t f)
{
    const struct profile *made = m->made[run->is_new];
    uint32_t id = made ? profile_find_function(
                             made, &run->profile->functions[f].is)
                       : f;
    return &m->of[m->first[run->is_new] + id];
}

uint32_t *subject_name(const struct matching *m, struct subject *s,
                       enum name_kind kind)
{
    return kind < N_FIRST_NAMES ? &s->name[kind]
                                : &m->later[s - m->of][kind - N_FIRST_NAMES];
}

/* Adds the shares of each function in the whole of a run. Estimates are
   not made yet: without measured totals, the cost of calls counts. */
static void add_shares(struct matching *m, const struct compare_run *run,
                       double part)
{
    LOCAL_ARENA(scratch);
    const struct profile *profile = run->profile;
    double *total = NEW_N(&scratch, double, profile->n_functions);
    double whole = profile_whole(profile);
    if (profile->kind == FROM_CALLS) {
        for (uint32_t f = 0; f < profile->n_functions; f++)
            total[f] = profile->functions[f].self;
        for (uint32_t c = 0; c < profile->n_calls; c++)
            total[profile->calls[c].caller] +=
                known_or(profile->calls[c].cost, 0);
        for (uint32_t f = 0; f < profile->n_functions; f++)
            total[f] = known_or(profile->functions[f].total, total[f]);
    } else {
        double *costs = NEW_N(&scratch, double, profile->n_contexts);
        for (uint32_t c = 0; c < profile->n_contexts; c++)
            costs[c] = profile->contexts[c].self;
        stack_tree_totals(profile, stack_tree_outermost(&scratch, profile),
                          costs, total);
    }
    for (uint32_t f = 0; f < profile->n_functions && whole > 0; f++) {
        struct subject *s = subject_of(m, run, f);
        s->share += part * total[f] / whole;
        s->self += part * profile->functions[f].self / whole;
    }
}

/* Makes a profile of all functions of a side, and nothing else, unless the side
   has one run, whose profile will do. */
static void list_side(struct matching *m, const struct compare_run *runs,
                      size_t n, bool is_new)
{
    size_t n_runs = 0;
    for (size_t i = 0; i < n; i++)
        if (runs[i].is_new == is_new && n_runs++ == 0)
            m->sides[is_new] = runs[i].profile;
    if (n_runs == 1)
        return;
    m->sides[is_new] = m->made[is_new] = profile_new(&m->scratch);
    for (size_t i = 0; i < n; i++)
        for (uint32_t f = 0;
             runs[i].is_new == is_new && f < runs[i].profile->n_functions; f++)
            profile_copy_function(m->made[is_new],
                                  &runs[i].profile->functions[f]);
}

/* Stores the numbers of a tag, a line, perhaps with a column, or an address.
   Returns how many there are; 0 if the tag is another text. */
static uint32_t take_place(struct str tag, uint64_t numbers[2])
{
    uint32_t n = 0;
    struct str rest = tag;
    while (n < 2 && str_take_digits(&rest, &numbers[n])) {
        n++;
        str_take(&rest, S(":"));
    }
    if (rest.len || !n) {
        rest = tag;
        n = str_take_hex(&rest, &numbers[0]);
    }
    return rest.len ? 0 : n;
}

/* The code of glibc has several names. Symbols such as __snprintf and snprintf
   are __GI___snprintf in its debug information, and these have other ones. */
static const struct {
    struct str front, becomes;
} aliases[] = {
    { STR("libc_start_main_impl"), STR("start_main") },
    { STR("cfree"), STR("free") },
    { STR("memcpy_"), STR("memmove_") }, /* memcpy_avx_unaligned_erms... */
    { STR("libc_"), STR("") },
};

/* Returns a name as all names of the same code have it. */
static struct str without_alias(struct arena *arena, struct str name)
{
    str_take(&name, S("__GI_"));
    while (name.len > 1 && str_take(&name, S("_")))
        continue;
    for (size_t i = 0; i < ROWS(aliases); i++)
        if (str_take(&name, aliases[i].front))
            return arena_printf(arena, "%s%.*s", aliases[i].becomes.s,
                                (int)name.len, name.s);
    return name;
}

/* A line is the same on both sides if it is as far below the first line of its
   function, or has the same number if that is not known. */
static struct str line_tag(struct arena *arena, const struct function *function)
{
    bool is_below = function->start && function->start <= function->line;
    return is_below ? arena_printf(arena, "+%" PRIu64,
                                   function->line - function->start)
                    : arena_printf(arena, "%" PRIu64, function->line);
}

/* Returns the neutral name of a function without a name, such as
   "(anonymous routes.js::)" or "{closure:a.php:-}", without its file, which may
   be renamed. */
static struct str without_own_file(struct arena *arena, struct str name,
                                   struct str file)
{
    static const struct str fronts[] = { STR("(anonymous "), STR("{closure:") };
    struct str base = str_basename(file);
    for (size_t i = 0; i < ROWS(fronts) && base.len; i++) {
        struct str rest = name;
        if (str_take(&rest, fronts[i]) && str_take(&rest, base))
            return arena_printf(arena, "%s%.*s", fronts[i].s, (int)rest.len,
                                rest.s);
    }
    return name;
}

static void describe(struct matching *m, struct subject *s,
                     const struct function *function, struct str name)
{
    LOCAL_ARENA(scratch);
    struct neutral_name neutral = { .text = function->is.name };
    uint64_t place[NEUTRAL_NUMBERS + 2];
    s->is = &function->is;
    if (str_eq(s->is->module, UNRESOLVED)) { /* perf does not know the module */
        struct identity *is = NEW(&m->scratch, struct identity);
        *is = function->is;
        is->module = S("");
        s->is = is;
    }
    s->is_nameless =
        function->nameless || str_eq(function->is.name, UNRESOLVED);
    if (!function->is_tag)
        neutral = neutral_name_of(&m->neutral, name);
    neutral.text = without_own_file(&scratch, neutral.text, s->is->file);
    s->is_closure = neutral.is_closure;
    s->has_hash = neutral.has_hash;
    memcpy(place, neutral.numbers, sizeof neutral.numbers);
    s->line = neutral.line ? neutral.line : function->line;
    struct str tag = s->is->tag;
    uint32_t n_tag = 0;
    s->name[NAME_READ] = strings_add(&m->texts, &m->scratch, s->is->name);
    s->whole = pairs_add_in(&m->wholes, &m->scratch, s->name[NAME_READ],
                            strings_add(&m->texts, &m->scratch, tag));
    s->is_line = function->is_line && function->line;
    if (s->is_line)
        tag = line_tag(&scratch, function);
    else if (!function->is_tag && (n_tag = take_place(tag, place + neutral.n)))
        tag = S("");
    s->n_place = (uint8_t)(neutral.n + n_tag);
    s->place = memcpy(NEW_N(&m->scratch, uint64_t, s->n_place), place,
                      s->n_place * sizeof *place);
    s->name[NAME_NEUTRAL] = strings_add(&m->texts, &m->scratch, neutral.text);
    s->name[NAME_ALIAS] = strings_add(&m->texts, &m->scratch,
                                      without_alias(&scratch, neutral.text));
    s->tag = strings_add(&m->texts, &m->scratch, tag);
}

/* Returns a name of C++ or Rust without what stands in brackets: libraries of
   two versions may have no signature in common. */
static struct str without_arguments(struct arena *arena, struct str name)
{
    struct buf out = { 0 };
    int depth = 0;
    if (!str_has(name, S("::")))
        return name;
    for (size_t i = 0; i < name.len; i++) {
        struct str byte = { &name.s[i], 1 };
        if (str_has(S("<("), byte))
            depth++;
        else if (depth && str_has(S(">)"), byte))
            depth--;
        else if (!depth)
            buf_add(&out, byte);
    }
    return buf_move(&out, arena);
}

/* Names are needed for the places that one side lacks. */
static uint32_t *match_places(struct matching *m, bool by_module)
{
    LOCAL_ARENA(scratch);
    struct strings places = { 0 }, names = { 0 };
    struct place_use *uses = NEW_N(&scratch, struct place_use, m->n);
    bool(*on)[2] = arena_take(&scratch, m->n, sizeof *on);
    for (uint32_t i = 0; i < m->n; i++) {
        const struct subject *s = &m->of[i];
        uses[i].is_new = s->is_new;
        uses[i].place = strings_add(&places, &scratch,
                                    by_module ? s->is->module : s->is->file);
        on[uses[i].place][s->is_new] = true;
    }
    for (uint32_t i = 0; i < m->n; i++) {
        const bool *sides = on[uses[i].place];
        struct str name = S("");
        if (!sides[0] || !sides[1])
            name = without_arguments(
                &scratch,
                neutral_cut_versions(
                    &scratch, m->texts.texts[m->of[i].name[NAME_NEUTRAL]]));
        uses[i].name = strings_add(&names, &scratch, name);
    }
    return places_match(&m->scratch, &places, &names, uses, m->n);
}

/* Names that are demangled. */
struct names {
    LIST(struct str);
};

static void describe_all(struct matching *m)
{
    LOCAL_ARENA(scratch);
    struct names names = { 0 };
    for (int side = 0; side < 2; side++)
        for (uint32_t f = 0; f < m->sides[side]->n_functions; f++) {
            struct str name = m->sides[side]->functions[f].is.name;
            if (neutral_needs_demangled(name))
                *PUSH_IN(&scratch, &names) = name;
        }
    const struct demangled *form =
        demangle_all(&m->names, &scratch, names.of, names.n);
    for (uint32_t i = 0; i < m->n; i++) {
        struct subject *s = &m->of[i];
        s->is_new = i >= m->first[1];
        const struct function *f =
            &m->sides[s->is_new]->functions[i - m->first[s->is_new]];
        describe(m, s, f,
                 neutral_needs_demangled(f->is.name)
                     ? demangled_shown(&m->names, form++)
                     : f->is.name);
    }
}

static void list_subjects(struct matching *m)
{
    describe_all(m);
    const uint32_t *files = match_places(m, false);
    const uint32_t *modules = match_places(m, true);
    for (uint32_t i = 0; i < m->n; i++) {
        m->of[i].file = files[i];
        m->of[i].module = modules[i];
    }
}

void subjects_open(struct matching *m, const struct compare_run *runs, size_t n)
{
    double n_runs[2] = { 0, 0 };
    *m = (struct matching){ .names = { .shown = DEMANGLE_FULL } };
    for (int side = 0; side < 2; side++) {
        list_side(m, runs, n, side);
        m->n += m->sides[side]->n_functions;
        m->first[side + 1] = m->n;
    }
    m->of = NEW_N(&m->scratch, struct subject, m->n);
    for (size_t i = 0; i < n; i++)
        n_runs[runs[i].is_new]++;
    for (size_t i = 0; i < n; i++)
        add_shares(m, &runs[i], 1 / n_runs[runs[i].is_new]);
    list_subjects(m);
}

/* Cuts the marks of template arguments off a short name, since a function may
   have got its first ones. */
static struct str without_marks(struct arena *arena, struct str name)
{
    struct buf out = { 0 };
    struct str before, rest = name;
    while (str_cut(rest, S("<…>"), &before, &rest))
        buf_add(&out, before);
    buf_add(&out, rest);
    return buf_move(&out, arena);
}

static uint32_t neutral_id(struct matching *m, struct str name)
{
    return strings_add(&m->texts, &m->scratch,
                       neutral_name_of(&m->neutral, name).text);
}

static bool has_short_names(const struct subject *s)
{
    return s->way == MATCH_NONE && s->is->name.len;
}

/* Many names are their own short forms, and are looked up only once. */
static void shorten(struct matching *m, struct subject *s,
                    const struct demangled *form)
{
    LOCAL_ARENA(scratch);
    struct str owner, own = s->is->name, simple = form->simple;
    struct str name = neutral_cut_versions(&scratch, form->full);
    uint32_t unversioned = neutral_id(m, name);
    *subject_name(m, s, NAME_UNVERSIONED) = unversioned;
    s->whole = pairs_add_in(&m->wholes, &m->scratch,
                            strings_add(&m->texts, &m->scratch, name),
                            strings_add(&m->texts, &m->scratch, s->is->tag));
    *subject_name(m, s, NAME_SIMPLE) =
        str_eq(simple, name) ? unversioned : neutral_id(m, simple);
    str_cut_last(own, S("."), &owner, &own);
    *subject_name(m, s, NAME_OWN) =
        str_eq(own, name) ? unversioned : neutral_id(m, own);
    if (!str_eq(simple, form->full))
        name = neutral_cut_versions(&scratch, simple);
    name = strip_name(&scratch, name);
    *subject_name(m, s, NAME_SHORT) =
        neutral_id(m, without_marks(&scratch, name));
}

void subjects_shorten(struct matching *m)
{
    LOCAL_ARENA(scratch);
    struct names names = { 0 };
    for (uint32_t i = 0; i < m->n; i++)
        if (has_short_names(&m->of[i]))
            *PUSH_IN(&scratch, &names) = m->of[i].is->name;
    const struct demangled *form =
        demangle_all(&m->names, &scratch, names.of, names.n);
    m->later = arena_take(&m->scratch, m->n, sizeof *m->later);
    for (uint32_t i = 0; i < m->n; i++)
        if (has_short_names(&m->of[i]))
            shorten(m, &m->of[i], form++);
}

void subjects_close(struct matching *m)
{
    for (int side = 0; side < 2; side++)
        profile_free(m->made[side]);
    demangler_free(&m->names);
    buf_free(&m->neutral);
    arena_free(&m->scratch);
}
