/* No call needs another one; main needs them all. */
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

/* Ticks lie between the calls: work(9) writes 20 th, the first read is 21 st
   of what was written 2 nd; the last is 30 th of what was written 20 th.
call: work:6[main:13] -> main:15[main:15] 10 10
doc: work:6[-] -> main:15[main:15] 10 10
*/
