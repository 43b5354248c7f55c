/*
 * A program with phases, whose profile varies between runs: each round parses,
 * optimizes and emits, and the last two differ from round to round. STEPS is
 * the work of `adjust`: compare.py makes it 5 % of the whole slower.
 *
 *     phases SEED ROUNDS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef STEPS
#define STEPS 500000
#endif
#define APART __attribute__((noinline))

static volatile double sink;

static unsigned draw(unsigned *state)
{
    return *state = *state * 1664525u + 1013904223u;
}

APART void mix(unsigned *state, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += sqrt((double)(draw(state) >> 8));
    sink += sum;
}

APART void hash_words(unsigned *state, int n)
{
    unsigned hash = 0;
    for (int i = 0; i < n; i++) {
        hash = (hash ^ draw(state)) * 16777619u;
        hash ^= hash >> 13;
    }
    sink += hash;
}

static int by_number(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

APART void sort_block(unsigned *state, int n)
{
    int *numbers = malloc((size_t)n * sizeof *numbers);
    for (int i = 0; i < n; i++)
        numbers[i] = (int)(draw(state) >> 4);
    qsort(numbers, (size_t)n, sizeof *numbers, by_number);
    sink += numbers[n / 2];
    free(numbers);
}

APART void tree(unsigned *state, int depth)
{
    if (depth == 0) {
        hash_words(state, 200);
        return;
    }
    tree(state, depth - 1);
    tree(state, depth - 1);
    if (draw(state) % 16 == 0)
        mix(state, 300);
}

APART void adjust(unsigned *state, int n)
{
    double x = 1;
    for (int i = 0; i < n; i++)
        x += x / (1 + (draw(state) & 255));
    sink += x > 1e300;
}

APART void parse(unsigned *state)
{
    for (int i = 0; i < 40; i++) {
        hash_words(state, 60000);
        mix(state, 15000);
    }
}

APART void optimize(unsigned *state)
{
    for (int i = 0; i < 6; i++) {
        tree(state, 10);
        sort_block(state, 20000);
    }
    adjust(state, STEPS);
}

APART void emit(unsigned *state)
{
    int n = 1 + (int)(draw(state) >> 16) % 8;
    for (int i = 0; i < n; i++) {
        mix(state, 150000);
        sort_block(state, 8000);
    }
}

int main(int argc, char **argv)
{
    unsigned state = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    int rounds = argc > 2 ? atoi(argv[2]) : 61;
    for (int i = 0; i < rounds; i++) {
        parse(&state);
        optimize(&state);
        emit(&state);
    }
    printf("%g\n", sink);
    return 0;
}
