#include "deps/outputs/verdicts.h"

#include "deps/outputs/data_names.h"
#include "deps/outputs/deps.h"
#include "deps/outputs/ends.h"
#include "deps/outputs/line.h"
#include "deps/outputs/unknown.h"
#include "deps/outputs/users.h"
#include "util/text/buf.h"
#include "util/text/number.h"

enum { MOST_RUNS = 32, MOST_NEEDED = 8 };

#define LITTLE .05 /* of the cost, for all statements under study */

/* The dependences among the executions of one statement that concern one
   variable, or any data without a name. */
struct group {
    struct str variable;
    struct data_names names; /* of data without a name */
    uint32_t number; /* of the variable */
    const struct dependence *flow;   /* the first one, or NULL */
    bool only_updates; /* all flow is like "n++", and one reduction */
    const struct dependence *place;  /* one between two writes, or NULL */
    bool only_places; /* these are all of the place of one minimum */
    struct str user; /* another statement that reads the variable between two
                        executions of this one, or "" */
    const struct last_read *last; /* by any other statement, or NULL */
    double least, most;           /* executions, of flow */
};

/* Descriptors of files, as bits. */
enum { FILES = 64 };

/* Statements of one function that use files. For each descriptor they are the
   first ones that write and the first ones that read, as many as put_order
   needs. */
struct file_users {
    uint32_t function;
    uint32_t outputs[FILES], inputs[FILES]; /* by descriptor: the number of
                                               users, at most MOST_NEEDED + 1 */
    const struct statement *all[2 * FILES * (MOST_NEEDED + 1)];
    uint32_t n;
};

/* The state while statements are judged, one after the other. */
struct judge {
    struct arena *arena;
    const struct report *report;
    const struct dependences *all;
    const struct ends *ends;
    struct users users;
    struct group *groups; /* of the statement that is judged */
    uint32_t *group_of;   /* by variable: its group, if that has its number */
    struct file_users files;
};

/* ---- Among the executions of one statement ---- */

static bool is_carried(const struct dependence *d)
{
    return dependence_is_across(d->kind) || known_or(d->most_runs, 1) >= 1;
}

static void add_to_group(struct group *group, const struct dependence *d)
{
    if (dependence_base(d->kind) == DEPENDS_OUTPUT) {
        group->only_places &= reduction_has_place(d->reduction) &&
                              (!group->place ||
                               str_eq(group->place->update, d->update));
        group->place = d;
    }
    if (dependence_base(d->kind) != DEPENDS)
        return;
    if (!group->flow) {
        group->flow = d;
        group->only_updates = true;
    }
    group->only_updates &=
        dependence_is_one_reduction(d->update, d->reduction,
                                    group->flow->update,
                                    group->flow->reduction);
    group->least = fmin(group->least, fmax(known_or(d->least_runs, 1), 1));
    group->most = fmax(group->most, known_or(d->most_runs, MOST_RUNS));
}

/* Finds the groups of statement k, in the order of its dependences. */
static uint32_t find_groups(struct judge *judge, uint32_t k)
{
    const struct ends *ends = judge->ends;
    struct group *groups = judge->groups;
    uint32_t n = 0;
    for (uint32_t r = ends->first_read[k]; r < ends->first_read[k + 1]; r++) {
        uint32_t i = ends->reads[r], variable = ends->variables[i];
        const struct dependence *d = &judge->all->of[i];
        if (ends->writers[i] != k || !is_carried(d))
            continue;
        uint32_t g = judge->group_of[variable];
        if (g >= n || groups[g].number != variable) {
            g = judge->group_of[variable] = n++;
            groups[g] = (struct group){
                .variable = d->variable,
                .number = variable,
                .least = INFINITY,
                .only_places = true,
                .user = users_find(&judge->users, k, variable),
                .last = users_last(&judge->users, k, variable),
            };
        }
        data_names_add(&groups[g].names, d->expression, d->allocated);
        add_to_group(&groups[g], d);
    }
    return n;
}

static bool is_reduction(const struct group *group)
{
    return group->flow && group->only_updates && !group->user.len;
}

