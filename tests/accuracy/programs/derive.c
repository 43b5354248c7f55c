/* Derives expressions, simplifies them and measures how long they are. */
#include "work.h"

enum kind { NUMBER, VARIABLE, SUM, PRODUCT };

struct term {
    enum kind kind;
    int number;
    struct term *left, *right;
};

static struct term *new_term(enum kind kind, int number, struct term *left,
                             struct term *right)
{
    struct term *t = new_piece(sizeof *t);
    *t = (struct term){ kind, number, left, right };
    return t;
}

static struct term *make(int depth)
{
    if (depth == 0)
        return random_below(2) ? new_term(VARIABLE, 0, NULL, NULL)
                               : new_term(NUMBER, random_below(3), NULL, NULL);
    struct term *left = make(depth - 1 - random_below(depth));
    return new_term(random_below(2) ? SUM : PRODUCT, 0, left, make(depth - 1));
}

static struct term *derive(struct term *t);

static struct term *derive_product(struct term *t)
{
    struct term *a = new_term(PRODUCT, 0, derive(t->left), t->right);
    struct term *b = new_term(PRODUCT, 0, t->left, derive(t->right));
    return new_term(SUM, 0, a, b);
}

static struct term *derive(struct term *t)
{
    if (t->kind == NUMBER || t->kind == VARIABLE)
        return new_term(NUMBER, t->kind == VARIABLE, NULL, NULL);
    if (t->kind == PRODUCT)
        return derive_product(t);
    return new_term(SUM, 0, derive(t->left), derive(t->right));
}

static bool is_number(const struct term *t, int number)
{
    return t->kind == NUMBER && t->number == number;
}

static struct term *simplify(struct term *t);

static struct term *simplify_sum(struct term *t)
{
    struct term *left = simplify(t->left), *right = simplify(t->right);
    if (is_number(left, 0))
        return right;
    if (is_number(right, 0))
        return left;
    if (left->kind == NUMBER && right->kind == NUMBER)
        return new_term(NUMBER, left->number + right->number, NULL, NULL);
    if (right->kind == SUM && left->kind == NUMBER &&
        right->left->kind == NUMBER)
        return simplify(new_term(SUM, 0, new_term(SUM, 0, left, right->left),
                                 right->right));
    return new_term(SUM, 0, left, right);
}

static struct term *simplify_product(struct term *t)
{
    struct term *left = simplify(t->left), *right = simplify(t->right);
    if (is_number(left, 0) || is_number(right, 1))
        return left;
    if (is_number(right, 0) || is_number(left, 1))
        return right;
    if (right->kind == SUM && left->kind == NUMBER)
        return simplify(new_term(SUM, 0,
                                 new_term(PRODUCT, 0, left, right->left),
                                 new_term(PRODUCT, 0, left, right->right)));
    return new_term(PRODUCT, 0, left, right);
}

static struct term *simplify(struct term *t)
{
    return t->kind == SUM       ? simplify_sum(t)
           : t->kind == PRODUCT ? simplify_product(t)
                                : t;
}

static int measure(const struct term *t);

static int measure_factor(const struct term *t)
{
    return t->kind == SUM ? 2 + measure(t) : measure(t);
}

static int measure(const struct term *t)
{
    if (t->kind == NUMBER || t->kind == VARIABLE)
        return 1;
    if (t->kind == PRODUCT)
        return 1 + measure_factor(t->left) + measure_factor(t->right);
    return 1 + measure(t->left) + measure(t->right);
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 60; i++)
        sum += measure(simplify(derive(simplify(derive(make(5))))));
    return sum < 0;
}
