/* A stack machine that runs a recursive fib and a sieve; its objects live on
   the heap. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum opcode { PUSH, LOAD, STORE, ADD, SUB, LESS, JUMP, JUMP0, CALL, RET,
              GET, PUT, HALT };

struct instruction {
    enum opcode op;
    long value;
};

struct machine {
    const struct instruction *code;
    long *stack;
    int top, base, pc;
    struct array *array;
};

struct array {
    long n;
    long *items;
};

static long pop(struct machine *m)
{
    return m->stack[--m->top];
}

static void push(struct machine *m, long value)
{
    m->stack[m->top++] = value;
}

static struct array *new_array(long n)
{
    struct array *a = malloc(sizeof *a);
    a->n = n;
    a->items = calloc((size_t)n, sizeof *a->items);
    return a;
}

static void call(struct machine *m, long to)
{
    long argument = pop(m);
    push(m, m->pc);
    push(m, m->base);
    m->base = m->top;
    push(m, argument);
    m->pc = (int)to;
}

static void ret(struct machine *m)
{
    long value = pop(m);
    m->top = m->base;
    m->base = (int)pop(m);
    m->pc = (int)pop(m);
    push(m, value);
}

/* Executes one instruction. False at the end, when the stack has the result. */
static int step(struct machine *m)
{
    struct instruction i = m->code[m->pc++];
    long a, b;
    switch (i.op) {
    case PUSH: push(m, i.value); break;
    case LOAD: push(m, m->stack[m->base + i.value]); break;
    case STORE: a = pop(m); m->stack[m->base + i.value] = a; break;
    case ADD: b = pop(m); a = pop(m); push(m, a + b); break;
    case SUB: b = pop(m); a = pop(m); push(m, a - b); break;
    case LESS: b = pop(m); a = pop(m); push(m, a < b); break;
    case JUMP: m->pc = (int)i.value; break;
    case JUMP0: if (!pop(m)) m->pc = (int)i.value; break;
    case CALL: call(m, i.value); break;
    case RET: ret(m); break;
    case GET: a = pop(m); push(m, m->array->items[a]); break;
    case PUT: b = pop(m); a = pop(m); m->array->items[a] = b; break;
    case HALT: return 0;
    }
    return 1;
}

static const struct instruction fib[] = {
    { PUSH, 22 }, { CALL, 3 }, { HALT, 0 },
    { LOAD, 0 }, { PUSH, 2 }, { LESS, 0 }, { JUMP0, 9 },
    { LOAD, 0 }, { RET, 0 },
    { LOAD, 0 }, { PUSH, 1 }, { SUB, 0 }, { CALL, 3 },
    { LOAD, 0 }, { PUSH, 2 }, { SUB, 0 }, { CALL, 3 },
    { ADD, 0 }, { RET, 0 },
};

/* for (i = 2; i < N; i++) if (!a[i]) for (j = i + i; j < N; j += i) a[j] = 1 */
#define N 60000
static const struct instruction sieve[] = {
    { PUSH, 2 }, { PUSH, 0 },
    { LOAD, 0 }, { PUSH, N }, { LESS, 0 }, { JUMP0, 28 },
    { LOAD, 0 }, { GET, 0 }, { PUSH, 1 }, { LESS, 0 }, { JUMP0, 23 },
    { LOAD, 0 }, { LOAD, 0 }, { ADD, 0 }, { STORE, 1 },
    { LOAD, 1 }, { PUSH, N }, { LESS, 0 }, { JUMP0, 23 },
    { LOAD, 1 }, { PUSH, 1 }, { PUT, 0 }, { JUMP, 30 },
    { LOAD, 0 }, { PUSH, 1 }, { ADD, 0 }, { STORE, 0 }, { JUMP, 2 },
    { PUSH, 7 }, { HALT, 0 },
    { LOAD, 1 }, { LOAD, 0 }, { ADD, 0 }, { STORE, 1 }, { JUMP, 15 },
};

static void start(struct machine *m, const struct instruction *code)
{
    memset(m, 0, sizeof *m);
    m->code = code;
    m->array = new_array(N);
    m->stack = calloc(100000, sizeof *m->stack);
}

static long finish(struct machine *m)
{
    long result = pop(m);
    for (long i = 2; i < m->array->n; i++)
        result += m->array->items[i] == 0;
    free(m->stack);
    free(m->array->items);
    free(m->array);
    return result;
}

int main(void)
{
    long sum = 0;
    for (int turn = 0; turn < 8; turn++) {
        struct machine m;
        start(&m, turn % 2 ? sieve : fib);
        while (step(&m))
            ;
        sum += finish(&m);
    }
    printf("%ld\n", sum);
    return 0;
}
