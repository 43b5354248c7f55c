/*
 * Runs a program with changed copies of the standard input:
 *
 *     damage FIRST LAST STEP PROGRAM ARGUMENT...
 *
 * Every STEP-th number from FIRST to LAST makes one change, always the same, and what
 * the program prints of it follows the number. The remainder by 10 says what changes:
 * 0 cuts the end off; 1 to 4 remove, double or swap lines, or copy one to another place;
 * 5 to 7 remove a word, swap two, or put another one of the input in its place; 8 and 9
 * replace numbers. Where there are bytes of 0, four bytes at a multiple of four are a
 * word, and a line. From 100 on, the first, second ... number of the input becomes 0
 * and then 1, and nothing runs if there is none. A program that a signal or a sanitizer
 * ends is the last one, and the status is its own, as a shell tells it.
 */
#include <ctype.h>
#include <math.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

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

static FILE *made;

static void put(size_t from, size_t to)
{
    fwrite(text + from, 1, to - from, made);
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

/* Replaces a number of the input, counted from 0. Returns false if there is none. */
static bool replace_number(unsigned number, int by)
{
    size_t at = 0;
    for (;; at = end_of(at, 0)) {
        while (at < size && !isdigit((unsigned char)text[at]))
            at = end_of(at, 0);
        if (at == size)
            return false;
        if (number-- == 0)
            break;
    }
    put(0, at);
    fputc(by, made);
    put(end_of(at, 0), size);
    return true;
}

enum { CUT, NO_LINE, TWO_LINES, SWAP_LINES, COPY_LINE, NO_WORD, SWAP_WORDS, OTHER_WORD,
       NUMBER, ODD_NUMBER, N_CHANGES };

static void damage(unsigned way)
{
    static const char *const numbers[] = { "0", "-5", "18446744073709551617", "7.5", "x",
                                           "1" };
    unsigned change = way % N_CHANGES;
    int is_line = change <= COPY_LINE;
    size_t at = place(way), to = place(3 * way + 1);
    if (change == CUT || !size) {
        put(0, at);
        return;
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
        if (is_binary) {
            fputc("\0\377\1\200\177"[way / N_CHANGES % 5], made);
            end = at + 1;
        } else {
            fputs(numbers[way / N_CHANGES % 6], made);
        }
    }
    put(end, size);
}

/* Runs the program with what was made as its standard input and output and errors in
   one. Returns its status if it crashed, or 0. */
static int run(char **program)
{
    enum { SANITIZER = 99 };
    int status = 0;
    pid_t child;
    posix_spawn_file_actions_t files;
    fflush(made);
    rewind(made);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, fileno(made), 0);
    posix_spawn_file_actions_adddup2(&files, 1, 2);
    if (posix_spawn(&child, *program, &files, NULL, program, environ) != 0 ||
        waitpid(child, &status, 0) < 0 || status)
        printf("status %d\n", status);
    posix_spawn_file_actions_destroy(&files);
    if (WIFSIGNALED(status))
        return 128 + WTERMSIG(status);
    return WEXITSTATUS(status) >= SANITIZER ? WEXITSTATUS(status) : 0;
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    unsigned last = (unsigned)atoi(argv[2]), step = (unsigned)atoi(argv[3]);
    size = fread(text, 1, sizeof text, stdin);
    is_binary = memchr(text, 0, size) != NULL;
    for (unsigned way = (unsigned)atoi(argv[1]); way <= last; way += step) {
        made = tmpfile();
        if (!made)
            return 1;
        if (way < 100)
            damage(way);
        else if (!replace_number((way - 100) / 2, way % 2 ? '1' : '0'))
            return 0;
        printf("-- %u\n", way);
        fflush(stdout);
        int crashed = run(argv + 4);
        fclose(made);
        if (crashed)
            return crashed;
    }
    return 0;
}
