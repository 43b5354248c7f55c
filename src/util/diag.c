#include "util/diag.h"

#include <stdarg.h>
#include <stdio.h>

enum { LONGEST = 2000 }; /* bytes of a message; the rest is cut */

static bool is_quiet;

void diag_quiet(bool quiet)
{
    is_quiet = quiet;
}

static void print(const char *prefix, const char *format, va_list args)
{
    char text[LONGEST];
    vsnprintf(text, sizeof text, format, args);
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    fprintf(stderr, "prof2dot: %s%s\n", prefix, text);
}

bool diag_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print("", format, args);
    va_end(args);
    return false;
}

void diag_warn(const char *format, ...)
{
    va_list args;
    if (is_quiet)
        return;
    va_start(args, format);
    print("warning: ", format, args);
    va_end(args);
}

void diag_note(const char *format, ...)
{
    va_list args;
    if (is_quiet)
        return;
    va_start(args, format);
    print("", format, args);
    va_end(args);
}
