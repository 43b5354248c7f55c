#include "compare/anchors.h"

static int by_file_and_line(const void *left, const void *right)
{
    const struct subject *a = *(struct subject *const *)left;
    const struct subject *b = *(struct subject *const *)right;
    int order = COMPARE(a->file, b->file);
    order = order ? order : COMPARE(a->line, b->line);
    return order ? order : COMPARE(a, b);
}

/* For array_count_before: a function at the place of the key counts as before
   it. */
static int is_behind(const void *element, const void *key)
{
    const struct subject *a = *(struct subject *const *)element, *b = key;
    return a->file < b->file || (a->file == b->file && a->line <= b->line)
               ? -1
               : 1;
}

/* Returns how many of n functions in the order of files and lines stand at the
   place of a function or before it. */
static uint32_t count_to(struct subject *const *functions, uint32_t n,
                         const struct subject *s)
{
    return (uint32_t)array_count_before(functions, n, sizeof *functions, s,
                                        is_behind);
}

/* Lists the anchors that stand in the same order on both sides, as many as
   there can be: of each file a longest rising subsequence of the lines of the
   new side. */
static void list_chain(struct matching *m)
{
    LOCAL_ARENA(scratch);
    uint32_t *before = NEW_N(&scratch, uint32_t, m->n_anchors);
    uint32_t *ends = NEW_N(&scratch, uint32_t, m->n_anchors);
    m->chain = NEW_N(&m->scratch, struct subject *, 2 * (size_t)m->n_anchors);
    for (uint32_t i = 0, next; i < m->n_anchors; i = next) {
        uint32_t length = 0;
        for (next = i; next < m->n_anchors &&
                       m->anchors[next]->file == m->anchors[i]->file;
             next++) {
            /* ends[n] is the end of a subsequence of n + 1 anchors, the one
               that ends at the least line. */
            uint64_t line = m->anchors[next]->partner->line;
            uint32_t low = 0, high = length;
            while (low < high) {
                uint32_t middle = low + (high - low) / 2;
                if (m->anchors[ends[middle]]->partner->line < line)
                    low = middle + 1;
                else
                    high = middle;
            }
            before[next] = low ? ends[low - 1] : NO_ID;
            ends[low] = next;
            length += low == length;
        }
        uint32_t at = length ? ends[length - 1] : NO_ID;
        m->n_chain += length;
        for (uint32_t k = 1; at != NO_ID; k++, at = before[at])
            m->chain[m->n_chain - k] = m->anchors[at];
    }
    for (uint32_t i = 0; i < m->n_chain; i++)
        m->chain[m->n_chain + i] = m->chain[i]->partner;
}

static bool is_anchor(const struct subject *s)
{
    return s->way == MATCH_NAME && s->file == s->partner->file && s->line &&
           s->partner->line && !subject_is_in_no_file(s);
}

void anchors_list(struct matching *m)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->first[1]; i++)
        n += is_anchor(&m->of[i]);
    m->anchors = NEW_N(&m->scratch, struct subject *, 2 * (size_t)n);
    m->n_anchors = n;
    n = 0;
    for (uint32_t i = 0; i < m->first[1]; i++)
        if (is_anchor(&m->of[i]))
            m->anchors[n++] = &m->of[i];
    for (uint32_t i = 0; i < n; i++)
        m->anchors[n + i] = m->anchors[i]->partner;
    if (!n)
        return;
    qsort(m->anchors, n, sizeof(struct subject *), by_file_and_line);
    qsort(m->anchors + n, n, sizeof(struct subject *), by_file_and_line);
    list_chain(m);
}

void anchors_around(const struct matching *m, const struct subject *s,
                    struct subject **above, struct subject **below)
{
    struct subject **anchors = m->anchors + (s->is_new ? m->n_anchors : 0);
    uint32_t n = count_to(anchors, m->n_anchors, s);
    *above = n > 0 && anchors[n - 1]->file == s->file ? anchors[n - 1] : NULL;
    *below = n < m->n_anchors && anchors[n]->file == s->file ? anchors[n]
                                                             : NULL;
}

uint32_t anchors_part(const struct matching *m, const struct subject *s)
{
    return count_to(m->chain + (s->is_new ? m->n_chain : 0), m->n_chain, s);
}
