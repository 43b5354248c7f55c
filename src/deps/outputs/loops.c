#include "deps/outputs/loops.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "deps/outputs/data_names.h"
#include "deps/outputs/deps.h"
#include "deps/outputs/line.h"
#include "deps/outputs/unknown.h"
#include "graph/counting_sort.h"
#include "util/known.h"
#include "util/map.h"
#include "util/text/buf.h"
#include "util/text/number.h"

/* The dependences of a loop that concern one variable, or any data without a
   name. */
struct group {
    struct str variable, owner; /* as in struct loop_use */
    struct data_names names; /* of data without a name */
    const struct loop_use *flow; /* the first that the loop carries, or NULL */
    const struct loop_use *anti, *output; /* the first that it carries */
    const struct loop_use *frees; /* the last one that gives memory back */
    struct data_names freed;      /* that memory */
    bool only_updates; /* all flow that it carries is like "n++", and one
                          reduction */
    bool only_places;  /* all writes are the place of one minimum or maximum */
    bool is_gone;      /* it was joined to another group */
    bool is_used;      /* something other than the update reads its result in
                          the same iteration */
    /* These are as in struct loop_use. */
    bool is_out, is_late, is_wide, is_below, is_alias, is_static,
        is_large;
    bool is_in;         /* an iteration may read data that it has not written */
    bool is_index;      /* only the head of the loop writes it, so that each
                           iteration can know its value */
    bool is_global;     /* it is no local variable */
    double least, most; /* iterations, of flow */
    double longest;     /* iterations, of any kind */
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
        arena_printf(judge->arena, "%s %s", use->owner.s, use->variable.s));
    if (id < n)
        return id;
    struct group *group = PUSH_IN(judge->arena, &judge->groups);
    *group = (struct group){ .variable = use->variable,
                             .owner = use->owner,
                             .is_global = !use->owner.len,
                             .only_updates = true,
                             .only_places = true,
                             .is_index = true,
                             .least = INFINITY };
    return id;
}

static void add_freed(struct group *group, const struct loop_use *use)
{
    data_names_add(&group->freed, use->expression, use->allocated);
    group->longest = fmax(group->longest, use->most);
    group->frees = use;
}

