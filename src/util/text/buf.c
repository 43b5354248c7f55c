#include "util/text/buf.h"

#include <math.h>
#include <stdio.h>

#include "util/array.h"

char *buf_reserve(struct buf *buf, size_t more)
{
    if (!buf->data || buf->room - buf->len < more)
        buf->data = array_reserve(buf->data, buf->len, more, &buf->room);
    return buf->data + buf->len;
}

void buf_add(struct buf *buf, struct str s)
{
    if (s.len == 0)
        return;
    memcpy(buf_reserve(buf, s.len), s.s, s.len);
    buf->len += s.len;
}

void buf_char(struct buf *buf, char c)
{
    *buf_reserve(buf, 1) = c;
    buf->len++;
}

void buf_printf(struct buf *buf, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    size_t len = (size_t)vsnprintf(NULL, 0, format, args);
    vsnprintf(buf_reserve(buf, len + 1), len + 1, format, again);
    buf->len += len;
    va_end(again);
    va_end(args);
}

bool buf_whole(struct buf *buf, double number)
{
    char text[16], *at = text + sizeof text;
    double size = fabs(number);
    if (!(size < 1e15) || size != floor(size) || (size == 0 && signbit(number)))
        return false;
    uint64_t rest = (uint64_t)size;
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        *--at = '-';
    buf_add(buf, (struct str){ at, (size_t)(text + sizeof text - at) });
    return true;
}

void buf_number(struct buf *buf, double number)
{
    char text[32];
    if (buf_whole(buf, number))
        return;
    if (isnan(number)) {
        buf_char(buf, '?');
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    buf_add(buf, str_of(text));
}

void buf_drop(struct buf *buf, size_t n)
{
    buf->len -= n;
    if (buf->len)
        memmove(buf->data, buf->data + n, buf->len);
}

struct str buf_text(const struct buf *buf)
{
    return buf->len ? (struct str){ buf->data, buf->len } : S("");
}

struct str buf_move(struct buf *buf, struct arena *arena)
{
    struct str text = arena_copy(arena, buf_text(buf));
    buf_free(buf);
    return text;
}

void buf_free(struct buf *buf)
{
    free(buf->data);
    *buf = (struct buf){ 0 };
}
