#include "output/source_lines.h"

#include <sys/stat.h>

#include "model/stack_tree.h"
#include "util/text/buf.h"
#include "util/text/utf8.h"

enum {
    MOST_COLUMNS = 1000, /* of a line, in characters */
    TAB = 4,             /* columns */
};

/* ---- Routines ---- */

/* The lines of a profile, and the routines to which they belong. */
struct lines {
    const struct report *report;
    const double *self; /* by function, of a run; NULL: as in the profile */
    struct source_routines routines;
    LIST(struct source_line) list; /* those of a routine are in a row */
    uint32_t *line_of, *routine_of; /* by function of the profile, or NO_ID */
};

static uint64_t number_of(const struct function *function)
{
    return function_is_line(function) ? function->line : 0;
}

static int compare_routines(const struct function *a, const struct function *b)
{
    int order = str_cmp(a->is.name, b->is.name);
    order = order ? order : str_cmp(a->is.module, b->is.module);
    return order ? order : str_cmp(a->is.file, b->is.file);
}

static int by_line(const void *a, const void *b)
{
    const struct function *left = *(const struct function *const *)a;
    const struct function *right = *(const struct function *const *)b;
    int order = compare_routines(left, right);
    uint64_t l = number_of(left), r = number_of(right);
    return order ? order : COMPARE(l, r);
}

static void add_function(struct lines *lines, struct arena *arena,
                         const struct function *function)
{
    const struct profile *profile = lines->report->profile;
    uint32_t f = (uint32_t)(function - profile->functions);
    struct source_routine *last =
        lines->routines.n ? LAST(&lines->routines) : NULL;
    if (!last || compare_routines(last->function, function) != 0) {
        *PUSH_IN(arena, &lines->routines) =
            (struct source_routine){ .function = function };
        last = LAST(&lines->routines);
    }
    if (!last->n || LAST(&lines->list)->number != number_of(function)) {
        *PUSH_IN(arena, &lines->list) = (struct source_line){
            .number = number_of(function),
            .exact = true,
        };
        last->n++;
    }
    LAST(&lines->list)->self += function->self;
    LAST(&lines->list)->exact &= lines->report->costs->exact[f];
    last->self += function->self;
    lines->line_of[f] = (uint32_t)lines->list.n - 1;
    lines->routine_of[f] = (uint32_t)lines->routines.n - 1;
}

static void group_functions(struct lines *lines, struct arena *arena,
                            const struct ranked *functions, size_t n)
{
    LOCAL_ARENA(scratch);
    const struct profile *profile = lines->report->profile;
    const struct function **sorted =
        NEW_N(&scratch, const struct function *, n);
    for (size_t i = 0; i < n; i++)
        sorted[i] = &profile->functions[functions[i].id];
    SORT(sorted, n, by_line);
    for (size_t i = 0; i < n; i++)
        add_function(lines, arena, sorted[i]);
    uint32_t at = 0;
    for (size_t g = 0; g < lines->routines.n; g++) {
        lines->routines.of[g].lines = &lines->list.of[at];
        at += lines->routines.of[g].n;
    }
}

/* ---- Totals ---- */

void source_lines_group_totals(const struct report *report, const uint32_t *group_of,
                         uint32_t n, double *totals)
{
    LOCAL_ARENA(scratch);
    const struct profile *profile = report->profile;
    const struct stack_tree *tree = stack_tree_of(&scratch, profile);
    struct stack_tree_walk walk = stack_tree_start(tree);
    uint32_t *on_stack = NEW_N(&scratch, uint32_t, n);
    while (stack_tree_next(&walk)) {
        uint32_t g = group_of[profile->contexts[walk.at].function];
        if (g == NO_ID)
            continue;
        if (!walk.entered)
            on_stack[g]--;
        else if (on_stack[g]++ == 0)
            totals[g] += tree->through[walk.at];
    }
}

/* Adds the costs of calls that leave a group. In a cycle they overlap, as those
   of a line that calls itself do. */
static void add_calls(const struct lines *lines, const uint32_t *group_of,
                      double *totals)
{
    const struct profile *profile = lines->report->profile;
    const uint32_t *cycle = lines->report->costs->cycle;
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        uint32_t g = group_of[call->caller];
        bool is_inner = g == group_of[call->callee];
        if (g == NO_ID || (is_inner && group_of == lines->routine_of))
            continue;
        bool is_back = is_inner || (cycle[call->caller] &&
                                    cycle[call->caller] == cycle[call->callee]);
        totals[g] += is_back ? UNKNOWN : call->cost;
    }
}

