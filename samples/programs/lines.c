/* A program for source lines: without a library, so that it is as small as the
   recording. One function is inlined. */
typedef unsigned int word;

/* Functions that call nothing would have no frame. */
#define FRAME __asm__ volatile("" : : "r"(__builtin_frame_address(0)))

enum { SIZE = 1 << 12, ROUNDS = 700 };
static word table[SIZE];

static void leave(void)
{
    __asm__ volatile("syscall" : : "a"(60), "D"(0) : "rcx", "r11", "memory");
    __builtin_unreachable();
}

/* Xorshift, by Marsaglia. */
static inline word next(word x)
{
    x ^= x << 13;
    x ^= x >> 17;
    return x ^ x << 5;
}

__attribute__((noinline)) static void fill(word seed)
{
    FRAME;
    for (int i = 0; i < SIZE; i++) {
        seed = next(seed);
        table[i] = seed;
    }
}

__attribute__((noinline)) static word divide(word by)
{
    word sum = 0;
    FRAME;
    for (int i = 0; i < SIZE; i++) {
        word value = table[i] | 1;
        sum += by / value + value % by;
        sum ^= value;
    }
    return sum;
}

__attribute__((noinline)) static word count(word bits)
{
    word n = 0;
    FRAME;
    for (int i = 0; i < SIZE; i++)
        if ((table[i] & bits) == bits)
            n++;
        else
            n += table[i] >> 31;
    return n;
}

volatile word result;

void _start(void)
{
    word all = 1;
    for (word round = 1; round < ROUNDS; round++) {
        fill(round);
        all += divide(all | 3);
        all ^= count(round & 7);
    }
    result = all;
    leave();
}
