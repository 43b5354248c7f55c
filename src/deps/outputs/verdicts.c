#include "deps/outputs/verdicts.h"

#include "deps/outputs/carried.h"
#include "deps/outputs/deps.h"
#include "deps/outputs/ends.h"
#include "deps/outputs/line.h"
#include "deps/outputs/untraced.h"
#include "deps/outputs/users.h"
#include "util/text/buf.h"
#include "util/text/number.h"

enum { MOST_RUNS = 32, MOST_NEEDED = 8 };

#define LITTLE .05 /* of the cost, for all statements under study */

/* A fact about a variable that executions of a statement share. */
enum finding {
    CARRIED_FLOW, /* an execution reads what an earlier one wrote */
    REDUCTION,    /* it does so for updates that make one reduction */
    PLACE,        /* the place of a minimum or maximum, which is a reduction */
    READ_BETWEEN, /* another statement reads it between two executions */
    READ_LATER, /* another one reads it afterwards, not always from the last
                   execution */
    READ_LAST,  /* another one reads what the last execution wrote */
    SCRATCH     /* each execution writes it first, and nothing else reads it */
};

/* The dependences among the executions of one statement that concern one
   variable, or any data without a name. */
struct group {
    struct str variable;
    uint32_t number; /* of the variable */
    struct carried carried;
    struct str user; /* another statement that reads the variable between two
                        executions of this one, or "" */
    const struct last_read *last; /* by any other statement, or NULL */
    enum finding finding;
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

/* All that holds of a statement. */
struct findings {
    const struct statement *statement;
    struct group *groups; /* none if it is executed once */
    uint32_t n_groups;
    uint32_t number; /* of the statement, in ends.h */
    double carried_over; /* as in struct verdict */
    bool needs_data;  /* it depends on another statement */
    bool needs_order; /* an earlier one uses the same files */
};

/* The state while statements are judged, one after the other. */
struct judge {
    struct arena *arena;
    const struct report *report;
    const struct dependences *all;
    const struct ends *ends;
    struct users users;
    struct group *groups; /* room for those of one statement */
    uint32_t *group_of;   /* by variable: its group, if that has its number */
    struct file_users files; /* of the statements judged before */
};

/* ---- Among the executions of one statement ---- */

static bool is_among_executions(const struct dependence *d)
{
    return dependence_is_across(d->kind) || known_or(d->most_runs, 1) >= 1;
}

/* Returns the group of a variable of statement k, which is added if it is
   new. */
static struct group *group_of(struct judge *judge, struct findings *found,
                              const struct dependence *d, uint32_t variable)
{
    uint32_t k = found->number, g = judge->group_of[variable];
    if (g < found->n_groups && found->groups[g].number == variable)
        return &found->groups[g];
    g = judge->group_of[variable] = found->n_groups++;
    found->groups[g] = (struct group){
        .variable = d->data.variable,
        .number = variable,
        .carried = CARRIED_NOTHING,
        .user = users_find(&judge->users, k, variable),
        .last = users_last(&judge->users, k, variable),
    };
    found->groups[g].carried.is_used = found->groups[g].user.len;
    return &found->groups[g];
}

/* Finds the groups of a statement, in the order of its dependences. */
static void find_groups(struct judge *judge, struct findings *found)
{
    const struct ends *ends = judge->ends;
    uint32_t k = found->number;
    for (uint32_t r = ends->first_read[k]; r < ends->first_read[k + 1]; r++) {
        uint32_t i = ends->reads[r];
        const struct dependence *d = &judge->all->of[i];
        if (ends->writers[i] != k || !is_among_executions(d))
            continue;
        carried_add(&group_of(judge, found, d, ends->variables[i])->carried,
                    (struct carried_by){ &d->data, d->kind, d->writer.at,
                                         d->reader.at },
                    fmax(known_or(d->least_runs, 1), 1),
                    known_or(d->most_runs, MOST_RUNS));
    }
}

static bool is_place(const struct group *group, const struct findings *found)
{
    for (uint32_t i = 0; i < found->n_groups; i++)
        if (carried_is_place(&group->carried, &found->groups[i].carried))
            return true;
    return false;
}

static enum finding finding_of(const struct group *group,
                               const struct findings *found)
{
    return carried_is_reduction(&group->carried)        ? REDUCTION
           : group->carried.flow.data                   ? CARRIED_FLOW
           : is_place(group, found)                     ? PLACE
           : group->user.len                            ? READ_BETWEEN
           : group->last && group->last->runs > 0       ? READ_LATER
           : group->last                                ? READ_LAST
                                                        : SCRATCH;
}

/* ---- Between statements ---- */

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

static bool needs_data(const struct judge *judge, uint32_t k)
{
    const struct ends *ends = judge->ends;
    for (uint32_t r = ends->first_read[k]; r < ends->first_read[k + 1]; r++) {
        uint32_t writer = ends->writers[ends->reads[r]];
        if (writer != k && writer != NO_ID)
            return true;
    }
    return false;
}

static bool needs_order(const struct judge *judge, const struct statement *s)
{
    for (uint32_t i = 0; i < judge->files.n; i++)
        if (verdicts_share_files(judge->files.all[i], s))
            return true;
    return false;
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

static struct findings find_all(struct judge *judge,
                                const struct statement *s, uint32_t k)
{
    struct findings found = {
        .statement = s,
        .groups = judge->groups,
        .number = k,
        .needs_data = needs_data(judge, k),
        .needs_order = needs_order(judge, s),
    };
    if (s->count > 1)
        find_groups(judge, &found);
    for (uint32_t i = 0; i < found.n_groups; i++) {
        struct group *group = &found.groups[i];
        group->finding = finding_of(group, &found);
        if (group->finding == CARRIED_FLOW &&
            (!found.carried_over ||
             group->carried.least < found.carried_over))
            found.carried_over = group->carried.least;
    }
    return found;
}

/* ---- Words ---- */

static struct str distance_text(struct arena *arena, const struct carried *flow)
{
    if (dependence_is_across(flow->flow.kind))
        return S("another thread");
    if (flow->least == flow->most && flow->most < MOST_RUNS)
        return flow->most == 1
                   ? S("the execution before")
                   : arena_printf(arena, "the execution %.0f before",
                                  flow->most);
    return arena_printf(arena, "an execution %.0f%s before", flow->least,
                        flow->most < MOST_RUNS
                            ? arena_printf(arena, " to %.0f", flow->most).s
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
                             struct str near)
{
    const struct carried *carried = &group->carried;
    const struct carried_by *flow = &carried->flow;
    struct str name =
        data_names_text(arena, group->variable, &carried->names, "`", near);
    struct str reader = line_short(
        arena, group->user.len ? group->user
               : group->last   ? group->last->place
                               : S(""),
        near);
    switch (group->finding) {
    case CARRIED_FLOW:
        return arena_printf(arena, "each reads %s that %s wrote %s", name.s,
                            distance_text(arena, carried).s,
                            carried_ends(arena, flow, near).s);
    case REDUCTION:
        return arena_printf(
            arena, "`%s` at %s %s", flow->data->update.s,
            line_short(arena, flow->reader, near).s,
            dependence_reduction(arena, flow->data->reduction).s);
    case PLACE:
        break;
    case READ_BETWEEN:
        return arena_printf(arena,
                            "the order of writes to %s, which %s reads in "
                            "between", name.s, reader.s);
    case READ_LATER:
        return arena_printf(arena,
                            "the order of writes to %s, which %s reads "
                            "afterwards, not always from the last execution",
                            name.s, reader.s);
    case READ_LAST:
        return arena_printf(arena,
                            "scratch %s (written first each time, and %s reads "
                            "the last value: lastprivate)", name.s, reader.s);
    case SCRATCH:
        return arena_printf(arena, "scratch %s (written first each time: "
                                   "privatizable)", name.s);
    }
    return S("");
}

/* Puts what orders the executions, and what would have to be changed so that
   they can run in any order. */
static void put_among(struct buf *out, const struct judge *judge,
                      const struct findings *found)
{
    struct arena *arena = judge->arena;
    const struct statement *s = found->statement;
    uint32_t carried = 0, others = 0;
    buf_printf(out, "%s executions, ", number_grouped(arena, s->count).s);
    for (uint32_t i = 0; i < found->n_groups; i++)
        if (found->groups[i].finding == CARRIED_FLOW)
            buf_printf(out, "%s%s", carried++ ? "; " : "loop-carried: ",
                       group_text(arena, &found->groups[i], s->place).s);
    const char *first = carried ? "; also "
                                : arena_printf(arena, "%s but for ",
                                               independent(judge->all)).s;
    for (uint32_t i = 0; i < found->n_groups; i++) {
        enum finding finding = found->groups[i].finding;
        if (finding != CARRIED_FLOW && finding != PLACE)
            buf_printf(out, "%s%s", others++ ? ", " : first,
                       group_text(arena, &found->groups[i], s->place).s);
    }
    if (s->outputs)
        buf_printf(out, "%sorder of output", others++ ? ", " : first);
    if (s->inputs & ~RANDOM_NUMBERS)
        buf_printf(out, "%sorder of input", others++ ? ", " : first);
    if (s->inputs & RANDOM_NUMBERS)
        buf_printf(out, "%sorder of random numbers", others++ ? ", " : first);
    if (s->unknown.len)
        buf_printf(out, "%s%s", others++ ? ", " : first,
                   untraced_callees(arena, judge->report, s->unknown).s);
    if (!others && !carried)
        buf_add(out, str_of(independent(judge->all)));
}

/* Puts a need of a statement, such as "reads what :7 wrote (`x`)". */
static void put_need(struct buf *out, struct arena *arena,
                     const struct dependence *d, struct str near)
{
    bool is_flow = dependence_base(d->kind) == DEPENDS;
    bool is_anti = dependence_base(d->kind) == DEPENDS_ANTI;
    struct str name =
        d->data.variable.len ? d->data.variable : d->data.expression;
    buf_printf(out, "%s what %s %s%s", is_flow ? "reads" : "overwrites",
               line_short(arena, d->writer.top, near).s,
               is_anti ? "read" : "wrote",
               dependence_is_across(d->kind) ? " in another thread" : "");
    if (name.len)
        buf_printf(out, " (`%s`)", name.s);
    else if (d->data.allocated.len)
        buf_printf(out, " (memory allocated at %s)",
                   line_short(arena, d->data.allocated, near).s);
}

/* Puts the data that the statement needs of others. */
static void put_needs(struct buf *out, const struct judge *judge,
                      const struct findings *found)
{
    const struct ends *ends = judge->ends;
    uint32_t k = found->number;
    struct strings seen = { 0 };
    LOCAL_BUF(text);
    for (uint32_t r = ends->first_read[k]; r < ends->first_read[k + 1]; r++) {
        uint32_t i = ends->reads[r], n = seen.n;
        if (ends->writers[i] == k || ends->writers[i] == NO_ID)
            continue;
        text.len = 0;
        put_need(&text, judge->arena, &judge->all->of[i],
                 found->statement->place);
        if (strings_add(&seen, judge->arena, buf_text(&text)) < n)
            continue;
        if (n >= MOST_NEEDED) {
            buf_add(out, S("; ..."));
            break;
        }
        buf_add(out, S("; "));
        buf_add(out, buf_text(&text));
    }
}

/* Names the statements before this one that use the same files. */
static void put_order(struct buf *out, const struct judge *judge,
                      const struct statement *s)
{
    const char *order = "";
    uint32_t n = 0;
    for (uint32_t i = 0; i < judge->files.n && n <= MOST_NEEDED; i++) {
        const struct statement *before = judge->files.all[i];
        const char *shared =
            before->function == s->function ? shared_order(before, s) : NULL;
        if (!shared || n++ == MOST_NEEDED)
            continue;
        if (strcmp(order, shared) != 0)
            buf_printf(out, "; order of %s after ", shared);
        else
            buf_add(out, S(", "));
        buf_add(out, line_short(judge->arena, before->place, s->place));
        order = shared;
    }
    if (n > MOST_NEEDED)
        buf_add(out, S(", ..."));
}

static struct str verdict_text(const struct judge *judge,
                               const struct findings *found)
{
    const struct dependences *all = judge->all;
    struct buf out = { 0 };
    if (found->statement->count > 1)
        put_among(&out, judge, found);
    else
        buf_add(&out, S("runs once"));
    put_needs(&out, judge, found);
    put_order(&out, judge, found->statement);
    if (!found->needs_data && !found->needs_order)
        buf_add(&out,
                all->incomplete || all->crowded
                    ? S("; no need of another statement is recorded")
                : all->no_locals ? S("; needs no memory of other statements")
                                 : S("; needs no other statement"));
    return buf_move(&out, judge->arena);
}

static struct str brief_text(const struct judge *judge,
                             const struct findings *found)
{
    const struct statement *s = found->statement;
    if (s->count <= 1)
        return S("");
    return arena_printf(
        judge->arena, "%s\u00d7 %s%s",
        number_grouped(judge->arena, s->count).s,
        found->carried_over ? "loop-carried" : independent(judge->all),
        !found->carried_over && (found->n_groups || s->outputs || s->inputs)
            ? " but for\u2026"
            : "");
}

/* ---- All statements ---- */

static int by_place(const void *left, const void *right)
{
    const struct statement *a = ((const struct verdict *)left)->statement;
    const struct statement *b = ((const struct verdict *)right)->statement;
    return line_compare_in(a->function, a->place, b->function, b->place);
}

/* Judges statement k, which comes behind those judged before. */
static void judge_one(struct judge *judge, uint32_t k, struct verdict *verdict)
{
    const struct dependences *all = judge->all;
    struct findings found = find_all(judge, verdict->statement, k);
    const struct statement *s = verdict->statement;
    verdict->text = verdict_text(judge, &found);
    verdict->brief = brief_text(judge, &found);
    verdict->carried_over = found.carried_over;
    verdict->is_in_memory = s->count > 1 && !found.carried_over &&
                            all->no_locals && !all->incomplete;
    verdict->needs_no_memory = !found.needs_data && !found.needs_order &&
                               all->no_locals && !all->incomplete &&
                               !all->crowded;
    add_files(&judge->files, s);
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
