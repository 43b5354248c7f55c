/* functions: build total main */
/* The halves of a tree are independent, and each sum waits for both. */
#include <stdlib.h>

struct node {
    struct node *left, *right;
    long value, sum;
    char name[5];
};

static void build(struct node **to, int depth)
{
    struct node *node = calloc(1, sizeof *node);
    *to = node;
    node->value = depth;
    node->name[depth % 5] = 'x';
    if (depth > 0) {
        build(&node->left, depth - 1);
        build(&node->right, depth - 1);
    }
}

static void total(struct node *node)
{
    node->sum = node->value;
    if (!node->left)
        return;
    total(node->left);
    total(node->right);
    node->sum += node->left->sum + node->right->sum;
}

int main(void)
{
    struct node *root;
    int letters = 0;
    build(&root, 6);
    total(root);
    for (int i = 0; i < 5; i++)
        letters += root->name[i] == 'x';
    return letters != 1 || root->sum != 120;
}

/*
 * all: 1279 span=48
 * build: 381 span=1
 * total: 885 span=44
 * main: 1279 span=48
 * :39: 10 span=2
 */
