#include "model/samples.h"

#include <math.h>
#include <stdlib.h>

#include "util/array.h"
#include "util/hash.h"
#include "util/map.h"

/* Narrower slices than a microsecond would serve nobody, and times up to
   MOST_SECONDS fit into 64 bits. */
#define SLICES_PER_SECOND 1e6
#define MOST_SECONDS 1e12

struct samples_index {
    struct arena texts;    /* the names of events, keys and values */
    struct strings names;  /* each of these texts once */
    struct index events;   /* by name and unit */
    struct index tag_sets; /* by their keys and values */
    struct index rows;     /* by everything but the cost */
    uint32_t *ids;         /* scratch */
    size_t ids_room;
};

static struct samples_index *index_of(struct samples *samples)
{
    if (!samples->index)
        samples->index = array_new(1, sizeof *samples->index);
    return samples->index;
}

/* ---- Events and tags ---- */

/* Equal texts have equal ids, and so equal addresses. */
static uint32_t text_id(struct samples_index *index, struct str text)
{
    return strings_add(&index->names, &index->texts, text);
}

static bool is_event(const void *events, uint32_t id, const void *key)
{
    const struct sample_event *event = (const struct sample_event *)events + id;
    const struct sample_event *wanted = key;
    return event->name.s == wanted->name.s && event->unit.s == wanted->unit.s;
}

uint32_t samples_event(struct samples *samples, struct str name,
                       struct str unit)
{
    struct samples_index *index = index_of(samples);
    uint32_t ids[] = { text_id(index, name), text_id(index, unit) };
    struct sample_event event = { index->names.texts[ids[0]],
                                  index->names.texts[ids[1]] };
    uint32_t hash = hash_numbers(ids, ROWS(ids));
    uint32_t id =
        index_find(&index->events, hash, is_event, samples->events, &event);
    if (id != NO_ID)
        return id;
    id = samples->n_events++;
    samples->events = array_grow(samples->events, id, &samples->events_room,
                                 sizeof *samples->events);
    samples->events[id] = event;
    index_add(&index->events, hash, id);
    return id;
}

/* A list of tags by the ids of its texts: key, value, key, value... */
struct tag_ids {
    const struct str *texts; /* by id */
    const uint32_t *ids;
    uint32_t n; /* tags */
};

static bool is_tag_set(const void *tag_sets, uint32_t id, const void *key)
{
    const struct sample_tags *set = (const struct sample_tags *)tag_sets + id;
    const struct tag_ids *wanted = key;
    if (set->n != wanted->n)
        return false;
    for (uint32_t i = 0; i < set->n; i++)
        if (set->tags[i].key.s != wanted->texts[wanted->ids[2 * i]].s ||
            set->tags[i].value.s != wanted->texts[wanted->ids[2 * i + 1]].s)
            return false;
    return true;
}

static uint32_t add_tag_set(struct samples *samples,
                            const struct tag_ids *wanted)
{
    uint32_t id = samples->n_tag_sets++;
    struct sample_tags set = {
        NEW_N(&samples->index->texts, struct sample_tag, wanted->n), wanted->n
    };
    for (uint32_t i = 0; i < set.n; i++)
        set.tags[i] =
            (struct sample_tag){ wanted->texts[wanted->ids[2 * i]],
                                 wanted->texts[wanted->ids[2 * i + 1]] };
    samples->tag_sets =
        array_grow(samples->tag_sets, id, &samples->tag_sets_room,
                   sizeof *samples->tag_sets);
    samples->tag_sets[id] = set;
    return id;
}

uint32_t samples_tag_set(struct samples *samples, const struct sample_tag *tags,
                         uint32_t n)
{
    struct samples_index *index = index_of(samples);
    if (n == 0)
        return NO_ID;
    index->ids = array_reach(index->ids, 2 * (size_t)n, &index->ids_room,
                             sizeof *index->ids);
    for (uint32_t i = 0; i < n; i++) {
        index->ids[2 * i] = text_id(index, tags[i].key);
        index->ids[2 * i + 1] = text_id(index, tags[i].value);
    }
    struct tag_ids wanted = { index->names.texts, index->ids, n };
    uint32_t hash = hash_numbers(index->ids, 2 * (size_t)n);
    uint32_t id = index_find(&index->tag_sets, hash, is_tag_set,
                             samples->tag_sets, &wanted);
    if (id == NO_ID) {
        id = add_tag_set(samples, &wanted);
        index_add(&index->tag_sets, hash, id);
    }
    return id;
}

/* ---- Rows ---- */

static bool is_row(const void *rows, uint32_t id, const void *key)
{
    const struct sample_row *row = (const struct sample_row *)rows + id;
    const struct sample_row *wanted = key;
    return row->context == wanted->context && row->event == wanted->event &&
           row->tags == wanted->tags && row->slice == wanted->slice;
}

/* Adds the cost to the row that agrees in the rest, or adds the row. */
static void add_row(struct samples *samples, struct sample_row row)
{
    struct samples_index *index = index_of(samples);
    uint32_t key[] = { row.context, row.event, row.tags, (uint32_t)row.slice,
                       (uint32_t)((uint64_t)row.slice >> 32) };
    uint32_t hash = hash_numbers(key, ROWS(key));
    uint32_t id = index_find(&index->rows, hash, is_row, samples->rows, &row);
    if (id != NO_ID) {
        samples->rows[id].cost += row.cost;
        return;
    }
    id = samples->n_rows++;
    samples->rows = array_grow(samples->rows, id, &samples->rows_room,
                               sizeof *samples->rows);
    samples->rows[id] = row;
    index_add(&index->rows, hash, id);
}

