/*
 * Compares libbop with the dependence tracing algorithm as its author wrote it
 * down: a table with the last write to each byte, its pseudo time, frozen time,
 * line and toplev line. The program makes random references through bop.h and
 * prints how the trace differs from the table. BOP_SEM is doc or call.
 */
#include "bop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES 64
#define LINES 6
#define ROWS 100000

struct write {
    unsigned long psu, frozen;
    int line, top;
};

struct row {
    int wline, wtop, rline, rtop;
    unsigned long n, min, max;
};

static char memory[BYTES];
static struct write last[BYTES];
static struct row rows[ROWS];
static int n_rows;
static unsigned long psu, frozen;
static int top, calls;
static unsigned long long state = 88172645463325252ull;

static unsigned below(unsigned n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33) % n;
}

static void step(int sketch, int line)
{
    psu++;
    if (sketch)
        return;
    frozen = psu;
    top = line;
}

static struct row *find(int wline, int wtop, int rline)
{
    for (int i = 0; i < n_rows; i++)
        if (rows[i].wline == wline && rows[i].wtop == wtop &&
            rows[i].rline == rline && rows[i].rtop == top)
            return &rows[i];
    rows[n_rows] = (struct row){ wline, wtop, rline, top, 0, ~0ul, 0 };
    return &rows[n_rows++];
}

static void meet(const struct write *w, int line)
{
    unsigned long distance = psu - w->psu;
    struct row *row = find(w->line, w->top, line);
    row->n++;
    if (distance < row->min)
        row->min = distance;
    if (distance > row->max)
        row->max = distance;
}

static void model_read(unsigned at, unsigned n, int line)
{
    for (unsigned i = 0; i < n; i++) {
        const struct write *w = &last[at + i];
        int again = 0;
        for (unsigned j = 0; j < i; j++)
            again |= last[at + j].psu == w->psu;
        if (w->psu && w->frozen != frozen && !again)
            meet(w, line);
    }
}

static void model_write(unsigned at, unsigned n, int line)
{
    for (unsigned i = 0; i < n; i++)
        last[at + i] = (struct write){ psu, frozen, line, top };
}

static void reference(void)
{
    static const unsigned sizes[] = { 1, 2, 4, 8, 16, 40 };
    unsigned n = sizes[below(6)], at = below(BYTES - n + 1);
    int sketch = below(4) != 0, line = 1 + (int)below(LINES);
    unsigned long p = (unsigned long)(memory + at);
    step(sketch, line);
    if (below(2)) {
        model_read(at, n, line);
        if (n == 1)
            _bop_prof_rec_read(p, sketch, "api.c", line);
        else
            _bop_prof_rec_read_n(p, n, sketch, "api.c", line);
    } else {
        model_write(at, n, line);
        if (n == 1)
            _bop_prof_rec_write(p, sketch, "api.c", line);
        else
            _bop_prof_rec_write_n(p, n, sketch, "api.c", line);
    }
}

static void other(void)
{
    unsigned at = below(BYTES - 8);
    int line = 1 + (int)below(LINES);
    switch (below(3)) {
    case 0:
        bop_forget(memory + at, 8);
        memset(last + at, 0, 8 * sizeof *last);
        break;
    case 1:
        bop_instm_call("api.c", line);
        if (calls)
            step(0, line);
        break;
    case 2:
        bop_pause();
        _bop_prof_rec_write_n((unsigned long)(memory + at), 8, 0, "api.c", 99);
        memset(last + at, 0, 8 * sizeof *last);
        _bop_prof_rec_read((unsigned long)memory, 0, "api.c", 98);
        bop_resume();
        break;
    }
}

static int lines[1000];

static int line_of(const char *place)
{
    return *place == '-' ? 0 : lines[strtoul(place, NULL, 16) - 0x80000000u];
}

static int compare(const char *text)
{
    char w[20], wt[20], r[20], rt[20];
    unsigned long n, min, max;
    if (sscanf(text, "D R %19s %19s %19s %19s %lu %lu %lu", w, wt, r, rt, &n,
               &min, &max) != 7)
        return 1;
    top = line_of(rt);
    struct row *row = find(line_of(w), line_of(wt), line_of(r));
    int same = row->n == n && row->min == min && row->max == max;
    if (!same)
        printf("%sexpected %lu %lu %lu\n", text, row->n, row->min, row->max);
    row->n = 0;
    return same;
}

static int check(const char *path)
{
    char text[1000];
    int good = 1, found = 0, line;
    unsigned id;
    FILE *file = fopen(path, "r");
    while (file && fgets(text, sizeof text, file)) {
        if (sscanf(text, "l %x api.c %d", &id, &line) == 2)
            lines[id - 0x80000000u] = line;
        if (text[0] == 'D') {
            good &= compare(text);
            found++;
        }
    }
    for (int i = 0; i < n_rows; i++)
        if (rows[i].n) {
            printf("missing: %d %d %d %d\n", rows[i].wline, rows[i].wtop,
                   rows[i].rline, rows[i].rtop);
            good = 0;
        }
    return good && found > 100;
}

int main(int n, char **args)
{
    const char *sem = getenv("BOP_SEM");
    calls = !sem || strcmp(sem, "doc") != 0;
    bop_instm_func_entry("api.c", "main");
    for (int i = 0; i < 20000; i++) {
        reference();
        if (below(20) == 0)
            other();
    }
    bop_instm_func_exit("main");
    return n < 2 || bop_dump(args[1]) != 0 || !check(args[1]);
}
