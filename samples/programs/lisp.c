/*
 * A small Lisp reads a program, runs it and prints the result, many times.
 * Three cycles: read_form and read_list; evaluate, apply, call and the special
 * forms, which callers enter at evaluate and map enters at apply; print and
 * print_list.
 *
 *     (if x a b)  (fn (x y) body)  (def name value)  + - < = list
 *     (map f list)
 */
#include <stdio.h>
#include <stdlib.h>

enum kind { NUMBER, NAME, LIST, BUILTIN, CLOSURE };

struct value {
    enum kind kind;
    long number;                 /* NUMBER, or number of BUILTIN */
    char name[8];                /* NAME */
    struct value *first, *rest;  /* LIST, empty if first is NULL;
                                    CLOSURE: parameters and body */
    struct scope *scope;         /* CLOSURE */
};

struct scope {
    const char *name;
    struct value *value;
    struct scope *outer;
};

static union {
    struct value value;
    struct scope scope;
} *heap;
static size_t used;
static const char *text;
static struct scope *globals;
static char output[4096];
static size_t printed;

static struct value *evaluate(struct value *form, struct scope *scope);
static struct value *apply(struct value *function, struct value *arguments);
static struct value *read_form(void);
static void print(const struct value *value);

static struct value *new_value(enum kind kind)
{
    struct value *value = &heap[used++].value;
    *value = (struct value){ .kind = kind };
    return value;
}

static struct value *new_number(long number)
{
    struct value *value = new_value(NUMBER);
    value->number = number;
    return value;
}

static struct value *new_list(struct value *first, struct value *rest)
{
    struct value *list = new_value(LIST);
    list->first = first;
    list->rest = rest;
    return list;
}

/* strcmp of the C library has no frame pointer: perf would miss its caller. */
static int same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static struct scope *bind(const char *name, struct value *value,
                          struct scope *outer)
{
    struct scope *scope = &heap[used++].scope;
    *scope = (struct scope){ name, value, outer };
    return scope;
}

/* ---- Reading ---- */

static void skip_blanks(void)
{
    while (*text == ' ')
        text++;
}

static struct value *read_number(void)
{
    struct value *number = new_number(0);
    while (*text >= '0' && *text <= '9')
        number->number = number->number * 10 + (*text++ - '0');
    return number;
}

static struct value *read_atom(void)
{
    if (*text >= '0' && *text <= '9')
        return read_number();
    struct value *name = new_value(NAME);
    for (size_t n = 0; *text && *text != ' ' && *text != ')'; text++)
        if (n < sizeof name->name - 1)
            name->name[n++] = *text;
    return name;
}

static struct value *read_list(void)
{
    skip_blanks();
    if (*text == ')') {
        text++;
        return new_value(LIST);
    }
    struct value *first = read_form();
    return new_list(first, read_list());
}

static struct value *read_form(void)
{
    skip_blanks();
    if (*text != '(')
        return read_atom();
    text++;
    return read_list();
}

/* ---- Running ---- */

static struct value *look_up(const char *name, struct scope *scope)
{
    for (; scope; scope = scope->outer)
        if (same(scope->name, name))
            return scope->value;
    for (scope = globals; scope; scope = scope->outer)
        if (same(scope->name, name))
            return scope->value;
    return new_value(LIST);
}

static struct value *evaluate_list(struct value *list, struct scope *scope)
{
    if (!list->first)
        return list;
    struct value *first = evaluate(list->first, scope);
    return new_list(first, evaluate_list(list->rest, scope));
}

static struct value *choose(struct value *form, struct scope *scope)
{
    struct value *test = evaluate(form->first, scope);
    form = test->number ? form->rest : form->rest->rest;
    return evaluate(form->first, scope);
}

static struct value *define(struct value *form, struct scope *scope)
{
    struct value *value = evaluate(form->rest->first, scope);
    globals = bind(form->first->name, value, globals);
    return value;
}

static struct value *close_over(struct value *form, struct scope *scope)
{
    struct value *closure = new_value(CLOSURE);
    closure->first = form->first;
    closure->rest = form->rest->first;
    closure->scope = scope;
    return closure;
}

static struct value *map(struct value *function, struct value *list)
{
    if (!list->first)
        return list;
    struct value *first = apply(function, new_list(list->first,
                                                   new_value(LIST)));
    return new_list(first, map(function, list->rest));
}

static struct value *compute(char what, long a, long b)
{
    return new_number(what == '+'   ? a + b
                      : what == '-' ? a - b
                      : what == '<' ? a < b
                                    : a == b);
}

static struct value *call_builtin(char what, struct value *arguments)
{
    if (what == 'l')
        return arguments;
    if (what == 'm')
        return map(arguments->first, arguments->rest->first);
    return compute(what, arguments->first->number,
                   arguments->rest->first->number);
}

static struct value *apply(struct value *function, struct value *arguments)
{
    if (function->kind == BUILTIN)
        return call_builtin((char)function->number, arguments);
    struct scope *scope = function->scope;
    struct value *name = function->first;
    for (; name->first; name = name->rest, arguments = arguments->rest)
        scope = bind(name->first->name, arguments->first, scope);
    return evaluate(function->rest, scope);
}

static struct value *evaluate(struct value *form, struct scope *scope)
{
    if (form->kind == NAME)
        return look_up(form->name, scope);
    if (form->kind != LIST || !form->first)
        return form;
    const char *name = form->first->name;
    if (same(name, "if"))
        return choose(form->rest, scope);
    if (same(name, "def"))
        return define(form->rest, scope);
    if (same(name, "fn"))
        return close_over(form->rest, scope);
    struct value *function = evaluate(form->first, scope);
    return apply(function, evaluate_list(form->rest, scope));
}

/* ---- Printing ---- */

static void put(const char *word)
{
    while (*word && printed < sizeof output)
        output[printed++] = *word++;
}

static void print_list(const struct value *list)
{
    put("(");
    for (; list->first; list = list->rest) {
        print(list->first);
        put(list->rest->first ? " " : "");
    }
    put(")");
}

static void put_number(long number)
{
    char digits[24] = { 0 };
    size_t first = sizeof digits - 1;
    do
        digits[--first] = (char)('0' + number % 10);
    while (number /= 10);
    put(digits + first);
}

static void print(const struct value *value)
{
    if (value->kind == LIST)
        print_list(value);
    else if (value->kind == NUMBER)
        put_number(value->number);
    else
        put("?");
}

static void define_builtins(void)
{
    static const char *const names[] = { "+", "-", "<", "=", "list", "map" };
    globals = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct value *builtin = new_value(BUILTIN);
        builtin->number = names[i][0];
        globals = bind(names[i], builtin, globals);
    }
}

static void run(const char *program)
{
    used = printed = 0;
    text = program;
    define_builtins();
    for (skip_blanks(); *text; skip_blanks())
        print(evaluate(read_form(), NULL));
}

int main(void)
{
    heap = malloc(200000 * sizeof *heap);
    if (!heap)
        return 1;
    for (int i = 0; i < 12000; i++)
        run("(def fib (fn (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))) "
            "(def pair (fn (x) (list x (list (+ x x) (list x x))))) "
            "(def deep (fn (n l) (if (= n 0) l (deep (- n 1) (list l l))))) "
            "(map fib (list 1 2 3 4 5 6)) (deep 6 (list 1 (list 2 3))) "
            "(map pair (list 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18))");
    printf("%.*s\n", (int)printed, output);
    free(heap);
    return 0;
}
