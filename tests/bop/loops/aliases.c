/* Variables that loops reach by pointers, or of which they use members: no
   clause of OpenMP may name them. */
#define N 20
static int a[N], b[N], g, sum, buf[N];
static struct {
    unsigned seen : 1, count : 5;
} flags;

static int scratch(int *tmp)
{
    for (int i = 0; i < N; i++) {
        tmp[0] = a[i];
        b[i] += tmp[0];
    }
    return b[3];
}

/* The parameter hides the array that it leads to. */
static int shadow(int *buf,
                  int n)
{
    for (int i = 0; i < n; i++) {
        buf[0] = a[i];
        b[i] += buf[0];
    }
    return b[4];
}

static void store(void)
{
    b[g] = a[g];
}

static int work(void)
{
    int t = 0, s = 0, k, *pt = &t, *ps = &s, *pk = &k, *to = buf, tmp[1];
    for (int i = 0; i < N; i++) {
        t = a[i];
        b[i] += *pt;
    }
    for (int i = 0; i < N; i++)
        *ps += a[i]; /* s */
    for (int i = 0; i < N; i++) {
        to[0] = a[i];
        b[i] += buf[0];
    }
    for (int i = 0; i < N; i++)
        flags.count += a[i] & 1;
    for (g = 0; g < N; g++)
        store();
    for (k = 0; k < N; k++)
        b[*pk] += a[k];
    for (int i = 0; i < N; i++)
        t = a[i],
        b[i] += 2
            * t;
    return s + scratch(tmp) + shadow(buf, N) + flags.count;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 7 % 20;
    sum = work();
    return 0;
}

/* functions: work scratch shadow main */
/*
aliases.c:11: 1×, 20 iterations: DOALL with private(tmp), which the loop uses by another name$
aliases.c:22: 1×, 20 iterations: DOALL with private(buf), which the loop uses by another name$
aliases.c:37: 1×, 20 iterations: DOALL with private(t), which the loop uses by another name$
aliases.c:41: 1×, 20 iterations: DOALL with reduction(+: s), which the loop uses by another name$
aliases.c:43: 1×, 20 iterations: DOALL with firstprivate(buf), which the loop uses by another name$
aliases.c:47: 1×, 20 iterations: DOALL with reduction(+: flags), which the loop uses\|carried by `flags
aliases.c:49: 1×, 20 iterations: DOALL with private(g), which functions use that the loop calls$
aliases.c:51: 1×, 20 iterations: DOALL with private(k), which the loop uses by another name$
aliases.c:53: 1×, 20 iterations: DOALL with private(t); #pragma omp parallel for private(t)
aliases.c:62: 1×, 20 iterations: DOALL; #pragma omp parallel for
*/
