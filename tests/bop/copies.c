/* libc copies memory, and the compiler copies a structure. */
#include <string.h>

struct pair {
    long first, second;
};

static char a[64], b[64];
static size_t n = 64;
static struct pair p, q;

static void fill(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = (char)i;
}

static void copy(void)
{
    memcpy(b, a, n);
}

static int look(void)
{
    return b[5] + b[6];
}

static void fill_pair(void)
{
    p.first = 1;
    p.second = 2;
}

static void copy_pair(void)
{
    q = p;
}

static long look_pair(void)
{
    return q.second;
}

int main(void)
{
    fill();
    copy();
    fill_pair();
    copy_pair();
    return look() + look_pair() != 13;
}

/* fill's last write has pseudo time 65, since there is one tick before; then
   come a tick and the read of n, and memcpy reads at 68. When a structure is
copied, gcc reports the write first and clang the read.
call: copy:20[main:47] -> look:25[main:50] 1 8
call: copy:20[main:47] -> look:25[main:50] 1 9
call-gcc: copy_pair:36[main:49] -> look_pair:41[main:50] 1 6
call: fill:15[main:46] -> copy:20[main:47] 64 3
call-gcc: fill_pair:30[main:48] -> copy_pair:36[main:49] 1 4
call-gcc: fill_pair:31[main:48] -> copy_pair:36[main:49] 1 3
call-clang: copy_pair:36[main:49] -> look_pair:41[main:50] 1 5
call-clang: fill_pair:30[main:48] -> copy_pair:36[main:49] 1 3
call-clang: fill_pair:31[main:48] -> copy_pair:36[main:49] 1 2
*/
