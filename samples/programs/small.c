/* A program for recordings of perf: without a library, so that it is as small
   as the recording beside it. */
volatile double sum;

__attribute__((noinline)) void leaf(int n)
{
    for (int i = 0; i < n * 1000; i++)
        sum = sum * 1.0001 + i;
}

__attribute__((noinline)) int walk(int n)
{
    leaf(300);
    int deeper = n ? walk(n - 1) : 0;
    sum += deeper;
    return deeper + 1;
}

__attribute__((noinline)) void parse(void)
{
    leaf(2000);
    sum += 1;
}

__attribute__((noinline)) void run(void)
{
    walk(4);
    parse();
    walk(2);
    sum += 1;
}

void _start(void)
{
    enum { EXIT = 60 };
    run();
    __asm__ volatile("syscall" : : "a"(EXIT), "D"(0) : "memory");
}
