/* Two loops whose calls depend on nothing and on one call before, and one whose
   calls are a chain. */
static double a[2000], b[2000], t;
static volatile double sink;

static void fill(int i)
{
    a[i] = i;
}

static void twice(int i)
{
    b[i] = a[i] * 2;
}

static void chain(int i)
{
    t = t * .5 + i;
}

int main(void)
{
    for (int i = 0; i < 2000; i++)
        fill(i);
    for (int i = 0; i < 2000; i++)
        twice(i);
    for (int i = 0; i < 2000; i++)
        chain(i);
    sink = t + b[5];
    return 0;
}

/*
 * 2,000 times 1, 2 and 2 references; then 3, which wait for the chain.
 *
 * all: 10003 span=4003
 * main: 10003 span=4003
 * :23: 2000 span=1
 * :25: 4000 span=2
 * :27: 4000 span=4000
 */
