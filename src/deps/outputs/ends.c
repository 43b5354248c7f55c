#include "deps/outputs/ends.h"

#include "graph/counting_sort.h"
#include "util/map.h"

/* The statements and texts that have numbers. */
struct numbers {
    struct arena arena;
    struct strings places, variables;
    struct pairs statements; /* (function, number of the place) */
};

static uint32_t number_of(struct numbers *numbers, uint32_t function,
                          struct str place)
{
    return pairs_add_in(&numbers->statements, &numbers->arena, function,
                        strings_add(&numbers->places, &numbers->arena, place));
}

static uint32_t end_of(struct numbers *numbers, const struct access *access)
{
    return access->statement == NO_ID
               ? NO_ID
               : number_of(numbers, access->statement, access->top);
}

struct ends *ends_of(struct arena *arena, const struct dependences *all,
                     const struct statement *const *first, uint32_t n)
{
    struct ends *ends = NEW(arena, struct ends);
    struct numbers numbers = { 0 };
    ends->writers = NEW_N(arena, uint32_t, all->n);
    ends->readers = NEW_N(arena, uint32_t, all->n);
    ends->variables = NEW_N(arena, uint32_t, all->n);
    for (uint32_t i = 0; i < n; i++)
        number_of(&numbers, first[i]->function, first[i]->place);
    for (uint32_t i = 0; i < all->n; i++) {
        const struct dependence *d = &all->of[i];
        ends->writers[i] = end_of(&numbers, &d->writer);
        ends->readers[i] = end_of(&numbers, &d->reader);
        ends->variables[i] =
            strings_add(&numbers.variables, &numbers.arena, d->data.variable);
    }
    ends->n = numbers.statements.n;
    ends->n_variables = numbers.variables.n;
    struct sorted_groups reads =
        counting_sort(arena, ends->readers, all->n, ends->n);
    ends->first_read = reads.first;
    ends->reads = reads.ids;
    arena_free(&numbers.arena);
    return ends;
}
