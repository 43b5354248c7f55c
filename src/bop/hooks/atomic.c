/*
 * Atomic operations of code compiled with -fsanitize=thread. The compiler
 * leaves the operation itself to the library, which performs it here with
 * sequential consistency, whatever order the program asks for. Each operation
 * is a reference; one that reads and writes is two.
 */
#include "bop/state/access.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* the orders */

#define REPORT(what, p)                                                        \
    bop_access_##what((uintptr_t)(p), sizeof *(p), CALLERS_SITE(),             \
                      CALLERS_CFA())

__extension__ typedef unsigned __int128 u128;

#define LOAD(bits, type)                                                       \
    HOOK type __tsan_atomic##bits##_load(const volatile type *p, int order)    \
    {                                                                          \
        REPORT(read, p);                                                       \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                           \
    }

#define STORE(bits, type)                                                      \
    HOOK void __tsan_atomic##bits##_store(volatile type *p, type value,        \
                                          int order)                           \
    {                                                                          \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                          \
        REPORT(write, p);                                                      \
    }

#define CHANGE(bits, type, name, builtin)                                      \
    HOOK type __tsan_atomic##bits##_##name(volatile type *p, type value,       \
                                           int order)                          \
    {                                                                          \
        REPORT(read, p);                                                       \
        type old = builtin(p, value, __ATOMIC_SEQ_CST);                        \
        REPORT(write, p);                                                      \
        return old;                                                            \
    }

#define EXCHANGE(bits, type, name)                                             \
    HOOK int __tsan_atomic##bits##_compare_exchange_##name(                    \
        volatile type *p, type *expected, type value, int order, int failed)   \
    {                                                                          \
        REPORT(read, p);                                                       \
        int good = __atomic_compare_exchange_n(p, expected, value, 0,          \
                                               __ATOMIC_SEQ_CST,               \
                                               __ATOMIC_SEQ_CST);              \
        if (good)                                                              \
            REPORT(write, p);                                                  \
        return good;                                                           \
    }

#define EXCHANGE_VALUE(bits, type)                                             \
    HOOK type __tsan_atomic##bits##_compare_exchange_val(                      \
        volatile type *p, type expected, type value, int order, int failed)    \
    {                                                                          \
        REPORT(read, p);                                                       \
        if (__atomic_compare_exchange_n(p, &expected, value, 0,                \
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))   \
            REPORT(write, p);                                                  \
        return expected;                                                       \
    }

#define ALL(bits, type)                                                        \
    LOAD(bits, type)                                                           \
    STORE(bits, type)                                                          \
    CHANGE(bits, type, exchange, __atomic_exchange_n)                          \
    CHANGE(bits, type, fetch_add, __atomic_fetch_add)                          \
    CHANGE(bits, type, fetch_sub, __atomic_fetch_sub)                          \
    CHANGE(bits, type, fetch_and, __atomic_fetch_and)                          \
    CHANGE(bits, type, fetch_or, __atomic_fetch_or)                            \
    CHANGE(bits, type, fetch_xor, __atomic_fetch_xor)                          \
    CHANGE(bits, type, fetch_nand, __atomic_fetch_nand)                        \
    EXCHANGE(bits, type, strong)                                               \
    EXCHANGE(bits, type, weak)                                                 \
    EXCHANGE_VALUE(bits, type)

ALL(8, uint8_t)
ALL(16, uint16_t)
ALL(32, uint32_t)
ALL(64, uint64_t)

HOOK void __tsan_atomic_thread_fence(int order)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

HOOK void __tsan_atomic_signal_fence(int order)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* The operations on 16 bytes use one instruction of the processor, because the
   compilers' built-in functions would call libatomic. */

/* Stores value if *p equals *expected; stores the old *p in *expected. */
static bool swap128(volatile u128 *p, u128 *expected, u128 value)
{
    uint64_t low = (uint64_t)*expected, high = (uint64_t)(*expected >> 64);
    bool good;
#ifdef __aarch64__
    uint64_t old_low, old_high;
    uint32_t failed;
    /* ldaxp may read halves of two values; a store that succeeds rules that
       out. */
    do {
        __asm__ volatile("ldaxp %0, %1, %2"
                         : "=&r"(old_low), "=&r"(old_high)
                         : "Q"(*p)
                         : "memory");
        good = old_low == low && old_high == high;
        uint64_t new_low = good ? (uint64_t)value : old_low;
        uint64_t new_high = good ? (uint64_t)(value >> 64) : old_high;
        __asm__ volatile("stlxp %w0, %2, %3, %1"
                         : "=&r"(failed), "=Q"(*p)
                         : "r"(new_low), "r"(new_high)
                         : "memory");
        /* cppcheck-suppress uninitvar; the assembler sets it */
    } while (failed);
    low = old_low;
    high = old_high;
#else
    __asm__ volatile("lock cmpxchg16b %1"
                     : "=@ccz"(good), "+m"(*p), "+a"(low), "+d"(high)
                     : "b"((uint64_t)value), "c"((uint64_t)(value >> 64))
                     : "memory");
#endif
    *expected = (u128)high << 64 | low;
    return good;
}

enum operation { SET, ADD, SUB, AND, OR, XOR, NAND };

static u128 result_of(enum operation operation, u128 old, u128 value)
{
    switch (operation) {
    case SET: return value;
    case ADD: return old + value;
    case SUB: return old - value;
    case AND: return old & value;
    case OR: return old | value;
    case XOR: return old ^ value;
    case NAND: return ~(old & value);
    }
    return old;
}

/* Returns the old value. */
static u128 change128(volatile u128 *p, enum operation operation, u128 value)
{
    u128 old = 0;
    while (!swap128(p, &old, result_of(operation, old, value)))
        ;
    return old;
}

HOOK u128 __tsan_atomic128_load(const volatile u128 *p, int order)
{
    u128 value = 0;
    REPORT(read, p);
    swap128((volatile u128 *)p, &value, 0);
    return value;
}

HOOK void __tsan_atomic128_store(volatile u128 *p, u128 value, int order)
{
    change128(p, SET, value);
    REPORT(write, p);
}

#define CHANGE128(name, operation)                                             \
    HOOK u128 __tsan_atomic128_##name(volatile u128 *p, u128 value, int order) \
    {                                                                          \
        REPORT(read, p);                                                       \
        u128 old = change128(p, operation, value);                             \
        REPORT(write, p);                                                      \
        return old;                                                            \
    }

CHANGE128(exchange, SET)
CHANGE128(fetch_add, ADD)
CHANGE128(fetch_sub, SUB)
CHANGE128(fetch_and, AND)
CHANGE128(fetch_or, OR)
CHANGE128(fetch_xor, XOR)
CHANGE128(fetch_nand, NAND)

#define EXCHANGE128(name)                                                      \
    HOOK int __tsan_atomic128_compare_exchange_##name(                         \
        volatile u128 *p, u128 *expected, u128 value, int order, int failed)   \
    {                                                                          \
        REPORT(read, p);                                                       \
        bool good = swap128(p, expected, value);                               \
        if (good)                                                              \
            REPORT(write, p);                                                  \
        return good;                                                           \
    }

EXCHANGE128(strong)
EXCHANGE128(weak)

HOOK u128 __tsan_atomic128_compare_exchange_val(volatile u128 *p,
                                                u128 expected, u128 value,
                                                int order, int failed)
{
    REPORT(read, p);
    if (swap128(p, &expected, value))
        REPORT(write, p);
    return expected;
}
