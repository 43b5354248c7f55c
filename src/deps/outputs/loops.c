#include "deps/outputs/loops.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "deps/outputs/carried.h"
#include "deps/outputs/deps.h"
#include "deps/outputs/line.h"
#include "deps/outputs/untraced.h"
#include "graph/counting_sort.h"
#include "util/known.h"
#include "util/map.h"
#include "util/text/buf.h"
#include "util/text/number.h"

/* A fact about a variable that iterations of a loop share. From CARRIED_FLOW
   on, it orders them. */
enum finding {
    NOTHING,      /* that matters for their order */
    PRIVATE,      /* each iteration can have a variable of its own */
    REDUCTION,    /* they only update it, which is one reduction */
    PLACE,        /* the place of a minimum or maximum, which is a reduction */
    CARRIED_FLOW, /* an iteration reads what an earlier one wrote */
    CARRIED_ANTI, /* a later iteration overwrites what an earlier one read */
    CARRIED_LATE  /* the last value is not always that of the last iteration */
};

/* The dependences of a loop that concern one variable, or any data without a
   name. */
struct group {
    struct str variable, owner; /* as in struct loop_use */
    struct carried carried;
    struct carried_by frees; /* the last one that gives memory back */
    struct data_names freed; /* that memory */
    double longest;          /* iterations, of any kind */
    bool is_gone;            /* it was joined to another group */
    /* These are as in struct loop_use. */
    bool is_out, is_late, is_wide, is_below, is_alias, is_static, is_large;
    bool is_in;     /* an iteration may read data that it has not written */
    bool is_index;  /* only the head of the loop writes it, so that each
                       iteration can know its value */
    bool is_global; /* it is no local variable */
    enum finding finding;
    bool is_first, is_last; /* PRIVATE: an iteration needs the value from before
                               the loop; the last value is needed after it */
};

/* All that holds of a loop, besides its groups. */
struct findings {
    const struct loop *loop;
    enum loop_class class;
    bool is_single;  /* no execution is known to have had several iterations */
    bool is_ordered; /* data or files order the iterations */
};

struct judge {
    struct arena *arena;
    const struct report *report;
    const struct dependences *all;
    struct sorted_groups uses; /* by loop */
    struct strings names;      /* of the groups of one loop */
    LIST(struct group) groups;
    struct strings sites;
    struct pairs written_first; /* (group, site): the site has read data that
                                   the same iteration wrote */
};

/* ---- Groups ---- */

static uint32_t group_of(struct judge *judge, const struct loop_use *use)
{
    uint32_t n = judge->names.n;
    uint32_t id = strings_add(
        &judge->names, judge->arena,
        arena_printf(judge->arena, "%s %s", use->owner.s,
                     use->data.variable.s));
    if (id < n)
        return id;
    struct group *group = PUSH_IN(judge->arena, &judge->groups);
    *group = (struct group){ .variable = use->data.variable,
                             .owner = use->owner,
                             .carried = CARRIED_NOTHING,
                             .is_global = !use->owner.len,
                             .is_index = true };
    return id;
}

static struct carried_by by_use(const struct loop_use *use)
{
    return (struct carried_by){ &use->data, use->kind, use->writer,
                                use->reader };
}

static uint32_t site_number(struct judge *judge, struct str site)
{
    return strings_add(&judge->sites, judge->arena, site);
}

/* Finds the groups whose data from before the loop is read. A read does that if
   its data is overwritten later and it has never met a write of its own
   iteration. */
static void find_exposed(struct judge *judge, uint32_t loop)
{
    for (uint32_t k = judge->uses.first[loop]; k < judge->uses.first[loop + 1];
         k++) {
        const struct loop_use *use =
            &judge->all->loop_uses.of[judge->uses.ids[k]];
        uint32_t id = group_of(judge, use);
        if (dependence_base(use->kind) == DEPENDS_ANTI &&
            pairs_find(&judge->written_first, id,
                       site_number(judge, use->read_site)) == NO_ID)
            judge->groups.of[id].is_in = true;
    }
}

/* Returns the variable that a member or an element belongs to. */
static struct str whole_of(struct str variable)
{
    size_t n = 0;
    while (n < variable.len && ascii_is_word(variable.s[n]))
        n++;
    return str_head(variable, n);
}