/* Tells whether a group is the place of a minimum or maximum that another one
   is. */
static bool is_place(const struct group *group, const struct group *all,
                     uint32_t n)
{
    for (uint32_t i = 0; i < n && !group->flow; i++)
        if (group->place && group->only_places && is_reduction(&all[i]) &&
            str_eq(all[i].flow->update, group->place->update))
            return true;
    return false;
}

static bool is_hard(const struct group *group)
{
    return group->flow && !is_reduction(group);
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
    return all->incomplete  ? "independent as far as recorded"
           : all->no_locals ? "independent in memory"
                            : "independent";
}

/* Returns the part of the verdict about one group. */
static struct str group_text(struct arena *arena, const struct group *group,
                             const struct statement *s)
{
    struct str name =
        data_names_text(arena, group->variable, &group->names, "`", s->place);
    if (!group->flow && group->user.len)
        return arena_printf(arena,
                            "the order of writes to %s, which %s reads "
                            "in between",
                            name.s, line_short(arena, group->user, s->place).s);
    if (!group->flow && group->last && group->last->runs > 0)
        return arena_printf(arena,
                            "the order of writes to %s, which %s reads "
                            "afterwards, not always from the last "
                            "execution",
                            name.s,
                            line_short(arena, group->last->place, s->place).s);
    if (!group->flow && group->last)
        return arena_printf(arena,
                            "scratch %s (written first each time, and "
                            "%s reads the last value: lastprivate)",
                            name.s,
                            line_short(arena, group->last->place, s->place).s);
    if (!group->flow)
        return arena_printf(arena, "scratch %s (written first each time: "
                                   "privatizable)", name.s);
    struct str from = line_short(arena, group->flow->writer.at, s->place);
    struct str to = line_short(arena, group->flow->reader.at, s->place);
    if (is_reduction(group))
        return arena_printf(
            arena, "`%s` at %s %s", group->flow->update.s, to.s,
            dependence_reduction(arena, group->flow->reduction).s);
    return arena_printf(
        arena, "each reads %s that %s wrote (%s \u2192 %s)%s", name.s,
        distance_text(arena, group).s, from.s, to.s,
        dependence_next(arena, group->flow->update, group->flow->reduction).s);
}

static void put_among(struct buf *out, const struct judge *judge,
                      struct verdict *verdict, uint32_t n)
{
    struct arena *arena = judge->arena;
    const struct dependences *all = judge->all;
    const struct group *groups = judge->groups;
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
        if (!is_hard(&groups[i]) && !is_place(&groups[i], groups, n))
            buf_printf(out, "%s%s", put++ ? ", " : first,
                       group_text(arena, &groups[i], s).s);
    if (s->outputs)
        buf_printf(out, "%sorder of output", put++ ? ", " : first);
    if (s->inputs & ~RANDOM_NUMBERS)
        buf_printf(out, "%sorder of input", put++ ? ", " : first);
    if (s->inputs & RANDOM_NUMBERS)
        buf_printf(out, "%sorder of random numbers", put++ ? ", " : first);
    if (s->unknown.len)
        buf_printf(out, "%s%s", put++ ? ", " : first,
                   unknown_text(arena, judge->report, s->unknown).s);
    if (!put && !is_hard_one)
        buf_add(out, str_of(independent(all)));
}

/* ---- Between statements ---- */

static const char *const relations[N_DEPENDENCE_KINDS] = {
    "reads what %s wrote",      "reads what %s wrote in another thread",
    "overwrites what %s read",  "overwrites what %s read in another thread",
    "overwrites what %s wrote", "overwrites what %s wrote in another thread",
};

/* Returns the kind of files whose order two statements must keep, or NULL. */
static const char *shared_order(const struct statement *before,
                                const struct statement *s)
{
    uint64_t inputs = before->inputs & s->inputs;
    if (before->outputs & s->outputs)
        return "output";
    if (before->outputs & s->inputs)
        return "output and input";
    if (before->inputs & s->outputs)
        return "input and output";
    return inputs & ~RANDOM_NUMBERS ? "input"
           : inputs                 ? "random numbers"
                                    : NULL;
}

