// Visitors over a syntax tree: one prints, one folds constants, one counts.
#include <cstdio>

struct Number;
struct Sum;
struct Product;
struct Let;

struct Visitor {
    virtual void number(Number *) = 0;
    virtual void sum(Sum *) = 0;
    virtual void product(Product *) = 0;
    virtual void let(Let *) = 0;
    virtual ~Visitor()
    {
    }
};
struct Node {
    virtual void accept(Visitor *v) = 0;
    virtual ~Node()
    {
    }
};
struct Number : Node {
    long n;
    explicit Number(long n) : n(n)
    {
    }
    void accept(Visitor *v) override
    {
        v->number(this);
    }
};
struct Sum : Node {
    Node *a, *b;
    Sum(Node *a, Node *b) : a(a), b(b)
    {
    }
    void accept(Visitor *v) override
    {
        v->sum(this);
    }
};
struct Product : Node {
    Node *a, *b;
    Product(Node *a, Node *b) : a(a), b(b)
    {
    }
    void accept(Visitor *v) override
    {
        v->product(this);
    }
};
struct Let : Node {
    Node *value, *body;
    Let(Node *v, Node *b) : value(v), body(b)
    {
    }
    void accept(Visitor *v) override
    {
        v->let(this);
    }
};

static long out;
static void put(int c)
{
    out = (out * 33 + c) % 1000003;
}

struct Printer : Visitor {
    void digits(long n)
    {
        if (n > 9)
            digits(n / 10);
        put('0' + (int)(n % 10));
    }
    void number(Number *n) override
    {
        digits(n->n);
    }
    void sum(Sum *s) override
    {
        put('(');
        s->a->accept(this);
        put('+');
        s->b->accept(this);
        put(')');
    }
    void product(Product *p) override
    {
        p->a->accept(this);
        put('*');
        p->b->accept(this);
    }
    void let(Let *l) override
    {
        put('l');
        l->value->accept(this);
        put(';');
        l->body->accept(this);
    }
};
struct Folder : Visitor {
    long result = 0;
    long fold(Node *n)
    {
        n->accept(this);
        return result;
    }
    void number(Number *n) override
    {
        result = n->n;
    }
    void sum(Sum *s) override
    {
        long a = fold(s->a);
        result = a + fold(s->b);
    }
    void product(Product *p) override
    {
        long a = fold(p->a);
        result = a * fold(p->b) % 10007;
    }
    void let(Let *l) override
    {
        for (int i = 0; i < 2; i++)
            fold(l->value);
        fold(l->body);
    }
};
struct Counter : Visitor {
    long nodes = 0;
    void both(Node *a, Node *b)
    {
        nodes++;
        a->accept(this);
        b->accept(this);
    }
    void number(Number *) override
    {
        nodes++;
    }
    void sum(Sum *s) override
    {
        both(s->a, s->b);
    }
    void product(Product *p) override
    {
        both(p->a, p->b);
    }
    void let(Let *l) override
    {
        both(l->value, l->body);
        Printer p;
        if (nodes % 7 == 0)
            l->value->accept(&p);
    }
};

static Node *make(int depth, int kind)
{
    if (depth == 0)
        return new Number(kind * 37 % 1000);
    Node *a = make(depth - 1, kind * 5 % 11),
         *b = make(depth - 1, kind * 3 % 7);
    switch (kind % 3) {
    case 0:
        return new Sum(a, b);
    case 1:
        return new Product(a, b);
    }
    return new Let(a, b);
}

int main()
{
    Node *tree = make(5, 5);
    for (int i = 0; i < 20; i++) {
        Printer printer;
        Folder folder;
        Counter counter;
        tree->accept(&printer);
        out += folder.fold(tree);
        tree->accept(&counter);
        out += counter.nodes;
    }
    std::printf("%ld\n", out);
}
