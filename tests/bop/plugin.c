/* A library that host.c loads. */
void work(int *p);

static void add(int *p)
{
    *p += 1;
}

void work(int *p)
{
    add(p);
}
