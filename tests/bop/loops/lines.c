/* Loops whose heads share their lines with what they repeat. */
#define N 40
static int a[N * N], n = N, c, out;

int main(void)
{
    int s = 0, k = 0, last = 0, j = 0;
    for (int i = 0; i < n; i++) a[i] = i;
    for (int i = 0; i < n; i++) s += a[i];
    for (int i = 0; i < n; i++) { if (a[i] % 7 == 0) i++; k += 2; }
    for (int i = 0; i < n; i++) { a[c] = i; c++; }
    for (int i = 0; i < 8; i++) for (int l = 0; l < 8; l++) a[i * 8 + l] += 1;
    for (int i = 0; i < n; i++) last = a[i];
    for (int i = 0, m = 0; i < n; i++, m += 2) a[i] = m;
    for (out = ']'; j < n; j += 2) a[j] = 1;
    for (int i = 0; i < n;
         i++) a[i] = i;
    while (j < 2 * n) { a[j] = 1; j++; }
    out = s + k + last;
    return 0;
}

/*
lines.c:8: 1×, 40 iterations: DOALL; #pragma omp parallel for
lines.c:9: 1×, 40 iterations: DOALL with reduction(+: s); #pragma omp parallel for reduction(+: s)
lines.c:10: 1×, 34 iterations: carried by `i` at distance 1 (:10 → :10); reduction(+: k)
lines.c:11: 1×, 40 iterations: carried by `c` at distance 1 (:11 → :11)
lines.c:12:23: 1×, 8 iterations: DOALL; #pragma omp parallel for
lines.c:12:51: 8×, 64 iterations: DOALL; #pragma omp parallel for
lines.c:13: 1×, 40 iterations: DOALL with lastprivate(last); #pragma omp parallel for lastprivate(last)
lines.c:14: 1×, 40 iterations: DOALL$
lines.c:15: 1×, 20 iterations: DOALL with lastprivate(j)$
lines.c:16: 1×, 40 iterations: DOALL; #pragma omp parallel for$
lines.c:18: 1×, 40 iterations: carried by `j` at distance 1 (:18 → :18)
*/
