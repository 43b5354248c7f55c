#include "util/files/claims.h"

#include "util/index.h"

struct claims_range {
    uint64_t start, end;
};

/* The addresses from `start` to that of the next part. */
struct claims_part {
    uint64_t start;
    uint32_t id; /* of the range to which they belong, or NO_ID */
};

void claims_add(struct claims *claims, uint64_t start, uint64_t end)
{
    if (claims->ranges.n < UINT32_MAX / 2 - 1)
        *PUSH_IN(claims->arena, &claims->ranges) =
            (struct claims_range){ start, end < start ? start : end };
}

static int by_start(const void *left, const void *right)
{
    const struct claims_part *a = left, *b = right;
    return COMPARE(a->start, b->start);
}

/* Makes a part of the addresses between each two places where ranges begin or
   end. */
static void make_parts(struct claims *claims)
{
    size_t n = 0;
    claims->parts =
        NEW_N(claims->arena, struct claims_part, 2 * claims->ranges.n);
    for (size_t i = 0; i < claims->ranges.n; i++) {
        claims->parts[2 * i].start = claims->ranges.of[i].start;
        claims->parts[2 * i + 1].start = claims->ranges.of[i].end;
    }
    SORT(claims->parts, 2 * claims->ranges.n, by_start);
    for (size_t i = 0; i < 2 * claims->ranges.n; i++)
        if (n == 0 || claims->parts[n - 1].start != claims->parts[i].start)
            claims->parts[n++] = (struct claims_part){
                claims->parts[i].start, NO_ID
            };
    claims->n_parts = n;
}

/* Returns the first part from `i` on that has no range yet, where next[i] is
   `i` if it has none, and otherwise leads towards it. Shortens the way. */
static uint32_t free_part(uint32_t *next, uint32_t i)
{
    while (next[i] != i) {
        next[i] = next[next[i]];
        i = next[i];
    }
    return i;
}

/* Gives each range those of its parts that no range before it has. */
void claims_end(struct claims *claims)
{
    if (claims->ranges.n == 0)
        return;
    make_parts(claims);
    struct claims_part *parts = claims->parts;
    LOCAL_ARENA(scratch);
    uint32_t *next = NEW_N(&scratch, uint32_t, claims->n_parts);
    for (uint32_t i = 0; i < claims->n_parts; i++)
        next[i] = i;
    for (uint32_t id = 0; id < claims->ranges.n; id++) {
        const struct claims_range *range = &claims->ranges.of[id];
        uint32_t i = (uint32_t)array_count_to(parts, claims->n_parts,
                                              sizeof *parts, range->start) - 1;
        /* The last part begins where the last range ends: it stays free. */
        while (parts[i = free_part(next, i)].start < range->end) {
            parts[i].id = id;
            next[i] = i + 1;
        }
    }
}

uint32_t claims_find(const struct claims *claims, uint64_t address)
{
    size_t n = array_count_to(claims->parts, claims->n_parts,
                              sizeof *claims->parts, address);
    return n ? claims->parts[n - 1].id : NO_ID;
}
