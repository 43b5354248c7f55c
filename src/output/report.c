/* Ids, labels and shares, the same for all writers. */
#include <stdlib.h>

#include "labels/shorten.h"
#include "names/strip.h"
#include "output/dot/theme.h"
#include "output/output.h"
#include "util/number.h"
#include "util/utf8.h"

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
    uint64_t h = str_stable_hash(buf_text(&key)) >> 16;
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
    return strip ? strip_name(arena, name) : utf8_cleaned(arena, name);
}

/* What a label is made of, from the usual to what tells most. */
enum style { SHOWN, WHOLE, WITH_SYMBOL };

/* Constructors and destructors have several symbols each, of equal forms. */
static struct str with_symbol(struct arena *arena,
                              const struct demangled *forms, struct str name)
{
    struct str full = utf8_cleaned(arena, forms->full);
    struct str symbol = utf8_cleaned(arena, name);
    return arena_printf(arena, "%s [%s]", full.s, symbol.s);
}

/* Of any length. */
static struct str label_of(struct arena *arena, const struct report *report,
                           const struct demangled *forms, struct str name,
                           enum style style)
{
    bool strip = report->look->strip && style == SHOWN;
    if (style == SHOWN)
        name = demangled_shown(report->names, forms);
    else if (style == WITH_SYMBOL && forms->full.s != name.s)
        name = with_symbol(arena, forms, name);
    else
        name = forms->full;
    return label(arena, name, strip);
}

/* What is not to be the same of two functions, in one module: the label, and
   where only the symbol tells them apart the full name. */
static struct str look_of(struct arena *arena, const struct identity *is,
                          const struct demangled *forms, struct str label,
                          enum style style)
{
    return arena_printf(arena, "%s\n%s\n%s", label.s, is->module.s,
                        style == WITH_SYMBOL ? forms->full.s : "");
}

/* Functions that only their labels make look alike get others. forms: in the
   order of the view. */
static void keep_apart(struct arena *arena, const struct report *report,
                       const struct demangled *forms, struct str *labels,
                       enum style style)
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
        struct str look = look_of(arena, is, &forms[i], labels[f], style);
        group[i] = strings_add(&looks, arena, look);
        if (group[i] == n)
            first[n] = f;
        else if (!str_eq(is->name, functions[first[group[i]]].is.name))
            alike[group[i]] = true;
    }
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        if (alike[group[i]])
            labels[f] = label_of(arena, report, &forms[i],
                                 functions[f].is.name, style);
    }
    strings_free(&looks);
}

/* The names of n functions; those of all if NULL. */
static struct str *names_of(struct arena *arena, const struct profile *profile,
                            const uint32_t *functions, uint32_t n)
{
    struct str *names = NEW_N(arena, struct str, n);
    for (uint32_t i = 0; i < n; i++)
        names[i] = profile->functions[functions ? functions[i] : i].is.name;
    return names;
}

static void name_members(struct arena *arena, struct report *report)
{
    const struct profile *before = report->collapsed->before;
    uint32_t n = before->n_functions;
    struct str *names = names_of(arena, before, NULL, n);
    struct demangled *forms = demangle_all(report->names, arena, names, n);
    struct str *labels = NEW_N(arena, struct str, n);
    for (uint32_t f = 0; f < n; f++) {
        if (report->collapsed->cycle[report->collapsed->function[f]])
            labels[f] = shorten_name(
                arena, label_of(arena, report, &forms[f], names[f], SHOWN),
                SHORTEN_LIMIT);
        names[f] = forms[f].full;
    }
    report->member_labels = labels;
    report->member_full_names = names;
    report->member_ids = make_ids(arena, report->look, before);
}

void report_names(struct arena *arena, struct report *report)
{
    const struct profile *profile = report->profile;
    const struct view *view = report->view;
    uint32_t n = view->n_functions;
    struct str *names = names_of(arena, profile, view->functions, n);
    struct demangled *forms = demangle_all(report->names, arena, names, n);
    struct str *whole = NEW_N(arena, struct str, profile->n_functions);
    struct str *labels = NEW_N(arena, struct str, profile->n_functions);
    struct str *full = NEW_N(arena, struct str, profile->n_functions);
    bool changed = report->look->strip;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t f = view->functions[i];
        whole[f] = label_of(arena, report, &forms[i], names[i], SHOWN);
        full[f] = forms[i].full;
        changed = changed || full[f].s != names[i].s;
    }
    if (changed) {
        keep_apart(arena, report, forms, whole, WHOLE);
        keep_apart(arena, report, forms, whole, WITH_SYMBOL);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t f = view->functions[i];
        labels[f] = shorten_name(arena, whole[f], SHORTEN_LIMIT);
    }
    report->whole_labels = whole;
    report->labels = labels;
    report->full_names = full;
    report->ids = make_ids(arena, report->look, profile);
    if (report->collapsed)
        name_members(arena, report);
}

static struct demangled *forms_of(struct arena *arena,
                                  const struct report *report,
                                  uint32_t function)
{
    return demangle_all(report->names, arena,
                        &report->profile->functions[function].is.name, 1);
}

struct str report_full_name(struct arena *arena, const struct report *report,
                            uint32_t function)
{
    if (report->full_names[function].s)
        return report->full_names[function];
    return forms_of(arena, report, function)->full;
}

struct str report_label(struct arena *arena, const struct report *report,
                        uint32_t function)
{
    struct str name = report->profile->functions[function].is.name;
    if (report->labels[function].len)
        return report->labels[function];
    struct demangled *forms = forms_of(arena, report, function);
    return shorten_name(arena, label_of(arena, report, forms, name, SHOWN),
                         SHORTEN_LIMIT);
}

void report_demangle(const struct report *report, const uint32_t *functions,
                     uint32_t n)
{
    struct arena scratch = { 0 };
    demangle_all(report->names, &scratch,
                 names_of(&scratch, report->profile, functions, n), n);
    arena_free(&scratch);
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
    return number_cost(arena, cost, report->profile->unit,
                     report->look->time_format);
}
