/* Sorts a million numbers by quicksort, and a million by merge sort. */
#include <stdio.h>
#include <stdlib.h>

#define N 1000000

static int numbers[N], more[N], spare[N];
static unsigned seed = 1;

static void fill(int *to, int n)
{
    for (int i = 0; i < n; i++) {
        seed = seed * 1103515245u + 12345u;
        to[i] = (int)(seed >> 8);
    }
}

static void swap(int *a, int *b)
{
    int c = *a;
    *a = *b;
    *b = c;
}

static void quick_sort(int *a, int n)
{
    while (n > 1) {
        int pivot = a[n / 2], i = 0, j = n - 1;
        for (;; i++, j--) {
            while (a[i] < pivot)
                i++;
            while (a[j] > pivot)
                j--;
            if (i >= j)
                break;
            swap(&a[i], &a[j]);
        }
        quick_sort(a, i);
        a += i;
        n -= i;
        if (i == 0)
            break;
    }
}

static void merge(int *a, int middle, int n)
{
    int i = 0, j = middle;
    for (int k = 0; k < n; k++)
        spare[k] = j >= n || (i < middle && a[i] <= a[j]) ? a[i++] : a[j++];
    for (int k = 0; k < n; k++)
        a[k] = spare[k];
}

static void merge_sort(int *a, int n)
{
    if (n < 2)
        return;
    merge_sort(a, n / 2);
    merge_sort(a + n / 2, n - n / 2);
    merge(a, n / 2, n);
}

static int is_sorted(const int *a, int n)
{
    for (int i = 1; i < n; i++)
        if (a[i - 1] > a[i])
            return 0;
    return 1;
}

int main(void)
{
    fill(numbers, N);
    fill(more, N);
    quick_sort(numbers, N);
    merge_sort(more, N);
    printf("%d %d\n", is_sorted(numbers, N), is_sorted(more, N));
    return 0;
}
