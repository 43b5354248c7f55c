/* One DETAIL function calls another, and longjmp leaves a function.
functions: main mid */
#include <setjmp.h>

static int v, w;
static jmp_buf back;

static void leaf1(void)
{
    v = 1;
}

static void leaf2(void)
{
    w = v;
}

static void mid(void)
{
    leaf1();
    leaf2();
}

static void jump(void)
{
    w = w + 1;
    longjmp(back, 1);
}

int main(void)
{
    mid();
    if (!setjmp(back))
        jump();
    return w != 2;
}

/*
call: jump:26[main:34] -> main:35[main:35] 1 1
call: leaf1:10[mid:20] -> leaf2:15[mid:21] 1 2
call: leaf2:15[mid:21] -> jump:26[main:34] 1 2
doc: jump:26[-] -> main:35[main:35] 1 1
*/
