/* A search tree that balances itself, with a visitor. */
#include "work.h"

struct tree {
    int key, height;
    struct tree *left, *right;
};

typedef void visitor(struct tree *tree, int depth);

static int total;

static int height(const struct tree *t)
{
    return t ? t->height : 0;
}

static struct tree *update(struct tree *t)
{
    int a = height(t->left), b = height(t->right);
    t->height = 1 + (a > b ? a : b);
    return t;
}

static struct tree *rotate_left(struct tree *t)
{
    struct tree *top = t->right;
    t->right = top->left;
    top->left = update(t);
    return update(top);
}

static struct tree *rotate_right(struct tree *t)
{
    struct tree *top = t->left;
    t->left = top->right;
    top->right = update(t);
    return update(top);
}

static struct tree *balance(struct tree *t)
{
    if (height(t->left) > height(t->right) + 1)
        return rotate_right(t);
    if (height(t->right) > height(t->left) + 1)
        return rotate_left(t);
    return update(t);
}

static struct tree *insert(struct tree *t, int key);

static struct tree *insert_below(struct tree *t, int key)
{
    if (key < t->key)
        t->left = insert(t->left, key);
    else
        t->right = insert(t->right, key);
    return balance(t);
}

static struct tree *insert(struct tree *t, int key)
{
    if (t)
        return key == t->key ? t : insert_below(t, key);
    t = new_piece(sizeof *t);
    t->key = key;
    t->height = 1;
    return t;
}

static void visit(struct tree *t, visitor *at, int depth)
{
    if (t)
        at(t, depth);
}

static void add_keys(struct tree *t, int depth)
{
    visit(t->left, add_keys, depth + 1);
    total += t->key;
    visit(t->right, add_keys, depth + 1);
}

static void add_depths(struct tree *t, int depth)
{
    for (int i = 0; i < depth; i++)
        total++;
    visit(t->left, add_depths, depth + 1);
    visit(t->right, t->key % 7 ? add_depths : add_keys, depth + 1);
}

int main(void)
{
    struct tree *t = NULL;
    for (int i = 0; i < 400; i++)
        t = insert(t, random_below(1000));
    visit(t, add_keys, 0);
    visit(t, add_depths, 0);
    return total < 0;
}
