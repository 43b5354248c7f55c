/* Ids, labels and shares, the same for all writers. */
#include "output/label.h"
#include "output/number.h"
#include "output/output.h"

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

static struct str *make_ids(struct arena *arena,
                            const struct profile *profile)
{
    struct str *ids = NEW_N(arena, struct str, profile->n_functions);
    struct strings used = { 0 };
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        uint64_t h = hash(&profile->functions[f].is);
        do
            ids[f] = arena_printf(arena, "f%012llx",
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

void report_names(struct arena *arena, struct report *report)
{
    const struct profile *profile = report->profile;
    struct str *labels = NEW_N(arena, struct str, profile->n_functions);
    for (uint32_t i = 0; i < report->view->n_functions; i++) {
        uint32_t f = report->view->functions[i];
        labels[f] = label(arena, profile->functions[f].is.name,
                          report->look->strip);
    }
    report->labels = labels;
    report->ids = make_ids(arena, profile);
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

struct str report_cost(struct arena *arena, const struct report *report,
                       double cost)
{
    return cost_text(arena, cost, report->profile->unit,
                     report->look->time_format);
}
