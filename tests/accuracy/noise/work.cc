// The functions of work.c as a program of C++, whose costs are in its libraries
// as well: maps, strings, sorting and memory, for tests/accuracy/noise.py.
//
//     work steady SOLVE SORT
#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#define APART __attribute__((noinline))

namespace app {

static volatile unsigned sink;

APART void read(int n)
{
    for (int i = 0; i < n * 9; i++) {
        std::string text;
        for (int k = 0; k < 60; k++)
            text += char('a' + (i + k) % 26);
        sink += text.size();
    }
}

APART void parse(int n)
{
    for (int i = 0; i < n * 20; i++)
        sink += std::to_string(i).size() + std::strtol("12345678", nullptr, 10);
}

APART void solve(int n)
{
    unsigned x = sink;
    for (int i = 0; i < n * 800; i++)
        x = (x ^ unsigned(i)) * 41 + (x >> 7);
    sink = x;
}

APART void lookup(int n)
{
    std::map<int, int> map;
    for (int i = 0; i < n * 18; i++)
        map[i * 7919 % 1009] = i;
    sink += map.size();
}

APART void sort(int n)
{
    unsigned x = sink;
    for (int i = 0; i < n * 800; i++)
        x = (x ^ unsigned(i)) * 47 + (x >> 9);
    sink = x;
}

APART void print(int n)
{
    std::vector<int> numbers(n * 14);
    for (auto &number : numbers)
        number = std::rand();
    std::sort(numbers.begin(), numbers.end());
    sink += numbers[0];
}

struct job {
    APART void run(int part, double solve_part, double sort_part)
    {
        read(18 * part);
        parse(12 * part);
        solve(int(solve_part * part));
        lookup(11 * part);
        sort(int(sort_part * part));
        print(19 * part);
    }
};

} // namespace app

int main(int, char **argv)
{
    for (int i = 0; i < 260; i++)
        app::job().run(20, std::atof(argv[2]), std::atof(argv[3]));
}
