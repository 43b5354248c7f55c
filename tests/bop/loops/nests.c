/* Nests of well-known kernels, whose loops are what textbooks say. */
#define N 12
static double a[N][N], b[N][N], c[N][N], s[N][N], x[N], y[N], t[N], l[N][N];
static int path[N][N], hist[8], key[N * N], total;

int main(void)
{
    /* Each loop has a variable of its own. */
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = b[i][j] = s[i][j] = i * j % 7;
            l[i][j] = i == j ? 20 : 1;
            path[i][j] = i == j ? 0 : (i * 7 + j * 3) % 11 + 1;
            key[i * N + j] = (i * 5 + j) % 8;
        }
    /* gemm */
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j];
    /* jacobi */
    for (int k = 0; k < 3; k++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                b[i][j] = (a[i][j] + a[i][j - 1] + a[i + 1][j]) / 3;
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                a[i][j] = b[i][j];
    }
    /* seidel */
    for (int k = 0; k < 3; k++)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                s[i][j] = (s[i - 1][j] + s[i][j - 1] + s[i][j + 1]) / 3;
    /* floyd */
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                if (path[i][k] + path[k][j] < path[i][j])
                    path[i][j] = path[i][k] + path[k][j];
    /* lu */
    for (int k = 0; k < N; k++)
        for (int i = k + 1; i < N; i++) {
            l[i][k] /= l[k][k];
            for (int j = k + 1; j < N; j++)
                l[i][j] -= l[i][k] * l[k][j];
        }
    /* atax */
    for (int i = 0; i < N; i++) {
        t[i] = 0;
        for (int j = 0; j < N; j++)
            t[i] += a[i][j] * x[j];
        for (int j = 0; j < N; j++)
            y[j] += a[i][j] * t[i];
    }
    /* histogram */
    for (int i = 0; i < N * N; i++)
        hist[key[i]]++;
    for (int i = 0; i < 8; i++)
        total += hist[i];
    return 0;
}

/*
nests.c:9: 1×, 12 iterations: DOALL
nests.c:10: 12×, 144 iterations: DOALL
nests.c:17: 1×, 12 iterations: DOALL
nests.c:18: 12×, 144 iterations: DOALL
nests.c:19: 144×, 1,728 iterations: DOALL with reduction(+: c)
nests.c:22: 1×, 3 iterations: carried by `a` at distance 1
nests.c:23: 3×, 30 iterations: DOALL
nests.c:24: 30×, 300 iterations: DOALL
nests.c:26: 3×, 30 iterations: DOALL
nests.c:27: 30×, 300 iterations: DOALL
nests.c:31: 1×, 3 iterations: carried by `s` at distance 1
nests.c:32: 3×, 30 iterations: carried by `s` at distance 1
nests.c:33: 30×, 300 iterations: carried by `s` at distance 1
nests.c:36: 1×, 12 iterations: carried by `path` at distance
nests.c:37: 12×, 144 iterations: DOALL
nests.c:38: 144×, 1,728 iterations: DOALL
nests.c:42: 1×, 12 iterations: carried by `l` at distance 1
nests.c:43: 12×, 66 iterations: DOALL
nests.c:45: 66×, 506 iterations: DOALL
nests.c:49: 1×, 12 iterations: DOALL with reduction(+: y)
nests.c:51: 12×, 144 iterations: DOALL with reduction(+: t)
nests.c:53: 12×, 144 iterations: DOALL
nests.c:57: 1×, 144 iterations: DOALL with reduction(+: hist)
nests.c:59: 1×, 8 iterations: DOALL with reduction(+: total)
*/
