#include "output/html/choices.h"

#include "util/ranked.h"
#include "util/text/unit.h"

double *html_choices_wholes(struct arena *arena, const struct samples *samples)
{
    size_t width = (size_t)samples->n_tag_sets + 1;
    double *wholes = NEW_N(arena, double, (samples->n_events + 1) * width);
    for (uint32_t i = 0; i < samples->n_rows; i++) {
        const struct sample_row *row = &samples->rows[i];
        size_t event = row->event == NO_ID ? samples->n_events : row->event;
        size_t tags = row->tags == NO_ID ? samples->n_tag_sets : row->tags;
        wholes[event * width + tags] += row->cost;
    }
    return wholes;
}

/* ---- Threads ---- */

struct str html_choices_tag(const struct sample_tags *tags, struct str key)
{
    for (uint32_t i = 0; i < tags->n; i++)
        if (str_eq(tags->tags[i].key, key))
            return tags->tags[i].value;
    return S("");
}

/* Returns the thread that stands for all those of a name that are not listed,
   or for all that are in no other. */
static uint32_t find_rest(struct html_choices *c, struct strings *names,
                          struct arena *arena, const struct sample_tags *tags)
{
    struct str comm = tags ? html_choices_tag(tags, S("comm")) : S("");
    if (names->n >= HTML_THREADS && strings_find(names, comm) == NO_ID)
        comm = S("");
    uint32_t n = names->n, id = strings_add(names, arena, comm);
    if (id < n)
        return c->n_listed + id;
    struct sample_tag *tag = NEW(arena, struct sample_tag);
    *tag = (struct sample_tag){ S("comm"), names->texts[id] };
    c->threads[c->n_listed + id] = (struct sample_tags){ tag, comm.len > 0 };
    return c->n_listed + id;
}

/* The threads that cost most come first, then those that stand for several. */
static void find_threads(struct html_choices *c, struct arena *arena)
{
    const struct samples *samples = c->samples;
    uint32_t n = samples->n_tag_sets;
    size_t width = (size_t)n + 1;
    struct ranked *ranked = NEW_N(arena, struct ranked, n);
    struct strings names = { 0 };
    c->n_listed = n < HTML_THREADS ? n : HTML_THREADS;
    c->thread = NEW_N(arena, uint32_t, width);
    c->threads = NEW_N(arena, struct sample_tags, 2 * HTML_THREADS + 1);
    for (uint32_t t = 0; t < n; t++) {
        ranked[t].id = t;
        for (uint32_t e = 0; e < c->n_events; e++)
            if (c->wholes[e] > 0)
                ranked[t].cost += c->costs[e * width + t] / c->wholes[e];
    }
    ranked_sort(ranked, n);
    for (uint32_t i = 0; i < n; i++) {
        const struct sample_tags *tags = &samples->tag_sets[ranked[i].id];
        c->thread[ranked[i].id] =
            i < c->n_listed ? i : find_rest(c, &names, arena, tags);
        if (i < c->n_listed)
            c->threads[i] = *tags;
    }
    c->thread[n] = find_rest(c, &names, arena, NULL);
    c->n_threads = c->n_listed + names.n;
}

/* ---- Events ---- */

/* Finds the drawn event and the whole of each event. */
static bool find_events(struct html_choices *c, struct arena *arena,
                        struct str drawn)
{
    size_t width = (size_t)c->samples->n_tag_sets + 1;
    c->drawn = NO_ID;
    c->wholes = NEW_N(arena, double, c->n_events);
    for (uint32_t e = 0; e < c->n_events; e++)
        if (str_eq(c->events[e].name, drawn))
            c->drawn = e;
    if (c->drawn == NO_ID && c->n_events == 1)
        c->drawn = 0;
    if (c->drawn == NO_ID)
        return false;
    for (size_t i = 0; i < (c->samples->n_events + 1) * width; i++)
        c->wholes[i / width < c->n_events ? i / width : c->drawn] +=
            c->costs[i];
    return c->wholes[c->drawn] > 0;
}

