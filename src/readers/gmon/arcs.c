#include "readers/gmon/arcs.h"

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

static uint32_t pair_id(struct gmon_arcs *arcs, struct pairs *pairs, uint32_t a,
                        uint32_t b)
{
    return pairs_add_in(pairs, &arcs->arena, a, b);
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
        pair_id(arcs, &arcs->froms, (uint32_t)(from >> 32), (uint32_t)from);
    uint32_t at = pair_id(arcs, &arcs->callers, caller, place);
    uint32_t id = pair_id(arcs, &arcs->ends, at, (uint32_t)callee);
    if (id == n)
        *PUSH_IN(&arcs->arena, &arcs->calls) =
            (struct gmon_call){ caller, (uint32_t)callee, from, 0 };
    struct gmon_call *call = &arcs->calls.of[id];
    call->count = add_saturated(call->count, arc->count);
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
    if (arcs->calls.n)
        qsort(arcs->calls.of, arcs->calls.n, sizeof *arcs->calls.of, by_ends);
}
