/*
 * Names made short together. Names in order, those of equal labels side by
 * side, show in one pass which are alike though they differ, and where:
 *
 *     sort<…>(…)   sort<int*, Less<Key> >(...)     sort<…, Less<…> >(…)
 *     sort<…>(…)   sort<int*, More<Key> >(...)     sort<…, More<…> >(…)
 */
#include "labels/unique.h"

#include <stdlib.h>

#include "labels/shorten.h"

enum {
    MOST_ROUNDS = 16, /* more than 4 take names made for it */
    STEPS = 4,        /* of one name */
};

struct entry {
    struct str name, label;
    size_t i;     /* which name it is */
    size_t equal; /* bytes at least that are as in another of that label */
    bool alike;   /* there is another of that label */
    int step;
};

static int by_label(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    int order = str_cmp(a->label, b->label);
    return order ? order : str_cmp(a->name, b->name);
}

static size_t equal_bytes(struct str a, struct str b)
{
    size_t n = 0;
    while (n < a.len && n < b.len && a.s[n] == b.s[n])
        n++;
    return n;
}

/* What the entry has in common with its neighbour of the same label, or with
   that one's if they are of one name. */
static void compare(struct entry *entry, const struct entry *beside)
{
    if (!str_eq(entry->label, beside->label))
        return;
    bool same = str_eq(entry->name, beside->name);
    size_t equal =
        same ? beside->equal : equal_bytes(entry->name, beside->name);
    entry->alike = entry->alike || !same || beside->alike;
    entry->equal = equal > entry->equal ? equal : entry->equal;
}

static void find_alike(struct entry *entries, size_t n)
{
    qsort(entries, n, sizeof *entries, by_label);
    for (size_t i = 0; i < n; i++) {
        entries[i].alike = false;
        entries[i].equal = 0;
        if (i > 0)
            compare(&entries[i], &entries[i - 1]);
    }
    for (size_t i = n - 1; i > 0; i--)
        compare(&entries[i - 1], &entries[i]);
}

/* The next longer label. */
static void step(struct arena *arena, struct entry *entry, size_t limit)
{
    entry->step++;
    if (entry->step == 2)
        limit *= 2;
    if (limit > LABEL_LIMIT || entry->step > 2)
        limit = LABEL_LIMIT;
    entry->label =
        shorten_name_about(arena, entry->name, limit, entry->equal);
}

static bool step_alike(struct arena *arena, struct entry *entries, size_t n,
                       size_t limit)
{
    bool changed = false;
    find_alike(entries, n);
    for (size_t i = 0; i < n; i++) {
        if (!entries[i].alike || entries[i].step == STEPS)
            continue;
        step(arena, &entries[i], limit);
        changed = true;
    }
    return changed;
}

struct str *unique_names(struct arena *arena, const struct str *names, size_t n,
                         size_t limit)
{
    struct str *labels = NEW_N(arena, struct str, n);
    struct entry *entries = NEW_N(arena, struct entry, n);
    for (size_t i = 0; i < n; i++)
        entries[i] =
            (struct entry){ .name = names[i],
                            .label = shorten_name_about(arena, names[i],
                                                         limit, LABEL_ALL),
                            .i = i };
    for (int round = 0; n > 1 && round < MOST_ROUNDS; round++)
        if (!step_alike(arena, entries, n, limit))
            break;
    for (size_t i = 0; i < n; i++)
        labels[entries[i].i] = entries[i].label;
    return labels;
}
