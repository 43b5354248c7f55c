#include "model/samples.h"

#include <math.h>

#include "util/array.h"
#include "util/hash.h"
#include "util/map.h"

/* Slices need not be narrower than a microsecond, and at this width times up to
   MOST_SECONDS fit into 64 bits. */
#define SLICES_PER_SECOND 1e6
#define MOST_SECONDS 1e12

/* The rows that differ only in their slice, at most SAMPLES_MOST_SLICES + 1.
   They are linked by falling slice, since times mostly ascend. */
struct row_series {
    uint32_t context, event, tags;
    uint32_t last; /* row, or NO_ID */
};

/* The place of a row in its series. */
struct row_link {
    uint32_t series;
    uint32_t before; /* row, or NO_ID */
};

struct samples_index {
    struct arena texts;        /* the names of events, keys and values */
    struct strings names;      /* each of these texts once */
    struct index events;       /* by name and unit */
    struct index tag_sets;     /* by their keys and values */
    struct index series_index; /* by context, event and tags */
    LIST(struct row_series) series;
    LIST(struct row_link) links; /* by row */
    LIST(uint32_t) ids;          /* scratch */
};

static struct samples_index *index_of(struct samples *samples)
{
    if (!samples->index)
        samples->index = array_new(1, sizeof *samples->index);
    return samples->index;
}

/* ---- Events and tags ---- */

/* Equal texts get equal ids and equal addresses. */
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
    samples->events =
        array_list_grow(NULL, samples->events, id, &samples->events_room,
                        sizeof *samples->events);
    samples->events[id] = event;
    index_add_in(&index->events, &index->texts, hash, id);
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
        array_list_grow(NULL, samples->tag_sets, id, &samples->tag_sets_room,
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
    index->ids.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        *PUSH_IN(&index->texts, &index->ids) = text_id(index, tags[i].key);
        *PUSH_IN(&index->texts, &index->ids) = text_id(index, tags[i].value);
    }
    struct tag_ids wanted = { index->names.texts, index->ids.of, n };
    uint32_t hash = hash_numbers(index->ids.of, index->ids.n);
    uint32_t id = index_find(&index->tag_sets, hash, is_tag_set,
                             samples->tag_sets, &wanted);
    if (id == NO_ID) {
        id = add_tag_set(samples, &wanted);
        index_add_in(&index->tag_sets, &index->texts, hash, id);
    }
    return id;
}

/* ---- Rows ---- */

static bool is_series(const void *series, uint32_t id, const void *key)
{
    const struct row_series *found = (const struct row_series *)series + id;
    const struct row_series *wanted = key;
    return found->context == wanted->context &&
           found->event == wanted->event && found->tags == wanted->tags;
}

/* Finds or adds a series. */
static uint32_t series_id(struct samples_index *index, struct row_series key)
{
    uint32_t hash = hash_pair(key.context, hash_pair(key.event, key.tags));
    uint32_t id = index_find(&index->series_index, hash, is_series,
                             index->series.of, &key);
    if (id != NO_ID)
        return id;
    id = (uint32_t)index->series.n;
    key.last = NO_ID;
    *PUSH_IN(&index->texts, &index->series) = key;
    index_add_in(&index->series_index, &index->texts, hash, id);
    return id;
}

/* Adds the cost to the row of the series that has the same slice, or adds the
   row. */
static void add_to_series(struct samples *samples, uint32_t series,
                          struct sample_row row)
{
    struct samples_index *index = samples->index;
    uint32_t before = index->series.of[series].last, after = NO_ID;
    while (before != NO_ID && samples->rows[before].slice > row.slice) {
        after = before;
        before = index->links.of[before].before;
    }
    if (before != NO_ID && samples->rows[before].slice == row.slice) {
        samples->rows[before].cost += row.cost;
        return;
    }
    uint32_t id = samples->n_rows++;
    samples->rows = array_list_grow(NULL, samples->rows, id,
                                    &samples->rows_room, sizeof *samples->rows);
    samples->rows[id] = row;
    *PUSH_IN(&index->texts, &index->links) =
        (struct row_link){ series, before };
    if (after == NO_ID)
        index->series.of[series].last = id;
    else
        index->links.of[after].before = id;
}

static void add_row(struct samples *samples, struct sample_row row)
{
    struct row_series key = { row.context, row.event, row.tags, NO_ID };
    add_to_series(samples, series_id(index_of(samples), key), row);
}

/* Sets the number of rows to 0 and returns the old one. Rows and links stay in
   memory until as many are added again. */
static uint32_t take_rows(struct samples *samples)
{
    struct samples_index *index = index_of(samples);
    uint32_t n = samples->n_rows;
    for (uint32_t s = 0; s < index->series.n; s++)
        index->series.of[s].last = NO_ID;
    samples->n_rows = 0;
    index->links.n = 0;
    return n;
}

/* Makes series that have only the dimensions among `kept`, and returns them by
   their former ids. */
