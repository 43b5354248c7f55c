/* Memory of the heap has no name: the source says what is accessed. The
   verdicts are in tests/scripts/heap.sh. */
#include <stdlib.h>
struct node { struct node *next; int value, count; };
struct state { int live, buff; struct node *head; int *table; };

static void push(struct state *s, int v)
{
    struct node *n = malloc(sizeof *n);
    n->value = v;
    n->next = s->head;
    s->head = n;
}

static void bits(struct state *s, int n, int v)
{
    s->buff |= v << s->live;
    s->live += n;
    if (s->live > 8)
        s->live -= 8;
}

static void look(struct state *s, int i)
{
    s->table[i % 4] = s->table[(i + 1) % 4] + 1;
}

int main(void)
{
    struct state *s = calloc(1, sizeof *s);
    s->table = calloc(4, 4);
    for (int i = 0; i < 9; i++)
        push(s, i);
    for (int i = 0; i < 9; i++)
        bits(s, 3, i);
    for (int i = 0; i < 9; i++)
        look(s, i);
    int *p = s->table;
    for (int i = 0; i < 4; i++)
        *p = *p + s->buff;
    return s->head->value;
}
