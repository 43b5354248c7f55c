/* No call of work reads what another one wrote; main reads it all. */
static int a[10];

static void work(int i)
{
    a[i] = i * i;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        work(i);
    for (int i = 0; i < 10; i++)
        sum += a[i];
    return sum != 285;
}

/* There is a tick before each call, so work(0) writes at pseudo time 2 and
   work(9) at 20. main reads their results at 21 and 30, 19 and 10 later.
call: work:6[main:13] -> main:15[main:15] 10 10
doc: work:6[-] -> main:15[main:15] 10 10
*/
