/* The other file of the program two_a.c. */
extern int two;
int two_b(void);

static int step(void)
{
    return ++two;
}

int two_b(void)
{
    return step();
}
