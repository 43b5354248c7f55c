/* What delete and the destructors of pointers give back in a later iteration. */
#include <memory>
#include <vector>

enum { n = 20 };
static int *one[n], *many[n], r[n];
static std::vector<std::unique_ptr<int>> boxes;

static void deleted()
{
    for (int i = 1; i < n; i++) {
        r[i] = *one[i] + *one[i - 1];
        delete one[i - 1];
    }
}

static void arrays()
{
    for (int i = 1; i < n; i++) {
        r[i] = many[i][1] + many[i - 1][1];
        delete[] many[i - 1];
    }
}

static void reset()
{
    for (int i = 1; i < n; i++) {
        r[i] = *boxes[i] + *boxes[i - 1];
        boxes[i - 1].reset();
    }
}

static void own()
{
    for (int i = 0; i < n; i++) {
        std::vector<int> v(3, i);
        r[i] = v[1];
    }
}

int main()
{
    for (int i = 0; i < n; i++) {
        one[i] = new int(i);
        many[i] = new int[2]{ i, i };
        boxes.emplace_back(new int(i));
    }
    deleted();
    arrays();
    reset();
    own();
    return 0;
}

/* functions: deleted arrays reset own */
/*
deletes.cc:11: 1×, 19 iterations: carried by `one\[\]\[\]` (allocated at :44), which a later iteration frees (:12 → :13)
deletes.cc:19: 1×, 19 iterations: carried by .*allocated at :45.*, which a later iteration frees (:20 → :21)
deletes.cc:27: 1×, 19 iterations: carried by `\*boxes\[\]` (allocated at :46), which a later iteration frees (:28 → :29
deletes.cc:35: 1×, 20 iterations: DOALL; #pragma omp parallel for
*/
