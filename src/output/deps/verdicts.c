#include "output/deps/verdicts.h"

#include <stdlib.h>

#include "output/deps/chain.h"
#include "output/deps/line.h"
#include "util/buf.h"
#include "util/number.h"

enum { MOST_RUNS = 32, MOST_NEEDED = 4 };

#define LITTLE .05 /* of the cost, for all statements under study */

/* The dependences among the executions of one statement that concern one
   variable, or any data without a name. */
struct group {
    struct str variable;
    const struct dependence *flow;   /* the first one, or NULL */
    const struct dependence *update; /* one like "n++", or NULL */
    bool only_updates;               /* all flow is that update */
    struct str user; /* another statement that reads the variable between two
                        executions of this one, or "" */
    double least, most;              /* executions, of flow */
};

static bool is_of(const struct access *access, const struct statement *s)
{
    return access->statement == s->function && str_eq(access->top, s->place);
}

/* ---- Among the executions of one statement ---- */

static bool is_carried(const struct dependence *d)
{
    return dependence_is_across(d->kind) || known_or(d->most_runs, 1) >= 1;
}

static void add_to_group(struct group *group, const struct dependence *d)
{
    if (dependence_base(d->kind) != DEPENDS)
        return;
    if (!group->flow) {
        group->flow = d;
        group->only_updates = true;
    }
    if (d->update.len &&
        (!group->update || str_eq(group->update->reader.at, d->reader.at)))
        group->update = d;
    else
        group->only_updates = false;
    group->least = fmin(group->least, fmax(known_or(d->least_runs, 1), 1));
    group->most = fmax(group->most, known_or(d->most_runs, MOST_RUNS));
}

/* Tells whether another dependence leads from one statement to another, and
   concerns the same variable. */
static bool has_dependence(const struct dependences *all,
                           enum dependence_kind kind, const struct access *from,
                           const struct access *to, struct str variable)
{
    for (uint32_t i = 0; i < all->n; i++) {
        const struct dependence *d = &all->of[i];
        if (dependence_base(d->kind) == kind &&
            str_eq(d->variable, variable) &&
            d->writer.statement == from->statement &&
            d->reader.statement == to->statement &&
            str_eq(d->writer.top, from->top) && str_eq(d->reader.top, to->top))
            return true;
    }
    return false;
}

/* Returns another statement that needs what one execution of a statement writes
   to a variable before the next one writes there: it reads from the statement,
   which overwrites what it has read. "" if there is none, or if anti
   dependences were not recorded and it comes later in the source: it may then
   read after the last execution. */
static struct str find_user(const struct dependences *all,
                            const struct statement *s, struct str variable)
{
    for (uint32_t i = 0; i < all->n; i++) {
        const struct dependence *d = &all->of[i];
        if (dependence_base(d->kind) != DEPENDS || !is_of(&d->writer, s) ||
            is_of(&d->reader, s) || d->reader.statement != s->function ||
            !str_eq(d->variable, variable))
            continue;
        if (all->anti ? has_dependence(all, DEPENDS_ANTI, &d->reader,
                                       &d->writer, variable)
                      : line_compare(d->reader.top, s->place) < 0)
            return d->reader.top;
    }
    return S("");
}

/* Finds the groups of a statement, in the order of its dependences. */
static uint32_t find_groups(struct group *groups,
                            const struct dependences *all,
                            const struct statement *s)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < all->n; i++) {
        const struct dependence *d = &all->of[i];
        uint32_t k = 0;
        if (!is_of(&d->writer, s) || !is_of(&d->reader, s) || !is_carried(d))
            continue;
        while (k < n && !str_eq(groups[k].variable, d->variable))
            k++;
        if (k == n)
            groups[n++] = (struct group){
                .variable = d->variable,
                .least = INFINITY,
                .user = find_user(all, s, d->variable),
            };
        add_to_group(&groups[k], d);
    }
    return n;
}

static bool is_reduction(const struct group *group)
{
    return group->flow && group->only_updates && !group->user.len;
}

static bool is_hard(const struct group *group)
{
    return group->flow && !is_reduction(group);
}

static struct str quoted(struct arena *arena, struct str variable)
{
    return variable.len ? arena_printf(arena, "`%s`", variable.s)
                        : S("memory without a name");
}

static struct str distance_text(struct arena *arena, const struct group *group)
{
    if (dependence_is_across(group->flow->kind))
        return S("another thread");
    if (group->least == group->most && group->most < MOST_RUNS)
        return group->most == 1
                   ? S("the execution before")
                   : arena_printf(arena, "the execution %.0f before",
                                  group->most);
    return arena_printf(arena, "an execution %.0f%s before", group->least,
                        group->most < MOST_RUNS
                            ? arena_printf(arena, " to %.0f", group->most).s
                            : " or more");
}

/* Returns the word for a statement without a loop-carried dependence. Scalar
   local variables may carry one, unless they were traced. */
static const char *independent(const struct dependences *all)
{
    return all->no_locals ? "independent in memory" : "independent";
}