bool verdicts_share_files(const struct statement *a, const struct statement *b)
{
    return a->function == b->function && shared_order(a, b);
}

/* Names the statements before this one that use the same files. Returns false
   if there is none. */
static bool put_order(struct buf *out, const struct judge *judge,
                      const struct statement *s)
{
    const struct file_users *files = &judge->files;
    const char *order = "";
    uint32_t n = 0;
    for (uint32_t i = 0; i < files->n; i++) {
        const struct statement *before = files->all[i];
        const char *shared =
            before->function == s->function ? shared_order(before, s) : NULL;
        if (!shared)
            continue;
        if (n == MOST_NEEDED) {
            buf_add(out, S(", ..."));
            break;
        }
        if (strcmp(order, shared) != 0)
            buf_printf(out, "; order of %s after ", shared);
        else
            buf_add(out, S(", "));
        buf_add(out, line_short(judge->arena, before->place, s->place));
        order = shared;
        n++;
    }
    return n;
}

/* Counts one more user of each of the files. Returns false if all of them have
   enough users. */
static bool count_files(uint32_t *counts, uint64_t files)
{
    bool is_needed = false;
    for (int i = 0; i < FILES; i++)
        if (files >> i & 1 && counts[i] <= MOST_NEEDED) {
            counts[i]++;
            is_needed = true;
        }
    return is_needed;
}

/* Adds a statement unless enough others use the same files. */
static void add_files(struct file_users *files, const struct statement *s)
{
    if (files->function != s->function)
        *files = (struct file_users){ .function = s->function };
    bool writes = count_files(files->outputs, s->outputs);
    bool reads = count_files(files->inputs, s->inputs);
    if (writes || reads)
        files->all[files->n++] = s;
}

/* Sets the text to a need of a statement, such as "reads what :7 wrote
   (`x`)". */
static void set_need(struct buf *text, struct arena *arena,
                     const struct dependence *d, const struct statement *s)
{
    struct str place = line_short(arena, d->writer.top, s->place);
    const char *rest = relations[d->kind];
    text->len = 0;
    for (; *rest; rest++)
        if (rest[0] == '%' && rest[1] == 's') {
            buf_add(text, place);
            rest++;
        } else {
            buf_char(text, *rest);
        }
    struct str name = d->variable.len ? d->variable : d->expression;
    if (name.len)
        buf_printf(text, " (`%s`)", name.s);
    else if (d->allocated.len)
        buf_printf(text, " (memory allocated at %s)",
                   line_short(arena, d->allocated, s->place).s);
}

/* Puts the needs of statement k of other statements. */
static void put_needs(struct buf *out, const struct judge *judge, uint32_t k,
                      struct verdict *verdict)
{
    const struct ends *ends = judge->ends;
    const struct dependences *all = judge->all;
    const struct statement *s = verdict->statement;
    struct strings seen = { 0 };
    LOCAL_BUF(text);
    for (uint32_t r = ends->first_read[k]; r < ends->first_read[k + 1]; r++) {
        uint32_t i = ends->reads[r], n = seen.n;
        if (ends->writers[i] == k || ends->writers[i] == NO_ID)
            continue;
        set_need(&text, judge->arena, &all->of[i], s);
        if (strings_add(&seen, judge->arena, buf_text(&text)) < n)
            continue;
        if (n >= MOST_NEEDED) {
            buf_add(out, S("; ..."));
            break;
        }
        buf_add(out, S("; "));
        buf_add(out, buf_text(&text));
    }
    if (put_order(out, judge, s) || seen.n)
        return;
    if (all->incomplete || all->crowded) {
        buf_add(out, S("; no need of another statement is recorded"));
    } else if (all->no_locals) {
        buf_add(out, S("; needs no memory of other statements"));
        verdict->needs_no_memory = true;
    } else {
        buf_add(out, S("; needs no other statement"));
    }
}

/* ---- All statements ---- */

static int by_place(const void *left, const void *right)
{
    const struct statement *a = ((const struct verdict *)left)->statement;
    const struct statement *b = ((const struct verdict *)right)->statement;
    return a->function != b->function ? COMPARE(a->function, b->function)
                                      : line_compare(a->place, b->place);
}