/* Returns the slice that holds a slice of half the width. */
static int64_t halved(int64_t slice)
{
    return slice == SAMPLES_NO_SLICE ? slice : (slice - (slice & 1)) / 2;
}

/* Makes slices 2^doublings times as wide, and forgets the dimensions that are
   not among `kept`. Rows that are equal then become one. */
static void coarsen(struct samples *samples, int doublings, unsigned kept)
{
    uint32_t n = samples->n_rows;
    index_clear(&index_of(samples)->rows);
    samples->n_rows = 0;
    samples->kept = kept;
    samples->has_time &= (kept & KEEP_TIME) != 0;
    samples->doublings += doublings;
    for (uint32_t i = 0; i < n; i++) {
        struct sample_row row = samples->rows[i];
        for (int k = 0; k < doublings; k++)
            row.slice = halved(row.slice);
        if (!(kept & KEEP_EVENTS))
            row.event = NO_ID;
        if (!(kept & KEEP_TAGS))
            row.tags = NO_ID;
        if (!(kept & KEEP_TIME))
            row.slice = SAMPLES_NO_SLICE;
        add_row(samples, row);
    }
}

/* Returns the slice of the samples that holds a given slice of 2^doublings
   microseconds. Slices become wider before they become too many. */
static int64_t fit_slice(struct samples *samples, int64_t slice, int doublings)
{
    if (!samples->has_time) {
        samples->has_time = true;
        samples->doublings = doublings;
        samples->first_slice = samples->last_slice = slice;
        return slice;
    }
    for (; doublings < samples->doublings; doublings++)
        slice = halved(slice);
    int more = 0;
    int64_t first = samples->first_slice, last = samples->last_slice;
    for (; samples->doublings + more < doublings; more++) {
        first = halved(first);
        last = halved(last);
    }
    first = slice < first ? slice : first;
    last = slice > last ? slice : last;
    for (; last - first >= SAMPLES_MOST_SLICES; more++) {
        first = halved(first);
        last = halved(last);
        slice = halved(slice);
    }
    if (more)
        coarsen(samples, more, samples->kept);
    samples->first_slice = first;
    samples->last_slice = last;
    return slice;
}

void samples_add(struct samples *samples, uint32_t context, uint32_t event,
                 uint32_t tags, double time, double cost)
{
    if (!samples->kept)
        return;
    struct sample_row row = {
        .context = context,
        .event = samples->kept & KEEP_EVENTS ? event : NO_ID,
        .tags = samples->kept & KEEP_TAGS ? tags : NO_ID,
        .slice = SAMPLES_NO_SLICE,
        .cost = cost,
    };
    if (samples->kept & KEEP_TIME && fabs(time) < MOST_SECONDS)
        row.slice =
            fit_slice(samples, (int64_t)floor(time * SLICES_PER_SECOND), 0);
    add_row(samples, row);
}

void samples_merge(struct samples *samples, const struct samples *from,
                   const uint32_t *contexts)
{
    struct arena scratch = { 0 };
    unsigned kept = samples->kept & from->kept;
    uint32_t *events = NEW_N(&scratch, uint32_t, from->n_events);
    uint32_t *tag_sets = NEW_N(&scratch, uint32_t, from->n_tag_sets);
    samples_reduce(samples, kept);
    for (uint32_t e = 0; kept && e < from->n_events; e++)
        events[e] = samples_event(samples, from->events[e].name,
                                  from->events[e].unit);
    for (uint32_t t = 0; kept && t < from->n_tag_sets; t++)
        tag_sets[t] = samples_tag_set(samples, from->tag_sets[t].tags,
                                      from->tag_sets[t].n);
    for (uint32_t i = 0; kept && i < from->n_rows; i++) {
        struct sample_row row = from->rows[i];
        row.context = contexts[row.context];
        if (row.context == NO_ID)
            continue;
        bool has_event = kept & KEEP_EVENTS && row.event != NO_ID;
        bool has_tags = kept & KEEP_TAGS && row.tags != NO_ID;
        bool has_time = kept & KEEP_TIME && row.slice != SAMPLES_NO_SLICE;
        row.event = has_event ? events[row.event] : NO_ID;
        row.tags = has_tags ? tag_sets[row.tags] : NO_ID;
        row.slice = has_time ? fit_slice(samples, row.slice, from->doublings)
                             : SAMPLES_NO_SLICE;
        add_row(samples, row);
    }
    arena_free(&scratch);
}

void samples_select_event(struct samples *samples, uint32_t event)
{
    uint32_t n = samples->n_rows;
    index_clear(&index_of(samples)->rows);
    samples->n_rows = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct sample_row row = samples->rows[i];
        if (row.event == event || row.event == NO_ID)
            add_row(samples, row);
    }
}

void samples_reduce(struct samples *samples, unsigned kept)
{
    if (!(samples->kept & kept))
        samples_free(samples);
    else if (samples->kept & ~kept)
        coarsen(samples, 0, samples->kept & kept);
}

void samples_divide(struct samples *samples, double divisor)
{
    for (uint32_t i = 0; i < samples->n_rows; i++)
        samples->rows[i].cost /= divisor;
}

double samples_slice_width(const struct samples *samples)
{
    return ldexp(1 / SLICES_PER_SECOND, samples->doublings);
}

void samples_free(struct samples *samples)
{
    struct samples_index *index = samples->index;
    free(samples->rows);
    free(samples->events);
    free(samples->tag_sets);
    if (index) {
        arena_free(&index->texts);
        strings_free(&index->names);
        index_free(&index->events);
        index_free(&index->tag_sets);
        index_free(&index->rows);
        free(index->ids);
        free(index);
    }
    *samples = (struct samples){ 0 };
}
