/* These functions print by a format: they read the format and the texts among
   their arguments, and some write to a buffer. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

#include "bop/libc/wrap.h"

/* Arguments that are left, as an argument of functions themselves. */
struct arguments {
    va_list list;
};

/* Returns how wide an argument is, from the letters before its conversion:
   'h' for hh, h and none, 'l' for l, ll, j, z and t, 'L' for L. */
static int width_of(const char **format)
{
    int width = 'h';
    for (;; (*format)++) {
        switch (**format) {
        case 'h':
            break;
        case 'l':
        case 'j':
        case 'z':
        case 't':
        case 'q':
            width = 'l';
            break;
        case 'L':
            width = 'L';
            break;
        default:
            return width;
        }
    }
}

/* Skips flags, a width or a precision, which may come from an argument.
   Returns it, or -1. */
static long number_of(const char **format, struct arguments *args)
{
    long n = -1;
    if (**format == '*') {
        (*format)++;
        return va_arg(args->list, int);
    }
    for (; **format >= '0' && **format <= '9'; (*format)++)
        n = (n < 0 ? 0 : n * 10) + **format - '0';
    return n;
}

static void read_text(const struct wrap_call *call, const char *text,
                      long precision)
{
    if (text)
        bop_wrap_read(call, text,
                      precision < 0 ? bop_wrap_size(text)
                                    : bop_wrap_part(text, (size_t)precision));
}

static void read_wide(const struct wrap_call *call, const wchar_t *text,
                      long precision)
{
    if (text)
        bop_wrap_read(call, text,
                      precision < 0
                          ? bop_wrap_wide_size(text)
                          : bop_wrap_wide_part(text, (size_t)precision));
}

/* Reports the data that one conversion reads. Returns its last letter, or NULL
   if the format has arguments by number (%1$s). Those are rare, and the data
   that they read is not reported. */
static const char *convert(const struct wrap_call *call, const char *p,
                           struct arguments *args)
{
    while (*p && strchr("-+ #0'I", *p))
        p++;
    number_of(&p, args);
    if (*p == '$')
        return NULL;
    long precision = -1;
    if (*p == '.') {
        p++;
        precision = *p == '*' || (*p >= '0' && *p <= '9') ? number_of(&p, args)
                                                          : 0;
    }
    int width = width_of(&p);
    switch (*p) {
    case 0:
        return NULL;
    case '%':
    case 'm':
        break;
    case 's':
        if (width == 'l')
            read_wide(call, va_arg(args->list, wchar_t *), precision);
        else
            read_text(call, va_arg(args->list, char *), precision);
        break;
    case 'n':
        bop_wrap_write(call, va_arg(args->list, void *),
                       width == 'l' ? sizeof(long) : sizeof(int));
        break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        if (width == 'L')
            va_arg(args->list, long double);
        else
            va_arg(args->list, double);
        break;
    case 'p':
        va_arg(args->list, void *);
        break;
    default:
        if (width == 'h')
            va_arg(args->list, int);
        else
            va_arg(args->list, long long);
    }
    return p;
}

static void printed(const struct wrap_call *call, const char *format,
                    va_list list)
{
    struct arguments args;
    if (!call->at)
        return;
    va_copy(args.list, list);
    bop_wrap_read(call, format, bop_wrap_size(format));
    for (const char *p = format; p && (p = strchr(p, '%')); p += p != NULL)
        p = convert(call, p + 1, &args);
    va_end(args.list);
}

/* Returns how many bytes snprintf has written to a buffer when it returns n. */
static size_t stored(int n, size_t room)
{
    return n < 0 ? 0 : (size_t)n < room ? (size_t)n + 1 : room;
}

/* Defines a function that prints its arguments, and the function of the same
   name with a v, which prints a list of them. `written` is the statement that
   reports the data that they have written. */
#define PRINT(name, parameters, arguments, written)                            \
    WRAP(int, v##name, UNPACK parameters const char *format, va_list args)     \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        printed(&call, format, args);                                          \
        int n = __real_v##name(UNPACK arguments format, args);                 \
        written;                                                               \
        return n;                                                              \
    }                                                                          \
    WRAP(int, name, UNPACK parameters const char *format, ...)                 \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        va_list args;                                                          \
        va_start(args, format);                                                \
        printed(&call, format, args);                                          \
        int n = __real_v##name(UNPACK arguments format, args);                 \
        va_end(args);                                                          \
        written;                                                               \
        return n;                                                              \
    }

/* Removes the parentheses around the parameters before the format. */
#define UNPACK(...) __VA_ARGS__
#define TO_FILE(file) bop_wrap_output_file(&call, file)
#define TO_DESCRIPTOR bop_wrap_output(&call, fd)
#define BUFFER bop_wrap_write(&call, to, n < 0 ? 0 : (size_t)n + 1)
#define PART_OF_BUFFER bop_wrap_write(&call, to, stored(n, room))
#define NEW_BUFFER                                                             \
    bop_wrap_write(&call, to, sizeof *to);                                     \
    bop_wrap_write(&call, n < 0 ? NULL : *to, (size_t)n + 1);                  \
    if (n >= 0)                                                                \
        bop_wrap_allocated(&call, *to, (size_t)n + 1)

PRINT(printf, (), (), TO_FILE(stdout))
PRINT(fprintf, (FILE *file,), (file,), TO_FILE(file))
PRINT(dprintf, (int fd,), (fd,), TO_DESCRIPTOR)
PRINT(sprintf, (char *to,), (to,), BUFFER)
PRINT(snprintf, (char *to, size_t room,), (to, room,), PART_OF_BUFFER)
PRINT(asprintf, (char **to,), (to,), NEW_BUFFER)
