/*
 * Tables of what an input has to choose from:
 *
 *     samples        sum  event
 *         105     5.1 ms  offcpu-time (counted)
 *           9  9 samples  page-faults
 */
#include "output/text/listing.h"

#include "util/diag.h"
#include "util/ranked.h"
#include "util/text/number.h"
#include "util/text/utf8.h"

/* Writes the start of a row: an amount and its share of the whole. */
static void put_amount(struct buf *out, struct arena *arena, struct str amount,
                       double share)
{
    struct str percent =
        known(share) ? number_percent(arena, share) : S("-");
    buf_printf(out, "%14s %7s  ", amount.s, percent.s);
}

static void put_samples(struct buf *out, double samples, double whole)
{
    LOCAL_ARENA(scratch);
    put_amount(out, &scratch,
               known(samples) ? number_grouped(&scratch, samples) : S("-"),
               whole > 0 ? samples / whole : UNKNOWN);
}

/* Returns the ids of the texts by falling number of samples, those with an
   unknown number last. Sets *whole to the sum. */
static struct ranked *rank_texts(struct arena *arena,
                                 const struct counted_texts *counted,
                                 double *whole)
{
    uint32_t n = counted->texts.n;
    struct ranked *rows = NEW_N(arena, struct ranked, n);
    *whole = 0;
    for (uint32_t id = 0; id < n; id++) {
        rows[id] = (struct ranked){ id, known_or(counted->samples.of[id], -1) };
        *whole += known_or(counted->samples.of[id], 0);
    }
    ranked_sort(rows, n);
    return rows;
}

/* ---- Events ---- */

/* The event that is counted has the costs of the profile. */
static struct event_sum sum_of_event(const struct profile *profile, uint32_t id)
{
    struct event_sum sum = profile->inventory.sums.of[id];
    if (!known(sum.cost) &&
        str_eq(profile->inventory.events.texts.texts[id], profile->event))
        sum = (struct event_sum){ profile_whole(profile), profile->unit, true };
    return sum;
}

static void put_event(struct buf *out, double samples, struct event_sum sum)
{
    LOCAL_ARENA(scratch);
    struct str unit = utf8_shortened(&scratch, sum.unit, 40);
    buf_printf(out, "%14s %20s  ",
               known(samples) ? number_grouped(&scratch, samples).s : "-",
               known(sum.cost) ? number_cost(&scratch, sum.cost, unit, NULL).s
                               : "-");
}

bool listing_events(struct buf *out, const struct profile *profile,
                    const char *format)
{
    LOCAL_ARENA(scratch);
    const struct counted_texts *events = &profile->inventory.events;
    double whole; /* of different events: it means nothing */
    if (events->texts.n == 0)
        return diag_error("--list-events: this %s input names no events (perf "
                          "script -F +event prints them)", format);
    struct ranked *rows = rank_texts(&scratch, events, &whole);
    buf_printf(out, "%14s %20s  event\n", "samples", "sum");
    for (uint32_t i = 0; i < events->texts.n; i++) {
        struct str event = events->texts.texts[rows[i].id];
        put_event(out, events->samples.of[rows[i].id],
                  sum_of_event(profile, rows[i].id));
        utf8_clean(out, event);
        if (profile_counts_event(profile, rows[i].id))
            buf_add(out, S(" (counted)"));
        buf_char(out, '\n');
    }
    return true;
}

/* ---- Threads ---- */

static struct str or_dash(struct str text)
{
    return text.len ? text : S("-");
}

static void put_thread(struct buf *out, struct str text)
{
    LOCAL_ARENA(scratch);
    struct listed_thread thread = inventory_split_thread(text);
    buf_printf(out, "%8s %8s  ", utf8_cleaned(&scratch, or_dash(thread.pid)).s,
               utf8_cleaned(&scratch, or_dash(thread.tid)).s);
    utf8_clean(out, or_dash(thread.comm));
    buf_char(out, '\n');
}

bool listing_threads(struct buf *out, const struct profile *profile,
                     const char *format)
{
    LOCAL_ARENA(scratch);
    const struct counted_texts *threads = &profile->inventory.threads;
    double whole;
    if (threads->texts.n == 0)
        return diag_error("--list-threads: this %s input names no threads "
                          "(perf script -F +comm,+pid,+tid prints them, operf "
                          "--separate-thread records them)", format);
    struct ranked *rows = rank_texts(&scratch, threads, &whole);
    buf_printf(out, "%14s %7s  %8s %8s  comm\n", "samples", "", "pid", "tid");
    for (uint32_t i = 0; i < threads->texts.n; i++) {
        put_samples(out, threads->samples.of[rows[i].id], whole);
        put_thread(out, threads->texts.texts[rows[i].id]);
    }
    return true;
}

/* ---- Places ---- */

void listing_places(struct buf *out, const struct profile *profile)
{
    const struct strings *places = &profile->inventory.places.texts;
    for (uint32_t i = 0; i < places->n; i++) {
        buf_add(out, places->texts[i]);
        buf_char(out, '\n');
    }
}

/* ---- Modules ---- */

struct module_sum {
    double self;
    uint32_t functions;
};

static void put_module(struct buf *out, const struct report *report,
                       struct str module, const struct module_sum *sum)
{
    LOCAL_ARENA(scratch);
    put_amount(out, &scratch, report_cost(&scratch, report, sum->self),
               report->whole > 0 ? report_share(report, sum->self) : UNKNOWN);
    buf_printf(out, "%9s  ", number_grouped(&scratch, sum->functions).s);
    utf8_clean(out, or_dash(module));
    buf_char(out, '\n');
}

bool listing_modules(struct buf *out, const struct report *report)
{
    LOCAL_ARENA(scratch);
    struct strings modules = { 0 };
    const struct view *view = report->view;
    struct module_sum *sums =
        NEW_N(&scratch, struct module_sum, view->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++) {
        const struct function *function =
            &report->profile->functions[view->functions[i]];
        uint32_t m = strings_add(&modules, &scratch, function->is.module);
        sums[m].self += function->self;
        sums[m].functions++;
    }
    bool good = modules.n > (strings_find(&modules, S("")) != NO_ID);
    if (good) {
        struct ranked *rows = NEW_N(&scratch, struct ranked, modules.n);
        for (uint32_t m = 0; m < modules.n; m++)
            rows[m] = (struct ranked){ m, sums[m].self };
        ranked_sort(rows, modules.n);
        buf_printf(out, "%14s %7s  functions  module\n", "self", "");
        for (uint32_t i = 0; i < modules.n; i++)
            put_module(out, report, modules.texts[rows[i].id],
                       &sums[rows[i].id]);
    } else {
        diag_error("--list-modules: this %s input names no modules",
                   report->format);
    }
    return good;
}
