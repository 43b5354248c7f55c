/* References of several sizes overlap; each byte has its own last writer. */
static union {
    long all;
    int halves[2];
    char bytes[8];
} u;

static void write_all(void)
{
    u.all = 1;
}

static void write_byte(void)
{
    u.bytes[5] = 2;
}

static int read_low(void)
{
    return u.halves[0];
}

static int read_high(void)
{
    return u.halves[1];
}

int main(void)
{
    int sum;
    write_all();
    write_byte();
    sum = read_low();
    sum += read_high();
    return sum != 1 + 512;
}

/* read_high meets write_all on both sides of write_byte and counts it once.
With words of 4 bytes, the whole upper half belongs to write_byte.
call: write_all:10[main:31] -> read_high:25[main:34] 1 6
call: write_all:10[main:31] -> read_low:20[main:33] 1 4
call: write_byte:15[main:32] -> read_high:25[main:34] 1 4
words: write_all:10[main:31] -> read_low:20[main:33] 1 4
words: write_byte:15[main:32] -> read_high:25[main:34] 1 4
*/
