#include "view/view_call.h"

int view_call_by_ends(const void *left, const void *right)
{
    const struct view_call *a = left, *b = right;
    int order = COMPARE(a->caller, b->caller);
    return order ? order : COMPARE(a->callee, b->callee);
}
