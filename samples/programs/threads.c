/*
 * The program of the profile ../profiles/perf/threads. Two threads sort, one of
 * them twice as much, and one computes primes, each in memory of its own. perf
 * prints the names that they give themselves: "sort 1", "sort 2" and "primes".
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3 };

struct task {
    const char *name;
    size_t (*run)(size_t n);
    size_t n, result;
};

static int compare(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return x < y ? -1 : x > y;
}

static void fill(unsigned *numbers, size_t n)
{
    unsigned x = 1;
    for (size_t i = 0; i < n; i++)
        numbers[i] = x = x * 1664525 + 1013904223;
}

static size_t sort(size_t n)
{
    unsigned *numbers = malloc(n * sizeof *numbers);
    if (!numbers)
        return 0;
    fill(numbers, n);
    qsort(numbers, n, sizeof *numbers, compare);
    size_t median = numbers[n / 2];
    free(numbers);
    return median;
}

static void strike(bool *struck, size_t n, size_t prime)
{
    for (size_t i = prime * prime; i < n; i += prime)
        struck[i] = true;
}

static size_t count_primes(size_t n)
{
    bool *struck = calloc(n, sizeof *struck);
    size_t found = 0;
    for (size_t i = 2; struck && i < n; i++) {
        if (struck[i])
            continue;
        found++;
        strike(struck, n, i);
    }
    free(struck);
    return found;
}

static void *run(void *data)
{
    struct task *task = data;
    pthread_setname_np(pthread_self(), task->name);
    task->result = task->run(task->n);
    return NULL;
}

int main(void)
{
    struct task tasks[THREADS] = {
        { "sort 1", sort, 400000, 0 },
        { "sort 2", sort, 800000, 0 },
        { "primes", count_primes, 8000000, 0 },
    };
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, run, &tasks[i]) != 0)
            return 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        printf("%s: %zu\n", tasks[i].name, tasks[i].result);
    return 0;
}
