/*
 * Calls the hooks of atomic operations, of all sizes, and compares what they do
 * with the operators of C, and which references of the variable the program is
 * told of. Prints what differs.
 */
#include "bop.h"

#include <stdio.h>

__extension__ typedef unsigned __int128 u128;

#define DECLARE(bits, type)                                                    \
    type __tsan_atomic##bits##_load(const volatile type *, int);               \
    void __tsan_atomic##bits##_store(volatile type *, type, int);              \
    type __tsan_atomic##bits##_exchange(volatile type *, type, int);           \
    type __tsan_atomic##bits##_fetch_add(volatile type *, type, int);          \
    type __tsan_atomic##bits##_fetch_sub(volatile type *, type, int);          \
    type __tsan_atomic##bits##_fetch_and(volatile type *, type, int);          \
    type __tsan_atomic##bits##_fetch_or(volatile type *, type, int);           \
    type __tsan_atomic##bits##_fetch_xor(volatile type *, type, int);          \
    type __tsan_atomic##bits##_fetch_nand(volatile type *, type, int);         \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type *, type *, \
                                                      type, int, int);         \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type *, type *,   \
                                                    type, int, int);           \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *, type,     \
                                                    type, int, int);

DECLARE(8, unsigned char)
DECLARE(16, unsigned short)
DECLARE(32, unsigned)
DECLARE(64, unsigned long)
DECLARE(128, u128)

static unsigned long variable;
static int reads, writes, failed;

void _bop_prof_rec_read(unsigned long p, int sketch, const char *file, int line)
{
    (void)sketch, (void)file, (void)line;
    reads += p == variable;
}

void _bop_prof_rec_write(unsigned long p, int sketch, const char *file,
                         int line)
{
    (void)sketch, (void)file, (void)line;
    writes += p == variable;
}

static void expect(int good, int r, int w, int bits, const char *name)
{
    if (!good || reads != r || writes != w) {
        printf("%d %s: %s, %d reads, %d writes\n", bits, name,
               good ? "good" : "another value", reads, writes);
        failed = 1;
    }
    reads = writes = 0;
}

#define CHANGE(bits, type, name, value)                                        \
    x = a;                                                                     \
    old = __tsan_atomic##bits##_##name(&x, b, 5);                              \
    expect(old == a && x == (type)(value), 1, 1, bits, #name);

#define EXCHANGE(bits, type, name)                                             \
    x = old = a;                                                               \
    good = __tsan_atomic##bits##_compare_exchange_##name(&x, &old, b, 5, 5);   \
    expect(good == 1 && x == b, 1, 1, bits, #name);                            \
    x = a;                                                                     \
    old = c;                                                                   \
    good = __tsan_atomic##bits##_compare_exchange_##name(&x, &old, b, 5, 5);   \
    expect(good == 0 && x == a && old == a, 1, 0, bits, #name " that fails");

#define CHECK(bits, type)                                                      \
    static void check##bits(type a, type b, type c)                            \
    {                                                                          \
        static type x __attribute__((aligned(16)));                            \
        type old;                                                              \
        int good;                                                              \
        variable = (unsigned long)&x;                                          \
        x = a;                                                                 \
        old = __tsan_atomic##bits##_load(&x, 5);                               \
        expect(old == a && x == a, 1, 0, bits, "load");                        \
        __tsan_atomic##bits##_store(&x, b, 5);                                 \
        expect(x == b, 0, 1, bits, "store");                                   \
        CHANGE(bits, type, exchange, b)                                        \
        CHANGE(bits, type, fetch_add, a + b)                                   \
        CHANGE(bits, type, fetch_sub, a - b)                                   \
        CHANGE(bits, type, fetch_and, a &b)                                    \
        CHANGE(bits, type, fetch_or, a | b)                                    \
        CHANGE(bits, type, fetch_xor, a ^ b)                                   \
        CHANGE(bits, type, fetch_nand, ~(a & b))                               \
        EXCHANGE(bits, type, strong)                                           \
        EXCHANGE(bits, type, weak)                                             \
        x = a;                                                                 \
        old = __tsan_atomic##bits##_compare_exchange_val(&x, a, b, 5, 5);      \
        expect(old == a && x == b, 1, 1, bits, "val");                         \
        x = a;                                                                 \
        old = __tsan_atomic##bits##_compare_exchange_val(&x, c, b, 5, 5);      \
        expect(old == a && x == a, 1, 0, bits, "val that fails");              \
    }

CHECK(8, unsigned char)
CHECK(16, unsigned short)
CHECK(32, unsigned)
CHECK(64, unsigned long)
CHECK(128, u128)

int main(void)
{
    u128 a = 0x0123456789abcdef, b = 0xfedcba9876543219;
    a |= b << 64;
    b |= (u128)0x1111111111111111 << 64;
    check8((unsigned char)a, (unsigned char)b, 3);
    check16((unsigned short)a, (unsigned short)b, 3);
    check32((unsigned)a, (unsigned)b, 3);
    check64((unsigned long)a, (unsigned long)b, 3);
    check128(a, b, (unsigned long)a); /* the halves differ, one by one */
    check128(a, b, a ^ 1);
    return failed;
}
