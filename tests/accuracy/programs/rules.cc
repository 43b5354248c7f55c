// A solver of rules: facts are asked for, rules ask for further facts, and
// functions as values decide. Mutual recursion with memory of some answers.
#include <cstdio>
#include <functional>

struct Solver {
    int memory[400], asked = 0;
    std::function<int(int)> judge;
    Solver()
    {
        for (int &m : memory)
            m = -1;
    }
    int spend(int n)
    {
        int s = 0;
        for (int i = 0; i < n; i++)
            s = (s * 5 + i) % 101;
        return s;
    }
    int fact(int n)
    {
        asked++;
        if (n < 4)
            return spend(n + 2) % 2;
        if (n % 6 == 0 && memory[n] >= 0)
            return memory[n];
        return memory[n] = rule(n);
    }
    int rule(int n)
    {
        switch (n % 4) {
        case 0:
            return both(n);
        case 1:
            return any(n);
        case 2:
            return judge(n);
        }
        return negate(n);
    }
    int both(int n)
    {
        return fact(n / 2) & fact(n / 3);
    }
    int any(int n)
    {
        for (int i = 1; i < 4; i++)
            if (fact(n - 2 * i))
                return 1;
        return 0;
    }
    int negate(int n)
    {
        spend(n);
        return !fact(n - 3);
    }
};
int main()
{
    long sum = 0;
    for (int i = 0; i < 8; i++) {
        Solver s;
        s.judge = [&s](int n) {
            return n % 8 == 2            ? s.both(n)
                   : s.spend(n) % 3 == 0 ? s.any(n)
                                         : s.fact(n / 2);
        };
        for (int n = 24; n < 40; n++)
            sum += s.fact(n + i);
        sum += s.asked;
    }
    std::printf("%ld\n", sum);
}
