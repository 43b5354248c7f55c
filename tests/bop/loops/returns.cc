/* In C++, functions build the structures that they return where their callers
   want them, so that readers in the caller find the loops that wrote. */
struct sums {
    long last, sum, n, more;
};

struct many {
    int v[20];
};

enum { n = 20 };
static int a[n], b[n];
static long seen;

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

int main()
{
    for (int i = 0; i < n; i++)
        a[i] = i * 13 % 37;
    sums r = work();
    many h = half();
    again();
    seen = r.last + h.v[3] + b[3];
    return 0;
}

/* functions: work half again */
/*
returns.cc:18: 1×, 20 iterations: DOALL with lastprivate(r.last)
returns.cc:28: 1×, 20 iterations: carried by `h.v`, whose last value not always the last iteration writes (:29 → :29)
returns.cc:42: 1×, 20 iterations: DOALL
*/
