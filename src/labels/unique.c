/*
 * Names are sorted by label, then by name. One pass over neighbours then shows
 * which labels are equal though their names are not, and where these differ:
 *
 *     sort<…>(…)   sort<int*, Less<Key> >(...)     sort<…, Less<…> >(…)
 *     sort<…>(…)   sort<int*, More<Key> >(...)     sort<…, More<…> >(…)
 */
#include "labels/unique.h"

#include "labels/shorten.h"
#include "util/array.h"

enum {
    MOST_ROUNDS = 16, /* only contrived names need more than 4 */
    MOST_STEPS = 4,   /* for one name */
};

struct unique_label {
    struct str name, label;
    size_t number; /* of the name in the caller's array */
    size_t equal;  /* first bytes in common with another name of this label */
    bool ambiguous; /* another name has this label */
    int step;
};

static int by_label(const void *left, const void *right)
{
    const struct unique_label *a = left, *b = right;
    int order = str_cmp(a->label, b->label);
    return order ? order : str_cmp(a->name, b->name);
}

static size_t count_equal_bytes(struct str a, struct str b)
{
    size_t n = 0;
    while (n < a.len && n < b.len && a.s[n] == b.s[n])
        n++;
    return n;
}

/* Compares a row with its neighbour. If both have the same name, what is known
   of the neighbour is true of the row. */
static void compare(struct unique_label *row,
                    const struct unique_label *neighbour)
{
    if (!str_eq(row->label, neighbour->label))
        return;
    bool same_name = str_eq(row->name, neighbour->name);
    size_t equal = same_name
                       ? neighbour->equal
                       : count_equal_bytes(row->name, neighbour->name);
    row->ambiguous = row->ambiguous || !same_name || neighbour->ambiguous;
    row->equal = equal > row->equal ? equal : row->equal;
}

static void find_ambiguous(struct unique_label *rows, size_t n)
{
    SORT(rows, n, by_label);
    for (size_t i = 0; i < n; i++) {
        rows[i].ambiguous = false;
        rows[i].equal = 0;
        if (i > 0)
            compare(&rows[i], &rows[i - 1]);
    }
    for (size_t i = n - 1; i > 0; i--)
        compare(&rows[i - 1], &rows[i]);
}

/* Makes the label keep the first byte that differs, then makes it longer. */
static void lengthen(struct arena *arena, struct unique_label *row,
                     size_t limit)
{
    row->step++;
    if (row->step == 2)
        limit *= 2;
    if (limit > SHORTEN_LIMIT || row->step > 2)
        limit = SHORTEN_LIMIT;
    row->label = shorten_name_keeping(arena, row->name, limit, row->equal);
}

/* Returns whether a label has changed. */
static bool lengthen_ambiguous(struct arena *arena, struct unique_label *rows,
                               size_t n, size_t limit)
{
    bool changed = false;
    find_ambiguous(rows, n);
    for (size_t i = 0; i < n; i++) {
        if (!rows[i].ambiguous || rows[i].step == MOST_STEPS)
            continue;
        lengthen(arena, &rows[i], limit);
        changed = true;
    }
    return changed;
}

struct str *unique_names(struct arena *arena, const struct str *names, size_t n,
                         size_t limit)
{
    struct str *labels = NEW_N(arena, struct str, n);
    struct unique_label *rows = NEW_N(arena, struct unique_label, n);
    for (size_t i = 0; i < n; i++)
        rows[i] = (struct unique_label){
            .name = names[i],
            .label = shorten_name_keeping(arena, names[i], limit,
                                          SHORTEN_KEEP_NONE),
            .number = i
        };
    for (int round = 0; n > 1 && round < MOST_ROUNDS; round++)
        if (!lengthen_ambiguous(arena, rows, n, limit))
            break;
    for (size_t i = 0; i < n; i++)
        labels[rows[i].number] = rows[i].label;
    return labels;
}
