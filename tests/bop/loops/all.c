/* Loops of functions that are not under study: bop-cc --all. */
static int a[100], c[100], n = 100, count, total, hist[8];

static void fill(void)
{
    for (int i = 0; i < n; i++)
        a[i] = i;
}

static int sum(void)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

static void prefix(void)
{
    for (int i = 0; i < n; i++) {
        count += a[i];
        c[i] = count;
    }
}

static void chain(void)
{
    for (int i = 1; i < n; i++)
        c[i] += c[i - 1];
}

static void totals(void)
{
    for (int i = 0; i < n; i++)
        total += a[i];
}

static int find(int x)
{
    for (int i = 0; i < n; i++)
        if (a[i] == x)
            return i;
    return -1;
}

static void several(void)
{
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < n; i++)
            hist[a[i] % 8]++;
}

int main(void)
{
    fill();
    hist[0] = sum();
    prefix();
    chain();
    totals();
    several();
    return find(50) != 50;
}

/*
all.c:6: 1×, 100 iterations: DOALL; #pragma omp parallel for
all.c:13: 1×, 100 iterations: DOALL with reduction(+: s); #pragma omp parallel for reduction(+: s)
all.c:20: 1×, 100 iterations: carried by `count` at distance 1 (:21 → :21)
all.c:28: 1×, 99 iterations: carried by `c` at distance 1 (:29 → :29)
all.c:34: 1×, 100 iterations: DOALL with reduction(+: total); #pragma omp parallel for reduction(+: total)
all.c:40: 1×, 51 iterations: .*left early 1×
all.c:48: 1×, 5 iterations: DOALL with reduction(+: hist)
all.c:49: 5×, 500 iterations: DOALL with reduction(+: hist)
*/
