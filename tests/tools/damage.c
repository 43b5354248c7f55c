/*
 * Copies standard input with one change, always the same for the same WAY:
 *
 *     damage WAY
 *
 * 0 cuts the end off; 1 to 3 remove, double or swap lines, and 4 to 6 words; the others
 * replace numbers, or one byte: by 0, a negative one, a large one, one with a fraction,
 * and no number.
 * Where there are bytes of 0, four bytes at a multiple of four are a word, and a line.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[1 << 24];
static size_t size;
static int is_binary;

static int in_word(size_t at)
{
    return isalnum((unsigned char)text[at]) || text[at] == '_' || text[at] == '.';
}

/* Returns the end of the word or line that begins there. */
static size_t end_of(size_t at, int is_line)
{
    size_t end = at;
    if (is_binary)
        return at + 4 < size ? at + 4 : size;
    if (is_line)
        while (end < size && text[end] != '\n')
            end++;
    else
        while (end < size && in_word(end))
            end++;
    return end < size && (is_line || end == at) ? end + 1 : end;
}

/* Returns the start of the word or line that has the byte. */
static size_t start_of(size_t at, int is_line)
{
    if (is_binary)
        return at & ~(size_t)3;
    if (is_line)
        while (at && text[at - 1] != '\n')
            at--;
    else if (in_word(at))
        while (at && in_word(at - 1))
            at--;
    return at;
}

static void put(size_t from, size_t to)
{
    fwrite(text + from, 1, to - from, stdout);
}

int main(int argc, char **argv)
{
    static const char *const numbers[] = { "0", "-5", "18446744073709551617", "7.5", "x" };
    unsigned way = argc == 2 ? (unsigned)atoi(argv[1]) : 0;
    int is_line = way <= 3, is_number = way > 6;
    size = fread(text, 1, sizeof text, stdin);
    is_binary = memchr(text, 0, size) != NULL;
    /* Multiples of the golden ratio are far apart. */
    size_t at = (size_t)(fmod((way + 1) * .6180339887, 1) * size);
    if (way == 0 || !size) {
        put(0, at);
        return 0;
    }
    while (is_number && !is_binary && at < size - 1 && !isdigit((unsigned char)text[at]))
        at++;
    at = start_of(at, is_line);
    size_t end = end_of(at, is_line), next = end_of(end, is_line);
    put(0, at);
    if (is_number) {
        fputs(is_binary ? "" : numbers[way % 5], stdout);
        if (is_binary)
            putchar("\0\377\1\200\177"[way % 5]);
        put(is_binary ? at + 1 : end, size);
    } else if (way % 3 == 1) {
        put(end, size);
    } else if (way % 3 == 2) {
        put(at, end);
        put(at, size);
    } else {
        put(end, next);
        put(at, end);
        put(next, size);
    }
    return 0;
}