/* Returns what one group means. */
static struct str group_text(struct arena *arena, const struct group *group,
                             const struct statement *s)
{
    struct str name = quoted(arena, group->variable);
    if (!group->flow && group->user.len)
        return arena_printf(arena, "the order of writes to %s, which %s reads "
                                   "in between",
                            name.s,
                            line_short(arena, group->user, s->place).s);
    if (!group->flow)
        return arena_printf(arena, "scratch %s (written first each time: "
                                   "privatizable)", name.s);
    struct str from = line_short(arena, group->flow->writer.at, s->place);
    struct str to = line_short(arena, group->flow->reader.at, s->place);
    if (is_reduction(group)) {
        struct str update = group->update->update;
        bool is_sum = str_has(update, S("+")) || str_has(update, S("--")) ||
                      str_has(update, S("-="));
        return arena_printf(arena, "`%s` at %s (%sreduction)", update.s, to.s,
                            is_sum ? "sum, a " : "");
    }
    return arena_printf(arena, "each reads %s that %s wrote (%s \u2192 %s)",
                        name.s, distance_text(arena, group).s, from.s, to.s);
}

static void put_among(struct buf *out, struct arena *arena,
                      const struct dependences *all, struct verdict *verdict,
                      const struct group *groups, uint32_t n)
{
    const struct statement *s = verdict->statement;
    uint32_t put = 0;
    buf_printf(out, "%s executions, ", number_grouped(arena, s->count).s);
    for (uint32_t i = 0; i < n; i++)
        if (is_hard(&groups[i])) {
            buf_printf(out, "%s%s", put++ ? "; " : "loop-carried: ",
                       group_text(arena, &groups[i], s).s);
            if (!verdict->carried_over ||
                groups[i].least < verdict->carried_over)
                verdict->carried_over = groups[i].least;
        }
    const char *first = put ? "; also "
                            : arena_printf(arena, "%s but for ",
                                           independent(all)).s;
    bool is_hard_one = put;
    put = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!is_hard(&groups[i]))
            buf_printf(out, "%s%s", put++ ? ", " : first,
                       group_text(arena, &groups[i], s).s);
    if (s->outputs)
        buf_printf(out, "%sorder of output", put ? ", " : first);
    else if (!put && !is_hard_one)
        buf_add(out, str_of(independent(all)));
}

/* ---- Between statements ---- */

static const char *const relations[N_DEPENDENCE_KINDS] = {
    "reads what %s wrote",      "reads what %s wrote in another thread",
    "overwrites what %s read",  "overwrites what %s read in another thread",
    "overwrites what %s wrote", "overwrites what %s wrote in another thread",
};

/* Names the statements before this one that write to the same files. Returns
   false if there is none. */
static bool put_order(struct buf *out, struct arena *arena,
                      const struct verdicts *verdicts,
                      const struct statement *s)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < verdicts->n; i++) {
        const struct statement *before = verdicts->of[i].statement;
        if (before == s)
            break;
        if (before->function != s->function || !(before->outputs & s->outputs))
            continue;
        if (n == MOST_NEEDED) {
            buf_add(out, S(", ..."));
            break;
        }
        buf_printf(out, "%s%s", n++ ? ", " : "; order of output after ",
                   line_short(arena, before->place, s->place).s);
    }
    return n;
}

static void put_needs(struct buf *out, struct arena *arena,
                      const struct dependences *all,
                      const struct verdicts *verdicts,
                      const struct statement *s)
{
    struct strings seen = { 0 };
    for (uint32_t i = 0; i < all->n; i++) {
        const struct dependence *d = &all->of[i];
        if (!is_of(&d->reader, s) || is_of(&d->writer, s) ||
            d->writer.statement == NO_ID)
            continue;
        struct buf one = { 0 };
        struct str place = line_short(arena, d->writer.top, s->place);
        const char *rest = relations[d->kind];
        for (; *rest; rest++)
            if (rest[0] == '%' && rest[1] == 's') {
                buf_add(&one, place);
                rest++;
            } else {
                buf_char(&one, *rest);
            }
        if (d->variable.len)
            buf_printf(&one, " (`%s`)", d->variable.s);
        struct str text = buf_move(&one, arena);
        uint32_t n = seen.n;
        if (strings_add(&seen, arena, text) < n)
            continue;
        if (n >= MOST_NEEDED) {
            buf_add(out, S("; ..."));
            break;
        }
        buf_printf(out, "; %s", text.s);
    }
    if (!put_order(out, arena, verdicts, s) && seen.n == 0)
        buf_add(out, all->no_locals ? S("; needs no memory of other statements")
                                    : S("; needs no other statement"));
    strings_free(&seen);
}

/* ---- All statements ---- */

static int by_place(const void *left, const void *right)
{
    const struct statement *a = ((const struct verdict *)left)->statement;
    const struct statement *b = ((const struct verdict *)right)->statement;
    if (a->function != b->function)
        return a->function < b->function ? -1 : 1;
    return line_compare(a->place, b->place);
}