static bool is_of_whole(const struct group *group, const struct group *part)
{
    return !group->is_gone && str_eq(group->owner, part->owner) &&
           str_eq(whole_of(group->variable), whole_of(part->variable));
}

/* Makes one group of the members of a structure if nothing but its memory is
   used again, so that a clause can name all of it. */
static void join_members(struct judge *judge, struct group *into)
{
    struct group *groups = judge->groups.of;
    for (uint32_t i = 0; i < judge->groups.n; i++)
        if (is_of_whole(&groups[i], into) &&
            (groups[i].carried.flow.data || groups[i].frees.data ||
             groups[i].is_late ||
             (groups[i].is_index && (groups[i].carried.anti.data ||
                                     groups[i].carried.output.data))))
            return;
    for (uint32_t i = 0; i < judge->groups.n; i++) {
        struct group *one = &groups[i];
        if (!is_of_whole(one, into) || one == into)
            continue;
        if (!into->carried.anti.data)
            into->carried.anti = one->carried.anti;
        if (!into->carried.output.data)
            into->carried.output = one->carried.output;
        into->longest = fmax(into->longest, one->longest);
        into->carried.is_used |= one->carried.is_used;
        into->is_out |= one->is_out;
        into->is_late |= one->is_late;
        into->is_below |= one->is_below;
        into->is_alias |= one->is_alias;
        into->is_static |= one->is_static;
        into->is_large |= one->is_large;
        into->is_in |= one->is_in;
        one->is_gone = true;
    }
    into->variable = arena_copy(judge->arena, whole_of(into->variable));
    into->carried.only_places = into->is_index = false;
    into->is_wide = true; /* other members may have been written before */
}

static void find_groups(struct judge *judge, uint32_t loop)
{
    judge->names = (struct strings){ .n = 0 };
    judge->written_first = (struct pairs){ .n = 0 };
    judge->groups.n = 0;
    for (uint32_t k = judge->uses.first[loop]; k < judge->uses.first[loop + 1];
         k++) {
        const struct loop_use *use =
            &judge->all->loop_uses.of[judge->uses.ids[k]];
        uint32_t id = group_of(judge, use);
        struct group *group = &judge->groups.of[id];
        bool is_anti = dependence_base(use->kind) == DEPENDS_ANTI;
        if (use->role == LOOP_CARRIES)
            carried_add(&group->carried, by_use(use), use->least, use->most);
        if (use->role == LOOP_FREES) {
            data_names_add(&group->freed, use->data.expression,
                           use->data.allocated);
            group->frees = by_use(use);
        }
        if (use->role == LOOP_CARRIES || use->role == LOOP_FREES)
            group->longest = fmax(group->longest, use->most);
        if (use->role == LOOP_WITHIN && !is_anti) {
            group->carried.is_used |= !use->data.update.len;
            pairs_add_in(&judge->written_first, judge->arena, id,
                         site_number(judge, use->read_site));
        }
        group->is_wide |= use->is_wide;
        group->is_out |= use->role == LOOP_OUT;
        group->is_late |= use->role == LOOP_OUT && use->is_late;
        group->is_in |= use->role == LOOP_IN;
        group->is_below |= use->role != LOOP_IN && use->is_below;
        group->is_alias |= use->is_alias;
        group->is_static |= use->is_static;
        group->is_large |= use->is_large;
        if (use->role != LOOP_IN)
            group->is_index &= use->is_head;
    }
    find_exposed(judge, loop);
    for (uint32_t i = 0; i < judge->groups.n; i++) {
        struct group *group = &judge->groups.of[i];
        if (!group->is_gone && whole_of(group->variable).len &&
            memchr(group->variable.s, '.', group->variable.len))
            join_members(judge, group);
    }
}

/* ---- Findings ---- */

static bool is_place(const struct judge *judge, const struct group *group)
{
    for (uint32_t i = 0; i < judge->groups.n; i++)
        if (!group->carried.is_used &&
            carried_is_place(&group->carried, &judge->groups.of[i].carried))
            return true;
    return false;
}

