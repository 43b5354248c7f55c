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
 * Statements of 40 references, and of 3 in the sum and in the chain. The second
 * run knows the sum: only the chain waits, 40 + 500 * 3, or without it the
 * longest statement before the sum, which takes 3, and 1 that reads it.
 *
 * all: 23001 span=1541
 * main: 23001 span=1541
 * :19: 20000 span=40
 * :21: 1500 span=1500
 * :23: 1500 span=1500
 * second program: 23001 span=1540
 * second without :24 crc: 23001 span=44
 * second main: 23001 span=1540
 * second :19: 20000 span=40
 * second :21: 1500 span=3
 * second :23: 1500 span=1500
 */
