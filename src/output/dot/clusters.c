#include "output/dot/clusters.h"

#include "filter/granularity.h"
#include "graph/counting_sort.h"
#include "labels/shorten.h"
#include "labels/wrap.h"
#include "names/strip.h"
#include "util/ranked.h"
#include "util/text/buf.h"
#include "util/text/number.h"
#include "util/text/utf8.h"

enum {
    MOST_ENTRIES = 3, /* in a title */
    NAME_WIDTH = 28,  /* code points of a name in a title */
};

/* Puts the functions of the view into n clusters: sorted[i] belongs to cluster
   cluster_of[i], or to none if that is NO_ID. */
static struct clusters make_clusters(struct arena *arena,
                                     const struct report *report,
                                     const uint32_t *sorted,
                                     const uint32_t *cluster_of, uint32_t n)
{
    struct clusters clusters = { NEW_N(arena, struct cluster, n), n };
    struct sorted_groups groups =
        counting_sort(arena, cluster_of, report->view->n_functions, n);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t *members = groups.ids + groups.first[k];
        clusters.list[k].n = groups.first[k + 1] - groups.first[k];
        for (uint32_t m = 0; m < clusters.list[k].n; m++)
            members[m] = sorted[members[m]];
        clusters.list[k].members = members;
    }
    return clusters;
}

/* ---- Cycles ---- */

/* Appends "entered via parse 30.1%, eval 11.9%": the members where cost enters
   the cycle, with their parts of its cost. */
static void add_entries(struct buf *title, struct arena *arena,
                        const struct report *report,
                        const struct cycle *cycle, const double *inflow)
{
    struct ranked *entries = NEW_N(arena, struct ranked, cycle->n_members);
    uint32_t n = 0;
    double sum = 0;
    for (uint32_t m = 0; m < cycle->n_members; m++)
        sum += inflow[cycle->members[m]];
    for (uint32_t m = 0; m < cycle->n_members; m++) {
        uint32_t f = cycle->members[m];
        if (inflow[f] > 0)
            entries[n++] = (struct ranked){ f, cycle->cost * inflow[f] / sum };
    }
    ranked_sort(entries, n);
    for (uint32_t i = 0; i < n && i < MOST_ENTRIES; i++) {
        struct str label = report_label(arena, report, entries[i].id);
        struct str name =
            shorten_name(arena, strip_name(arena, label), NAME_WIDTH);
        double share = report_share(report, entries[i].cost);
        buf_printf(title, "%s%s", i ? ", " : "\nentered via ", name.s);
        if (report->whole > 0)
            buf_printf(title, " %s", number_percent(arena, share).s);
    }
    if (n > MOST_ENTRIES)
        buf_printf(title, ", +%u", n - MOST_ENTRIES);
}

/* Returns "cycle 1: 3 of 7 functions, 42.0%" and a second line with the
   entries. */
static struct str cycle_title(struct arena *arena, const struct report *report,
                              uint32_t number, uint32_t shown,
                              const double *inflow)
{
    const struct cycle *cycle = &report->costs->cycles[number - 1];
    struct buf title = { 0 };
    buf_printf(&title, "cycle %u: ", number);
    if (shown < cycle->n_members)
        buf_printf(&title, "%s of ", number_grouped(arena, shown).s);
    buf_printf(&title, "%s functions",
               number_grouped(arena, cycle->n_members).s);
    if (report->whole > 0)
        buf_printf(&title, ", %s",
                   number_percent(arena, report_share(report, cycle->cost)).s);
    add_entries(&title, arena, report, cycle, inflow);
    return buf_move(&title, arena);
}

