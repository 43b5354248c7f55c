/* All of it within one call: nobody outside needs to know. */
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