static void find_in_group(const struct judge *judge, struct group *group)
{
    const struct carried *carried = &group->carried;
    bool has_output = carried->output.data;
    bool is_shared = carried->flow.data || carried->anti.data || has_output;
    if (!is_shared || group->is_index) {
        group->is_last = is_shared && group->is_out;
        bool needs_own = is_shared && (group->is_alias ||
                                       (group->is_below && group->is_global));
        group->finding = group->is_last || needs_own ? PRIVATE : NOTHING;
        return;
    }
    group->finding = carried_is_reduction(carried)  ? REDUCTION
                     : carried->flow.data           ? CARRIED_FLOW
                     : is_place(judge, group)       ? PLACE
                     : has_output && group->is_late ? CARRIED_LATE
                     : has_output                   ? PRIVATE
                                                    : CARRIED_ANTI;
    /* Parts of an array that are never written may be read. */
    group->is_first = group->is_in || group->is_wide;
    group->is_last = group->is_out;
}

/* Does the data of a group order the iterations? */
static bool is_ordering(const struct group *group)
{
    return group->frees.data || group->finding >= CARRIED_FLOW;
}

/* Finds all that holds of a loop, and of its groups. */
static struct findings find_all(struct judge *judge, const struct loop *loop,
                                uint32_t id)
{
    const struct dependences *all = judge->all;
    struct findings found = { .loop = loop,
                              .class = LOOP_DOALL,
                              .is_single = loop->iterations <= loop->count,
                              .is_ordered = loop->outputs || loop->inputs };
    find_groups(judge, id);
    for (uint32_t i = 0; i < judge->groups.n; i++) {
        struct group *group = &judge->groups.of[i];
        found.is_single &= group->longest < 2;
        if (group->is_gone)
            continue;
        find_in_group(judge, group);
        found.is_ordered |= is_ordering(group);
        if (group->finding == PRIVATE || group->finding == REDUCTION)
            found.class = LOOP_REDUCTION;
    }
    /* A condition that ends a loop may read what its only iteration wrote. */
    if (found.is_single)
        found.class = LOOP_UNSURE;
    else if (found.is_ordered || loop->early > 0)
        found.class = LOOP_ORDERED;
    else if (loop->unknown.len || loop->has_early_exit || loop->has_threads ||
             all->incomplete || !all->anti || !all->output)
        found.class = LOOP_UNSURE;
    return found;
}

/* ---- Words ---- */

/* The operators of OpenMP for reductions, or NULL. */
static const char *const openmp_operators[N_REDUCTIONS] = {
    [REDUCTION_SUM] = "+",   [REDUCTION_PRODUCT] = "*",
    [REDUCTION_AND] = "&",   [REDUCTION_OR] = "|",
    [REDUCTION_XOR] = "^",   [REDUCTION_MIN] = "min",
    [REDUCTION_MAX] = "max", [REDUCTION_LOGICAL_AND] = "&&",
    [REDUCTION_LOGICAL_OR] = "||",
};

/* Tells whether a clause can name the variable. It must be a whole variable,
   and the loop must use it by its name, in its own function. */
static bool can_name(const struct group *group)
{
    for (size_t i = 0; i < group->variable.len; i++)
        if (!ascii_is_word(group->variable.s[i]))
            return false;
    return group->variable.len && !group->is_below && !group->is_alias &&
           !group->is_static && !group->is_large;
}

/* The text of a verdict, and the clauses of OpenMP. */
struct words {
    struct judge *judge;
    struct str near; /* the place of the loop */
    struct buf text, clauses;
    bool no_pragma; /* clauses cannot say all of the text */
};

static void put_part(struct words *words, struct str text)
{
    if (words->text.len)
        buf_add(&words->text, S("; "));
    buf_add(&words->text, text);
}

/* Puts "private(x)", which also becomes a clause if that is possible. */
static void put_clause(struct words *words, const struct group *group,
                       const char *clause, const char *prefix)
{
    struct arena *arena = words->judge->arena;
    struct str name = data_names_text(arena, group->variable,
                                      &group->carried.names, "", words->near);
    struct str text = arena_printf(arena, "%s(%s%s)", clause, prefix, name.s);
    bool good = can_name(group);
    if (good)
        buf_printf(&words->clauses, " %s", text.s);
    words->no_pragma |= !good;
    const char *why =
        group->is_static  ? ", which the loop declares"
        : group->is_large ? ", which is too large for the stack: omp atomic, "
                            "or memory of each thread"
        : group->is_below ? ", which functions use that the loop calls"
        : group->is_alias ? ", which the loop uses by another name"
                          : "";
    put_part(words, arena_printf(arena, "%s%s", text.s, why));
}