uint32_t verdicts_find(const struct verdicts *verdicts, uint32_t function,
                       struct str place)
{
    for (uint32_t i = 0; i < verdicts->n; i++)
        if (verdicts->of[i].statement->function == function &&
            str_eq(verdicts->of[i].statement->place, place))
            return i;
    return NO_ID;
}

static void judge(struct verdict *verdict, struct arena *arena,
                  const struct dependences *all,
                  const struct verdicts *verdicts, struct group *groups)
{
    struct buf out = { 0 };
    const struct statement *s = verdict->statement;
    uint32_t n = s->count > 1 ? find_groups(groups, all, s) : 0;
    if (s->count > 1)
        put_among(&out, arena, all, verdict, groups, n);
    else
        buf_add(&out, S("runs once"));
    put_needs(&out, arena, all, verdicts, s);
    verdict->text = buf_move(&out, arena);
    verdict->brief = S("");
    if (s->count > 1)
        verdict->brief =
            arena_printf(arena, "%s\u00d7 %s%s",
                         number_grouped(arena, s->count).s,
                         verdict->carried_over ? "loop-carried"
                                               : independent(all),
                         !verdict->carried_over && (n || s->outputs)
                             ? " but for\u2026"
                             : "");
}

struct verdicts *verdicts_of(struct arena *arena, const struct report *report)
{
    const struct view *view = report->view;
    const struct dependences *all = &report->profile->dependences;
    struct verdicts *verdicts = NEW(arena, struct verdicts);
    bool *in_view = NEW_N(arena, bool, report->profile->n_functions);
    struct group *groups = NEW_N(arena, struct group, all->n + 1);
    for (uint32_t i = 0; i < view->n_functions; i++)
        in_view[view->functions[i]] = true;
    verdicts->of = NEW_N(arena, struct verdict, all->n_statements + 1);
    for (uint32_t i = 0; i < all->n_statements; i++)
        if (in_view[all->statements[i].function]) {
            verdicts->of[verdicts->n++].statement = &all->statements[i];
            verdicts->cost += all->statements[i].cost;
        }
    if (verdicts->n)
        qsort(verdicts->of, verdicts->n, sizeof *verdicts->of, by_place);
    for (uint32_t i = 0; i < verdicts->n; i++)
        judge(&verdicts->of[i], arena, all, verdicts, groups);
    /* The costliest execution alone is a chain. */
    verdicts->chain_least = UNKNOWN;
    for (uint32_t i = 0; i < verdicts->n; i++)
        verdicts->chain_least = fmax(verdicts->chain_least,
                                     verdicts->of[i].statement->most);
    verdicts->chain_most = chain_most(verdicts, all);
    return verdicts;
}

/* Returns "A", or "A to B" if these differ. */
static struct str range_text(struct arena *arena, struct str least,
                             struct str most)
{
    return str_eq(least, most)
               ? least
               : arena_printf(arena, "%s to %s", least.s, most.s);
}

struct str verdicts_bound(struct arena *arena, const struct report *report,
                          const struct verdicts *v)
{
    if (!known(v->chain_least) || v->chain_least <= 0)
        return S("");
    struct str costs = range_text(
        arena, number_grouped(arena, v->chain_least),
        number_grouped(arena, v->chain_most));
    struct str times = range_text(
        arena, arena_printf(arena, "%.1f", v->cost / v->chain_most),
        arena_printf(arena, "%.1f", v->cost / v->chain_least));
    return arena_printf(arena, "the longest chain of dependent executions "
                               "costs %s of %s: if all else ran at once, "
                               "%s times as fast",
                        costs.s, report_cost(arena, report, v->cost).s,
                        times.s);
}

struct str verdicts_hint(struct arena *arena, const struct report *report)
{
    const struct dependences *all = &report->profile->dependences;
    double cost = 0;
    for (uint32_t i = 0; i < all->n_statements; i++)
        cost += all->statements[i].cost;
    double share = report_share(report, cost);
    if (!all->n_statements || !known(share) || share >= LITTLE)
        return S("");
    return arena_printf(arena, "functions under study have %s of the cost; "
                               "functions.in (BOP_FUNCTIONS) names them",
                        number_percent(arena, share).s);
}

/* Tells whether a verdict has these words. */
static bool is_said(const struct verdicts *verdicts, struct str words)
{
    for (uint32_t i = 0; i < verdicts->n; i++)
        if (str_has(verdicts->of[i].text, words))
            return true;
    return false;
}

struct str verdicts_note(struct arena *arena, const struct verdicts *verdicts)
{
    struct str words = S("in memory");
    if (!is_said(verdicts, words))
        words = S("no memory");
    if (!is_said(verdicts, words))
        return S("");
    return arena_printf(arena,
                        "\"%s\": scalar local variables were not traced, so "
                        "they may still carry a loop, or a value from one "
                        "statement to another; bop-cc --locals traces them",
                        words.s);
}
