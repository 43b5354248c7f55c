#include "output/dot/clusters.h"

#include "graph/counting_sort.h"
#include "labels/shorten.h"
#include "labels/wrap.h"
#include "names/strip.h"
#include "output/dot/escape.h"
#include "util/number.h"
#include "util/utf8.h"

enum {
    MOST_ENTRIES = 3, /* in a title */
    NAME_WIDTH = 28,  /* columns of a name there */
};

/* sorted[i] is in group group_of[i], or in none, NO_ID. */
static struct clusters make_clusters(struct arena *arena,
                                     const struct report *report,
                                     const uint32_t *sorted,
                                     const uint32_t *group_of, uint32_t n)
{
    struct clusters clusters = { NEW_N(arena, struct cluster, n), n };
    struct groups groups =
        counting_sort(arena, group_of, report->view->n_functions, n);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t *members = groups.ids + groups.first[k];
        clusters.list[k].n = groups.first[k + 1] - groups.first[k];
        for (uint32_t m = 0; m < clusters.list[k].n; m++)
            members[m] = sorted[members[m]];
        clusters.list[k].members = members;
    }
    return clusters;
}

/* The ways into a cycle, largest first; n: how many. */
static struct ranked *list_entries(struct arena *arena,
                                   const struct cycle *cycle,
                                   const double *inflow, uint32_t *n)
{
    struct ranked *entries = NEW_N(arena, struct ranked, cycle->n_members);
    double sum = 0;
    *n = 0;
    for (uint32_t m = 0; m < cycle->n_members; m++)
        sum += inflow[cycle->members[m]];
    for (uint32_t m = 0; m < cycle->n_members; m++) {
        uint32_t f = cycle->members[m];
        if (inflow[f] > 0)
            entries[(*n)++] =
                (struct ranked){ f, cycle->cost * inflow[f] / sum };
    }
    report_rank(entries, *n);
    return entries;
}

static struct str short_name(struct arena *arena, const struct report *report,
                             uint32_t f)
{
    return shorten_name(arena,
                         strip_name(arena, report_label(arena, report, f)),
                         NAME_WIDTH);
}

/* "entered via parse 30.1%, eval 11.9%" */
static void add_entries(struct buf *title, struct arena *arena,
                        const struct report *report,
                        const struct cycle *cycle, const double *inflow)
{
    uint32_t n;
    struct ranked *entries = list_entries(arena, cycle, inflow, &n);
    for (uint32_t i = 0; i < n && i < MOST_ENTRIES; i++) {
        struct str name = short_name(arena, report, entries[i].function);
        struct str share =
            number_percent(arena, report_share(report, entries[i].cost));
        buf_printf(title, "%s%s", i ? ", " : "\nentered via ", name.s);
        if (report->whole > 0)
            buf_printf(title, " %s", share.s);
    }
    if (n > MOST_ENTRIES)
        buf_printf(title, ", +%u", n - MOST_ENTRIES);
}

/* What "\l" ends begins at the left. */
static struct str left_lines(struct arena *arena, struct buf *text)
{
    struct str rest = buf_text(text), line;
    struct buf out = { 0 };
    while (str_cut(rest, S("\n"), &line, &rest))
        buf_printf(&out, "%s\\l",
                   escape_label(arena, arena_copy(arena, line)).s);
    buf_printf(&out, "%s\\l", escape_label(arena, rest).s);
    buf_free(text);
    return buf_move(&out, arena);
}

static struct str cycle_title(struct arena *arena, const struct report *report,
                              uint32_t number, uint32_t shown,
                              const double *inflow)
{
    const struct cycle *cycle = &report->costs->cycles[number - 1];
    struct buf title = { 0 };
    buf_printf(&title, "cycle %u: ", number);
    if (shown < cycle->n_members)
        buf_printf(&title, "%s of ", number_grouped(arena, shown).s);
    buf_printf(&title, "%s functions", number_grouped(arena, cycle->n_members).s);
    if (report->whole > 0)
        buf_printf(&title, ", %s",
                   number_percent(arena, report_share(report, cycle->cost)).s);
    add_entries(&title, arena, report, cycle, inflow);
    return left_lines(arena, &title);
}

static struct clusters cycles(struct arena *arena, const struct report *report)
{
    uint32_t n = report->view->n_functions, n_cycles = 0;
    uint32_t *sorted = report_by_total(arena, report);
    uint32_t *group_of = NEW_N(arena, uint32_t, n);
    uint32_t *number = NEW_N(arena, uint32_t, report->costs->n_cycles);
    uint32_t *place = NEW_N(arena, uint32_t, report->costs->n_cycles + 1);
    for (uint32_t i = 0; i < n; i++)
        place[report->costs->cycle[sorted[i]]] = 1;
    place[0] = NO_ID;
    for (uint32_t k = 1; k <= report->costs->n_cycles; k++) {
        if (!place[k])
            continue;
        place[k] = n_cycles;
        number[n_cycles++] = k;
    }
    for (uint32_t i = 0; i < n; i++)
        group_of[i] = place[report->costs->cycle[sorted[i]]];
    struct clusters clusters =
        make_clusters(arena, report, sorted, group_of, n_cycles);
    for (uint32_t k = 0; k < n_cycles; k++) {
        struct cluster *cluster = &clusters.list[k];
        cluster->id = arena_printf(arena, "cycle%u", number[k]);
        cluster->title = cycle_title(arena, report, number[k],
                                      cluster->n, report->costs->inflow);
    }
    return clusters;
}

/* "libc.so.6: 12.3%": what is spent in the bodies of the functions shown. */
static struct str module_title(struct arena *arena, const struct report *report,
                               const struct cluster *cluster)
{
    const struct function *functions = report->profile->functions;
    struct str module = functions[cluster->members[0]].is.module;
    double self = 0;
    for (uint32_t m = 0; m < cluster->n; m++)
        self += report_self(report, cluster->members[m]);
    struct str title =
        utf8_shortened(arena, str_basename(module), LABEL_WIDTH);
    if (report->whole > 0)
        title = arena_printf(arena, "%s: self %s", title.s,
                             number_percent(arena, self).s);
    return escape_label(arena, title);
}

/* Functions without a module are in no box. */
static struct clusters modules(struct arena *arena, const struct report *report)
{
    uint32_t n = report->view->n_functions;
    uint32_t *sorted = report_by_total(arena, report);
    uint32_t *group_of = NEW_N(arena, uint32_t, n);
    struct strings names = { 0 };
    for (uint32_t i = 0; i < n; i++) {
        struct str module = report->profile->functions[sorted[i]].is.module;
        group_of[i] =
            module.len ? strings_add(&names, arena, module) : NO_ID;
    }
    struct clusters clusters =
        make_clusters(arena, report, sorted, group_of, names.n);
    for (uint32_t k = 0; k < names.n; k++) {
        struct cluster *cluster = &clusters.list[k];
        cluster->id = arena_printf(arena, "module%u", k + 1);
        cluster->title = module_title(arena, report, cluster);
    }
    strings_free(&names);
    return clusters;
}

struct clusters clusters_of(struct arena *arena, const struct report *report)
{
    if (report->look->recursion == RECURSION_CLUSTER)
        return cycles(arena, report);
    if (report->look->by_module)
        return modules(arena, report);
    return (struct clusters){ 0 };
}
