/* A parser of operators by precedence, which calls one function for each kind
   of token, and an evaluator of the same shape. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    char op;
    long number;
    struct node *left, *right;
};

static const char *at;
static struct node nodes[4000];
static int n_nodes;

static struct node *parse(int power);

static struct node *node(char op, struct node *left, struct node *right)
{
    struct node *made = &nodes[n_nodes++];
    *made = (struct node){ op, 0, left, right };
    return made;
}

static int power_of(char op)
{
    switch (op) {
    case '?':
        return 1;
    case '+':
    case '-':
        return 2;
    case '*':
    case '/':
        return 3;
    case '^':
        return 4;
    case '[':
        return 5;
    }
    return 0;
}

static struct node *literal(void)
{
    struct node *made = node('n', NULL, NULL);
    made->number = strtol(at, (char **)&at, 10);
    return made;
}

static struct node *group(void)
{
    at++;
    struct node *inner = parse(0);
    at++;
    return inner;
}

static struct node *negation(void)
{
    at++;
    return node('~', parse(4), NULL);
}

static struct node *prefix(void)
{
    return *at == '(' ? group() : *at == '-' ? negation() : literal();
}

static struct node *index_of(struct node *left)
{
    struct node *inside = parse(0);
    at++;
    return node('[', left, inside);
}

static struct node *infix(struct node *left, char op)
{
    if (op == '[')
        return index_of(left);
    return node(op, left, parse(power_of(op) - (op == '^')));
}

static struct node *parse(int power)
{
    struct node *left = prefix();
    while (power_of(*at) > power) {
        char op = *at++;
        left = infix(left, op);
    }
    return left;
}

static long value(const struct node *n);

static long binary(const struct node *n)
{
    long a = value(n->left), b = value(n->right);
    return n->op == '+'   ? a + b
           : n->op == '-' ? a - b
           : n->op == '*' ? a * b % 10007
           : b            ? a / b
                          : 0;
}

static long raise(const struct node *n)
{
    long result = 1, base = value(n->left);
    for (long i = value(n->right) % 9; i > 0; i--)
        result = result * base % 10007;
    return result;
}

static long choose(const struct node *n)
{
    return value(n->left) % 2 ? value(n->right) : 7;
}

static long value(const struct node *n)
{
    switch (n->op) {
    case 'n':
        return n->number;
    case '~':
        return -value(n->left);
    case '^':
        return raise(n);
    case '?':
        return choose(n);
    default:
        return binary(n);
    }
}

int main(void)
{
    static const char *const texts[] = {
        "1+2*(3-4*(5+6^2))-7*8", "((((1+2)*3)+4)*5)^(2+(3*(4-1)))",
        "1[2[3[4+5]+6]*7]+8",    "-(-(-(3*4)+5)*6)?1+2*3^2^2",
        "9*8-7*6+5*4-3*2+1",
    };
    long sum = 0;
    for (int i = 0; i < 200; i++)
        for (int t = 0; t < 5; t++) {
            n_nodes = 0;
            at = texts[t];
            sum += value(parse(0)) % 1000;
        }
    printf("%ld\n", sum);
    return 0;
}
