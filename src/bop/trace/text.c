/* Records of fields as text. */
#include "bop/trace/text.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void bop_text_start(struct text_buffer *text, int fd)
{
    text->fd = fd;
    text->error = 0;
    text->lines = text->n = 0;
    text->keyed = false;
}

void bop_text_flush(struct text_buffer *text)
{
    size_t done = 0;
    while (done < text->n && !text->error) {
        ssize_t n = write(text->fd, text->bytes + done, text->n - done);
        if (n >= 0)
            done += (size_t)n;
        else if (errno != EINTR)
            text->error = errno;
    }
    text->n = 0;
}

static void put(struct text_buffer *text, char c)
{
    if (text->n == sizeof text->bytes)
        bop_text_flush(text);
    text->bytes[text->n++] = c;
}

void bop_text_word(struct text_buffer *text, const char *word)
{
    while (*word)
        put(text, *word++);
}

static void put_blank(struct text_buffer *text)
{
    if (!text->keyed)
        put(text, ' ');
    text->keyed = false;
}

static void put_number(struct text_buffer *text, uint64_t number, unsigned base)
{
    char buffer[24];
    char *p = buffer + sizeof buffer;
    *--p = 0;
    do
        *--p = "0123456789abcdef"[number % base];
    while (number /= base);
    put_blank(text);
    bop_text_word(text, p);
}

void bop_text_number(struct text_buffer *text, uint64_t number)
{
    put_number(text, number, 10);
}

void bop_text_hex(struct text_buffer *text, uint64_t number)
{
    put_number(text, number, 16);
}

void bop_text_string(struct text_buffer *text, const char *string)
{
    put_blank(text);
    if (!*string)
        put(text, '-');
    bool dash = strcmp(string, "-") == 0; /* a text, not an empty field */
    for (; *string; string++) {
        unsigned char c = (unsigned char)*string;
        if (c > ' ' && c < 127 && c != '%' && !dash) {
            put(text, *string);
        } else {
            put(text, '%');
            put(text, "0123456789ABCDEF"[c >> 4]);
            put(text, "0123456789ABCDEF"[c & 15]);
        }
    }
}

void bop_text_key(struct text_buffer *text, const char *key)
{
    put(text, ' ');
    bop_text_word(text, key);
    put(text, '=');
    text->keyed = true;
}

void bop_text_end(struct text_buffer *text)
{
    put(text, '\n');
    text->lines++;
}
