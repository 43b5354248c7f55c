/* These functions read values by a format and store them where their arguments
   point. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

#include "bop/libc/wrap.h"

struct conversion {
    bool stores; /* not suppressed by * */
    bool counts; /* in the result of scanf */
    bool allocates;
    size_t width; /* 0 if none is given */
    size_t size;  /* bytes of the value, 0 for a text */
    size_t unit;  /* bytes of a character of a text, or 0 */
    char letter;
};

/* Returns the bytes of an integer with that modifier, and skips the
   modifier. */
static size_t integer_size(const char **p)
{
    static const struct {
        const char *modifier;
        size_t size;
    } sizes[] = { { "hh", 1 }, { "h", 2 }, { "ll", 8 }, { "l", 8 }, { "j", 8 },
                  { "z", 8 },  { "t", 8 }, { "q", 8 },  { "L", 16 } };
    for (size_t i = 0; i < ROWS(sizes); i++) {
        size_t n = strlen(sizes[i].modifier);
        if (strncmp(*p, sizes[i].modifier, n) == 0) {
            *p += n;
            return sizes[i].size;
        }
    }
    return 4;
}

/* Returns the text after the set of %[...]; p is after the bracket. */
static const char *skip_set(const char *p)
{
    p += *p == '^';
    p += *p == ']';
    while (*p && *p != ']')
        p++;
    return p;
}

/* Reads the conversion behind a percent sign. Returns its last letter, or NULL
   if the format cannot be followed. */
static const char *read_conversion(const char *p, struct conversion *c)
{
    *c = (struct conversion){ .stores = *p != '*', .counts = true };
    p += *p == '*';
    for (; *p >= '0' && *p <= '9'; p++)
        c->width = c->width * 10 + (size_t)(*p - '0');
    if (*p == '$')
        return NULL;
    c->allocates = *p == 'm';
    p += *p == 'm';
    c->size = integer_size(&p);
    c->letter = *p;
    if (c->size == 16 && *p && strchr("diouxXn", *p))
        c->size = 8; /* glibc takes L for ll there */
    switch (*p) {
    case 0:
        return NULL;
    case '%':
        c->stores = c->counts = false;
        break;
    case 'n':
        c->counts = false;
        break;
    case 'p':
        c->size = sizeof(void *);
        break;
    case 'c':
    case 's':
    case '[':
        c->unit = c->size == 8 ? sizeof(wchar_t) : 1;
        c->size = 0;
        if (*p == '[')
            p = skip_set(p + 1);
    }
    return *p ? p : NULL;
}

static size_t text_size(const struct conversion *c, const void *text)
{
    if (c->letter == 'c')
        return (c->width ? c->width : 1) * c->unit;
    return c->unit == 1 ? bop_wrap_size(text) : bop_wrap_wide_size(text);
}

static void report(const struct wrap_call *call, const struct conversion *c,
                   void *to)
{
    if (c->allocates) {
        bop_wrap_write(call, to, sizeof(void *));
        to = *(void **)to;
    }
    bop_wrap_write(call, to, c->size ? c->size : text_size(c, to));
}

/* Reports the data that a call has written if it has stored n values. It has
   not reached the conversions after the last of them. */
static void scanned(const struct wrap_call *call, const char *format, int n,
                    va_list args)
{
    if (!call->at)
        return;
    bop_wrap_read(call, format, bop_wrap_size(format));
    const char *p = format;
    while (p && (p = strchr(p, '%'))) {
        struct conversion c;
        p = read_conversion(p + 1, &c);
        p += p != NULL;
        if (!p || !c.stores)
            continue;
        if (c.counts && n-- <= 0)
            return;
        report(call, &c, va_arg(args, void *));
    }
}

/* Define the bodies of a function that takes a list of arguments, and of one
   that takes arguments. */
#define SCAN(real, before, after)                                              \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        va_list copy;                                                          \
        va_copy(copy, args);                                                   \
        before;                                                                \
        int n = __real_##real;                                                 \
        scanned(&call, format, n, copy);                                       \
        after;                                                                 \
        va_end(copy);                                                          \
        return n;                                                              \
    }

#define SCAN_ARGUMENTS(real, before, after)                                    \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        va_list args;                                                          \
        before;                                                                \
        va_start(args, format);                                                \
        int n = __real_##real;                                                 \
        va_end(args);                                                          \
        va_start(args, format);                                                \
        scanned(&call, format, n, args);                                       \
        after;                                                                 \
        va_end(args);                                                          \
        return n;                                                              \
    }

#define NOTHING (void)0
#define TEXT bop_wrap_read(&call, from, call.at ? bop_wrap_size(from) : 0)
#define FROM(file) bop_wrap_input_file(&call, file)

/* Defines the six functions of a family, whose names have a prefix. */
#define SCAN_FAMILY(prefix)                                                    \
    WRAP(int, prefix##vscanf, const char *format, va_list args)                \
    SCAN(prefix##vscanf(format, args), NOTHING, FROM(stdin))                   \
    WRAP(int, prefix##scanf, const char *format, ...)                          \
    SCAN_ARGUMENTS(prefix##vscanf(format, args), NOTHING, FROM(stdin))         \
    WRAP(int, prefix##vfscanf, FILE *file, const char *format, va_list args)   \
    SCAN(prefix##vfscanf(file, format, args), NOTHING, FROM(file))             \
    WRAP(int, prefix##fscanf, FILE *file, const char *format, ...)             \
    SCAN_ARGUMENTS(prefix##vfscanf(file, format, args), NOTHING, FROM(file))   \
    WRAP(int, prefix##vsscanf, const char *from, const char *format,           \
         va_list args)                                                         \
    SCAN(prefix##vsscanf(from, format, args), TEXT, NOTHING)                   \
    WRAP(int, prefix##sscanf, const char *from, const char *format, ...)       \
    SCAN_ARGUMENTS(prefix##vsscanf(from, format, args), TEXT, NOTHING)

SCAN_FAMILY()
/* The headers of glibc give these functions other names. */
SCAN_FAMILY(__isoc99_)
#if GLIBC_SINCE(2, 38)
SCAN_FAMILY(__isoc23_)
#endif
