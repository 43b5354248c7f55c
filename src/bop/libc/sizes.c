/* Computes how many bytes functions of libc read and write, for list.h. */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/uio.h>

#include "bop/libc/wrap.h"

size_t bop_wrap_equal_text(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] == b[i] && a[i])
        i++;
    return i < n ? i + 1 : n;
}

size_t bop_wrap_equal_text_any_case(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] &&
           tolower((unsigned char)a[i]) == tolower((unsigned char)b[i]))
        i++;
    return i < n ? i + 1 : n;
}

size_t bop_wrap_equal_memory(const void *a, const void *b, size_t n)
{
    const char *x = a, *y = b;
    size_t i = 0;
    while (i < n && x[i] == y[i])
        i++;
    return i < n ? i + 1 : n;
}

size_t bop_wrap_equal_wide(const wchar_t *a, const wchar_t *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] == b[i] && a[i])
        i++;
    return (i < n ? i + 1 : n) * sizeof *a;
}

size_t bop_wrap_integer_size(const char *text)
{
    const char *p = text;
    while (isspace((unsigned char)*p))
        p++;
    p += *p == '-' || *p == '+';
    while (isdigit((unsigned char)*p))
        p++;
    return (size_t)(p - text) + 1;
}

extern double __real_strtod(const char *text, char **end);

size_t bop_wrap_decimal_size(const char *text)
{
    char *stop;
    __real_strtod(text, &stop);
    return (size_t)(stop - text) + 1;
}

void bop_wrap_read_pieces(const struct wrap_call *call,
                          const struct iovec *pieces, int count, ssize_t n)
{
    for (int i = 0; i < count && n > 0; n -= (ssize_t)pieces[i++].iov_len)
        bop_wrap_read(call, pieces[i].iov_base,
                      (size_t)n < pieces[i].iov_len ? (size_t)n
                                                    : pieces[i].iov_len);
}

void bop_wrap_write_pieces(const struct wrap_call *call,
                           const struct iovec *pieces, int count, ssize_t n)
{
    for (int i = 0; i < count && n > 0; n -= (ssize_t)pieces[i++].iov_len)
        bop_wrap_write(call, pieces[i].iov_base,
                       (size_t)n < pieces[i].iov_len ? (size_t)n
                                                     : pieces[i].iov_len);
}
