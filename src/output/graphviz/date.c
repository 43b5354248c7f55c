#include "output/graphviz/date.h"

#include <stdlib.h>
#include <time.h>

#include "util/diag.h"

enum { DATE_SIZE = 64 };

/* Makes a text of the time in SOURCE_DATE_EPOCH, as strftime does, or "" if the
   variable is not set. */
static bool date_text(char text[DATE_SIZE], const char *format)
{
    const char *seconds = getenv("SOURCE_DATE_EPOCH");
    char *end;
    text[0] = 0;
    if (!seconds)
        return true;
    long long value = strtoll(seconds, &end, 10);
    time_t when = (time_t)value;
    struct tm date;
    if (!ascii_is_digit(seconds[0]) || *end || value > 253402300799 ||
        !gmtime_r(&when, &date))
        return diag_error("SOURCE_DATE_EPOCH=%s: this should be the seconds "
                          "since 1970 before the year 10000, such as "
                          "1767225600", seconds);
    strftime(text, DATE_SIZE, format, &date);
    return true;
}

/* Returns the last occurrence of text in the buffer from an offset on, or
   NULL. */
static char *find_last(struct buf *buf, size_t start, const char *text)
{
    size_t len = strlen(text);
    for (size_t at = buf->len; at >= start + len; at--)
        if (memcmp(buf->data + at - len, text, len) == 0)
            return buf->data + at - len;
    return NULL;
}

/* PDF writes dates so (ISO 32000-1, 7.9.4): "/CreationDate
   (D:20261122071812Z)". */
bool date_fix_pdf(struct buf *pdf, size_t start)
{
    char date[DATE_SIZE];
    if (!date_text(date, "/CreationDate (D:%Y%m%d%H%M%SZ)"))
        return false;
    const char *pdf_end = pdf->data + pdf->len;
    char *old = find_last(pdf, start, "/CreationDate (");
    char *end = old ? memchr(old, ')', (size_t)(pdf_end - old)) : NULL;
    if (!end)
        return true;
    size_t room = (size_t)(end + 1 - old), len = strlen(date);
    memset(old, ' ', room);
    if (len <= room)
        memcpy(old, date, len); /* NOLINT: it is no string that ends in NUL */
    return true;
}

/* The date is a comment in the head: "%%CreationDate: Sat Nov 28 16:39:31
   2026". */
bool date_fix_ps(struct buf *ps, size_t start)
{
    char date[DATE_SIZE];
    struct str key = S("\n%%CreationDate: "), head, rest, line;
    if (!date_text(date, "\n%%%%CreationDate: %Y-%m-%dT%H:%M:%SZ"))
        return false;
    if (!str_cut(str_skip(buf_text(ps), start), key, &head, &rest) ||
        !str_cut(rest, S("\n"), &line, &rest))
        return true;
    LOCAL_BUF(fixed);
    buf_add(&fixed, str_of(date));
    buf_char(&fixed, '\n');
    buf_add(&fixed, rest);
    ps->len = start + head.len;
    buf_add(ps, buf_text(&fixed));
    return true;
}
