/* Each call of add reads what the call before it wrote. */
static int sum;

static void add(int i)
{
    sum += i;
}

int main(void)
{
    for (int i = 0; i < 10; i++)
        add(i);
    return sum != 45;
}

/*
call: add:6[main:12] -> add:6[main:12] 9 2
call: add:6[main:12] -> main:13[main:13] 1 1
doc: add:6[-] -> main:13[main:13] 1 1
*/
