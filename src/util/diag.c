#include "util/diag.h"

#include <stdio.h>

#include "util/hash.h"
#include "util/text/utf8.h"

enum { LONGEST = 2000 }; /* bytes of a message; longer ones are cut */

static bool is_quiet;
static bool is_once;
static uint32_t printed[64]; /* hashes of the first warnings and notes */
static size_t n_printed;
static struct buf *kept_errors; /* or NULL */
static bool has_status; /* the line of the cursor shows a status */

/* Of each message its kind, its text and a NUL; NULL: messages are printed. */
static _Thread_local struct buf *captured;
enum { ERROR = 'e', WARNING = 'w', NOTE = 'n' };

void diag_capture(struct buf *to)
{
    captured = to;
}

bool diag_captures(void)
{
    return captured;
}

static void capture(char kind, const char *format, va_list args)
{
    char text[LONGEST];
    vsnprintf(text, sizeof text, format, args);
    buf_char(captured, kind);
    buf_add(captured, str_of(text));
    buf_char(captured, '\0');
}

void diag_print(struct str messages)
{
    struct str message;
    while (str_cut(messages, S("\0"), &message, &messages))
        switch (message.s[0]) {
        case ERROR: diag_error("%s", message.s + 1); break;
        case WARNING: diag_warn("%s", message.s + 1); break;
        default: diag_note("%s", message.s + 1); break;
        }
}

void diag_quiet(bool quiet)
{
    is_quiet = quiet;
}

void diag_once(bool once)
{
    is_once = once;
}

void diag_keep(struct buf *errors)
{
    kept_errors = errors;
}

/* Is the text to be passed over because it was printed before? */
static bool is_known(const char *text)
{
    uint32_t hash = hash_text(str_of(text));
    for (size_t i = 0; i < n_printed; i++)
        if (printed[i] == hash)
            return is_once;
    if (n_printed < sizeof printed / sizeof *printed)
        printed[n_printed++] = hash;
    return false;
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

/* Prints a warning or a note. */
static void print_remark(char kind, const char *format, va_list args)
{
    char text[LONGEST];
    va_list copy;
    if (captured) {
        capture(kind, format, args);
        return;
    }
    va_copy(copy, args);
    vsnprintf(text, sizeof text, format, copy);
    va_end(copy);
    if (!is_quiet && !is_known(text))
        print(kind == WARNING ? "warning: " : "", format, args);
}

void diag_clear_status(void)
{
    if (captured)
        return;
    if (has_status)
        fputs("\r\033[K", stderr);
    has_status = false;
}

void diag_status(bool terminal, const char *format, ...)
{
    va_list args;
    if (captured)
        return;
    diag_clear_status();
    va_start(args, format);
    print_text("", format, args);
    va_end(args);
    has_status = terminal;
    if (!terminal)
        fputc('\n', stderr);
}

/* Prints an error, and keeps it if diag_keep asks for that. */
static void print_error(const char *format, va_list args)
{
    char text[LONGEST];
    va_list copy;
    va_copy(copy, args);
    vsnprintf(text, sizeof text, format, copy);
    va_end(copy);
    print("", format, args);
    if (kept_errors)
        buf_printf(kept_errors, "%s\n", text);
}

bool diag_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (captured)
        capture(ERROR, format, args);
    else
        print_error(format, args);
    va_end(args);
    return false;
}

void diag_warn(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_remark(WARNING, format, args);
    va_end(args);
}

void diag_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_remark(NOTE, format, args);
    va_end(args);
}
