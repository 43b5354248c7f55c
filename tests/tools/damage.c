/*
 * Copies standard input with one change, always the same for the same WAY:
 *
 *     damage WAY
 *
 * The remainder of WAY by 10 says what changes: 0 cuts the end off; 1 to 4 remove,
 * double or swap lines, or copy one to another place; 5 to 7 remove a word, swap two,
 * or put another one of the input in its place; 8 and 9 replace numbers. Where there
 * are bytes of 0, four bytes at a multiple of four are a word, and a line.
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

/* Returns a place; multiples of the golden ratio are far apart. */
static size_t place(unsigned n)
{
    return (size_t)(fmod((n + 1) * .6180339887, 1) * size);
}

static size_t next_digit(size_t at)
{
    while (!is_binary && at < size - 1 && !isdigit((unsigned char)text[at]))
        at++;
    return at;
}

int main(int argc, char **argv)
{
    enum { CUT, NO_LINE, TWO_LINES, SWAP_LINES, COPY_LINE, NO_WORD, SWAP_WORDS,
           OTHER_WORD, NUMBER, ODD_NUMBER, N_CHANGES };
    static const char *const numbers[] = { "0", "-5", "18446744073709551617", "7.5", "x",
                                           "1" };
    unsigned way = argc == 2 ? (unsigned)atoi(argv[1]) : 0, change = way % N_CHANGES;
    int is_line = change <= COPY_LINE;
    size = fread(text, 1, sizeof text, stdin);
    is_binary = memchr(text, 0, size) != NULL;
    size_t at = place(way), to = place(3 * way + 1);
    if (change == CUT || !size) {
        put(0, at);
        return 0;
    }
    if (change >= NUMBER) {
        at = next_digit(at);
        to = next_digit(to);
    }
    at = start_of(at, is_line);
    to = start_of(to, is_line);
    size_t end = end_of(at, is_line), next = end_of(end, is_line);
    put(0, change == COPY_LINE ? to : at);
    switch (change) {
    case TWO_LINES:
        put(at, end);
        put(at, end);
        break;
    case SWAP_LINES:
    case SWAP_WORDS:
        put(end, next);
        put(at, end);
        end = next;
        break;
    case COPY_LINE:
        put(at, end);
        end = to;
        break;
    case OTHER_WORD:
    case NUMBER:
        put(to, end_of(to, is_line));
        break;
    case ODD_NUMBER:
        if (is_binary)
            putchar("\0\377\1\200\177"[way / N_CHANGES % 5]), end = at + 1;
        else
            fputs(numbers[way / N_CHANGES % 6], stdout);
    }
    put(end, size);
    return 0;
}
