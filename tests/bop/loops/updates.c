/* Several statements that update one variable, and places that a counter or a
   pointer gives. */
enum { N = 100 };
static int x[N], out[N], copy[N], m, total, *at;
static struct list {
    int n, of[N];
} list;

static void append(struct list *to, int v)
{
    to->of[to->n++] = v;
}

static void add(int v)
{
    total += v;
}

static long sums(int *alias)
{
    long s = 0, t = 1, u = 0;
    unsigned h = 0;
    for (int i = 0; i < N; i++) {
        s += x[i];
        s -= out[i];
    }
    for (int i = 0; i < N; i++) {
        if (x[i] & 1)
            s += x[i];
        else
            s++;
        h ^= (unsigned)i;
        h ^= (unsigned)x[i];
    }
    for (int i = 0; i < N; i++) {
        s += x[i];
        t = s;
        s += i;
    }
    for (int i = 0; i < N; i++) {
        u += x[i];
        u *= 3;
    }
    for (int i = 0; i < N; i++) {
        total += x[i];
        u += *alias;
    }
    for (int i = 0; i < N; i++) {
        add(i);
        total += x[i];
    }
    for (int i = 0; i < N; i++) {
        s += u;
        u += s;
    }
    for (int i = 0; i < N; i++) {
        x[i / 2] += i;
        x[i / 2] += out[i];
    }
    return s + t + u + h;
}

static int least(void)
{
    int lo = 1000, where = 0, before = 0;
    for (int i = 0; i < N; i++)
        if (x[i] < lo) {
            lo = x[i];
            where = i;
        }
    lo = 1000;
    for (int i = 0; i < N; i++)
        if (lo >= x[i]) {
            where = i;
            before = i - 1;
            lo = x[i];
        }
    for (int i = lo = 0; i < N; i++)
        if (x[i] - 40 - i < lo) {
            before = where;
            lo = x[i] - 41 - i;
            where = i;
        }
    return lo + where + before;
}

static int places(void)
{
    int n = 0, k = 0;
    const int *from = x;
    for (int i = 0; i < N; i++)
        if (x[i] % 3)
            out[n++] = x[i];
    for (int i = 0; i < N; i++)
        append(&list, x[i]);
    for (int i = 0; i < N; i++)
        *at++ = i;
    while (n > 0)
        k += copy[--n];
    for (int i = 0; i < N; i++)
        k += *from++;
    for (int i = 0; i < N; i++)
        if (x[i] % 3) {
            out[m] = i;
            m++;
        }
    for (int i = 0; i < N; i++) {
        out[k = i] = 3;
        k++;
    }
    return k;
}

static int before(void)
{
    return ++m;
}

static int behind(void)
{
    return m++;
}

static int uses(void)
{
    int n = 0, k = 0;
    for (int i = 0; i < N; i++)
        copy[i] = before();
    for (int i = 0; i < N; i++)
        copy[i] = behind();
    for (int i = 0; i < N; i++)
        switch (n++) {
        case 3:
            copy[i] = 1;
        }
    for (int i = 0; i < N; i++)
        if (k++)
            copy[i] = 2;
    for (int i = 0; i < N; i++)
        if ((total |= x[i]) == 7)
            copy[i] = 3;
    return n + k;
}

int main(void)
{
    at = copy;
    for (int i = 0; i < N; i++)
        x[i] = i * 7 % 31;
    return sums(&total) + least() + places() + uses() == 77;
}

/* functions: sums least places uses */
/*
updates.c:23: 1×, 100 iterations: DOALL with reduction(+: s); #pragma omp parallel for reduction(+: s)$
updates.c:27: 1×, 100 iterations: DOALL with .*; #pragma omp parallel for reduction(.: [sh]) reduction(.: [sh])$
updates.c:35: 1×, 100 iterations: carried by `s` at distance 1 
updates.c:40: 1×, 100 iterations: carried by `u` at distance 1 
updates.c:44: 1×, 100 iterations: carried by `total` at distance 1 (:45 → :45); reduction(+: u)$
updates.c:48: 1×, 100 iterations: carried by `total` at distance 1 
updates.c:52: 1×, 100 iterations: carried by `[su]` at distance 1 
updates.c:56: 1×, 100 iterations: carried by `x` at distance 1 
updates.c:66: 1×, 100 iterations: DOALL with `lo = min(lo, …), where = …` (argmin, a reduction with its place)$
updates.c:72: 1×, 100 iterations: DOALL with `lo = min(lo, …), where = …, before = …` (argmin, a reduction with its place)$
updates.c:78: 1×, 100 iterations: carried by .*`lo` at distance .* (:81 → :79); 
updates.c:91: 1×, 100 iterations: carried by `n` at .*: `out\[n++\] = …` takes the next place$
updates.c:94: 1×, 100 iterations: carried by `list.n` at .*: `to->of\[to->n++\] = …` takes the next place$
updates.c:96: 1×, 100 iterations: carried by `at` at .*: `\*at++ = …` takes the next place$
updates.c:98: 1×, [0-9]* iterations: carried by `n` 
updates.c:100: 1×, 100 iterations: carried by `from` at .*: `\*from++` takes the next place
updates.c:102: 1×, 100 iterations: carried by `m` at 
updates.c:107: 1×, 100 iterations:
updates.c:127: 1×, 100 iterations: carried by `m` at distance 1 
updates.c:129: 1×, 100 iterations: carried by `m` at distance 1 
updates.c:131: 1×, 100 iterations: carried by `n` at distance 1 
updates.c:136: 1×, 100 iterations: carried by `k` at distance 1 
updates.c:139: 1×, 100 iterations: carried by `total` at distance 1 
*/
