/* The smallest case: one statement of main reads what another wrote. */
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

/* With sem=doc the frozen time stands still, so f and g have no dependence.
call: f:7[main:18] -> g:12[main:19] 1 2
call: g:12[main:19] -> main:20[main:20] 1 1
doc: g:12[main:17] -> main:20[main:20] 1 1
*/
