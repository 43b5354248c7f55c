#include "readers/gmon/arcs.h"

#include <stdlib.h>

#include "util/array.h"

enum { PROLOGUE = 40 }; /* bytes from an entry to the return of mcount */

/* At most what 64 bits hold. */
static uint64_t add(uint64_t a, uint64_t b)
{
    return a + b < a ? UINT64_MAX : a + b;
}

/* Only functions are called: behind a mere label it is the one before. */
static ptrdiff_t callee_of(const struct elf_symbols *symbols, uint64_t address)
{
    ptrdiff_t owner = elf_owner(symbols, address);
    return owner == NO_SYMBOL ? NO_SYMBOL : symbols->of[owner].function;
}

void gmon_arcs_add(struct gmon_arcs *arcs, const struct elf_symbols *symbols,
                   const struct gmon_arc *arc)
{
    ptrdiff_t caller = elf_owner(symbols, arc->from);
    ptrdiff_t callee = callee_of(symbols, arc->self);
    arcs->n++;
    if (caller == NO_SYMBOL || callee == NO_SYMBOL) {
        arcs->dropped++;
        arcs->dropped_count = add(arcs->dropped_count, arc->count);
        return;
    }
    arcs->far += arc->self - symbols->of[callee].address > PROLOGUE;
    uint32_t n = arcs->ends.n;
    uint32_t id = pairs_add(&arcs->ends, (uint32_t)caller, (uint32_t)callee);
    if (id == n) {
        arcs->of = array_grow(arcs->of, n, &arcs->room, sizeof *arcs->of);
        arcs->of[n] =
            (struct gmon_edge){ (uint32_t)caller, (uint32_t)callee, 0 };
    }
    arcs->of[id].count = add(arcs->of[id].count, arc->count);
}

static int by_ends(const void *left, const void *right)
{
    const struct gmon_edge *a = left, *b = right;
    if (a->caller != b->caller)
        return a->caller < b->caller ? -1 : 1;
    return a->callee < b->callee ? -1 : a->callee > b->callee;
}

void gmon_arcs_sort(struct gmon_arcs *arcs)
{
    if (arcs->ends.n)
        qsort(arcs->of, arcs->ends.n, sizeof *arcs->of, by_ends);
}

void gmon_arcs_free(struct gmon_arcs *arcs)
{
    free(arcs->of);
    pairs_free(&arcs->ends);
    *arcs = (struct gmon_arcs){ 0 };
}
