/* In C++, functions build the structures that they return where their callers
   want them, so that readers in the caller find the loops that wrote. */
#include <stdint.h>

inline void *operator new(decltype(sizeof 0), void *p)
{
    return p;
}

struct sums {
    long last, sum, n, more;
};

struct many {
    int v[20];
};

struct rest {
    char before[32];
    long last;
    rest() {}
};

enum { n = 20 };
static int a[n], b[n];
static long seen;
static char area[1 << 25];

static sums work()
{
    sums r{};
    for (int i = 0; i < n; i++) {
        r.last = a[i] * 3;
        b[i] = r.last + 1;
    }
    return r;
}

static many half()
{
    many g{};
    for (int i = 0; i < n; i++)
        g.v[i / 2 * 2 / 3] = a[i];
    return g;
}

static many fresh(int i)
{
    many g{};
    g.v[0] = i;
    return g;
}

static void again()
{
    for (int i = 0; i < n; i++) {
        many g = fresh(i);
        b[i] = g.v[0];
    }
}

/* The function writes only what lies behind a border of the tracer's blocks of
   memory. */
static rest beyond()
{
    rest r;
    for (int i = 0; i < n; i++) {
        r.last = a[i] * 3;
        b[i] = r.last + 1;
    }
    return r;
}

int main()
{
    const uintptr_t block = 1 << 24;
    uintptr_t border = ((uintptr_t)area + block) / block * block;
    for (int i = 0; i < n; i++)
        a[i] = i * 13 % 37;
    sums r = work();
    many h = half();
    again();
    rest *s = new ((void *)(border - sizeof s->before)) rest(beyond());
    seen = r.last + h.v[3] + b[3] + s->last;
    return 0;
}

/* functions: work half again beyond */
/*
returns.cc:32: 1×, 20 iterations: DOALL with firstprivate(r), which the loop uses by another name; lastprivate(r), which the loop uses by another name
returns.cc:42: 1×, 20 iterations: carried by `h.v`, whose last value not always the last iteration writes (:43 → :43)
returns.cc:56: 1×, 20 iterations: DOALL
returns.cc:67: 1×, 20 iterations: DOALL with lastprivate(area)
*/
