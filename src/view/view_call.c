#include "view/view_call.h"

int view_call_by_ends(const void *left, const void *right)
{
    const struct view_call *a = left, *b = right;
    int order = COMPARE(a->caller, b->caller);
    return order ? order : COMPARE(a->callee, b->callee);
}

void view_call_sort(struct view_call *calls, size_t n)
{
    SORT(calls, n, view_call_by_ends);
}