static void add_carried(struct group *group, const struct loop_use *use)
{
    enum dependence_kind base = dependence_base(use->kind);
    data_names_add(&group->names, use->expression, use->allocated);
    group->longest = fmax(group->longest, use->most);
    if (base == DEPENDS_ANTI && !group->anti)
        group->anti = use;
    if (base == DEPENDS_OUTPUT && !group->output)
        group->output = use;
    if (base == DEPENDS_OUTPUT)
        group->only_places &= reduction_has_place(use->reduction) &&
                              str_eq(use->update, group->output->update);
    if (base != DEPENDS)
        return;
    if (!group->flow)
        group->flow = use;
    group->only_updates &=
        dependence_is_one_reduction(use->update, use->reduction,
                                    group->flow->update,
                                    group->flow->reduction);
    group->least = fmin(group->least, use->least);
    group->most = fmax(group->most, use->most);
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
            (groups[i].flow || groups[i].frees || groups[i].is_late ||
             ((groups[i].anti || groups[i].output) && groups[i].is_index)))
            return;
    for (uint32_t i = 0; i < judge->groups.n; i++) {
        struct group *one = &groups[i];
        if (!is_of_whole(one, into) || one == into)
            continue;
        into->anti = into->anti ? into->anti : one->anti;
        into->output = into->output ? into->output : one->output;
        into->longest = fmax(into->longest, one->longest);
        into->is_used |= one->is_used;
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
    into->only_places = into->is_index = false;
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
            add_carried(group, use);
        if (use->role == LOOP_FREES)
            add_freed(group, use);
        if (use->role == LOOP_WITHIN && !is_anti) {
            group->is_used |= !use->update.len;
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

/* ---- Verdicts ---- */

/* The clauses of OpenMP, and the text of the verdict. */
struct answer {
    struct buf text, clauses;
    enum loop_class class;
    bool no_pragma;
};

static void put_part(struct answer *answer, enum loop_class class,
                     struct str text)
{
    if (answer->text.len)
        buf_add(&answer->text, S("; "));
    buf_add(&answer->text, text);
    if (class > answer->class)
        answer->class = class;
}

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

/* Puts "private(x)", which also becomes a clause if that is possible. */
static void put_clause(struct judge *judge, struct answer *answer,
                       const struct group *group, const struct loop *loop,
                       const char *clause, const char *prefix)
{
    struct str name = data_names_text(judge->arena, group->variable,
                                      &group->names, "", loop->place);
    struct str text =
        arena_printf(judge->arena, "%s(%s%s)", clause, prefix, name.s);
    bool good = can_name(group);
    if (good)
        buf_printf(&answer->clauses, " %s", text.s);
    else
        answer->no_pragma = true;
    const char *why =
        group->is_static  ? ", which the loop declares"
        : group->is_large ? ", which is too large for the stack: omp atomic, "
                            "or memory of each thread"
        : group->is_below ? ", which functions use that the loop calls"
        : group->is_alias ? ", which the loop uses by another name"
                          : "";
    put_part(answer, LOOP_REDUCTION,
             arena_printf(judge->arena, "%s%s", text.s, why));
}

static struct str distance_text(struct arena *arena, const struct group *group)
{
    const char *more = group->most >= MOST_ITERATIONS ? ">" : "";
    if (group->least == group->most)
        return arena_printf(arena, "%s%.0f", more, group->most);
    return arena_printf(arena, "%.0f to %s%.0f", group->least, more,
                        group->most);
}

static void put_carried(struct judge *judge, struct answer *answer,
                        const struct group *group,
                        const struct data_names *names, const struct loop *loop,
                        const struct loop_use *use, const char *what)
{
    struct arena *arena = judge->arena;
    struct str name =
        data_names_text(arena, group->variable, names, "`", loop->place);
    put_part(answer, LOOP_ORDERED,
             arena_printf(
                 arena, "carried by %s%s (%s \u2192 %s)%s", name.s, what,
                 line_short(arena, use->writer, loop->place).s,
                 line_short(arena, use->reader, loop->place).s,
                 dependence_next(arena, use->update, use->reduction).s));
}

static void put_reduction(struct judge *judge, struct answer *answer,
                          const struct group *group, const struct loop *loop)
{
    enum reduction kind = group->flow->reduction;
    const char *operator= openmp_operators[kind];
    if (operator) {
        put_clause(judge, answer, group, loop, "reduction",
                   arena_printf(judge->arena, "%s: ", operator).s);
        return;
    }
    answer->no_pragma = true;
    put_part(answer, LOOP_REDUCTION,
             arena_printf(judge->arena, "`%s` %s", group->flow->update.s,
                          dependence_reduction(judge->arena, kind).s));
}

/* Tells whether all that an execution writes to the data is the place of a
   minimum or maximum that is a reduction. */
static bool is_place(const struct judge *judge, const struct group *group)
{
    if (!group->output || !group->only_places || group->is_used)
        return false;
    for (uint32_t i = 0; i < judge->groups.n; i++) {
        const struct group *other = &judge->groups.of[i];
        if (other->flow && other->only_updates && !other->is_used &&
            str_eq(other->flow->update, group->output->update))
            return true;
    }
    return false;
}

static void put_group(struct judge *judge, struct answer *answer,
                      const struct group *group, const struct loop *loop)
{
    bool is_carried = group->flow || group->anti || group->output;
    if (group->frees)
        put_carried(judge, answer, group, &group->freed, loop, group->frees,
                    ", which a later iteration frees");
    if (!is_carried || group->is_index) {
        if (is_carried && group->is_out)
            put_clause(judge, answer, group, loop, "lastprivate", "");
        else if (is_carried && (group->is_alias ||
                                (group->is_below && group->is_global)))
            put_clause(judge, answer, group, loop, "private", "");
    } else if (group->flow && group->only_updates && !group->is_used) {
        put_reduction(judge, answer, group, loop);
    } else if (group->flow) {
        struct str distance = distance_text(judge->arena, group);
        put_carried(
            judge, answer, group, &group->names, loop, group->flow,
            arena_printf(judge->arena, " at distance %s", distance.s).s);
    } else if (is_place(judge, group)) {
        answer->no_pragma = true;
    } else if (group->output && group->is_late) {
        put_carried(judge, answer, group, &group->names, loop, group->output,
                    ", whose last value not always the last iteration writes");
    } else if (group->output) {
        /* Parts of an array that are never written may be read. */
        bool is_first = group->is_in || group->is_wide;
        if (is_first)
            put_clause(judge, answer, group, loop, "firstprivate", "");
        if (group->is_out)
            put_clause(judge, answer, group, loop, "lastprivate", "");
        if (!is_first && !group->is_out)
            put_clause(judge, answer, group, loop, "private", "");
    } else {
        put_carried(judge, answer, group, &group->names, loop, group->anti,
                    ", which a later iteration overwrites");
    }
}

static void put_files(struct answer *answer, const struct loop *loop)
{
    if (loop->outputs)
        put_part(answer, LOOP_ORDERED, S("order of output"));
    if (loop->inputs & ~RANDOM_NUMBERS)
        put_part(answer, LOOP_ORDERED, S("order of input"));
    if (loop->inputs & RANDOM_NUMBERS)
        put_part(answer, LOOP_ORDERED, S("order of random numbers"));
}

/* Tells whether no execution is known to have had several iterations. A
   condition that ends a loop may read what its only iteration wrote. */
static bool is_single(const struct judge *judge, const struct loop *loop)
{
    bool single = loop->iterations <= loop->count;
    for (uint32_t i = 0; i < judge->groups.n; i++)
        single &= judge->groups.of[i].longest < 2;
    return single;
}

/* Puts the groups that order the iterations, or all others. */
static void put_groups(struct judge *judge, struct answer *answer,
                       const struct loop *loop, bool is_ordered)
{
    for (uint32_t i = 0; i < judge->groups.n; i++) {
        struct answer one = { .class = LOOP_DOALL };
        if (!judge->groups.of[i].is_gone)
            put_group(judge, &one, &judge->groups.of[i], loop);
        if (one.text.len && (one.class == LOOP_ORDERED) == is_ordered) {
            put_part(answer, one.class, buf_text(&one.text));
            buf_add(&answer->clauses, buf_text(&one.clauses));
            answer->no_pragma |= one.no_pragma;
        }
        buf_free(&one.text);
        buf_free(&one.clauses);
    }
}

/* Puts something that is not known. It does not matter for a loop whose
   iterations are ordered anyway. */
static void put_doubt(struct answer *answer, struct str text)
{
    if (answer->class != LOOP_ORDERED)
        put_part(answer, LOOP_UNSURE, text);
}

/* Puts what other things than data say of a loop. */
static void put_others(struct judge *judge, struct answer *answer,
                       const struct loop *loop)
{
    const struct dependences *all = judge->all;
    put_files(answer, loop);
    if (loop->unknown.len)
        put_doubt(answer,
                  unknown_text(judge->arena, judge->report, loop->unknown));
    if (loop->early > 0)
        put_part(answer, LOOP_ORDERED,
                 arena_printf(judge->arena, "left early %s\u00d7",
                              number_grouped(judge->arena, loop->early).s));
    else if (loop->has_early_exit)
        put_doubt(answer, S("may be left early"));
    if (loop->has_threads)
        put_part(answer, LOOP_UNSURE, S("other threads take part"));
    if (all->incomplete)
        put_doubt(answer, S("dependences are missing"));
    if (!(all->anti && all->output))
        put_doubt(answer, S("no other flow dependence; "
                            "BOP_KINDS=raw,war,waw tells the rest"));
}

/* Returns the verdict for a class, with the parts of the answer. */
static struct str answer_text(struct judge *judge, const struct answer *answer)
{
    const char *doall = judge->all->no_locals ? "DOALL in memory" : "DOALL";
    if (answer->class == LOOP_DOALL)
        return str_of(doall);
    if (answer->class == LOOP_REDUCTION)
        return arena_printf(judge->arena, "%s with %.*s", doall,
                            (int)answer->text.len, buf_text(&answer->text).s);
    return arena_copy(judge->arena, buf_text(&answer->text));
}

/* Returns the line of OpenMP, or "". Local variables that were not traced may
   need clauses. */
static struct str pragma_text(struct judge *judge, const struct answer *answer,
                              const struct loop *loop)
{
    if (answer->class > LOOP_REDUCTION || !loop->is_for ||
        answer->no_pragma || judge->all->no_locals)
        return S("");
    return arena_printf(judge->arena, "#pragma omp parallel for%.*s",
                        (int)answer->clauses.len,
                        buf_text(&answer->clauses).s);
}

static void judge_loop(struct judge *judge, uint32_t id,
                       struct loop_verdict *verdict)
{
    const struct loop *loop = verdict->loop;
    struct answer answer = { .class = LOOP_DOALL };
    find_groups(judge, id);
    put_groups(judge, &answer, loop, true);
    put_groups(judge, &answer, loop, false);
    put_others(judge, &answer, loop);
    if (is_single(judge, loop)) {
        answer.text.len = 0;
        answer.class = LOOP_UNSURE;
        buf_add(&answer.text,
                loop->count > 1 ? S("at most one iteration on average, so "
                                    "little is known")
                                : S("at most one iteration, so nothing is "
                                    "known"));
    }
    verdict->class = answer.class;
    verdict->text = answer_text(judge, &answer);
    verdict->pragma = pragma_text(judge, &answer, loop);
    buf_free(&answer.text);
    buf_free(&answer.clauses);
}

static int by_place(const void *left, const void *right)
{
    const struct loop *a = ((const struct loop_verdict *)left)->loop;
    const struct loop *b = ((const struct loop_verdict *)right)->loop;
    return a->function != b->function ? COMPARE(a->function, b->function)
                                      : line_compare(a->place, b->place);
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
        arena, "%s\u00d7, %s iterations: %s%s%s",
        number_grouped(arena, verdict->loop->count).s,
        number_grouped(arena, verdict->loop->iterations).s, verdict->text.s,
        verdict->pragma.len ? "; " : "", verdict->pragma.s);
}
