/* Each of three stages reads the array that the one before it wrote. */
static int a[10], b[10];

static void produce(void)
{
    for (int i = 0; i < 10; i++)
        a[i] = i;
}

static void change(void)
{
    for (int i = 0; i < 10; i++)
        b[i] = a[i] * 2;
}

static int consume(void)
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += b[i];
    return sum;
}

int main(void)
{
    produce();
    change();
    return consume() != 90;
}

/*
call: change:13[main:27] -> consume:20[main:28] 10 11
call: produce:7[main:26] -> change:13[main:27] 10 11
*/
