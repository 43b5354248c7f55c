/*
 * Eight functions whose work is fixed, for tests/accuracy/noise.py.
 *
 *     work ORDER SOLVE SORT
 *
 * SOLVE and SORT are the hundredths of the whole that these two functions have;
 * the others have 60 together. ORDER says how the work is laid out in time:
 * "phases" are one function after the other, "steady" are 200 rounds of all
 * functions, and "bursts" are pieces of random length in random order, others
 * in each run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define APART __attribute__((noinline))

/* The steps of one hundredth of the whole. */
enum { UNIT = 5000000 };

static volatile unsigned sink;

#define WORK(name, factor)                                                     \
    APART void name(int steps)                                                 \
    {                                                                          \
        unsigned x = sink;                                                     \
        for (int i = 0; i < steps; i++)                                        \
            x = (x ^ (unsigned)i) * factor##u + (x >> 7);                      \
        sink = x;                                                              \
    }

WORK(scan, 31)
WORK(parse, 37)
WORK(solve, 41)
WORK(lookup, 43)
WORK(sort, 47)
WORK(print, 53)
WORK(log_line, 59)
WORK(check, 61)

struct part {
    void (*work)(int steps);
    double left; /* steps */
};

/* Callers, so that stacks differ. */
APART void load(struct part *part, int steps)
{
    part->work(steps);
    part->left -= steps;
}

APART void compute(struct part *part, int steps)
{
    part->work(steps);
    part->left -= steps;
}

enum { PARTS = 8, ROUNDS = 200 };

static void step(struct part *parts, int i, double steps)
{
    if (steps > parts[i].left)
        steps = parts[i].left;
    if (i == 0 || i == 1 || i == 5)
        load(&parts[i], (int)steps + 1);
    else
        compute(&parts[i], (int)steps + 1);
}

APART void run_phases(struct part *parts)
{
    for (int i = 0; i < PARTS; i++)
        step(parts, i, parts[i].left);
}

APART void run_steadily(struct part *parts)
{
    double each[PARTS];
    for (int i = 0; i < PARTS; i++)
        each[i] = parts[i].left / ROUNDS;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < PARTS; i++)
            step(parts, i, each[i]);
}

APART void run_in_bursts(struct part *parts)
{
    int left = PARTS;
    srand((unsigned)getpid());
    while (left) {
        int i = rand() % PARTS;
        if (parts[i].left < 0)
            continue;
        step(parts, i, (1 + rand() % 8) * (double)UNIT / 20);
        left -= parts[i].left < 0;
    }
}

int main(int argc, char **argv)
{
    struct part parts[PARTS] = {
        { scan, 18 }, { parse, 12 }, { solve, atof(argv[2]) }, { lookup, 11 },
        { sort, atof(argv[3]) }, { print, 9 }, { log_line, 6 }, { check, 4 },
    };
    for (int i = 0; i < PARTS; i++)
        parts[i].left *= UNIT;
    if (strcmp(argv[1], "phases") == 0)
        run_phases(parts);
    else if (strcmp(argv[1], "bursts") == 0)
        run_in_bursts(parts);
    else
        run_steadily(parts);
    return argc != 4;
}
