#include "output/graphviz/pdf.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "util/diag.h"
#include "util/text/ascii.h"

enum { DATE_SIZE = 64 };

/* The variable holds this time, as PDF writes dates (ISO 32000-1, 7.9.4):
   "/CreationDate (D:20261122071812Z)". */
static bool date_text(const char *seconds, char text[DATE_SIZE])
{
    char *end;
    long long value = strtoll(seconds, &end, 10);
    time_t when = (time_t)value;
    struct tm date;
    if (!ascii_is_digit(seconds[0]) || *end || value > 253402300799 ||
        !gmtime_r(&when, &date))
        return diag_error("SOURCE_DATE_EPOCH=%s: this should be the seconds "
                          "since 1970 before the year 10000, such as "
                          "1767225600", seconds);
    strftime(text, DATE_SIZE, "/CreationDate (D:%Y%m%d%H%M%SZ)", &date);
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

bool pdf_fix_date(struct buf *pdf, size_t start)
{
    const char *seconds = getenv("SOURCE_DATE_EPOCH");
    char date[DATE_SIZE] = "";
    if (seconds && !date_text(seconds, date))
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
