/* Containers, and counters that are stepped through memory. */
#include <map>
#include <vector>

enum { N = 40 };
struct item {
    int id;
    double w;
};
struct node {
    node *next;
    int n;
};

static int heaviest(const std::vector<item> &v)
{
    int best = -1;
    double w = -1;
    for (unsigned i = 0; i < v.size(); i++)
        if (v[i].w > w) {
            w = v[i].w;
            best = (int)i;
        }
    return best;
}

static int topmost(std::map<int, int> &m)
{
    int top = 0, where = 0;
    for (int i = 0; i < N; i++)
        if (m[i] >= top) {
            top = m[i];
            where = i;
        }
    return top + where;
}

static int walk(const node *list)
{
    int sum = 0;
    for (const node *n = list; n; n = n->next)
        sum += n->n;
    return sum;
}

int main()
{
    static node nodes[N];
    std::vector<item> v(N);
    std::map<int, int> m;
    for (int i = 0; i < N; i++) {
        v[(unsigned)i].w = i * 7 % 31;
        nodes[i].next = i ? &nodes[i - 1] : nullptr;
    }
    return heaviest(v) + topmost(m) + walk(&nodes[N - 1]) == 1;
}

/* functions: heaviest topmost walk */
/*
classes.cc:19: 1×, 40 iterations: DOALL with `w = max(w, …), best = …` (argmax, a reduction with its place)$
classes.cc:30: 1×, 40 iterations: carried by 
classes.cc:41: 1×, 40 iterations: carried by `n` at distance 1 (:41 → :4[12]); reduction(+: sum)$
*/
