/* The wrappers of the functions in list.h. Each reports what the function reads
   and writes, and calls it. */
#include <dirent.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>

#include "bop/libc/wrap.h"

#define READ(p, n) bop_wrap_read(&call, p, n);
#define WRITE(p, n) bop_wrap_write(&call, p, n);
#define READ_TEXT(text) READ(text, bop_wrap_size(text))
#define WRITE_TEXT(text) WRITE(text, bop_wrap_size(text))
#define READ_WIDE(text) READ(text, bop_wrap_wide_size(text))
#define WRITE_WIDE(text) WRITE(text, bop_wrap_wide_size(text))
#define READ_PIECES(v, n, done) bop_wrap_read_pieces(&call, v, n, done);
#define WRITE_PIECES(v, n, done) bop_wrap_write_pieces(&call, v, n, done);
#define NEW(p, n)                                                              \
    if (p)                                                                     \
        bop_wrap_allocated(&call, p, n);
#define NEW_TEXT(text) NEW(text, SIZE(text)) WRITE_TEXT(text)
#define OUTPUT(fd) bop_wrap_output(&call, fd);
#define OUTPUT_FILE(file) bop_wrap_output_file(&call, file);
#define INPUT(fd) bop_wrap_input(&call, fd);
#define INPUT_FILE(file) bop_wrap_input_file(&call, file);
#define SEEK_FILE(file) bop_wrap_seek_file(&call, file);
#define RANDOM bop_wrap_random(&call);

/* Numbers of bytes. */
#define SIZE(text) bop_wrap_size(text)
#define PART(text, n) bop_wrap_part(text, n)
#define WIDE_SIZE(text) bop_wrap_wide_size(text)
#define WIDE_PART(text, n) bop_wrap_wide_part(text, n)
#define EQUAL_TEXT(a, b, n) bop_wrap_equal_text(a, b, n)
#define EQUAL_ANY_CASE(a, b, n) bop_wrap_equal_text_any_case(a, b, n)
#define EQUAL_MEMORY(a, b, n) bop_wrap_equal_memory(a, b, n)
#define EQUAL_WIDE(a, b, n) bop_wrap_equal_wide(a, b, n)
#define INTEGER(text) bop_wrap_integer_size(text)
#define DECIMAL(text) bop_wrap_decimal_size(text)
#define SPAN(from, to) ((size_t)((const char *)(to) - (const char *)(from)))
#define DONE(n) ((n) > 0 ? (size_t)(n) : 0)
#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define BITS(n) (((size_t)(n) + 63) / 64 * 8) /* of an fd_set */

#define FUNCTION(type, name, parameters, arguments, before, after)             \
    extern type __real_##name parameters;                                      \
    EXPORTED type __wrap_##name parameters;                                    \
    type __wrap_##name parameters                                              \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        if (call.at) {                                                         \
            before                                                             \
        }                                                                      \
        type result = __real_##name arguments;                                 \
        if (call.at) {                                                         \
            after                                                              \
        }                                                                      \
        return result;                                                         \
    }

#define PROCEDURE(name, parameters, arguments, before, after)                  \
    extern void __real_##name parameters;                                      \
    EXPORTED void __wrap_##name parameters;                                    \
    void __wrap_##name parameters                                              \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        if (call.at) {                                                         \
            before                                                             \
        }                                                                      \
        __real_##name arguments;                                               \
        if (call.at) {                                                         \
            after                                                              \
        }                                                                      \
    }

#define NUMBER_OF(type, name, parameters, arguments)                           \
    extern type __real_##name parameters;                                      \
    EXPORTED type __wrap_##name parameters;                                    \
    type __wrap_##name parameters                                              \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        __typeof__(*end) stop;                                                 \
        type result = __real_##name arguments;                                 \
        if (end)                                                               \
            *end = stop;                                                       \
        READ(text, SPAN(text, stop + 1))                                       \
        WRITE(end, sizeof *end)                                                \
        return result;                                                         \
    }

#define INTEGER_NUMBER(type, name, unit)                                       \
    NUMBER_OF(type, name, (const unit *text, unit **end, int base),            \
              (text, &stop, base))
#define REAL_NUMBER(type, name, unit)                                          \
    NUMBER_OF(type, name, (const unit *text, unit **end), (text, &stop))

#include "bop/libc/list.h"

/* clang 15 and later call these in place of the functions of libc. */
#define ALIAS(name, parameters)                                                \
    EXPORTED void *__tsan_##name parameters                                    \
        __attribute__((alias("__wrap_" #name)))

ALIAS(memcpy, (void *to, const void *from, size_t n));
ALIAS(memmove, (void *to, const void *from, size_t n));
ALIAS(memset, (void *to, int c, size_t n));
