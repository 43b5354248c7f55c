/* Atomic operations, which compilers inline: what is behind them still belongs
   to main. */
#include <atomic>
#include <memory>
static std::atomic<int> ticket{ 0 }, peak{ 0 };
static int a[20], b[20];

int main()
{
    for (int i = 0; i < 20; i++)
        a[i] = ticket++;
    for (int i = 0; i < 20; i++) {
        int seen = peak.load();
        while (a[i] * 7 % 20 > seen &&
               !peak.compare_exchange_strong(seen, a[i] * 7 % 20))
            b[i]++;
    }
    for (int i = 0; i < 20; i++)
        b[i] += a[i];
    auto one = std::make_shared<int>(1); /* its functions throw nothing */
    for (int i = 0; i < 20; i++)
        b[i] += *one;
    return b[3] != 4;
}

/*
atomics.cc:10: 1×, 20 iterations: carried by `ticket` at distance 1 (:11 → :11)
atomics.cc:12: 1×, 20 iterations: carried by `peak` at distance 1 to 3 (:15 → :13)
atomics.cc:14: 20×, 20 iterations: at most one iteration on average
atomics.cc:18: 1×, 20 iterations: DOALL; #pragma omp parallel for
atomics.cc:21: 1×, 20 iterations: DOALL; #pragma omp parallel for
*/
