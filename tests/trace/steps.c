/* The smallest case: what one statement of main leaves for the next. */
int x, y;

static void f(void)
{
    x = 1;
    x = x + 1;
}

static void g(void)
{
    y = x;
}

int main(void)
{
    y = 0;
    f();
    g();
    return y != 2;
}

/* sem=doc has no tick between the calls: what g reads is of the same tick.
call: f:7[main:18] -> g:12[main:19] 1 2
call: g:12[main:19] -> main:20[main:20] 1 1
doc: g:12[main:17] -> main:20[main:20] 1 1
*/
