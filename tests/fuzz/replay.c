/*
 * Runs a target without libFuzzer, and always the same inputs:
 *
 *     replay-TARGET [-runs=N] [OPTION OF THE TARGET]... PATH...
 *
 * The inputs are the files, those in the folders, and N random changes of each.
 * A check that fails, a signal and a run of 10 seconds end the program with a
 * message that names the input, which is kept in the file that the environment
 * variable KEEP names. Ends with "N inputs".
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    SECONDS = 10,
    ROOM = 300000,
    HEAD = 100, /* bytes, which tell the format */
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
/* A target may define these. */
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);
__attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t n,
                                                     size_t room,
                                                     unsigned seed);
/* Stands in for libFuzzer's function, which custom mutators call. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t n, size_t room);

static const char *seed; /* the file */
static unsigned change;  /* 0: the file as it is */
static unsigned long n_inputs;
static uint64_t state;

static size_t below(size_t n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return n ? (size_t)(state >> 11) % n : 0;
}

static void fail(int signal_number)
{
    char text[500];
    int n = snprintf(text, sizeof text, "%s, change %u: signal %d\n", seed,
                     change, signal_number);
    if (write(STDERR_FILENO, text, (size_t)n) == n)
        _exit(1);
    _exit(2);
}

/* ---- Changes ---- */

/* Replaces `old` bytes by `new_n` others. Returns the new size. */
static size_t splice(uint8_t *data, size_t n, size_t room, size_t at,
                     size_t old, const void *new_bytes, size_t new_n)
{
    if (n - old + new_n > room)
        return n;
    memmove(data + at + new_n, data + at + old, n - at - old);
    memcpy(data + at, new_bytes, new_n);
    return n - old + new_n;
}

static bool is_word(uint8_t c)
{
    return c == '_' || (c >= '0' && c <= '9') ||
           ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* Returns the end of the letters and digits at a place. */
static size_t word_end(const uint8_t *data, size_t n, size_t at)
{
    size_t end = at;
    while (end < n && is_word(data[end]))
        end++;
    return end;
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t n, size_t room)
{
    static const char *const words[] = {
        "\n", "\t", " ", "\"", "{", "}", "[", "]", ";", ":", ",", "(", ")", "<",
        "-1", "0", "1e999", "18446744073709551616", "nan", "x", "%", "0x",
        "\r\n", "\xe2\x80\xae", "\xff", "null", "[]", "{}", "->", "@", "#",
    };
    static const size_t lengths[] = { 1, 1, 2, 4, 8, 30, 300 };
    uint8_t copy[1000];
    size_t at = below(n + 1), end, length = lengths[below(7)];
    if (below(3) == 0 && n > HEAD)
        at = below(HEAD);
    if (length > n - at)
        length = n - at;
    const char *word = words[below(sizeof words / sizeof *words)];
    switch (below(10)) {
    case 0:
        if (n > at)
            data[at] ^= (uint8_t)(1 << below(8));
        return n;
    case 1:
        for (size_t i = 0; i < length; i++)
            data[at + i] = (uint8_t)below(256);
        return n;
    case 2: /* bytes are missing */
        return splice(data, n, room, at, length, "", 0);
    case 3: /* bytes come twice, or elsewhere */
        memcpy(copy, data + at, length);
        return splice(data, n, room, below(n + 1), 0, copy, length);
    case 4:
        return splice(data, n, room, at, 0, word, strlen(word));
    case 5: /* another word or number */
        end = word_end(data, n, at);
        return splice(data, n, room, at, end - at, word, strlen(word));
    case 6: /* the rest of a line is missing, or the line break as well */
        for (end = at; end < n && data[end] != '\n';)
            end++;
        end += end < n && below(2);
        return splice(data, n, room, at, end - at, "", 0);
    case 7: /* a line is missing */
        while (at && data[at - 1] != '\n')
            at--;
        for (end = at; end < n && data[end] != '\n';)
            end++;
        return splice(data, n, room, at, end + (end < n) - at, "", 0);
    case 8: /* a number of 8 bytes */
        for (size_t i = at; i < at + 8 && i < n; i++)
            data[i] = below(4) ? 0 : (uint8_t)(below(2) ? 0xff : below(256));
        return n;
    default: /* the end is missing */
        return below(4) ? n : at;
    }
}

/* ---- Inputs ---- */

/* The last input is the one that fails. */
static void keep(const uint8_t *data, size_t n)
{
    const char *path = getenv("KEEP");
    FILE *file = path ? fopen(path, "wb") : NULL;
    if (file) {
        fwrite(data, 1, n, file);
        fclose(file);
    }
}

static void run(const uint8_t *data, size_t n)
{
    /* A copy, so that a sanitizer sees what is read behind it. */
    uint8_t *copy = malloc(n ? n : 1);
    if (!copy)
        abort();
    memcpy(copy, data, n);
    keep(data, n);
    alarm(SECONDS);
    LLVMFuzzerTestOneInput(copy, n);
    alarm(0);
    n_inputs++;
    free(copy);
}

static void replay(const char *path, unsigned runs)
{
    static uint8_t whole[ROOM], data[ROOM];
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(whole, 1, ROOM, file) : 0;
    if (file)
        fclose(file);
    seed = path;
    for (change = 0; change <= runs; change++) {
        size_t n = size;
        memcpy(data, whole, size);
        state = 0x9e3779b97f4a7c15u * (change + 1) ^ size;
        if (change && LLVMFuzzerCustomMutator)
            n = LLVMFuzzerCustomMutator(data, n, ROOM, (unsigned)below(1 << 30));
        else if (change)
            for (size_t i = 1 + below(3); i > 0; i--)
                n = LLVMFuzzerMutate(data, n, ROOM);
        run(data, n);
    }
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void replay_all(const char *path, unsigned runs)
{
    struct stat status;
    struct dirent **entries;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
        replay(path, runs);
    int n = scandir(path, &entries, is_shown, alphasort);
    for (int i = 0; i < n; i++) {
        char *inner;
        if (asprintf(&inner, "%s/%s", path, entries[i]->d_name) < 0)
            abort();
        if (!strstr(inner, ".golden") && !strstr(inner, ".args"))
            replay(inner, runs);
        free(inner);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
}

int main(int argc, char **argv)
{
    struct sigaction before;
    static const int signals[] = { SIGABRT, SIGALRM, SIGFPE, SIGSEGV, SIGBUS,
                                   SIGILL };
    unsigned runs = 0;
    /* A handler of a sanitizer, which says more, stays. */
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &before) == 0 &&
            before.sa_handler == SIG_DFL)
            signal(signals[i], fail);
    if (LLVMFuzzerInitialize && LLVMFuzzerInitialize(&argc, &argv) != 0)
        return 1;
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "-runs=", 6) == 0)
            runs = (unsigned)atoi(argv[i] + 6);
        else if (argv[i][0] != '-')
            replay_all(argv[i], runs);
    }
    printf("%lu inputs\n", n_inputs);
    return 0;
}
