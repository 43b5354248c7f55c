/* Iterators are stepped by the same functions of the library in all loops. With
   --all the statement of main is that of all of them. */
#include <deque>
#include <iostream>
#include <vector>

enum { N = 40 };
static int table[N];

static long ranges(const std::vector<int> &a, std::vector<int> &b)
{
    long s = 0;
    for (int x : a)
        s += x;
    for (auto &x : b)
        x *= 2;
    for (auto it = b.begin(); it != b.end(); ++it)
        *it += 1;
    for (auto it = b.begin(); it < b.end(); it++)
        *it += 2;
    for (int x : table)
        s += x;
    return s;
}

static int shadows(std::deque<int> &d, int x)
{
    int last = 0;
    for (int y : d) {
        int z = y;
        d[1] += z;
    }
    for (int y : d) {
        int x = y, z = x;
        last = z;
    }
    for (auto it = d.begin(); it != d.end(); ++it) {
        int x = *it;
        *it = x + 1;
    }
    for (int y : d)
        x = y;
    return last + x;
}

static void print(const std::vector<int> &a)
{
    for (int x : a)
        std::cerr << x;
    std::cerr << '\n';
}

int main()
{
    std::vector<int> a(N, 1), b(N, 2), c(3);
    std::deque<int> d(N, 3);
    long n = ranges(a, b);
    n += shadows(d, 1);
    print(c);
    return n == 3;
}

/* functions: main */
/*
iterators.cc:13: 1×, 40 iterations: DOALL with reduction(+: s); #pragma omp parallel for reduction(+: s)$
iterators.cc:15: 1×, 40 iterations: DOALL; #pragma omp parallel for$
iterators.cc:17: 1×, 40 iterations: DOALL; #pragma omp parallel for$
iterators.cc:19: 1×, 40 iterations: DOALL; #pragma omp parallel for$
iterators.cc:21: 1×, 40 iterations: DOALL with reduction(+: s); #pragma omp parallel for reduction(+: s)$
iterators.cc:29: 1×, 40 iterations: carried by .*`d\[\]` (allocated at :56) at distance 1 (:31 → :29)$
iterators.cc:33: 1×, 40 iterations: DOALL with lastprivate(last); #pragma omp parallel for lastprivate(last)$
iterators.cc:37: 1×, 40 iterations: DOALL; #pragma omp parallel for$
iterators.cc:41: 1×, 40 iterations: DOALL with lastprivate(x); #pragma omp parallel for lastprivate(x)$
iterators.cc:48: 1×, 3 iterations: carried by .*; order of output$
*/