static void put_private(struct words *words, const struct group *group)
{
    if (group->is_first)
        put_clause(words, group, "firstprivate", "");
    if (group->is_last)
        put_clause(words, group, "lastprivate", "");
    if (!group->is_first && !group->is_last)
        put_clause(words, group, "private", "");
}

static void put_reduction(struct words *words, const struct group *group)
{
    struct arena *arena = words->judge->arena;
    const struct dep_data *data = group->carried.flow.data;
    const char *operator = openmp_operators[data->reduction];
    if (operator) {
        put_clause(words, group, "reduction",
                   arena_printf(arena, "%s: ", operator).s);
        return;
    }
    words->no_pragma = true;
    put_part(words,
             arena_printf(arena, "`%s` %s", data->update.s,
                          dependence_reduction(arena, data->reduction).s));
}

static struct str distance_text(struct arena *arena, const struct carried *flow)
{
    bool is_open = flow->most >= MOST_ITERATIONS;
    struct str most = arena_printf(arena, "%s%.0f", is_open ? ">" : "",
                                   flow->most - is_open);
    if (flow->least == flow->most)
        return arena_printf(arena, " at distance %s", most.s);
    return arena_printf(arena, " at distance %.0f to %s", flow->least, most.s);
}

static void put_carried(struct words *words, const struct group *group,
                        const struct data_names *names,
                        const struct carried_by *by, struct str what)
{
    struct arena *arena = words->judge->arena;
    struct str name =
        data_names_text(arena, group->variable, names, "`", words->near);
    put_part(words, arena_printf(arena, "carried by %s%s %s", name.s, what.s,
                                 carried_ends(arena, by, words->near).s));
}

static void put_group(struct words *words, const struct group *group)
{
    const struct carried *carried = &group->carried;
    if (group->frees.data)
        put_carried(words, group, &group->freed, &group->frees,
                    S(", which a later iteration frees"));
    switch (group->finding) {
    case NOTHING:
    case PLACE:
        break;
    case PRIVATE:
        put_private(words, group);
        break;
    case REDUCTION:
        put_reduction(words, group);
        break;
    case CARRIED_FLOW:
        put_carried(words, group, &carried->names, &carried->flow,
                    distance_text(words->judge->arena, carried));
        break;
    case CARRIED_ANTI:
        put_carried(words, group, &carried->names, &carried->anti,
                    S(", which a later iteration overwrites"));
        break;
    case CARRIED_LATE:
        put_carried(words, group, &carried->names, &carried->output,
                    S(", whose last value not always the last iteration "
                      "writes"));
    }
}

/* Puts the groups that order the iterations, or all others. */
static void put_groups(struct words *words, bool is_ordering_one)
{
    const struct judge *judge = words->judge;
    for (uint32_t i = 0; i < judge->groups.n; i++) {
        const struct group *group = &judge->groups.of[i];
        if (!group->is_gone && is_ordering(group) == is_ordering_one)
            put_group(words, group);
    }
}

/* Puts what other things than data say of a loop. Doubts do not matter if the
   iterations are ordered anyway. */
static void put_others(struct words *words, const struct findings *found)
{
    struct judge *judge = words->judge;
    const struct loop *loop = found->loop;
    bool is_ordered = found->is_ordered || loop->early > 0;
    if (loop->outputs)
        put_part(words, S("order of output"));
    if (loop->inputs & ~RANDOM_NUMBERS)
        put_part(words, S("order of input"));
    if (loop->inputs & RANDOM_NUMBERS)
        put_part(words, S("order of random numbers"));
    if (loop->unknown.len && !found->is_ordered)
        put_part(words,
                 untraced_callees(judge->arena, judge->report, loop->unknown));
    if (loop->early > 0)
        put_part(words,
                 arena_printf(judge->arena, "left early %s\u00d7",
                              number_grouped(judge->arena, loop->early).s));
    else if (loop->has_early_exit && !is_ordered)
        put_part(words, S("may be left early"));
    if (loop->has_threads)
        put_part(words, S("other threads take part"));
    if (judge->all->incomplete && !is_ordered)
        put_part(words, S("dependences are missing"));
    if (!(judge->all->anti && judge->all->output) && !is_ordered)
        put_part(words, arena_printf(judge->arena,
                                     "no %sflow dependence; "
                                     "BOP_KINDS=raw,war,waw tells the rest",
                                     words->text.len ? "other " : ""));
}

