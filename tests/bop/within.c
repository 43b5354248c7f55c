/* All dependences are within one call of f, so none is reported. */
static int x, y;

static void f(void)
{
    x = 1;
    y = x + 1;
    x = y;
}

int main(void)
{
    f();
    return 0;
}

/*
*/
