#include "util/diag.h"

#include <stdarg.h>
#include <stdio.h>

#include "util/text/utf8.h"

enum { LONGEST = 2000 }; /* bytes of a message; longer ones are cut */

static bool is_quiet;
static bool has_status; /* the line of the cursor shows a status */

void diag_quiet(bool quiet)
{
    is_quiet = quiet;
}

/* Prints a message without the end of the line. */
static void print_text(const char *prefix, const char *format, va_list args)
{
    char text[LONGEST];
    vsnprintf(text, sizeof text, format, args);
    fprintf(stderr, "prof2dot: %s", prefix);
    for (struct str rest = str_of(text); rest.len;) {
        const char *start = rest.s;
        uint32_t code = utf8_next(&rest);
        if (code == REPLACEMENT || !utf8_printable(code))
            fputc('?', stderr);
        else
            fwrite(start, 1, (size_t)(rest.s - start), stderr);
    }
}

static void print(const char *prefix, const char *format, va_list args)
{
    diag_clear_status();
    print_text(prefix, format, args);
    fputc('\n', stderr);
}

void diag_clear_status(void)
{
    if (has_status)
        fputs("\r\033[K", stderr);
    has_status = false;
}

void diag_status(bool terminal, const char *format, ...)
{
    va_list args;
    diag_clear_status();
    va_start(args, format);
    print_text("", format, args);
    va_end(args);
    has_status = terminal;
    if (!terminal)
        fputc('\n', stderr);
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
