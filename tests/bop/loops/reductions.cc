/* Reductions in all the forms that the plugins know, and scratch structures. */
#include <algorithm>
#include <cmath>
#include <ctime>

enum { N = 40 };
struct point { int x, y; };
static double v[N];
static int a[N], b[N], seen;
static bool is_good[N];

static int least(int x, int y) { return x < y ? x : y; }

static double reduce()
{
    double top = 0, low = 9, far = 0, best = 0, part = 1, wrong = 0, next = 0;
    int at = -1, small = 99, tiny = 99, last = 0;
    unsigned char cut = 0;
    bool all = true, any = false, odd = false;
    struct tm tm;
    time_t when;
    point p;
    for (int i = 0; i < N; i++) {
        v[i] = i * 7 % 20;
        a[i] = i * 3 % 40 + 300;
        is_good[i] = i != 30;
    }
    for (int i = 0; i < N; i++)
        top = std::max(top, v[i]);
    for (int i = 0; i < N; i++)
        low = std::min(v[i], low);
    for (int i = 0; i < N; i++)
        far = std::fmax(far, v[i]);
    low = 9, top = 0;
    for (int i = 0; i < N; i++) { if (v[i] < low) low = v[i]; if (v[i] > top) top = v[i]; }
    for (int i = 0; i < N; i++)
        all = all && is_good[i];
    for (int i = 0; i < N; i++)
        any = any || !is_good[i];
    for (int i = 0; i < N; i++)
        if (v[i] > best) { best = v[i]; at = i; }
    for (int i = 0; i < N; i++)
        small = least(small, a[i]);
    for (int i = 0; i < N; i++)
        tiny = a[i] > tiny ? tiny : a[i];
    for (int i = 0; i < N; i++)
        part = v[i] * .01 + part + i;
    for (int i = 0; i < N; i++) {
        when = i * 86400;
        gmtime_r(&when, &tm);
        b[i] = tm.tm_mday + tm.tm_min;
    }
    for (int i = 0; i < N; i++) {
        p.x = a[i];
        p.y = i;
        b[i] += p.x * p.y;
    }
    /* No reductions: */
    for (int i = 0; i < N; i++)
        wrong = v[i] - wrong;
    for (int i = 0; i < N; i++)
        if (a[i] > cut)
            cut = a[i];
    for (int i = 0; i < N; i++)
        odd ^= a[i];
    for (int i = 0; i < N; i++) {
        if (v[i] > next) { last = at; at = i; next = v[i]; }
    }
    for (int i = 0; i < N; i++) {
        far = std::max(far, v[i]);
        v[i] = std::max(far, 3.);
    }
    best = 0;
    for (int i = 0; i < N; i++) { if (v[i] > best) best = v[i]; else b[i] = 0; }
    return top + low + far + best + part + wrong + next + at + small + tiny +
           last + cut + all + any + odd;
}

int main()
{
    seen = reduce() > 0;
    return 0;
}

/* functions: reduce */
/*
reductions.cc:23: 1×, 40 iterations: DOALL; #pragma omp parallel for$
reductions.cc:28: 1×, 40 iterations: DOALL with reduction(max: top); #pragma omp parallel for reduction(max: top)$
reductions.cc:30: 1×, 40 iterations: DOALL with reduction(min: low); #pragma omp parallel for reduction(min: low)$
reductions.cc:32: 1×, 40 iterations: DOALL with reduction(max: far); #pragma omp parallel for reduction(max: far)$
reductions.cc:35: 1×, 40 iterations: DOALL with reduction(min: low); reduction(max: top); #pragma omp parallel for reduction(min: low) reduction(max: top)$
reductions.cc:36: 1×, 40 iterations: DOALL with reduction(&&: all); #pragma omp parallel for reduction(&&: all)$
reductions.cc:38: 1×, 40 iterations: DOALL with reduction(||: any); #pragma omp parallel for reduction(||: any)$
reductions.cc:40: 1×, 40 iterations: DOALL with `best = max(best, …), at = …` (argmax, a reduction with its place)$
reductions.cc:42: 1×, 40 iterations: DOALL with reduction(min: small); #pragma omp parallel for reduction(min: small)$
reductions.cc:44: 1×, 40 iterations: DOALL with reduction(min: tiny); #pragma omp parallel for reduction(min: tiny)$
reductions.cc:46: 1×, 40 iterations: DOALL with reduction(+: part); #pragma omp parallel for reduction(+: part)$
reductions.cc:48: 1×, 40 iterations: DOALL with private(when); firstprivate(tm); #pragma omp parallel for private(when) firstprivate(tm)$
reductions.cc:53: 1×, 40 iterations: DOALL with firstprivate(p); #pragma omp parallel for firstprivate(p)$
reductions.cc:59: 1×, 40 iterations: carried by `wrong` at
reductions.cc:61: 1×, 40 iterations: carried by `cut` at
reductions.cc:64: 1×, 40 iterations: carried by `odd` at
reductions.cc:66: 1×, 40 iterations: carried by `next` at distance 1 to 22 .*; carried by `at` at
reductions.cc:69: 1×, 40 iterations: carried by `far` at
reductions.cc:74: 1×, 40 iterations: carried by `best` at
*/
