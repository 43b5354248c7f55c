/* functions: main */
/* A sum of the results of a function, and a chain in its midst. The first run
   tells that the sum is a reduction and names the chain as a candidate, so the
   second run measures what is left without them. */
enum { N = 500 };

static int data[N], sum;
static unsigned crc;

static void make(int i)
{
    int x = i;
    for (int k = 0; k < 20; k++)
        data[i] = data[i] * 3 + x;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        make(i);
    for (int i = 0; i < N; i++)
        sum += data[i];
    for (int i = 0; i < N; i++)
        crc = crc * 31 + (unsigned)data[i];
    return sum == 1 && crc == 1;
}

/*
 * make: 40 references; the sum and the chain: 3.
 */