static struct str verdict_text(const struct words *words,
                               const struct findings *found)
{
    struct arena *arena = words->judge->arena;
    const char *doall =
        words->judge->all->no_locals ? "DOALL in memory" : "DOALL";
    if (found->is_single)
        return found->loop->count > 1
                   ? S("at most one iteration on average, so little is known")
                   : S("at most one iteration, so nothing is known");
    if (found->class == LOOP_DOALL)
        return str_of(doall);
    if (found->class == LOOP_REDUCTION)
        return arena_printf(arena, "%s with %.*s", doall, (int)words->text.len,
                            buf_text(&words->text).s);
    return arena_copy(arena, buf_text(&words->text));
}

/* Returns the line of OpenMP, or "". Local variables that were not traced may
   need clauses. */
static struct str pragma_text(const struct words *words,
                              const struct findings *found)
{
    if (found->class > LOOP_REDUCTION || !found->loop->is_for ||
        words->no_pragma || words->judge->all->no_locals)
        return S("");
    return arena_printf(words->judge->arena, "#pragma omp parallel for%.*s",
                        (int)words->clauses.len, buf_text(&words->clauses).s);
}

/* ---- All loops ---- */

static void judge_loop(struct judge *judge, uint32_t id,
                       struct loop_verdict *verdict)
{
    struct findings found = find_all(judge, verdict->loop, id);
    struct words words = { .judge = judge, .near = verdict->loop->place };
    put_groups(&words, true);
    put_groups(&words, false);
    put_others(&words, &found);
    verdict->class = found.class;
    verdict->text = verdict_text(&words, &found);
    verdict->pragma = pragma_text(&words, &found);
    buf_free(&words.text);
    buf_free(&words.clauses);
}

static int by_place(const void *left, const void *right)
{
    const struct loop *a = ((const struct loop_verdict *)left)->loop;
    const struct loop *b = ((const struct loop_verdict *)right)->loop;
    return line_compare_in(a->function, a->place, b->function, b->place);
}

struct loop_verdicts loops_judge(struct arena *arena,
                                 const struct report *report)
{
    const struct dependences *all = dependences_of(report->profile);
    uint32_t n = (uint32_t)all->loops.n, n_uses = (uint32_t)all->loop_uses.n;
    struct loop_verdicts verdicts = { NEW_N(arena, struct loop_verdict, n), 0 };
    uint32_t *loop_of = NEW_N(arena, uint32_t, n_uses);
    const bool *in_view = deps_view(arena, report);
    for (uint32_t i = 0; i < n_uses; i++)
        loop_of[i] = all->loop_uses.of[i].loop;
    struct judge judge = { .arena = arena,
                           .report = report,
                           .all = all,
                           .uses = counting_sort(arena, loop_of, n_uses, n) };
    for (uint32_t i = 0; i < n; i++) {
        if (!in_view[all->loops.of[i].function])
            continue;
        struct loop_verdict *verdict = &verdicts.of[verdicts.n++];
        verdict->loop = &all->loops.of[i];
        judge_loop(&judge, i, verdict);
    }
    SORT(verdicts.of, verdicts.n, by_place);
    return verdicts;
}

struct str loops_sentence(struct arena *arena,
                          const struct loop_verdict *verdict)
{
    return arena_printf(
        arena, "%s\u00d7, %s iteration%s: %s%s%s",
        number_grouped(arena, verdict->loop->count).s,
        number_grouped(arena, verdict->loop->iterations).s,
        verdict->loop->iterations == 1 ? "" : "s", verdict->text.s,
        verdict->pragma.len ? "; " : "", verdict->pragma.s);
}
