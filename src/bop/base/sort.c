/* Heap sort. */
#include "bop/base/sort.h"

static void swap(char *a, char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char c = a[i];
        a[i] = b[i];
        b[i] = c;
    }
}

static void sift(char *items, size_t root, size_t n, size_t size,
                 int (*compare)(const void *, const void *))
{
    for (size_t child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n &&
            compare(items + child * size, items + (child + 1) * size) < 0)
            child++;
        if (compare(items + root * size, items + child * size) >= 0)
            return;
        swap(items + root * size, items + child * size, size);
    }
}

void bop_sort(void *items, size_t n, size_t size,
              int (*compare)(const void *, const void *))
{
    for (size_t i = n / 2; i-- > 0;)
        sift(items, i, n, size, compare);
    for (size_t i = n; i-- > 1;) {
        swap(items, (char *)items + i * size, size);
        sift(items, 0, i, size, compare);
    }
}