static struct clusters cycles(struct arena *arena, const struct report *report)
{
    const struct costs *costs = report->costs;
    uint32_t n = report->view->n_functions, n_drawn = 0;
    uint32_t *sorted = report_by_total(arena, report);
    uint32_t *cluster_of = NEW_N(arena, uint32_t, n);
    uint32_t *number = NEW_N(arena, uint32_t, costs->n_cycles);
    /* The cluster by number of the cycle; NO_ID for 0, which is no cycle. */
    uint32_t *cluster = NEW_N(arena, uint32_t, costs->n_cycles + 1);
    bool *drawn = NEW_N(arena, bool, costs->n_cycles + 1);
    for (uint32_t i = 0; i < n; i++)
        drawn[costs->cycle[sorted[i]]] = true;
    cluster[0] = NO_ID;
    for (uint32_t k = 1; k <= costs->n_cycles; k++)
        if (drawn[k]) {
            cluster[k] = n_drawn;
            number[n_drawn++] = k;
        }
    for (uint32_t i = 0; i < n; i++)
        cluster_of[i] = cluster[costs->cycle[sorted[i]]];
    struct clusters clusters =
        make_clusters(arena, report, sorted, cluster_of, n_drawn);
    for (uint32_t k = 0; k < n_drawn; k++) {
        struct cluster *c = &clusters.list[k];
        c->id = arena_printf(arena, "cycle%u", number[k]);
        c->title = cycle_title(arena, report, number[k], c->n, costs->inflow);
    }
    return clusters;
}

/* ---- Modules and other keys ---- */

/* Returns "libc.so.6: self 12.3%", the self cost of the functions that are
   drawn. */
static struct str key_title(struct arena *arena, const struct report *report,
                            const struct cluster *cluster, struct key key)
{
    struct str name = key.kind == KEY_NAME ? key.text : str_basename(key.text);
    double self = 0;
    for (uint32_t m = 0; m < cluster->n; m++)
        self += report_self(report, cluster->members[m]);
    struct str title = utf8_shortened(arena, name, LABEL_WIDTH);
    if (report->whole > 0)
        title = arena_printf(arena, "%s: self %s", title.s,
                             number_percent(arena, self).s);
    return title;
}

static struct key *comm_keys(struct arena *arena, const struct profile *profile)
{
    struct key *keys = NEW_N(arena, struct key, profile->n_functions);
    struct str own;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        keys[f] = (struct key){ KEY_NAME, profile->functions[f].is.tag };
        str_cut(keys[f].text, S("\t"), &keys[f].text, &own);
    }
    return keys;
}

/* Functions without a key are in no cluster. */
static struct clusters by_key(struct arena *arena, const struct report *report)
{
    static const struct {
        const char *id;
        enum granularity granularity;
    } ways[] = {
        [CLUSTERS_MODULE] = { "module", GRANULARITY_MODULE },
        [CLUSTERS_CLASS] = { "class", GRANULARITY_CLASS },
        [CLUSTERS_PACKAGE] = { "package", GRANULARITY_PACKAGE },
        [CLUSTERS_FILE] = { "file", GRANULARITY_FILE },
        [CLUSTERS_COMM] = { "comm", GRANULARITY_FUNCTION },
    };
    enum clusters_by way = report->look->clusters;
    const struct key *keys =
        way == CLUSTERS_COMM
            ? comm_keys(arena, report->profile)
            : granularity_keys(arena, report->profile, ways[way].granularity);
    uint32_t n = report->view->n_functions;
    uint32_t *sorted = report_by_total(arena, report);
    uint32_t *cluster_of = NEW_N(arena, uint32_t, n);
    struct strings names = { 0 };
    for (uint32_t i = 0; i < n; i++) {
        struct str text = keys[sorted[i]].text;
        cluster_of[i] = text.len ? strings_add(&names, arena, text) : NO_ID;
    }
    struct clusters clusters =
        make_clusters(arena, report, sorted, cluster_of, names.n);
    for (uint32_t k = 0; k < names.n; k++) {
        struct cluster *cluster = &clusters.list[k];
        cluster->id = arena_printf(arena, "%s%u", ways[way].id, k + 1);
        cluster->title =
            key_title(arena, report, cluster, keys[cluster->members[0]]);
    }
    return clusters;
}

struct clusters clusters_of(struct arena *arena, const struct report *report)
{
    if (report->look->recursion == RECURSION_CLUSTER)
        return cycles(arena, report);
    if (report->look->clusters)
        return by_key(arena, report);
    return (struct clusters){ 0 };
}
