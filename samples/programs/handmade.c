/*
 * A program that reports its references by hand: sum adds up an array that fill
 * has filled. Any compiler builds it:
 *
 *     cc -I PREFIX/include handmade.c -L PREFIX/lib -lbop
 *
 * main is in DETAIL mode (sketch_p is 0), fill and sum are in SKETCH mode.
 */
#include <bop.h>

#define N 10

static int numbers[N];

static void put(int *p, int value)
{
    _bop_prof_rec_write_n((unsigned long)p, sizeof *p, 1, "handmade.c", 18);
    *p = value;
}

static int get(const int *p)
{
    _bop_prof_rec_read_n((unsigned long)p, sizeof *p, 1, "handmade.c", 24);
    return *p;
}

static void fill(void)
{
    for (int i = 0; i < N; i++)
        put(&numbers[i], i);
}

static int sum(void)
{
    int all = 0;
    for (int i = 0; i < N; i++)
        all += get(&numbers[i]);
    return all;
}

int main(void)
{
    bop_instm_func_entry("handmade.c", "main");
    bop_instm_call("handmade.c", 46);
    fill();
    bop_instm_call("handmade.c", 48);
    int all = sum();
    _bop_prof_rec_read((unsigned long)&numbers[9], 0, "handmade.c", 49);
    int good = all == 45 && numbers[9] == 9;
    bop_instm_func_exit("main");
    return !good;
}
