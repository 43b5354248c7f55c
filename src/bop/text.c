/* Records as text, made without stdio: a handler of signals may be at work. */
#include "bop/text.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void text_start(struct text *text, int fd)
{
    text->fd = fd;
    text->error = 0;
    text->lines = text->n = 0;
    text->keyed = false;
}

void text_flush(struct text *text)
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

static void put(struct text *text, char c)
{
    if (text->n == sizeof text->bytes)
        text_flush(text);
    text->bytes[text->n++] = c;
}

static void puts_of(struct text *text, const char *s)
{
    while (*s)
        put(text, *s++);
}

void text_word(struct text *text, const char *word)
{
    puts_of(text, word);
}

static void blank(struct text *text)
{
    if (!text->keyed)
        put(text, ' ');
    text->keyed = false;
}

static void digits(struct text *text, uint64_t number, unsigned base)
{
    char buffer[24];
    char *p = buffer + sizeof buffer;
    *--p = 0;
    do
        *--p = "0123456789abcdef"[number % base];
    while (number /= base);
    blank(text);
    puts_of(text, p);
}

void text_number(struct text *text, uint64_t number)
{
    digits(text, number, 10);
}

void text_hex(struct text *text, uint64_t number)
{
    digits(text, number, 16);
}

static bool plain(unsigned char c)
{
    return c > ' ' && c < 127 && c != '%';
}

static void encode(struct text *text, unsigned char c)
{
    put(text, '%');
    put(text, "0123456789ABCDEF"[c >> 4]);
    put(text, "0123456789ABCDEF"[c & 15]);
}

void text_string(struct text *text, const char *string)
{
    blank(text);
    if (!*string) {
        put(text, '-');
    } else if (strcmp(string, "-") == 0) {
        encode(text, '-');
    } else {
        for (; *string; string++)
            if (plain((unsigned char)*string))
                put(text, *string);
            else
                encode(text, (unsigned char)*string);
    }
}

void text_key(struct text *text, const char *name)
{
    put(text, ' ');
    puts_of(text, name);
    put(text, '=');
    text->keyed = true;
}

void text_end(struct text *text)
{
    put(text, '\n');
    text->lines++;
}
