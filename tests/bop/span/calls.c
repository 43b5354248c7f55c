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
 * An iteration of main takes 2, as long as its references to the chain: the next
 * one does not wait for inner, which is called behind them. The last iteration
 * waits for inner, which takes 1, and so does the last line, which takes 1.
 *
 * all: 71 span=22
 * main: 71 span=22
 * outer: 50 span=10
 * inner: 50 span=10
 * :18: 70 span=21
 * :7: 50 span=10
 */
