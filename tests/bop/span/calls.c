/* functions: main outer inner */
/* What runs in a function waits for the line that has called its caller. */
static int chain, data[50];

static void inner(int i)
{
    for (int k = 0; k < 5; k++)
        data[5 * i + k] = k;
}

static void outer(int i)
{
    inner(i);
}

int main(void)
{
    for (int i = 0; i < 10; i++) {
        chain = chain * 3 + 1; outer(i);
    }
    return data[49] != 4;
}

/*
 * An iteration of main takes 3: 2 references to the chain, and 1 for all of inner,
 * which depends on nothing that inner does. The last line takes 1.
 *
 * all: 71 span=31
 * main: 71 span=31
 * outer: 50 span=10
 * inner: 50 span=10
 * :18: 70 span=30
 * :7: 50 span=10
 */