/* Judges statement k, which comes behind those judged before. */
static void judge_one(struct judge *judge, uint32_t k, struct verdict *verdict)
{
    struct buf out = { 0 };
    struct arena *arena = judge->arena;
    const struct statement *s = verdict->statement;
    const struct dependences *all = judge->all;
    uint32_t n = s->count > 1 ? find_groups(judge, k) : 0;
    if (s->count > 1)
        put_among(&out, judge, verdict, n);
    else
        buf_add(&out, S("runs once"));
    put_needs(&out, judge, k, verdict);
    add_files(&judge->files, s);
    verdict->text = buf_move(&out, arena);
    verdict->is_in_memory = s->count > 1 && !verdict->carried_over &&
                            all->no_locals && !all->incomplete;
    verdict->brief = S("");
    if (s->count > 1)
        verdict->brief = arena_printf(
            arena, "%s\u00d7 %s%s", number_grouped(arena, s->count).s,
            verdict->carried_over ? "loop-carried" : independent(all),
            !verdict->carried_over && (n || s->outputs || s->inputs)
                ? " but for\u2026"
                : "");
}

/* Judges the statements. They get the first numbers of all statements with
   dependences. */
static void judge_all(struct verdicts *verdicts, struct arena *arena,
                      const struct report *report)
{
    const struct dependences *all = dependences_of(report->profile);
    const struct statement **first =
        NEW_N(arena, const struct statement *, verdicts->n);
    for (uint32_t i = 0; i < verdicts->n; i++)
        first[i] = verdicts->of[i].statement;
    verdicts->ends = ends_of(arena, all, first, verdicts->n);
    struct judge judge = {
        .arena = arena,
        .report = report,
        .all = all,
        .ends = verdicts->ends,
        .users = users_of(arena, all, verdicts->ends, first, verdicts->n),
        .groups = NEW_N(arena, struct group, all->n + 1),
        .group_of = NEW_N(arena, uint32_t, verdicts->ends->n_variables),
    };
    for (uint32_t i = 0; i < verdicts->n; i++)
        judge_one(&judge, i, &verdicts->of[i]);
}

struct verdicts *verdicts_of(struct arena *arena, const struct report *report)
{
    const struct dependences *all = dependences_of(report->profile);
    struct verdicts *verdicts = NEW(arena, struct verdicts);
    const bool *in_view = deps_view(arena, report);
    verdicts->of = NEW_N(arena, struct verdict, all->statements.n + 1);
    for (uint32_t i = 0; i < all->statements.n; i++)
        if (in_view[all->statements.of[i].function]) {
            verdicts->of[verdicts->n++].statement = &all->statements.of[i];
            verdicts->cost += all->statements.of[i].cost;
        }
    SORT(verdicts->of, verdicts->n, by_place);
    judge_all(verdicts, arena, report);
    return verdicts;
}

struct str verdicts_hint(struct arena *arena, const struct report *report)
{
    const struct dependences *all = dependences_of(report->profile);
    double cost = 0;
    for (uint32_t i = 0; i < all->statements.n; i++)
        cost += all->statements.of[i].cost;
    double share = report_share(report, cost);
    if (!all->statements.n || !known(share) || share >= LITTLE)
        return S("");
    return arena_printf(arena, "functions under study have %s of the cost; "
                               "functions.in (BOP_FUNCTIONS) names them",
                        number_percent(arena, share).s);
}

struct str verdicts_note(struct arena *arena, const struct verdicts *verdicts)
{
    bool is_in_memory = false, needs_no_memory = false;
    for (uint32_t i = 0; i < verdicts->n; i++) {
        is_in_memory |= verdicts->of[i].is_in_memory;
        needs_no_memory |= verdicts->of[i].needs_no_memory;
    }
    if (!is_in_memory && !needs_no_memory)
        return S("");
    return arena_printf(arena,
                        "\"%s\": scalar local variables were not traced, so "
                        "they may still carry a loop, or a value from one "
                        "statement to another; bop-cc --locals traces them",
                        is_in_memory ? "in memory" : "no memory");
}
