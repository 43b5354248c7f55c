/* The last statement of a function under study ends with the function: code that
   is not under study reads later what it wrote, and writes for no statement. */
static int x, y;

static void mid(void)
{
    x = 1;
}

static int rest(void)
{
    y = x + y;
    return y;
}

int main(void)
{
    mid();
    int sum = x;
    mid();
    return sum + rest() + rest() - 4;
}

/* functions: mid
call: mid:7[mid:7] -> main:19[-] 1 1
call: mid:7[mid:7] -> rest:12[-] 2 1
*/
