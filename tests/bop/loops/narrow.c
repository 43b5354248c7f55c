/* A function reads one byte of its parameter, and the next function, which has a
   parameter in the same place, reads and writes eight. Who has read the byte is
   no reader of the second parameter. */
enum { n = 20 };
static int r[n];

static int byte_of(long x)
{
    int sum = 0;
    sum += ((char *)&x)[4];
    return sum;
}

static int sum_from(long from)
{
    int sum = 0;
    for (; from < 4; ++from)
        sum += (int)from;
    return sum;
}

int main(void)
{
    for (int i = 0; i < n; i++)
        r[i] = sum_from(i % 3) + byte_of(i);
    return 0;
}

/* functions: main */
/*
narrow.c:24: 1×, 20 iterations: DOALL; #pragma omp parallel for
*/
