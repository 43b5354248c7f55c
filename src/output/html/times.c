#include "output/html/times.h"

#include <math.h>
#include <zlib.h>

#include "util/array.h"
#include "util/text/protobuf.h"

static int by_slice(const void *left, const void *right)
{
    const struct html_time *a = left, *b = right;
    int order = COMPARE(a->kind, b->kind);
    order = order ? order : COMPARE(a->slice, b->slice);
    return order ? order : COMPARE(a->node, b->node);
}

/* Sorts the rows, adds up those that differ in nothing but the cost, and
   returns how many are left. */
static uint32_t join(struct html_time *rows, uint32_t n)
{
    uint32_t kept = 0;
    SORT(rows, n, by_slice);
    for (uint32_t i = 0; i < n; i++) {
        if (kept && by_slice(&rows[kept - 1], &rows[i]) == 0)
            rows[kept - 1].cost += rows[i].cost;
        else
            rows[kept++] = rows[i];
    }
    return kept;
}

/* Makes slices twice as wide. */
static void widen(struct html_time *rows, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (rows[i].slice != SAMPLES_NO_SLICE)
            rows[i].slice = (rows[i].slice - (rows[i].slice & 1)) / 2;
}

/* ---- Numbers ---- */

static void put_rows(struct buf *out, const struct html_time *rows, uint32_t n,
                     int64_t first, double unit)
{
    uint32_t end;
    for (uint32_t i = 0; i < n; i = end) {
        int64_t slice = 0, node = 0;
        for (end = i; end < n && rows[end].kind == rows[i].kind; end++)
            ;
        protobuf_put_varint(out, rows[i].kind);
        protobuf_put_varint(out, end - i);
        for (uint32_t k = i; k < end; k++) {
            const struct html_time *row = &rows[k];
            int64_t at =
                row->slice == SAMPLES_NO_SLICE ? 0 : row->slice - first + 1;
            int64_t step = (int64_t)row->node - node;
            protobuf_put_varint(out, (uint64_t)(at - slice));
            protobuf_put_varint(out, step < 0 ? (uint64_t)(-2 * step - 1)
                                              : (uint64_t)(2 * step));
            protobuf_put_varint(out, (uint64_t)(row->cost / unit + .5));
            slice = at;
            node = row->node;
        }
    }
}

/* Is the cost a multiple of the unit, but for the rounding of sums? */
static bool is_multiple(double cost, double unit)
{
    double n = cost / unit;
    return n == 0 || (n > .5 && fabs(n - round(n)) < 1e-3);
}

/* Returns the unit of which all costs are multiples: 1, or a nanosecond if
   costs are seconds that the input has in whole nanoseconds. Other costs have a
   very small part of the whole as their unit. */
static double unit_of(const struct html_time *rows, uint32_t n, double whole)
{
    static const double units[] = { 1, 1e-9 };
    for (size_t k = 0; k < ROWS(units); k++) {
        uint32_t i = 0;
        while (i < n && is_multiple(rows[i].cost, units[k]))
            i++;
        if (i == n)
            return units[k];
    }
    return whole * 1e-13;
}

/* ---- Text ---- */

static void put_base64(struct buf *out, const unsigned char *bytes, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        unsigned group = (unsigned)bytes[i] << 16 |
                         (i + 1 < n ? (unsigned)bytes[i + 1] << 8 : 0) |
                         (i + 2 < n ? bytes[i + 2] : 0U);
        for (size_t k = 0; k < 4; k++)
            buf_char(out, i + k > n ? '=' : digits[group >> (18 - 6 * k) & 63]);
    }
}

/* Compresses the bytes. Level 9 takes seven times as long for 0.2 % less. */
static void pack(struct buf *out, struct arena *arena, struct str bytes)
{
    uLongf size = compressBound(bytes.len);
    unsigned char *packed = NEW_N(arena, unsigned char, size);
    compress2(packed, &size, (const unsigned char *)bytes.s, bytes.len, 6);
    put_base64(out, packed, size);
}

/* ---- The data ---- */

/* Returns the first slice, and the last; 0 if no row has a time. */
static int64_t first_slice(const struct html_time *rows, uint32_t n,
                           int64_t *last)
{
    int64_t first = INT64_MAX;
    *last = INT64_MIN;
    for (uint32_t i = 0; i < n; i++) {
        if (rows[i].slice == SAMPLES_NO_SLICE)
            continue;
        first = rows[i].slice < first ? rows[i].slice : first;
        *last = rows[i].slice > *last ? rows[i].slice : *last;
    }
    if (first > *last)
        first = *last = 0;
    return first;
}

void html_times(struct json *json, const struct samples *samples,
                struct html_time *rows, uint32_t n, double whole)
{
    int doublings = samples->doublings;
    double unit = unit_of(rows, n, whole);
    LOCAL_BUF(numbers);
    LOCAL_BUF(text);
    int64_t first, last;
    for (;; doublings++) {
        struct arena scratch = { 0 };
        n = join(rows, n);
        first = first_slice(rows, n, &last);
        numbers.len = text.len = 0;
        put_rows(&numbers, rows, n, first, unit);
        pack(&text, &scratch, buf_text(&numbers));
        arena_free(&scratch);
        if (text.len <= HTML_TIME_BYTES || first == last)
            break;
        widen(rows, n);
    }
    json_open(json, "times", '{');
    json_number(json, "width", ldexp(1e-6, doublings));
    json_number(json, "first", (double)first);
    json_number(json, "slices", (double)(last - first + 1));
    json_number(json, "costs", unit);
    json_text(json, "data", buf_text(&text));
    json_close(json, '}');
}
