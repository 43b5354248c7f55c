#include "output/html/strip.h"

#include "output/html/choices.h"
#include "util/ranked.h"

/* The part of a sample row that the strip shows. */
struct piece {
    uint32_t lane, column, function;
    double cost;
};

static int by_place(const void *left, const void *right)
{
    const struct piece *a = left, *b = right;
    int order = COMPARE(a->lane, b->lane);
    order = order ? order : COMPARE(a->column, b->column);
    return order ? order : COMPARE(a->function, b->function);
}

/* Stores which lane each tag set has, NO_ID for none, and the tag sets of the
   lanes. The last tag set is that of rows without tags. Returns the number of
   lanes. */
static uint32_t choose_lanes(struct arena *arena, const struct samples *samples,
                             uint32_t event, uint32_t *lane, uint32_t *tags)
{
    uint32_t n = samples->n_tag_sets + 1, n_lanes = 0;
    struct ranked *ranked = NEW_N(arena, struct ranked, n);
    for (uint32_t t = 0; t < n; t++)
        ranked[t].id = t;
    for (uint32_t i = 0; i < samples->n_rows; i++) {
        const struct sample_row *row = &samples->rows[i];
        if (row->event == event && row->slice != SAMPLES_NO_SLICE)
            ranked[row->tags == NO_ID ? n - 1 : row->tags].cost += row->cost;
    }
    ranked_sort(ranked, n);
    for (uint32_t t = 0; t < n; t++) {
        bool has_lane = n_lanes < STRIP_LANES && ranked[t].cost > 0;
        lane[ranked[t].id] = has_lane ? n_lanes : NO_ID;
        if (has_lane)
            tags[n_lanes++] = ranked[t].id;
    }
    return n_lanes;
}

static uint32_t list_pieces(const struct profile *all_events, uint32_t event,
                            const uint32_t *lane, uint32_t columns,
                            struct piece *pieces)
{
    const struct samples *samples = &all_events->samples;
    double slices = (double)(samples->last_slice - samples->first_slice) + 1;
    uint32_t n = 0;
    for (uint32_t i = 0; i < samples->n_rows; i++) {
        const struct sample_row *row = &samples->rows[i];
        uint32_t of =
            lane[row->tags == NO_ID ? samples->n_tag_sets : row->tags];
        if (row->event != event || row->slice == SAMPLES_NO_SLICE ||
            of == NO_ID)
            continue;
        double at = (double)(row->slice - samples->first_slice);
        pieces[n++] = (struct piece){
            of, (uint32_t)floor(at * columns / slices),
            all_events->contexts[row->context].function, row->cost
        };
    }
    SORT(pieces, n, by_place);
    return n;
}

/* One column of one lane shows this. */
struct cell {
    double cost;       /* of all functions */
    double most;       /* of the one that costs most */
    uint32_t function; /* that one; NO_ID: there is no cost */
};

static void fill_cells(struct cell *cells, uint32_t n_cells, uint32_t columns,
                       const struct piece *pieces, uint32_t n)
{
    uint32_t end;
    for (uint32_t i = 0; i < n_cells; i++)
        cells[i].function = NO_ID;
    for (uint32_t i = 0; i < n; i = end) {
        struct cell *cell =
            &cells[(size_t)pieces[i].lane * columns + pieces[i].column];
        double sum = 0;
        for (end = i; end < n && by_place(&pieces[end], &pieces[i]) == 0; end++)
            sum += pieces[end].cost;
        cell->cost += sum;
        if (sum > cell->most) {
            cell->most = sum;
            cell->function = pieces[i].function;
        }
    }
}

/* Writes "make 4711", or "" for what has no tags. */
static struct str lane_name(struct arena *arena, const struct samples *samples,
                            uint32_t tags)
{
    if (tags == samples->n_tag_sets)
        return S("");
    const struct sample_tags *of = &samples->tag_sets[tags];
    struct str id = html_choices_tag(of, S("tid"));
    return str_trim(arena_printf(
        arena, "%s %s", html_choices_tag(of, S("comm")).s,
        id.len ? id.s : html_choices_tag(of, S("pid")).s));
}

static void put_lanes(struct json *json, struct arena *arena,
                      const struct samples *samples, const uint32_t *tags,
                      const struct cell *cells, uint32_t n_lanes,
                      uint32_t columns, const uint32_t *index)
{
    json_open(json, "lanes", '[');
    for (uint32_t l = 0; l < n_lanes; l++) {
        const struct cell *of = &cells[(size_t)l * columns];
        json_open(json, NULL, '[');
        json_text(json, NULL, lane_name(arena, samples, tags[l]));
        json_open(json, NULL, '[');
        for (uint32_t i = 0; i < columns; i++)
            json_number(json, NULL, of[i].cost);
        json_close(json, ']');
        json_open(json, NULL, '[');
        for (uint32_t i = 0; i < columns; i++)
            json_count(json, NULL,
                       of[i].function == NO_ID
                           ? -1.
                           : (double)index[of[i].function]);
        json_close(json, ']');
        json_close(json, ']');
    }
    json_close(json, ']');
}

struct str html_strip(struct arena *arena, const struct look *look,
                      const struct profile *all_events, uint32_t event)
{
    const struct samples *samples = &all_events->samples;
    LOCAL_ARENA(scratch);
    struct buf out = { 0 };
    struct json json = { .out = &out, .in_script = true };
    if (!samples->has_time)
        return S("");
    double slices = (double)(samples->last_slice - samples->first_slice) + 1;
    uint32_t columns = (uint32_t)fmin(slices, STRIP_COLUMNS);
    uint32_t tags[STRIP_LANES];
    uint32_t *lane = NEW_N(&scratch, uint32_t, samples->n_tag_sets + 1);
    uint32_t n_lanes = choose_lanes(&scratch, samples, event, lane, tags);
    struct piece *pieces = NEW_N(&scratch, struct piece, samples->n_rows);
    uint32_t n = list_pieces(all_events, event, lane, columns, pieces);
    struct cell *cells = NEW_N(&scratch, struct cell, n_lanes * columns);
    uint32_t *index = NEW_N(&scratch, uint32_t, all_events->n_functions);
    uint32_t n_used = 0;
    fill_cells(cells, n_lanes * columns, columns, pieces, n);
    const struct str *ids = report_ids(&scratch, look, all_events);
    json_open(&json, NULL, '{');
    json_number(&json, "width", ldexp(1e-6, samples->doublings));
    json_count(&json, "first", (double)samples->first_slice);
    json_count(&json, "slices", slices);
    json_count(&json, "columns", columns);
    json_open(&json, "functions", '[');
    for (uint32_t i = 0; i < n_lanes * columns; i++) {
        uint32_t f = cells[i].function;
        if (f == NO_ID || index[f])
            continue;
        index[f] = ++n_used;
        json_text(&json, NULL, ids[f]);
    }
    json_close(&json, ']');
    for (uint32_t f = 0; f < all_events->n_functions; f++)
        index[f]--;
    put_lanes(&json, &scratch, samples, tags, cells, n_lanes, columns, index);
    json_close(&json, '}');
    return n_lanes ? buf_move(&out, arena) : (buf_free(&out), S(""));
}
