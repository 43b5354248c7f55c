/* Ids, labels and shares, the same for all writers. */
#include "output/output.h"

#include <stdlib.h>

#include "output/label.h"
#include "output/number.h"
#include "output/theme.h"

static void add_part(struct buf *key, struct str part)
{
    buf_add(key, part);
    buf_char(key, '\0');
}

/* 48 bits of the hash of the identity. */
static uint64_t hash(const struct identity *is)
{
    struct buf key = { 0 };
    add_part(&key, is->name);
    add_part(&key, is->module);
    add_part(&key, is->file);
    add_part(&key, is->tag);
    uint64_t h = str_hash(buf_text(&key)) >> 16;
    buf_free(&key);
    return h;
}

static struct str *make_ids(struct arena *arena, const struct look *look,
                            const struct profile *profile)
{
    const char *name = look->name ? look->name : "";
    struct str *ids = NEW_N(arena, struct str, profile->n_functions);
    struct strings used = { 0 };
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        uint64_t h = hash(&profile->functions[f].is);
        do
            ids[f] = arena_printf(arena, "%s%sf%012llx", name, name[0] ? "_" : "",
                                  (unsigned long long)(h++ & 0xffffffffffff));
        while (strings_add(&used, arena, ids[f]) < f);
    }
    strings_free(&used);
    return ids;
}

static struct str label(struct arena *arena, struct str name, bool strip)
{
    if (str_trim(name).len == 0)
        return S("(no name)");
    if (strip)
        name = label_strip(arena, name);
    return label_shorten(arena, name, LABEL_LIMIT);
}

/* Functions of one module that only stripping makes look alike. */
static void keep_apart(struct arena *arena, const struct report *report,
                       struct str *labels)
{
    const struct view *view = report->view;
    const struct function *functions = report->profile->functions;
    uint32_t *group = NEW_N(arena, uint32_t, view->n_functions);
    uint32_t *first = NEW_N(arena, uint32_t, view->n_functions);
    bool *alike = NEW_N(arena, bool, view->n_functions);
    struct strings looks = { 0 };
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i], n = looks.n;
        const struct identity *is = &functions[f].is;
        struct str look =
            arena_printf(arena, "%s\n%s", labels[f].s, is->module.s);
        group[i] = strings_add(&looks, arena, look);
        if (group[i] == n)
            first[n] = f;
        else if (!str_eq(is->name, functions[first[group[i]]].is.name))
            alike[group[i]] = true;
    }
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        if (alike[group[i]])
            labels[f] = label(arena, functions[f].is.name, false);
    }
    strings_free(&looks);
}

static void name_members(struct arena *arena, struct report *report)
{
    const struct profile *before = report->collapsed->before;
    struct str *labels = NEW_N(arena, struct str, before->n_functions);
    for (uint32_t f = 0; f < before->n_functions; f++)
        if (report->collapsed->cycle[report->collapsed->function[f]])
            labels[f] = label(arena, before->functions[f].is.name,
                              report->look->strip);
    report->member_labels = labels;
    report->member_ids = make_ids(arena, report->look, before);
}

void report_names(struct arena *arena, struct report *report)
{
    const struct profile *profile = report->profile;
    struct str *labels = NEW_N(arena, struct str, profile->n_functions);
    for (uint32_t i = 0; i < report->view->n_functions; i++) {
        uint32_t f = report->view->functions[i];
        labels[f] = label(arena, profile->functions[f].is.name,
                          report->look->strip);
    }
    if (report->look->strip)
        keep_apart(arena, report, labels);
    report->labels = labels;
    report->ids = make_ids(arena, report->look, profile);
    if (report->collapsed)
        name_members(arena, report);
}

struct str report_label(struct arena *arena, const struct report *report,
                        uint32_t function)
{
    struct str ready = report->labels[function];
    const struct function *functions = report->profile->functions;
    return ready.len ? ready
                     : label(arena, functions[function].is.name,
                             report->look->strip);
}

double report_share(const struct report *report, double cost)
{
    return report->whole > 0 && known(cost) ? cost / report->whole : 0;
}

double report_self(const struct report *report, uint32_t function)
{
    return report_share(report, report->profile->functions[function].self);
}

double report_total(const struct report *report, uint32_t function)
{
    return report_share(report, report->costs->total[function]);
}

bool report_is_relative(const struct report *report)
{
    return report->read - report->whole > VIEW_NOISE * report->read;
}

double report_max_self(const struct report *report)
{
    double most = THEME_LEAST_SCALE;
    for (uint32_t i = 0; i < report->view->n_functions; i++)
        most = fmax(most, report_self(report, report->view->functions[i]));
    return most;
}

static int by_cost(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    if (a->cost != b->cost)
        return a->cost < b->cost ? 1 : -1;
    return (a->function > b->function) - (a->function < b->function);
}

void report_rank(struct ranked *functions, size_t n)
{
    if (n)
        qsort(functions, n, sizeof *functions, by_cost);
}

uint32_t *report_by_total(struct arena *arena, const struct report *report)
{
    const struct view *view = report->view;
    struct ranked *ranked = NEW_N(arena, struct ranked, view->n_functions);
    uint32_t *sorted = NEW_N(arena, uint32_t, view->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++)
        ranked[i] = (struct ranked){
            view->functions[i], report->costs->total[view->functions[i]]
        };
    report_rank(ranked, view->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++)
        sorted[i] = ranked[i].function;
    return sorted;
}

struct str report_cost(struct arena *arena, const struct report *report,
                       double cost)
{
    return cost_text(arena, cost, report->profile->unit,
                     report->look->time_format);
}
