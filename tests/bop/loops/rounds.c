/* Sums that are rounded in each iteration, so that their order matters, and
   others. The last two loops call macros, one of which has the wrong name. */
#include <stdbool.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) - (b) : (b))
static double f[20];
static int a[20], seen;

int main(void)
{
    int n = -5, k = 100, whole = 0, low = 9, high = 0;
    double sum = 0;
    bool odd = false, any = false;
    unsigned char small = 0;
    for (int i = 0; i < 20; i++) {
        f[i] = i % 5 * 0.5 - 1;
        a[i] = i * 7 % 20;
    }
    for (int i = 0; i < 20; i++)
        n += f[i];
    for (int i = 0; i < 9; i++)
        k *= 0.5 + (i & 1);
    for (int i = 0; i < 19; i++)
        odd -= 1;
    for (int i = 0; i < 20; i++)
        n = n + f[i] * 2;
    for (int i = 0; i < 20; i++)
        any |= a[i] == 3;
    for (int i = 0; i < 20; i++)
        whole += (int)f[i];
    for (int i = 0; i < 20; i++)
        small += a[i];
    for (int i = 0; i < 20; i++)
        sum += a[i];
    for (int i = 0; i < 20; i++)
        low = MIN(low, a[i]);
    for (int i = 0; i < 20; i++)
        high = MAX(high, a[i]);
    seen = n + k + odd + any + whole + small + (int)sum + low + high;
    return 0;
}

/*
rounds.c:15: 1×, 20 iterations: DOALL; #pragma omp parallel for
rounds.c:19: 1×, 20 iterations: carried by `n` at distance 1 (:20 → :20)
rounds.c:21: 1×, 9 iterations: carried by `k` at distance 1 (:22 → :22)
rounds.c:23: 1×, 19 iterations: carried by `odd` at distance 1 (:24 → :24)
rounds.c:25: 1×, 20 iterations: carried by `n` at distance 1 (:26 → :26)
rounds.c:27: 1×, 20 iterations: DOALL with reduction(|: any); #pragma omp parallel for reduction(|: any)
rounds.c:29: 1×, 20 iterations: DOALL with reduction(+: whole); #pragma omp parallel for reduction(+: whole)
rounds.c:31: 1×, 20 iterations: DOALL with reduction(+: small); #pragma omp parallel for reduction(+: small)
rounds.c:33: 1×, 20 iterations: DOALL with reduction(+: sum); #pragma omp parallel for reduction(+: sum)
rounds.c:35: 1×, 20 iterations: DOALL with reduction(min: low); #pragma omp parallel for reduction(min: low)
rounds.c:37: 1×, 20 iterations: carried by `high` at distance 1 (:38 → :38)
*/
