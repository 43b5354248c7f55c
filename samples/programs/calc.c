/*
 * A calculator: a recursive descent parser makes a tree, then evaluate runs it.
 * Two cycles: the parser, entered at sum and at expression, and evaluate.
 *
 *     formula = sum "<" sum "?" expression
 *     expression = sum
 *     sum = product (("+" | "-") product)*
 *     product = factor (("*" | "/") factor)*
 *     factor = number | "x" | "(" expression ")"
 */
#include <stdio.h>

struct node {
    char kind; /* 'n' number, 'x' variable, or the operator */
    double number;
    struct node *left, *right;
};

static struct node nodes[100];
static size_t n_nodes;
static const char *text;

static struct node *expression(void);
static double evaluate(const struct node *node, double x);

static struct node *new_node(char kind, struct node *left, struct node *right)
{
    nodes[n_nodes] = (struct node){ kind, 0, left, right };
    return &nodes[n_nodes++];
}

static struct node *number(void)
{
    struct node *node = new_node('n', NULL, NULL);
    while (*text >= '0' && *text <= '9')
        node->number = node->number * 10 + (*text++ - '0');
    return node;
}

static struct node *factor(void)
{
    if (*text != 'x' && *text != '(')
        return number();
    if (*text++ == 'x')
        return new_node('x', NULL, NULL);
    struct node *inner = expression();
    text++; /* the ")" */
    return inner;
}

static struct node *product(void)
{
    struct node *left = factor();
    while (*text == '*' || *text == '/') {
        char kind = *text++;
        left = new_node(kind, left, factor());
    }
    return left;
}

static struct node *sum(void)
{
    struct node *left = product();
    while (*text == '+' || *text == '-') {
        char kind = *text++;
        left = new_node(kind, left, product());
    }
    return left;
}

static struct node *expression(void)
{
    return sum();
}

static struct node *formula(const char *line)
{
    n_nodes = 0;
    text = line;
    struct node *left = sum();
    text++; /* the "<" */
    struct node *condition = new_node('<', left, sum());
    text++; /* the "?" */
    return new_node('?', condition, expression());
}

static double operate(char kind, double a, double b)
{
    if (kind == '+' || kind == '-')
        return kind == '+' ? a + b : a - b;
    return kind == '<' ? a < b : kind == '*' ? a * b : a / b;
}

static double choose(const struct node *node, double x)
{
    return evaluate(node->left, x) ? evaluate(node->right, x) : 0;
}

static double evaluate(const struct node *node, double x)
{
    if (!node->left)
        return node->kind == 'x' ? x : node->number;
    if (node->kind == '?')
        return choose(node, x);
    double a = evaluate(node->left, x), b = evaluate(node->right, x);
    return operate(node->kind, a, b);
}

int main(void)
{
    const char *line = "x*(x-7)<40?1+(x+2)*(3-x/(x+1))";
    double result = 0;
    for (int i = 0; i < 1500000; i++) {
        const struct node *tree = formula(line);
        result += evaluate(tree, 1) + evaluate(tree, 2) + evaluate(tree, 3);
    }
    printf("%g\n", result);
    return 0;
}
