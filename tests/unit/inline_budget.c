/* How many inlined functions stacks may have. */
#include "readers/frames/inline_budget.h"

#include "check.h"

UNIT(inline_budget)
{
    enum { MANY = 1 << 20, LONG = 1000 };

    test("stacks of programs have all");
    struct inline_budget real = { .stored = 3 };
    for (int i = 0; i < MANY; i++)
        expect(inline_budget_allows(&real, 17), "%d", i);
    expect(real.shortened == 0, "%zu", real.shortened);

    test("places of two functions are never shortened");
    struct inline_budget two = { 0 };
    two.copied = (size_t)1 << 40;
    expect(inline_budget_allows(&two, 2) && inline_budget_allows(&two, 1) &&
               !inline_budget_allows(&two, 3), "%zu", two.shortened);

    test("what is copied is at most a multiple of what is there");
    struct inline_budget budget = { .stored = LONG };
    size_t given = 0, n = 4 * MANY / LONG;
    for (size_t i = 0; i < n; i++)
        given += inline_budget_allows(&budget, LONG) ? LONG : 2;
    expect(given <= MANY + 16 * (LONG + n) + 2 * n, "%zu", given);
    expect(given >= MANY, "%zu", given);
    expect(budget.places == n && budget.shortened > n / 2, "%zu of %zu",
           budget.shortened, budget.places);

    test("one place that a file has in full is no copy too many");
    struct inline_budget once = { .stored = 40 * MANY };
    expect(inline_budget_allows(&once, 40 * MANY), "%zu", once.copied);
    return finish_tests();
}
