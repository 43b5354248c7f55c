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
    if (n_printed < ROWS(printed))
        printed[n_printed++] = hash;
    return false;
}

/* Prints a message without the end of the line. */
static void print_text(const char *prefix, struct str text)
{
    fprintf(stderr, "prof2dot: %s", prefix);
    while (text.len) {
        const char *start = text.s;
        uint32_t code = utf8_next(&text);
        if (code == REPLACEMENT || !utf8_printable(code))
            fputc('?', stderr);
        else
            fwrite(start, 1, (size_t)(text.s - start), stderr);
    }
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
    char text[LONGEST];
    va_list args;
    if (captured)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    diag_clear_status();
    print_text("", str_of(text));
    has_status = terminal;
    if (!terminal)
        fputc('\n', stderr);
}

/* Captures a message or prints it, unless it is a warning or a note that is not
   wanted. Keeps an error that is printed if diag_keep asks for that. */
static void tell(char kind, const char *format, va_list args)
{
    char text[LONGEST];
    vsnprintf(text, sizeof text, format, args);
    if (captured) {
        buf_char(captured, kind);
        buf_add(captured, str_of(text));
        buf_char(captured, '\0');
        return;
    }
    if (kind != ERROR && (is_quiet || is_known(text)))
        return;
    diag_clear_status();
    print_text(kind == WARNING ? "warning: " : "", str_of(text));
    fputc('\n', stderr);
    if (kind == ERROR && kept_errors)
        buf_printf(kept_errors, "%s\n", text);
}

bool diag_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tell(ERROR, format, args);
    va_end(args);
    return false;
}

void diag_warn(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tell(WARNING, format, args);
    va_end(args);
}

void diag_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tell(NOTE, format, args);
    va_end(args);
}
