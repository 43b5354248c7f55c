/* Mutual recursion through callbacks: a walk over a tree calls what it is
   given, which walks parts of the tree with other callbacks. */
#include <stdio.h>

enum { NODES = 255 };

typedef void visit(int node, int depth);

static long sum;

static void each_child(int node, int depth, visit *callback)
{
    for (int i = 1; i <= 2; i++)
        if (2 * node + i < NODES)
            callback(2 * node + i, depth);
}

static void count(int node, int depth)
{
    sum += node & depth;
    each_child(node, depth + 1, count);
}

static void price(int node, int depth)
{
    for (int i = 0; i < node % 13; i++)
        sum = (sum * 7 + i) % 1000003;
    if (depth < 5)
        each_child(node, depth + 1, price);
}

static void check(int node, int depth)
{
    if (node % 5 == 0)
        each_child(node, depth, count);
    else if (node % 3 == 0)
        price(node, depth);
    else
        each_child(node, depth + 1, check);
}

static void repair(int node, int depth)
{
    check(node, depth);
    if (depth < 3)
        each_child(node, depth + 1, repair);
}

int main(void)
{
    for (int i = 0; i < 12; i++) {
        repair(i % 4, 0);
        count(i + 3, 0);
    }
    printf("%ld\n", sum);
    return 0;
}
