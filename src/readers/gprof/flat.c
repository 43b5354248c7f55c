#include "readers/gprof/flat.h"

#include "util/known.h"

/* Half of the last digit that gprof prints of seconds. */
#define HALF_DIGIT 0.005

/* The key of a row or of a function, in an array to be sorted. */
struct gprof_flat_ref {
    struct gprof_flat_key key;
    size_t i; /* the row or the function */
};

double gprof_flat_whole(const struct gprof_flat *flat)
{
    return flat->n ? flat->of[flat->n - 1].cumulative : 0;
}

/* Returns the seconds that 100 % stand for. They differ from the time of all
   rows if some samples are in no function. The sum of all percentages tells
   this, but has many errors of rounding, so rows with large self times must
   agree. */
static double find_base(const struct gprof_flat *flat)
{
    double least = 0, most = INFINITY, sum = 0;
    double whole = gprof_flat_whole(flat);
    for (size_t i = 0; i < flat->n; i++) {
        const struct gprof_flat_row *row = &flat->of[i];
        double self = row->key.self;
        sum += row->percent;
        if (row->percent <= row->precision)
            continue;
        least = fmax(least, 100 * (self - HALF_DIGIT) /
                                (row->percent + row->precision));
        most = fmin(most, 100 * (self + HALF_DIGIT) /
                              (row->percent - row->precision));
    }
    if (sum <= 0 || least > most)
        return whole;
    return fmin(fmax(100 * whole / sum, least), most);
}

/*
 * Sets the seconds of each row by its percentage. The percentages of small
 * times are rounded by much. If many rows have the same percentage, the
 * cumulative column, which is rounded once for all of them, tells whether their
 * mean is another.
 */
static void find_seconds(const struct gprof_flat *flat, double *seconds)
{
    double base = find_base(flat), before = 0;
    for (size_t start = 0, end; start < flat->n; start = end) {
        double percent = flat->of[start].percent;
        for (end = start + 1; end < flat->n; end++)
            if (flat->of[end].percent != percent)
                break;
        double n = (double)(end - start), time = percent / 100 * base;
        double after = flat->of[end - 1].cumulative;
        double mean = (after - before) / n;
        if (fabs(mean - time) > 2 * HALF_DIGIT / n)
            time = mean;
        for (size_t i = start; i < end; i++)
            seconds[i] = time;
        before = after;
    }
}

static int compare_numbers(double a, double b)
{
    return a < b ? -1 : a > b;
}

static int compare_keys(const struct gprof_flat_key *a,
                        const struct gprof_flat_key *b)
{
    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    /* The sum of several numbers with two decimals may differ in the last
       bits. */
    int order = compare_numbers(round(a->self * 100), round(b->self * 100));
    return order ? order
                 : compare_numbers(known_or(a->calls, -1),
                                   known_or(b->calls, -1));
}

static int by_key(const void *left, const void *right)
{
    const struct gprof_flat_ref *a = left, *b = right;
    int order = compare_keys(&a->key, &b->key);
    return order ? order : COMPARE(a->i, b->i);
}

/* Sorts by key. Rows are mostly sorted already, since their names were the
   first to get ids. */
static void sort(struct gprof_flat_ref *refs, size_t n)
{
    size_t i = 1;
    while (i < n && by_key(&refs[i - 1], &refs[i]) < 0)
        i++;
    if (i < n)
        SORT(refs, n, by_key);
}

void gprof_flat_find(const struct gprof_flat *flat,
                     const struct gprof_flat_key *functions, size_t n,
                     double *times)
{
    LOCAL_ARENA(scratch);
    double *seconds = NEW_N(&scratch, double, flat->n);
    struct gprof_flat_ref *rows =
        NEW_N(&scratch, struct gprof_flat_ref, flat->n);
    struct gprof_flat_ref *wanted = NEW_N(&scratch, struct gprof_flat_ref, n);
    find_seconds(flat, seconds);
    for (size_t i = 0; i < flat->n; i++)
        rows[i] = (struct gprof_flat_ref){ flat->of[i].key, i };
    for (size_t i = 0; i < n; i++) {
        wanted[i] = (struct gprof_flat_ref){ functions[i], i };
        times[i] = UNKNOWN;
    }
    sort(rows, flat->n);
    sort(wanted, n);
    for (size_t r = 0, w = 0; r < flat->n && w < n;) {
        int order = compare_keys(&rows[r].key, &wanted[w].key);
        if (order == 0)
            times[wanted[w].i] = seconds[rows[r].i];
        r += order <= 0;
        w += order >= 0;
    }
}