static uint32_t count_events(const struct html_choices *c)
{
    uint32_t n = 0;
    for (uint32_t e = 0; e < c->n_events; e++)
        n += c->wholes[e] > 0;
    return n;
}

struct html_choices *html_choices_of(struct arena *arena,
                                     const struct report *report)
{
    if (!report->all_events || !report->all_events->samples.n_rows ||
        report->profile->kind != FROM_STACKS)
        return NULL;
    struct html_choices *c = NEW(arena, struct html_choices);
    c->samples = &report->all_events->samples;
    c->n_events = c->samples->n_events;
    c->events = c->samples->events;
    if (!c->n_events) {
        struct sample_event *event = NEW(arena, struct sample_event);
        *event = (struct sample_event){ S(""), report->profile->unit };
        c->events = event;
        c->n_events = 1;
    }
    c->costs = report->choice_wholes;
    if (!find_events(c, arena, report->profile->event))
        return NULL;
    if (count_events(c) < 2 && c->samples->n_tag_sets < 2 &&
        !c->samples->has_time)
        return NULL;
    find_threads(c, arena);
    return c;
}

uint32_t html_choices_event(const struct html_choices *choices,
                            const struct sample_row *row)
{
    return row->event == NO_ID ? choices->drawn : row->event;
}

uint32_t html_choices_thread(const struct html_choices *choices,
                             const struct sample_row *row)
{
    return choices->thread[row->tags == NO_ID ? choices->samples->n_tag_sets
                                              : row->tags];
}

/* ---- The data ---- */

static void put_threads(struct json *json, const struct html_choices *c)
{
    json_open(json, "threads", '[');
    for (uint32_t t = 0; t < c->n_threads; t++) {
        json_open(json, NULL, '[');
        json_text(json, NULL, html_choices_tag(&c->threads[t], S("comm")));
        json_text(json, NULL, html_choices_tag(&c->threads[t], S("pid")));
        json_text(json, NULL, html_choices_tag(&c->threads[t], S("tid")));
        json_close(json, ']');
    }
    json_close(json, ']');
}

static void put_wholes(struct json *json, const struct html_choices *c)
{
    LOCAL_ARENA(scratch);
    uint32_t n_tag_sets = c->samples->n_tag_sets;
    double *sums = NEW_N(&scratch, double, (size_t)c->n_events * c->n_threads);
    for (uint32_t e = 0; e <= c->samples->n_events; e++)
        for (uint32_t t = 0; t <= n_tag_sets; t++) {
            size_t event = e < c->samples->n_events ? e : c->drawn;
            sums[event * c->n_threads + c->thread[t]] +=
                c->costs[(size_t)e * (n_tag_sets + 1) + t];
        }
    json_open(json, "wholes", '[');
    for (size_t i = 0; i < (size_t)c->n_events * c->n_threads; i++)
        if (sums[i] > 0) {
            json_count(json, NULL, (double)(i / c->n_threads));
            json_count(json, NULL, (double)(i % c->n_threads));
            json_number(json, NULL, sums[i]);
        }
    json_close(json, ']');
}

void html_choices(struct json *json, const struct html_choices *c)
{
    if (!c) {
        json_null(json, "choices");
        return;
    }
    json_open(json, "choices", '{');
    json_open(json, "events", '[');
    for (uint32_t e = 0; e < c->n_events; e++) {
        const struct sample_event *event = &c->events[e];
        bool has_unit = unit_is_base(event->unit);
        json_open(json, NULL, '[');
        json_text(json, NULL, event->name);
        json_text(json, NULL, has_unit ? S("") : event->unit);
        json_text(json, NULL, event->unit);
        json_close(json, ']');
    }
    json_close(json, ']');
    json_count(json, "event", c->drawn);
    put_threads(json, c);
    put_wholes(json, c);
    json_close(json, '}');
}
