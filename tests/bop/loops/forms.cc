/* Forms of loops: OpenMP takes only those whose counter one part of the head
   gives its value, one compares and one steps. */
#include <algorithm>
#include <cstring>
#include <deque>
#include <list>
#include <vector>

enum { N = 40, BIG = 20000 };
static int a[N], b[N], n = N, idx, seen;
static long big[BIG];
static char text[N];
static std::vector<int> v(N);
static std::list<int> list(N);

static void form()
{
    struct { int i; } k;
    int j = 0;
    for (int i = 0; i < n; i = i + 2) a[i] = i;
    for (int i = n - 1; i >= 0; --i) a[i] += i;
    for (int *p = a; p < a + N; p++) *p += 1;
    for (idx = 0; n > idx; idx++) a[idx] += 2;
    for (; j < n; j++) a[j] += 3;
    for (double x = 0; x < n; x += 1) a[(int)x] += 4;
    for (int i = 0; text[i]; i++) b[i] = text[i];
    for (int i = 1; i < n; i *= 2) a[i] += 5;
    for (k.i = 0; k.i < n; k.i++) a[k.i] += 6;
    for (int i = 0, e = n; i < e; i++) a[i] += 7;
    for (int i = 0; i != n; i++) a[i] += 8;
    for (int i = 0; i < n; i++) { a[i] += 9; if (a[i] == -1) i++; }
    for (int &x : a) x += 10;
    for (int x : v) b[x % N] = b[x % N] + 0;
    for (auto &x : v) x += 11;
    for (auto it = v.begin(); it != v.end(); ++it) *it += 12;
    for (auto it = v.begin(); it < v.end(); ++it) *it += 13;
    for (auto &x : list) x += 14;
    for (int i = 0; i < n; i++) {
        static int calls;
        calls = a[i];
        b[i] += calls;
    }
    for (int i = 0; i < n; i++)
        big[a[i] * 7 % BIG]++;
    for (int i = 0; i < n; i++) {
        std::vector<int> own(3, i);
        int copy[2] = { own[0], i };
        b[i] += copy[1];
    }
}

int main()
{
    std::memset(text, 1, N - 1);
    form();
    return seen + (int)big[3] + b[3] + list.front() == 77;
}

/* functions: form */
/*
forms.cc:20: 1×, 20 iterations: DOALL; #pragma omp parallel for$
forms.cc:21: 1×, 40 iterations: DOALL; #pragma omp parallel for$
forms.cc:22: 1×, 40 iterations: DOALL; #pragma omp parallel for$
forms.cc:23: 1×, 40 iterations: DOALL; #pragma omp parallel for$
forms.cc:24: 1×, 40 iterations: DOALL$
forms.cc:25: 1×, 40 iterations: DOALL$
forms.cc:26: 1×, 39 iterations: DOALL$
forms.cc:27: 1×, 6 iterations: DOALL$
forms.cc:28: 1×, 40 iterations: 
forms.cc:29: 1×, 40 iterations: DOALL$
forms.cc:30: 1×, 40 iterations: DOALL; #pragma omp parallel for$
forms.cc:31: 1×, 40 iterations: carried by `i` at
forms.cc:32: 1×, 40 iterations: DOALL; #pragma omp parallel for$
forms.cc:33: 1×, 40 iterations: 
forms.cc:34: 1×, 40 iterations: DOALL; #pragma omp parallel for$
forms.cc:35: 1×, 40 iterations: DOALL; #pragma omp parallel for$
forms.cc:36: 1×, 40 iterations: DOALL; #pragma omp parallel for$
forms.cc:37: 1×, 40 iterations: 
forms.cc:38: 1×, 40 iterations: DOALL with firstprivate(calls), which the loop declares\|DOALL with private(calls), which the loop declares$
forms.cc:43: 1×, 40 iterations: DOALL with reduction(+: big), which is too large for the stack\|carried by `big`
forms.cc:45: 1×, 40 iterations: DOALL; #pragma omp parallel for$
*/
