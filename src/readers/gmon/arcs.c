#include "readers/gmon/arcs.h"

#include <stdlib.h>

#include "util/array.h"

/* The most bytes from the entry of a routine to where its call of mcount
   returns to. */
enum { MOST_PROLOGUE = 40 };

/* Returns the sum, or the largest number there is. */
static uint64_t add_saturated(uint64_t a, uint64_t b)
{
    return a + b < a ? UINT64_MAX : a + b;
}

/* Returns the symbol that owns the callee's address, or, if that is a mere
   label, the function before it: labels are not called. */
static ptrdiff_t callee_of(const struct elf_symbols *symbols, uint64_t address)
{
    ptrdiff_t owner = elf_owner(symbols, address);
    return owner == NO_SYMBOL ? NO_SYMBOL : symbols->of[owner].function;
}

static void add_to(struct gmon_arc_sum *sum, const struct gmon_arc *arc)
{
    sum->n++;
    sum->count = add_saturated(sum->count, arc->count);
}

void gmon_arcs_add(struct gmon_arcs *arcs, const struct elf_symbols *symbols,
                   const struct gmon_arc *arc)
{
    ptrdiff_t owner = elf_owner(symbols, arc->from);
    ptrdiff_t callee = callee_of(symbols, arc->self);
    uint32_t caller = owner == NO_SYMBOL ? GMON_OUTSIDE : (uint32_t)owner;
    arcs->n++;
    if (callee == NO_SYMBOL) {
        add_to(&arcs->dropped, arc);
        return;
    }
    if (caller == GMON_OUTSIDE)
        add_to(&arcs->outside, arc);
    arcs->far += arc->self - symbols->of[callee].address > MOST_PROLOGUE;
    uint32_t n = arcs->ends.n;
    uint64_t from = arcs->by_place ? arc->from : 0;
    uint32_t place =
        pairs_add(&arcs->froms, (uint32_t)(from >> 32), (uint32_t)from);
    uint32_t id = pairs_add(&arcs->ends,
                            pairs_add(&arcs->callers, caller, place),
                            (uint32_t)callee);
    if (id == n) {
        arcs->calls = array_grow(arcs->calls, n, &arcs->calls_room,
                                 sizeof *arcs->calls);
        arcs->calls[n] =
            (struct gmon_call){ caller, (uint32_t)callee, from, 0 };
    }
    arcs->calls[id].count = add_saturated(arcs->calls[id].count, arc->count);
}

static int by_ends(const void *left, const void *right)
{
    const struct gmon_call *a = left, *b = right;
    if (a->caller != b->caller)
        return a->caller < b->caller ? -1 : 1;
    if (a->callee != b->callee)
        return a->callee < b->callee ? -1 : 1;
    return a->from < b->from ? -1 : a->from > b->from;
}

void gmon_arcs_sort(struct gmon_arcs *arcs)
{
    if (arcs->ends.n)
        qsort(arcs->calls, arcs->ends.n, sizeof *arcs->calls, by_ends);
}

void gmon_arcs_free(struct gmon_arcs *arcs)
{
    free(arcs->calls);
    pairs_free(&arcs->froms);
    pairs_free(&arcs->callers);
    pairs_free(&arcs->ends);
    *arcs = (struct gmon_arcs){ 0 };
}
