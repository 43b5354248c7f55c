/* A loop with several ways back to its head is one loop, also if gcc has looked
   for warnings before (-Wall -Wextra), and so with --fast. */
enum { N = 60 };
struct item { int kind, *data, len; };
static struct item items[N], *current;
static int data[N], at, a[N], b[N];

static int next(void)
{
    if (at >= N)
        return 0;
    current = &items[at++];
    return 1 + (at & 1);
}

static void work(struct item *item)
{
    for (int k = 0; k < 20; k++)
        item->len += k;
}

static void run(void)
{
    struct item *item;
    int event;
    while ((event = next()) != 0) {
        item = current;
        if (event == 1) {
            if (item->kind == 1 || item->kind == 2) {
                work(item);
                item->data = 0;
            }
        }
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        items[i].kind = i / 2 % 4;
        items[i].data = &data[i];
    }
    for (int i = 0; i < N; i++)
        if (items[i].kind & 1)
            a[i] = i;
    for (int i = 0; i < N; i++) {
        if (a[i] > 50)
            continue;
        b[i] += a[i];
    }
    run();
    return items[3].len < 0;
}
