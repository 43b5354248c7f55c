#include "readers/frames/inline_budget.h"

bool inline_budget_allows(struct inline_budget *budget, size_t n)
{
    enum { FREE = 1 << 20, PER_ITEM = 16 };
    size_t most = FREE + PER_ITEM * (budget->stored + ++budget->places);
    if (n <= 2 || budget->copied + n <= most) {
        budget->copied += n ? n - 1 : 0;
        return true;
    }
    budget->copied++;
    budget->shortened++;
    return false;
}

void inline_budget_report(const struct inline_budget *budget, struct input *in)
{
    if (budget->shortened)
        input_remark(in, "places of stacks with more inlined functions than "
                         "programs have, of which only the outermost and the "
                         "innermost function are shown: %zu of %zu; totals of "
                         "those between are too low",
                     budget->shortened, budget->places);
}
