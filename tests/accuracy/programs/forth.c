/* A stack machine whose words are made of words: an interpreter with a table of
   functions. Some words call the interpreter again. */
#include <stdio.h>

enum { DUP, ADD, MUL, LESS, IF, TIMES, CALL, SUB, WORDS };

struct word {
    int op;
    long number;
};

static long stack[1000];
static int depth;
static const struct word *bodies[8];
static int lengths[8];

static void run_word(int body);
static void step(const struct word *word);

static long pop(void)
{
    return stack[--depth];
}
static void push(long number)
{
    stack[depth++] = number;
}
static void do_dup(long n)
{
    long top = pop();
    push(top);
    for (long i = 0; i < n; i++)
        push(top);
}
static void do_add(long n)
{
    long b = pop();
    push(pop() + b + n);
}
static void do_mul(long n)
{
    long b = pop();
    push(pop() * b % 1000003 + n);
}
static void do_less(long n)
{
    push(pop() < n);
}
static void do_if(long body)
{
    if (pop())
        run_word((int)body);
}
static void do_times(long body)
{
    for (int i = 0; i < 3; i++)
        run_word((int)body);
}
static void do_call(long body)
{
    run_word((int)body);
}
static void do_sub(long n)
{
    push(pop() - n);
}

static void (*const table[WORDS])(long) = { do_dup, do_add,   do_mul,  do_less,
                                            do_if,  do_times, do_call, do_sub };

static void step(const struct word *word)
{
    table[word->op](word->number);
}

static void run_word(int body)
{
    for (int i = 0; i < lengths[body]; i++)
        step(&bodies[body][i]);
}

int main(void)
{
    /* fib-like: n < 2 ends it; otherwise n-1 and n-2 are run. */
    static const struct word main_word[] = { { SUB, -12 }, { CALL, 1 } };
    static const struct word fib[] = {
        { DUP, 1 }, { LESS, 2 }, { SUB, 1 }, { MUL, 0 }, { CALL, 2 }
    };
    static const struct word deep[] = { { DUP, 1 }, { ADD, 1 }, { TIMES, 3 } };
    static const struct word more[] = {
        { SUB, -2 }, { DUP, 1 }, { LESS, 5 }, { IF, 4 }
    };
    static const struct word nest[] = { { TIMES, 5 },
                                        { SUB, -3 },
                                        { CALL, 3 } };
    static const struct word leaf[] = { { DUP, 2 }, { MUL, 1 }, { ADD, 3 } };
    const struct word *all[] = { main_word, fib, deep, more, nest, leaf };
    int sizes[] = { 2, 5, 3, 4, 3, 3 };
    for (int i = 0; i < 6; i++)
        bodies[i] = all[i], lengths[i] = sizes[i];
    for (long i = 0; i < 40; i++) {
        for (depth = 0; depth < 30;)
            push(i % 7);
        run_word(0);
    }
    printf("%ld\n", stack[0]);
    return 0;
}
