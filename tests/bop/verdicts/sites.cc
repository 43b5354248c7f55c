// Where memory of the heap was allocated by C++. What tests/scripts/sites.sh must
// find is at the end.
#include <map>
#include <memory>
#include <new>
#include <string>
#include <vector>

static volatile long sum;

__attribute__((noinline)) static void put(void *p, size_t at)
{
    static_cast<char *>(p)[at] = 1;
}

__attribute__((noinline)) static void get(const void *p, size_t at)
{
    sum += static_cast<const char *>(p)[at];
}

struct Allocator {
    template <class T> T *make(size_t n) { return new T[n]; }
    void *allocate(size_t n) { return ::operator new(n); }
};

__attribute__((noinline)) static void grow(std::vector<long> &v)
{
    for (long i = 0; i < 20; i++)
        v.push_back(i);
}

int main()
{
    char *a = new char[10];
    put(a, 9);
    get(a, 9);
    a = static_cast<char *>(operator new(10, std::nothrow));
    put(a, 9);
    get(a, 9);
    Allocator allocator;
    a = allocator.make<char>(10);
    put(a, 9);
    get(a, 9);
    a = static_cast<char *>(allocator.allocate(10));
    put(a, 9);
    get(a, 9);
    std::vector<long> v;
    grow(v);
    get(&v[19], 1);
    std::string text(100, 'x');
    put(&text[50], 0);
    get(&text[50], 0);
    auto &map = *new std::map<int, int>;
    map[3] = 4;
    get(&map[3], 0);
    auto unique = std::make_unique<long>(5);
    get(unique.get(), 0);
    struct alignas(64) Wide { char c[64]; };
    auto *wide = new Wide;
    put(wide, 63);
    get(wide, 63);
    delete wide;
    delete[] a;
    return 0;
}
/*
 * 35 36 34
 * 38 39 37
 * 42 43 22
 * 45 46 44
 * 48 49 29
 * 51 52 50
 * 54 55 54
 * 56 57 56
 * 60 61 59
 */
