/* functions: main find climb
   Ways to enter and leave loops: other kinds of loops, early exits, longjmp,
   recursion, and variables that clauses can or cannot name. */
#include <setjmp.h>
#include <stdlib.h>
#define N 20
static int a[40], b[40], part[2], s, out, last, depth;
static jmp_buf back;
static struct { int count; } box;

static void jump(int i)
{
    a[i] = i;
    if (i == 7)
        longjmp(back, 1);
}

static int find(int x)
{
    for (int i = 0; i < N; i++)
        if (b[i] == x)
            return i;
    return -1;
}

static void climb(int n)
{
    for (int i = 0; i < 3; i++) {
        a[n * 3 + i] = i;
        if (n && i == 1)
            climb(n - 1);
    }
}

static void add(int x)
{
    out += x;
}

int main(void)
{
    int i = 0;
    while (i < N) {
        b[i] = i * 2;
        i++;
    }
    i = 0;
    do
        s += b[i];
    while (++i < N);
    for (i = 0; i < N; i++) {
        if (b[i] == 10)
            continue;
        a[i] = b[i];
    }
    if (!setjmp(back))
        for (i = 0; i < N; i++)
            jump(i);
    for (i = 0; i < 4; i++)
        a[i] = find(i * 2 + 4);
    climb(2);
    for (i = 0; i < N; i++)
        add(b[i]);
    for (i = 0; i < N; i++)
        box.count += b[i];
    for (i = 0; i < N; i++)
        last = b[i];
    for (i = 0; i < 1; i++)
        s += i;
    for (i = 0; i < N; i++) {
        int own[2];
        own[i & 1] = b[i];
        a[i] = own[i & 1];
    }
    for (i = 0; i < N; i++)
        a[i] = rand() & b[i];
    for (i = 36; i < 40; i++)
        a[i] = a[i - 33] + a[i - 34];
    for (i = 0; i < N; i++) {
        s += b[i];
        a[i] = s;
    }
    for (i = 0; i < N; i++) {
        part[0] = b[i];
        a[i] = part[0] + part[1];
    }
    for (i = 0; i < N; i++) {
        if (b[i] > 1000)
            break;
        a[i] = b[i];
    }
    for (i = 0; i < N; i++) {
        for (int j = 0; j < 2; j++)
            if (b[i] > 1000)
                return 1;
        a[i] = b[i];
    }
    for (i = 0; i < N; i++) {
        if (b[i] > 1000)
            abort();
        a[i] = b[i];
    }
    return last + depth < 0;
}

/*
exits.c:20: 4×, 18 iterations: lastprivate(i); left early 4×
exits.c:28: 3×, 9 iterations: DOALL; #pragma omp parallel for
exits.c:43: 1×, 20 iterations: carried by `i` at distance 1 (:45 → :4
exits.c:50: 1×, 20 iterations: carried by `i` at distance 1 (:50 → :49); reduction(+: s)
exits.c:51: 1×, 20 iterations: DOALL; #pragma omp parallel for
exits.c:57: 1×, 8 iterations: .*left early 1×
exits.c:59: 1×, 4 iterations: DOALL; #pragma omp parallel for
exits.c:62: 1×, 20 iterations: DOALL with reduction(+: out), which functions use that the loop calls
exits.c:64: 1×, 20 iterations: DOALL with reduction(+: box.count)
exits.c:66: 1×, 20 iterations: DOALL with lastprivate(last); #pragma omp parallel for lastprivate(last)
exits.c:68: 1×, 1 iteration: at most one iteration, so nothing is known
exits.c:70: 1×, 20 iterations: DOALL; #pragma omp parallel for
exits.c:75: 1×, 20 iterations: order of random numbers
exits.c:77: 1×, 4 iterations: DOALL; #pragma omp parallel for
exits.c:79: 1×, 20 iterations: carried by `s` at distance 1 (:80 → :80)
exits.c:83: 1×, 20 iterations: DOALL with firstprivate(part); #pragma omp parallel for firstprivate(part)
exits.c:87: 1×, 20 iterations: may be left early
exits.c:92: 1×, 20 iterations: may be left early
exits.c:93: 20×, 40 iterations: may be left early
exits.c:98: 1×, 20 iterations: DOALL; #pragma omp parallel for
*/
