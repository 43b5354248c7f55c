/* These functions read or write data through a pointer that an argument points
   to, or remember their position in a text, so they do not fit a row of
   list.h. */
#include <fcntl.h>
#include <iconv.h>
#include <stdarg.h>

#include "bop/libc/wrap.h"

extern char *__real_strtok_r(char *text, const char *set, char **rest);

/* Reports the reads and writes of strtok: it reads the token and, unless the
   text ends there, writes a NUL after it. */
static char *tokenize(const struct wrap_call *call, char *text,
                      const char *set, char **rest)
{
    char *from = text ? text : *rest;
    size_t had = call->at ? bop_wrap_size(from) : 0;
    char *token = __real_strtok_r(text, set, rest);
    if (!call->at || !from)
        return token;
    bop_wrap_read(call, set, bop_wrap_size(set));
    if (!token) {
        bop_wrap_read(call, from, had);
        return token;
    }
    size_t end = (size_t)(token - from) + __real_strlen(token);
    bop_wrap_read(call, from, end + 1);
    bop_wrap_write(call, from + end, end + 1 < had);
    return token;
}

WRAP(char *, strtok_r, char *text, const char *set, char **rest)
{
    const struct wrap_call call = WRAP_CALL();
    if (!text)
        bop_wrap_read(&call, rest, sizeof *rest);
    char *token = tokenize(&call, text, set, rest);
    bop_wrap_write(&call, rest, sizeof *rest);
    return token;
}

WRAP(char *, strtok, char *text, const char *set)
{
    static char *state_of_strtok;
    const struct wrap_call call = WRAP_CALL();
    if (!text)
        bop_wrap_read(&call, &state_of_strtok, sizeof state_of_strtok);
    char *token = tokenize(&call, text, set, &state_of_strtok);
    bop_wrap_write(&call, &state_of_strtok, sizeof state_of_strtok);
    return token;
}

WRAP(char *, strsep, char **text, const char *set)
{
    const struct wrap_call call = WRAP_CALL();
    char *from = *text;
    bop_wrap_read(&call, text, sizeof *text);
    bop_wrap_read(&call, set, call.at ? bop_wrap_size(set) : 0);
    char *token = __real_strsep(text, set);
    if (call.at && token) {
        size_t end = __real_strlen(token);
        bop_wrap_read(&call, from, end + 1);
        bop_wrap_write(&call, from + end, *text != NULL);
        bop_wrap_write(&call, text, sizeof *text);
    }
    return token;
}

WRAP(size_t, iconv, iconv_t state, char **from, size_t *left, char **to,
     size_t *room)
{
    const struct wrap_call call = WRAP_CALL();
    char *had_from = from ? *from : NULL, *had_to = to ? *to : NULL;
    bop_wrap_read(&call, from, sizeof *from);
    bop_wrap_read(&call, left, sizeof *left);
    bop_wrap_read(&call, to, sizeof *to);
    bop_wrap_read(&call, room, sizeof *room);
    size_t result = __real_iconv(state, from, left, to, room);
    if (had_from) {
        bop_wrap_read(&call, had_from, (size_t)(*from - had_from));
        bop_wrap_write(&call, from, sizeof *from);
        bop_wrap_write(&call, left, sizeof *left);
    }
    if (had_to) {
        bop_wrap_write(&call, had_to, (size_t)(*to - had_to));
        bop_wrap_write(&call, to, sizeof *to);
        bop_wrap_write(&call, room, sizeof *room);
    }
    return result;
}

/* The mode is an argument only if the file may be created. */
#define OPEN(name)                                                             \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        mode_t mode = 0;                                                       \
        if (flags & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))) {                  \
            va_list args;                                                      \
            va_start(args, flags);                                             \
            mode = va_arg(args, mode_t);                                       \
            va_end(args);                                                      \
        }                                                                      \
        bop_wrap_read(&call, path, call.at ? bop_wrap_size(path) : 0);         \
        return __real_##name(path, flags, mode);                               \
    }

#undef open

WRAP(int, open, const char *path, int flags, ...)
OPEN(open)

WRAP(int, open64, const char *path, int flags, ...)
OPEN(open64)
