/* Runs a small program that is a tree: statements, expressions, functions. */
#include "work.h"

enum kind { NUMBER, LOCAL, ADD, LESS, CALL, SET, IF, WHILE, BLOCK, RETURN };

struct node {
    enum kind kind;
    int number; /* a value, a local variable or a function */
    struct node *a, *b, *c, *next;
};

struct frame {
    int locals[4];
    bool returns;
    int result;
};

static struct node *functions[3];

static struct node *node(enum kind kind, int number, struct node *a,
                         struct node *b, struct node *c)
{
    struct node *n = new_piece(sizeof *n);
    *n = (struct node){ kind, number, a, b, c, NULL };
    return n;
}

static void execute(const struct node *n, struct frame *frame);
static int evaluate(const struct node *n, struct frame *frame);

static int call(const struct node *n, struct frame *frame)
{
    struct frame callee = { .locals = { evaluate(n->a, frame) } };
    if (n->b)
        callee.locals[1] = evaluate(n->b, frame);
    execute(functions[n->number], &callee);
    return callee.result;
}

static int evaluate(const struct node *n, struct frame *frame)
{
    switch (n->kind) {
    case NUMBER:
        return n->number;
    case LOCAL:
        return frame->locals[n->number];
    case ADD:
        return evaluate(n->a, frame) + evaluate(n->b, frame);
    case LESS:
        return evaluate(n->a, frame) < evaluate(n->b, frame);
    default:
        return call(n, frame);
    }
}

static void execute_block(const struct node *n, struct frame *frame)
{
    for (const struct node *s = n->a; s && !frame->returns; s = s->next)
        execute(s, frame);
}

static void execute_if(const struct node *n, struct frame *frame)
{
    if (evaluate(n->a, frame))
        execute(n->b, frame);
    else if (n->c)
        execute(n->c, frame);
}

static void execute_while(const struct node *n, struct frame *frame)
{
    while (!frame->returns && evaluate(n->a, frame))
        execute(n->b, frame);
}

static void execute(const struct node *n, struct frame *frame)
{
    switch (n->kind) {
    case SET:
        frame->locals[n->number] = evaluate(n->a, frame);
        break;
    case IF:
        execute_if(n, frame);
        break;
    case WHILE:
        execute_while(n, frame);
        break;
    case BLOCK:
        execute_block(n, frame);
        break;
    default:
        frame->result = evaluate(n->a, frame);
        frame->returns = true;
        break;
    }
}

static struct node *number(int x)
{
    return node(NUMBER, x, NULL, NULL, NULL);
}

static struct node *local(int x)
{
    return node(LOCAL, x, NULL, NULL, NULL);
}

static struct node *plus(struct node *a, struct node *b)
{
    return node(ADD, 0, a, b, NULL);
}

static struct node *less(struct node *a, struct node *b)
{
    return node(LESS, 0, a, b, NULL);
}

static struct node *returns(struct node *a)
{
    return node(RETURN, 0, a, NULL, NULL);
}

/* fib(n): if n < 2 return n, else return fib(n - 1) + fib(n - 2) */
static struct node *fib(void)
{
    struct node *first =
        node(CALL, 0, plus(local(0), number(-1)), NULL, NULL);
    struct node *second =
        node(CALL, 0, plus(local(0), number(-2)), NULL, NULL);
    return node(IF, 0, less(local(0), number(2)), returns(local(0)),
                returns(plus(first, second)));
}

/* sum(n): i = 0; while i < n { s = s + fib(3); i = i + 1 } return s */
static struct node *sum(void)
{
    struct node *add =
        node(SET, 2, plus(local(2), node(CALL, 0, number(3), NULL, NULL)),
             NULL, NULL);
    add->next = node(SET, 1, plus(local(1), number(1)), NULL, NULL);
    struct node *loop = node(WHILE, 0, less(local(1), local(0)),
                             node(BLOCK, 0, add, NULL, NULL), NULL);
    loop->next = returns(local(2));
    return node(BLOCK, 0, loop, NULL, NULL);
}

int main(void)
{
    struct frame frame = { 0 };
    functions[0] = fib();
    functions[1] = sum();
    evaluate(node(CALL, 0, number(7), NULL, NULL), &frame);
    evaluate(node(CALL, 1, number(60), NULL, NULL), &frame);
    return 0;
}