/* Returns the totals of n groups that have these self costs, in the arena. */
static double *find_totals(struct arena *arena, const struct lines *lines,
                           const uint32_t *group_of, size_t n)
{
    double *totals = NEW_N(arena, double, n);
    const struct profile *profile = lines->report->profile;
    bool has_calls = profile->kind == FROM_CALLS;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (has_calls && group_of[f] != NO_ID)
            totals[group_of[f]] +=
                lines->self ? lines->self[f] : profile->functions[f].self;
    if (has_calls)
        add_calls(lines, group_of, totals);
    else
        source_lines_group_totals(lines->report, group_of, (uint32_t)n, totals);
    return totals;
}

/* Adds the mean costs of a run to those of its side. Ids mean the same in all
   runs. */
static void add_run(struct lines *lines, const struct compare_run *run,
                    double part)
{
    LOCAL_ARENA(scratch);
    const struct report report = { .profile = run->profile,
                                   .costs = run->costs };
    struct lines copy = *lines;
    copy.report = &report;
    copy.self = run->self;
    double *totals = find_totals(&scratch, &copy, copy.line_of, copy.list.n);
    for (size_t i = 0; i < copy.list.n; i++)
        copy.list.of[i].sides[run->is_new].total += part * totals[i];
    totals = find_totals(&scratch, &copy, copy.routine_of, copy.routines.n);
    for (size_t g = 0; g < copy.routines.n; g++)
        copy.routines.of[g].sides[run->is_new].total += part * totals[g];
    for (uint32_t f = 0; f < run->profile->n_functions; f++) {
        double self = part * run->self[f];
        if (copy.line_of[f] == NO_ID)
            continue;
        copy.list.of[copy.line_of[f]].sides[run->is_new].self += self;
        copy.routines.of[copy.routine_of[f]].sides[run->is_new].self += self;
    }
}

struct source_routines source_routines_of(struct arena *arena,
                                          const struct report *report,
                                          const struct ranked *functions,
                                          size_t n)
{
    LOCAL_ARENA(scratch);
    uint32_t n_functions = report->profile->n_functions;
    struct lines lines = {
        .report = report,
        .line_of = index_no_ids(&scratch, n_functions),
        .routine_of = index_no_ids(&scratch, n_functions),
    };
    group_functions(&lines, arena, functions, n);
    double *totals = find_totals(&scratch, &lines, lines.line_of, lines.list.n);
    for (size_t i = 0; i < lines.list.n; i++)
        lines.list.of[i].total = totals[i];
    totals = find_totals(&scratch, &lines, lines.routine_of, lines.routines.n);
    for (size_t g = 0; g < lines.routines.n; g++)
        lines.routines.of[g].total = totals[g];
    const struct comparison *c = report->comparison;
    for (size_t i = 0; c && i < c->n_runs; i++)
        add_run(&lines, &c->runs[i],
                1 / (double)(c->runs[i].is_new ? c->n_new : c->n_base));
    return lines.routines;
}

/* ---- Text ---- */

struct str source_line_text(struct arena *arena, struct str line)
{
    LOCAL_ARENA(scratch);
    struct buf text = { 0 };
    size_t column = 0;
    line = str_trim_end(line);
    for (size_t i = 0; i < line.len; i++) {
        bool is_tab = line.s[i] == '\t';
        size_t next = is_tab ? (column / TAB + 1) * TAB : column + 1;
        bool is_inner_byte = ((unsigned char)line.s[i] & 0xc0) == 0x80;
        if (!is_tab)
            buf_char(&text, line.s[i]);
        for (; is_tab && column < next; column++)
            buf_char(&text, ' ');
        column = is_inner_byte ? column : next;
    }
    return utf8_shortened(arena, buf_move(&text, &scratch), MOST_COLUMNS);
}

bool source_lines_is_newer(const char *const *inputs, size_t n, time_t changed)
{
    struct stat state;
    for (size_t i = 0; i < n; i++)
        if (stat(inputs[i], &state) == 0 && changed > state.st_mtime)
            return true;
    return false;
}