static uint32_t *reduce_series(struct arena *arena,
                               struct samples_index *index, unsigned kept)
{
    uint32_t n = index->series.n;
    uint32_t *ids = NEW_N(arena, uint32_t, n);
    index_clear(&index->series_index);
    index->series.n = 0;
    for (uint32_t s = 0; s < n; s++) {
        struct row_series key = index->series.of[s];
        if (!(kept & KEEP_EVENTS))
            key.event = NO_ID;
        if (!(kept & KEEP_TAGS))
            key.tags = NO_ID;
        ids[s] = series_id(index, key);
    }
    return ids;
}

/* Returns the slice that holds a slice of half the width. */
static int64_t halved(int64_t slice)
{
    return slice == SAMPLES_NO_SLICE ? slice : (slice - (slice & 1)) / 2;
}

/* Makes slices 2^doublings times as wide. Rows that are equal then become
   one. */
static void widen_slices(struct samples *samples, int doublings)
{
    uint32_t n = take_rows(samples);
    samples->doublings += doublings;
    for (uint32_t i = 0; i < n; i++) {
        struct sample_row row = samples->rows[i];
        for (int k = 0; k < doublings; k++)
            row.slice = halved(row.slice);
        add_to_series(samples, samples->index->links.of[i].series, row);
    }
}

static int64_t most_slices(const struct samples *samples)
{
    return samples->most_slices ? samples->most_slices : SAMPLES_MOST_SLICES;
}

/* Returns the microsecond that holds a time. Rounds up if a binary number is
   just below a whole microsecond. */
static int64_t samples_slice(double time)
{
    return (int64_t)floor(time * SLICES_PER_SECOND + 1e-4);
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
    for (; last - first >= most_slices(samples); more++) {
        first = halved(first);
        last = halved(last);
        slice = halved(slice);
    }
    if (more)
        widen_slices(samples, more);
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
        row.slice = fit_slice(samples, samples_slice(time), 0);
    add_row(samples, row);
}

double samples_slice_width(const struct samples *samples, double first,
                           double last)
{
    double width = 1;
    while (floor(last * SLICES_PER_SECOND / width) -
               floor(first * SLICES_PER_SECOND / width) >=
           (double)most_slices(samples))
        width *= 2;
    return width / SLICES_PER_SECOND;
}

void samples_merge(struct samples *samples, const struct samples *from,
                   const uint32_t *contexts)
{
    LOCAL_ARENA(scratch);
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
}

void samples_move(struct samples *samples, const uint32_t *contexts)
{
    struct samples moved = { .kept = samples->kept,
                             .most_slices = samples->most_slices };
    samples_merge(&moved, samples, contexts);
    samples_free(samples);
    *samples = moved;
}

void samples_select_event(struct samples *samples, uint32_t event)
{
    uint32_t n = take_rows(samples);
    for (uint32_t i = 0; i < n; i++) {
        struct sample_row row = samples->rows[i];
        if (row.event == event || row.event == NO_ID)
            add_to_series(samples, samples->index->links.of[i].series, row);
    }
}

void samples_rename_events(struct samples *samples, const struct str *names)
{
    LOCAL_ARENA(scratch);
    uint32_t n_events = samples->n_events, n = take_rows(samples);
    uint32_t *ids = NEW_N(&scratch, uint32_t, n_events);
    struct sample_event *events =
        NEW_N(&scratch, struct sample_event, n_events);
    for (uint32_t e = 0; e < n_events; e++)
        events[e] = samples->events[e];
    index_clear(&samples->index->events);
    samples->n_events = 0;
    for (uint32_t e = 0; e < n_events; e++)
        ids[e] = samples_event(samples, names[e], events[e].unit);
    for (uint32_t i = 0; i < n; i++) {
        struct sample_row row = samples->rows[i];
        if (row.event != NO_ID)
            row.event = ids[row.event];
        add_row(samples, row);
    }
}

/* Forgets the dimensions that are not among `kept`. */
static void drop_dimensions(struct samples *samples, unsigned kept)
{
    LOCAL_ARENA(scratch);
    uint32_t n = take_rows(samples);
    uint32_t *ids = reduce_series(&scratch, samples->index, kept);
    samples->kept = kept;
    samples->has_time &= (kept & KEEP_TIME) != 0;
    for (uint32_t i = 0; i < n; i++) {
        struct sample_row row = samples->rows[i];
        uint32_t id = ids[samples->index->links.of[i].series];
        row.event = samples->index->series.of[id].event;
        row.tags = samples->index->series.of[id].tags;
        if (!(kept & KEEP_TIME))
            row.slice = SAMPLES_NO_SLICE;
        add_to_series(samples, id, row);
    }
}

void samples_reduce(struct samples *samples, unsigned kept)
{
    if (!(samples->kept & kept))
        samples_free(samples);
    else if (samples->kept & ~kept)
        drop_dimensions(samples, samples->kept & kept);
}

void samples_divide(struct samples *samples, double divisor)
{
    for (uint32_t i = 0; i < samples->n_rows; i++)
        samples->rows[i].cost /= divisor;
}

void samples_free(struct samples *samples)
{
    struct samples_index *index = samples->index;
    free(samples->rows);
    free(samples->events);
    free(samples->tag_sets);
    if (index)
        arena_free(&index->texts);
    free(index);
    *samples = (struct samples){ 0 };
}
