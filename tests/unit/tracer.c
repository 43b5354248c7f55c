/* Tests of parts of the tracer that need no traced program: its memory, tables,
   sorting and text, the sizes of what libc reads, what scanf writes, which is
   compared with the bytes that change, and loops, which are compared with a model
   that keeps the times of all iterations. */
#include "check.h"

#if defined __linux__ && (defined __x86_64__ || defined __aarch64__)
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bop/base/ids.h"
#include "bop/base/memory.h"
#include "bop/base/sort.h"
#include "bop/libc/wrap.h"
#include "bop/state/reads.h"
#include "bop/state/thread.h"
#include "bop/trace/text.h"

/* ---- What stands for the rest of the tracer ---- */

struct tracer bop_tracer;
__thread struct thread *bop_thread_self;
static struct thread thread;
static char reported[400]; /* "r" or "w", offset and size of each reference */
static char memory[100];

static void report(char what, uintptr_t addr, size_t n)
{
    size_t had = strlen(reported);
    snprintf(reported + had, sizeof reported - had, "%c%td:%zu ", what,
             (char *)addr - memory, n);
}

void bop_access_check_range(struct thread *t, uintptr_t addr, size_t n, site at)
{
    (void)t, (void)at;
    report('r', addr, n);
}

void bop_access_record_range(struct thread *t, uintptr_t addr, size_t n,
                             site at)
{
    (void)t, (void)at;
    report('w', addr, n);
}

struct thread *bop_thread(void)
{
    return bop_thread_self;
}

bool bop_function_is_traced(uintptr_t address)
{
    return address;
}

void bop_wrap_input_file(const struct wrap_call *call, FILE *file)
{
    (void)call;
    snprintf(reported + strlen(reported), 3, "%s", file == stdin ? "i " : "f ");
}

void bop_calls_unwind(struct thread *t, uintptr_t cfa)
{
    (void)t, (void)cfa;
}

/* Wrappers call the functions of libc by these names. */
#define REAL(type, name, arguments, ...)                                       \
    type __real_##name arguments;                                              \
    type __real_##name arguments                                               \
    {                                                                          \
        return name(__VA_ARGS__);                                              \
    }

REAL(double, strtod, (const char *text, char **end), text, end)
REAL(size_t, strlen, (const char *text), text)
REAL(size_t, wcslen, (const wchar_t *text), text)
#define REAL_SCAN(name)                                                        \
    REAL(int, name##vscanf, (const char *format, va_list args), format, args)  \
    REAL(int, name##vfscanf, (FILE *file, const char *format, va_list args),   \
         file, format, args)                                                   \
    REAL(int, name##vsscanf,                                                   \
         (const char *from, const char *format, va_list args), from, format,   \
         args)
int __isoc99_vscanf(const char *format, va_list args);
int __isoc99_vfscanf(FILE *file, const char *format, va_list args);
int __isoc99_vsscanf(const char *from, const char *format, va_list args);
REAL_SCAN()
REAL_SCAN(__isoc99_)
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 38)
int __isoc23_vscanf(const char *format, va_list args);
int __isoc23_vfscanf(FILE *file, const char *format, va_list args);
int __isoc23_vsscanf(const char *from, const char *format, va_list args);
REAL_SCAN(__isoc23_)
#endif
#endif

/* ---- base ---- */

static int by_first_byte(const void *a, const void *b)
{
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

static int by_all_bytes(const void *a, const void *b)
{
    return memcmp(a, b, 3);
}

/* Sorts n items of 3 bytes, whose first byte has few values. */
static bool sorts(size_t n)
{
    unsigned char items[40][3], had[40][3];
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < 3; k++)
            items[i][k] = had[i][k] = (unsigned char)random_below(k ? 256 : 9);
    bop_sort(items, n, 3, by_first_byte);
    bool good = true;
    for (size_t i = 1; i < n; i++)
        good &= items[i - 1][0] <= items[i][0];
    qsort(items, n, 3, by_all_bytes);
    qsort(had, n, 3, by_all_bytes);
    return good && memcmp(items, had, 3 * n) == 0;
}

static void test_sort(void)
{
    test("tracer: sorting");
    for (size_t i = 0; i < 400; i++)
        expect(sorts(i % 40), "%zu items", i % 40);
}

/* The slots are doubled at 512, 1024 and 2048 keys. */
static void test_ids(void)
{
    enum { KEYS = 5000 };
    struct id_table ids = { 0 };
    test("tracer: a table numbers keys in the order in which they come");
    expect(bop_ids_find(&ids, 1, 2, 3) == NO_ID, "an empty table has a key");
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < KEYS; i++) {
            uint64_t a = i % 10, b = i / 10 % 10, c = i / 100;
            expect(bop_ids_find(&ids, a, b, c) == NO_ID, "%u is there", i);
            expect(bop_ids_add(&ids, a, b, c) == i, "%u has another id", i);
            expect(bop_ids_add(&ids, a, b, c) == i, "%u comes twice", i);
        }
        for (uint32_t i = 0; i < KEYS; i++)
            expect(bop_ids_find(&ids, i % 10, i / 10 % 10, i / 100) == i,
                   "%u is lost", i);
        expect(ids.n == KEYS && ids.keys[4321][0] == 1 &&
                   ids.keys[4321][1] == 2 && ids.keys[4321][2] == 43,
               "the keys are others");
        bop_ids_clear(&ids);
        expect(ids.n == 0, "a cleared table has keys");
    }
    struct id_table never = { 0 };
    bop_ids_clear(&never);
    expect(bop_ids_add(&never, 0, 0, 0) == 0, "the first key of another table");
}

static void test_memory(void)
{
    size_t room = 0, more;
    test("tracer: arrays grow and keep their items");
    uint32_t *items = bop_memory_grow(NULL, 0, &room, sizeof *items);
    expect(room == 1025, "the first room is %zu", room);
    for (uint32_t i = 0; i < 1025; i++)
        items[i] = i;
    more = room;
    expect(bop_memory_grow(items, 1024, &more, sizeof *items) == items &&
               more == room, "an array grows for an item that it has");
    items = bop_memory_grow(items, 1025, &more, sizeof *items);
    expect(more == 2050, "the next room is %zu", more);
    for (uint32_t i = 0; i < more; i++)
        expect(items[i] == (i < 1025 ? i : 0), "item %u is %u", i, items[i]);
    items = bop_memory_grow(items, 8200, &more, sizeof *items);
    expect(more == 16400, "the room for item 8200 is %zu", more);

    test("tracer: copies of many texts");
    char *first = bop_memory_text("first", 5), *many[300];
    for (int i = 0; i < 300; i++) {
        char line[1000] = { 0 };
        memset(line, 'a' + i % 26, 1 + (size_t)i);
        many[i] = bop_memory_text(line, sizeof line - 1);
    }
    for (int i = 0; i < 300; i++)
        expect(strlen(many[i]) == 1 + (size_t)i && *many[i] == 'a' + i % 26,
               "text %d is another", i);
    expect(strcmp(first, "first") == 0, "the first text is another");

    test("tracer: copies of texts of all sizes, which do not share bytes");
    static const size_t sizes[] = { 0, 1, 2, 65530, 65535, 65536, 70000, 3 };
    enum { N = sizeof sizes / sizeof *sizes };
    static char text[70000];
    char *copies[N];
    for (size_t i = 0; i < N; i++) {
        memset(text, 'a' + (int)i, sizeof text);
        copies[i] = bop_memory_text(text, sizes[i]);
    }
    for (size_t i = 0; i < N; i++) {
        memset(text, 'a' + (int)i, sizeof text);
        expect(memcmp(copies[i], text, sizes[i]) == 0 && !copies[i][sizes[i]],
               "the copy of %zu bytes", sizes[i]);
    }
}

static void test_file(void)
{
    static const size_t sizes[] = { 0, 1, 4095, 4096, 8191, 20000 };
    test("tracer: the content of a file");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        FILE *file = tmpfile();
        size_t n = 0;
        for (; file && n < sizes[i]; n++)
            putc('a' + (int)(n % 23), file);
        rewind(file);
        char *text = bop_memory_file(fileno(file));
        expect(text && strlen(text) == n, "%zu bytes are others", n);
        for (size_t k = 0; text && k < n; k++)
            expect(text[k] == 'a' + (int)(k % 23), "byte %zu of %zu", k, n);
        fclose(file);
    }
    int folder = open("/tmp", O_RDONLY);
    expect(!bop_memory_file(folder), "a folder has content");
    close(folder);
}

/* ---- trace/text ---- */

static struct text_buffer text;

static void expect_text(const char *wanted)
{
    expect(text.n == strlen(wanted) && memcmp(text.bytes, wanted, text.n) == 0,
           "expected \"%s\", found \"%.*s\"", wanted, (int)text.n, text.bytes);
    bop_text_start(&text, -1);
}

static void test_fields(void)
{
    test("tracer: fields of records");
    bop_text_start(&text, -1);
    bop_text_word(&text, "f");
    bop_text_number(&text, 0);
    bop_text_number(&text, UINT64_MAX);
    bop_text_hex(&text, 0);
    bop_text_hex(&text, 0x19abcdef0);
    expect_text("f 0 18446744073709551615 0 19abcdef0");
    bop_text_key(&text, "k");
    bop_text_number(&text, 10);
    bop_text_number(&text, 9);
    bop_text_key(&text, "k");
    bop_text_string(&text, "x");
    expect_text(" k=10 9 k=x");
    bop_text_end(&text);
    expect(text.lines == 1, "%d lines", (int)text.lines);
    bop_text_end(&text);
    expect(text.lines == 2, "%d lines", (int)text.lines);
    expect_text("\n\n");

    test("tracer: texts of records");
    bop_text_string(&text, "");
    bop_text_string(&text, "-");
    bop_text_string(&text, "--");
    bop_text_string(&text, "-a");
    bop_text_string(&text, "a");
    expect_text(" - %2D -- -a a");
    bop_text_string(&text, "\1\x1f !~\x7f\x80%\xff");
    expect_text(" %01%1F%20!~%7F%80%25%FF");
}

/* Returns the bytes that `fd` has, as a number. */
static size_t bytes_in(int fd, char expected)
{
    static char bytes[100000];
    ssize_t n = pread(fd, bytes, sizeof bytes, 0);
    for (ssize_t i = 0; i < n; i++)
        expect(bytes[i] == expected, "byte %zd is %d", i, bytes[i]);
    return n < 0 ? 0 : (size_t)n;
}

static void test_flush(void)
{
    FILE *file = tmpfile();
    int fd = file ? fileno(file) : -1;
    test("tracer: a full buffer is written, and the next byte comes after it");
    bop_text_start(&text, fd);
    for (size_t i = 0; i < sizeof text.bytes; i++)
        bop_text_word(&text, "x");
    expect(bytes_in(fd, 'x') == 0, "the buffer is written before it is full");
    bop_text_word(&text, "x");
    expect(text.n == 1 && bytes_in(fd, 'x') == sizeof text.bytes, "it is not");
    bop_text_flush(&text);
    expect(text.n == 0 && bytes_in(fd, 'x') == sizeof text.bytes + 1,
           "the rest is not written");
    bop_text_flush(&text);
    expect(!text.error && bytes_in(fd, 'x') == sizeof text.bytes + 1,
           "nothing is something");
    if (file)
        fclose(file);
}

static bool is_pending(int signal_number)
{
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, signal_number);
}

/* Writes where that raises a signal. Returns whether the signal is pending
   afterwards, without its default action. */
static bool leaves_pending(int fd, int signal_number, int error)
{
    bop_text_start(&text, fd);
    bop_text_word(&text, "x");
    bop_text_flush(&text);
    expect(text.error == error, "the error is %d", text.error);
    bop_text_word(&text, "x");
    bop_text_flush(&text);
    expect(text.error == error && text.n == 0, "text is kept after an error");
    return is_pending(signal_number);
}

static void test_signals(void)
{
    int ends[2];
    sigset_t blocked, before, now;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGPIPE);
    sigaddset(&blocked, SIGXFSZ);
    test("tracer: a pipe without a reader, and a limit, raise no signals");
    expect(pipe(ends) == 0 && close(ends[0]) == 0, "there is no pipe");
    sigprocmask(SIG_SETMASK, NULL, &before);
    expect(!leaves_pending(ends[1], SIGPIPE, EPIPE), "SIGPIPE is pending");
    sigprocmask(SIG_SETMASK, NULL, &now);
    expect(!sigismember(&now, SIGPIPE) && !sigismember(&now, SIGXFSZ),
           "signals stay blocked");
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    expect(!leaves_pending(ends[1], SIGPIPE, EPIPE), "SIGPIPE is pending");
    raise(SIGPIPE);
    expect(leaves_pending(ends[1], SIGPIPE, EPIPE),
           "a signal that was pending before is gone");
    close(ends[1]);

    struct rlimit had, none = { 0, 0 };
    struct sigaction ignore = { .sa_handler = SIG_IGN }, old;
    FILE *file = tmpfile();
    expect(getrlimit(RLIMIT_FSIZE, &had) == 0, "no limit is known");
    none.rlim_max = had.rlim_max;
    setrlimit(RLIMIT_FSIZE, &none);
    bool pending = leaves_pending(file ? fileno(file) : -1, SIGXFSZ, EFBIG);
    setrlimit(RLIMIT_FSIZE, &had);
    expect(!pending, "SIGXFSZ is pending");
    if (file)
        fclose(file);
    /* This forgets the signals that are pending. */
    sigaction(SIGPIPE, &ignore, &old);
    sigaction(SIGPIPE, &old, NULL);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* ---- libc/sizes ---- */

static void test_sizes(void)
{
    static const struct {
        char a[10], b[10];
        size_t n, texts, any_case, bytes;
    } rows[] = {
        { "", "", 0, 0, 0, 0 },       { "", "", 1, 1, 1, 1 },
        { "a", "b", 1, 1, 1, 1 },     { "a", "a", 1, 1, 1, 1 },
        { "a", "a", 2, 2, 2, 2 },     { "a", "A", 2, 1, 2, 1 },
        { "ab", "ac", 3, 2, 2, 2 },   { "ab", "ab", 3, 3, 3, 3 },
        { "ab\0c", "ab\0c", 4, 3, 3, 4 }, { "aBc", "AbD", 9, 1, 3, 1 },
        { "ab", "a", 9, 2, 2, 2 },    { "a", "ab", 9, 2, 2, 2 },
        { "abc", "xbc", 3, 1, 1, 1 },
    };
    test("tracer: how many bytes are read to compare");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wchar_t a[5] = { 0 }, b[5] = { 0 };
        for (size_t k = 0; k < rows[i].n && k < 4; k++) {
            a[k] = k && !a[k - 1] ? L'x' : rows[i].a[k];
            b[k] = k && !b[k - 1] ? L'y' : rows[i].b[k];
        }
        expect(bop_wrap_equal_text(rows[i].a, rows[i].b, rows[i].n) ==
                   rows[i].texts, "texts of row %zu", i);
        expect(bop_wrap_equal_text_any_case(rows[i].a, rows[i].b, rows[i].n) ==
                   rows[i].any_case, "texts of row %zu in any case", i);
        expect(bop_wrap_equal_memory(rows[i].a, rows[i].b, rows[i].n) ==
                   rows[i].bytes, "bytes of row %zu", i);
        expect(bop_wrap_equal_wide(a, b, rows[i].n) ==
                   rows[i].texts * sizeof *a, "wide texts of row %zu", i);
    }
    static const struct {
        const char *text;
        size_t integer, decimal;
    } numbers[] = { { "", 1, 1 },       { "7", 2, 2 },     { "12 ", 3, 3 },
                    { "-1", 3, 3 },     { "+12x", 4, 4 },  { " \t12", 5, 5 },
                    { "1.5e1,", 2, 6 }, { "--1", 2, 1 },   { "x", 1, 1 } };
    test("tracer: what a number in text takes");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        expect(bop_wrap_integer_size(numbers[i].text) == numbers[i].integer &&
                   bop_wrap_decimal_size(numbers[i].text) == numbers[i].decimal,
               "\"%s\": %zu and %zu", numbers[i].text,
               bop_wrap_integer_size(numbers[i].text),
               bop_wrap_decimal_size(numbers[i].text));
}

static void expect_pieces(int count, ssize_t n, const char *wanted)
{
    struct iovec pieces[] = { { memory, 3 }, { memory + 10, 0 },
                              { memory + 20, 4 } };
    struct wrap_call call = { 1, 0, 0 };
    char reads[100];
    snprintf(reads, sizeof reads, "%s", wanted);
    for (char *p = reads; *p; p++)
        if (*p == 'w')
            *p = 'r';
    bop_thread_self = &thread;
    reported[0] = 0;
    bop_wrap_write_pieces(&call, pieces, count, n);
    expect(strcmp(reported, wanted) == 0, "%d of %zd: wrote %s", count, n,
           reported);
    reported[0] = 0;
    bop_wrap_read_pieces(&call, pieces, count, n);
    expect(strcmp(reported, reads) == 0, "%d of %zd: read %s", count, n,
           reported);
    bop_thread_self = NULL;
}

static void test_pieces(void)
{
    test("tracer: vectors, up to the bytes that were moved");
    expect_pieces(3, -1, "");
    expect_pieces(3, 0, "");
    expect_pieces(3, 1, "w0:1 ");
    expect_pieces(3, 3, "w0:3 ");
    expect_pieces(3, 4, "w0:3 w20:1 ");
    expect_pieces(3, 7, "w0:3 w20:4 ");
    expect_pieces(1, 7, "w0:3 ");
    expect_pieces(0, 7, "");
}

/* ---- libc/wrap_scan ---- */

int __wrap___isoc99_sscanf(const char *from, const char *format, ...);
int __wrap___isoc99_fscanf(FILE *file, const char *format, ...);

/* Tells how many bytes at each of three places differ from how they were filled
   at least once. */
static void add_changed(const char places[3][64], char fill, size_t changed[3])
{
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 64; k++)
            if (places[i][k] != fill && changed[i] <= k)
                changed[i] = k + 1;
}

/* Adds up what has been reported as written to these places. */
static void add_reported(const char *at, size_t written[3])
{
    for (const char *p = reported; (p = strchr(p, 'w')); p++) {
        ptrdiff_t offset = strtol(p + 1, NULL, 10) - (at - memory);
        size_t n = strtoul(strchr(p, ':') + 1, NULL, 10);
        if (offset >= 0 && offset < 3 * 64)
            written[offset / 64] += n;
    }
}

/* Scans a text twice, into memory that was filled in two ways, and expects the
   reports to be what has changed. */
static void expect_scan(const char *from, const char *format)
{
    static char places[3][64];
    size_t changed[3] = { 0 }, written[3] = { 0 };
    int n = 0;
    for (int fill = 'X'; fill <= 'Y'; fill++) {
        memset(places, fill, sizeof places);
        memset(written, 0, sizeof written);
        reported[0] = 0;
        bop_thread_self = &thread;
        bop_tracer.started = true;
        n = __wrap___isoc99_sscanf(from, format, places[0], places[1],
                                   places[2]);
        bop_tracer.started = false;
        bop_thread_self = NULL;
        add_changed((const char(*)[64])places, (char)fill, changed);
        add_reported(places[0], written);
    }
    for (size_t i = 0; i < 3; i++)
        expect(written[i] == changed[i],
               "\"%s\" as \"%s\" (%d): %zu bytes at %zu, not %zu", from, format,
               n, written[i], i, changed[i]);
}

/* Puts a modifier before the letter of conversions of integers. */
static void expect_integers(const char *modifier)
{
    for (const char *letter = "diouxX"; *letter; letter++) {
        char format[40];
        snprintf(format, sizeof format, "%%%s%c %%*%s%c %%3%s%c", modifier,
                 *letter, modifier, *letter, modifier, *letter);
        expect_scan("17 17 177", format);
        expect_scan("17 17", format);
        expect_scan("17", format);
        expect_scan("", format);
        snprintf(format, sizeof format, "%%%sn%%%s%c", modifier, modifier,
                 *letter);
        expect_scan("17", format);
    }
}

static void test_scan(void)
{
    static const char *const modifiers[] = { "", "hh", "h", "l", "ll", "j",
                                             "z", "t", "q", "L" };
    test("tracer: scanf writes integers of all sizes");
    for (size_t i = 0; i < sizeof modifiers / sizeof *modifiers; i++)
        expect_integers(modifiers[i]);
    expect_scan("0x12 0x13", "%p %p");
    expect_scan("1.5 1.5", "%f %lg");
    expect_scan("-1e9", "%a");

    test("tracer: scanf writes texts, characters and sets");
    expect_scan("abc de", "%s%s");
    expect_scan("abc de", "%2s%s%s");
    expect_scan("abcdefghijklmnop", "%12s%s");
    expect_scan("abc", "%c%2c");
    expect_scan("abc", "%*c%c%c");
    expect_scan("a%b", "%c%%%c");
    expect_scan("50% 7", "%d%% %hd");
    expect_scan("ab]c-d", "%[ab]%[]]%[^d]");
    expect_scan("ab]c-d", "%[^]]]%[c-]%s");
    expect_scan("ab]c", "%[^abc]%s");
    expect_scan("abcdefghijklmn", "%10s%s");
    expect_scan("abcdefghijklmn", "%12c%c");
    expect_scan("abcdefghijklmn", "%9c%c");
    expect_scan("a12", "%[^]%d1]%hd");
    expect_scan("]d7", "%[]%d]%hd");
    expect_scan("d5", "%*[%d]%hd");
    expect_scan("abc", "%ls");
    expect_scan("abc", "%lc%2lc");
    expect_scan("abcd", "%2l[a-z]%ls");

    test("tracer: scanf reaches no value behind one that it cannot read");
    expect_scan("1 x 2", "%d %d %d");
    expect_scan("1 2", "%*d %d %d");
    expect_scan("12", "%hhd%n");
    expect_scan("x", "%d%n");

    test("tracer: scanf writes a long double, with what fills it up");
    long double large = 0;
    char wanted[100];
    reported[0] = 0;
    bop_thread_self = &thread;
    bop_tracer.started = true;
    __wrap___isoc99_sscanf("1.5", "%Lf", &large);
    snprintf(wanted, sizeof wanted, " w%td:%zu ", (char *)&large - memory,
             sizeof large);
    expect(strstr(reported, wanted) && large == 1.5L, "reported %s", reported);

    test("tracer: scanf allocates");
    char *word = NULL;
    wchar_t *wide = NULL;
    reported[0] = 0;
    __wrap___isoc99_sscanf("abc de", "%ms %mls", &word, &wide);
    snprintf(wanted, sizeof wanted, "w%td:8 w%td:4 w%td:8 w%td:%zu ",
             (char *)&word - memory, word - memory, (char *)&wide - memory,
             (char *)wide - memory, 3 * sizeof *wide);
    expect(strstr(reported, wanted), "reported %s, not %s", reported, wanted);
    free(word);
    free(wide);

    test("tracer: scanf reads its format and its text, or a file");
    static const char from[] = "12", format[] = "%*d";
    reported[0] = 0;
    __wrap___isoc99_sscanf(from, format);
    snprintf(wanted, sizeof wanted, "r%td:3 r%td:4 ", from - memory,
             format - memory);
    expect(strcmp(reported, wanted) == 0, "reported %s", reported);
    reported[0] = 0;
    FILE *file = tmpfile();
    __wrap___isoc99_fscanf(file, format);
    snprintf(wanted, sizeof wanted, "r%td:4 f ", format - memory);
    expect(strcmp(reported, wanted) == 0, "reported %s", reported);
    fclose(file);
    bop_tracer.started = false;
    bop_thread_self = NULL;
}

/* ---- Sections ---- */

/* Runs when there is no memory, in the midst of a section. */
static void look_at_signals(bool has_reserve)
{
    sigset_t mask;
    (void)has_reserve;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    _exit(sigismember(&mask, SIGTERM) ? 0 : 3);
}

static void find_statement(void)
{
    bop_statements_find(&thread, 7);
}

static void count_loop(void)
{
    bop_loops_count(&thread, 70000);
}

static void find_nest(void)
{
    for (site at = 1; at < 100000; at++) {
        bop_loops_iterate(&thread, at, 1, false);
        bop_loops_leave(&thread, 0, false, false);
    }
}

static void find_context(void)
{
    bop_contexts_find(&thread, 1, 2);
}

static void add_dependences(void)
{
    bop_tracer.max_edges = 1000;
    for (uint64_t key = 1; key < 500; key++)
        bop_dependences_add(&thread.dependences, key);
}

static bool ends_later; /* memory ends within the change */

static void end_memory(void)
{
    struct rlimit none = { 1 << 20, 1 << 20 };
    if (ends_later)
        setrlimit(RLIMIT_AS, &none);
}

/* Lets a child process run out of memory within a change that no signal handler
   may see unfinished. */
static void expect_section(const char *name, void (*change)(void))
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        bop_memory_start(look_at_signals);
        ends_later = true;
        end_memory();
        change();
        _exit(4);
    }
    expect(child > 0 && waitpid(child, &status, 0) == child && status == 0,
           "%s: status %x", name, status);
    sigset_t before, after;
    sigprocmask(SIG_SETMASK, NULL, &before);
    change();
    sigprocmask(SIG_SETMASK, NULL, &after);
    expect(!sigismember(&before, SIGTERM) && !sigismember(&after, SIGTERM),
           "%s: signals stay blocked", name);
}

static void test_sections(void)
{
    static struct stack_frame frames[1];
    thread = (struct thread){ .frames = frames, .depth = 1 };
    test("tracer: signals are blocked where a handler would see half a change");
    expect_section("a statement", find_statement);
    expect_section("counts of a loop", count_loop);
    expect_section("a nest of loops", find_nest);
    expect_section("a context", find_context);
    thread.dependences = bop_dependences_new();
    expect_section("dependences", add_dependences);
}

/* ---- state/loops ---- */

enum { TIMES = 4000, NESTS = 200, FRAMES = 20 };

/* The model: what bop_loops_... must know, told by whole histories. */
static struct model_loop {
    site at;
    uint32_t nest;
    uint64_t start, times[TIMES], references;
    uint32_t n; /* iterations begun */
} running[MAX_LOOPS + 1];
static uint32_t n_running;
static struct model_nest {
    uint32_t parent;
    site at;
    struct loop_count count;
} nests[NESTS];
static uint32_t n_nests = 1;

static uint32_t model_nest(uint32_t parent, site at)
{
    uint32_t nest = 1;
    while (nest < n_nests &&
           !(nests[nest].parent == parent && nests[nest].at == at))
        nest++;
    if (nest == n_nests && n_nests < NESTS)
        nests[n_nests++] = (struct model_nest){ parent, at, { 0 } };
    return nest;
}

static void model_end(bool is_done, bool is_early)
{
    struct model_loop *loop = &running[--n_running];
    struct loop_count *count = &nests[loop->nest].count;
    uint32_t n = loop->n - (is_done && loop->n ? 1 : 0);
    count->iterations += n;
    count->cost += bop_thread_references(&thread) - loop->references;
    count->early += is_early;
    count->last_began = n ? loop->times[n - 1] : loop->start;
}

static void model_iterate(site at, uint32_t i)
{
    uint64_t now = thread.pseudo_time + 1;
    uint32_t stays = i < n_running && running[i].at == at ? i + 1 : i;
    while (n_running > stays)
        model_end(false, true);
    if (stays == i && i < MAX_LOOPS) {
        uint32_t nest = model_nest(i ? running[i - 1].nest : 0, at);
        running[i] = (struct model_loop){
            .at = at, .nest = nest, .start = now,
            .references = bop_thread_references(&thread)
        };
        n_running++;
        nests[nest].count.entries++;
    }
    if (i < MAX_LOOPS)
        running[i].times[running[i].n++] = now;
}

static struct loop_relation model_relation(uint64_t time)
{
    struct loop_relation relation = { 0, false, 0 };
    uint32_t i = 0;
    while (i < n_running && time >= running[i].times[running[i].n - 1])
        i++;
    relation.common = i;
    if (i == n_running)
        return relation;
    relation.is_carried = time >= running[i].start;
    for (uint32_t k = 0; relation.is_carried && k < running[i].n; k++)
        relation.distance += running[i].times[k] > time;
    if (relation.distance > RECENT)
        relation.distance = RECENT;
    return relation;
}

static uint32_t model_late(uint32_t nest, const struct loop_relation *relation,
                           uint64_t time)
{
    uint32_t path[MAX_LOOPS], n = 0, late = 0;
    for (; nest; nest = nests[nest].parent)
        path[n++] = nest;
    for (uint32_t depth = 1; depth <= n; depth++)
        if (depth > relation->common + (relation->is_carried ? 1 : 0) &&
            time < nests[path[n - depth]].count.last_began)
            late |= (uint32_t)1 << (depth - 1);
    return late;
}

/* Compares with the model what a random earlier reference was to the loops. */
static void compare_relations(const uint64_t *times, const uint32_t *where,
                              uint32_t n)
{
    for (int i = 0; n && i < 3; i++) {
        uint32_t k = i ? random_below(n) : n - 1 - random_below(n < 5 ? n : 5);
        struct loop_relation found = bop_loops_relation(&thread, times[k]);
        struct loop_relation wanted = model_relation(times[k]);
        expect(found.common == wanted.common &&
                   found.is_carried == wanted.is_carried &&
                   found.distance == wanted.distance,
               "time %d: %u %d %u, not %u %d %u", (int)times[k], found.common,
               found.is_carried, found.distance, wanted.common,
               wanted.is_carried, wanted.distance);
        uint32_t late = bop_loops_late(&thread, where[k], &wanted, times[k]);
        uint32_t right = model_late(where[k], &wanted, times[k]);
        expect(late == right, "time %d is late in %x, not %x", (int)times[k],
               late, right);
    }
}

static void compare_counts(void)
{
    expect(bop_loops_nests() == n_nests, "%u nests", bop_loops_nests());
    for (uint32_t i = 1; i < n_nests && i < bop_loops_nests(); i++) {
        const struct loop_count *found = bop_loops_count(&thread, i);
        const struct loop_count *wanted = &nests[i].count;
        const struct loop_nest *nest = bop_loops_nest(i);
        uint32_t depth = bop_loops_nest(nest->parent)->depth + 1;
        expect(nest->parent == nests[i].parent && nest->at == nests[i].at &&
                   nest->depth == depth, "nest %u is another", i);
        expect(found->entries == wanted->entries &&
                   found->iterations == wanted->iterations &&
                   found->cost == wanted->cost &&
                   found->early == wanted->early,
               "nest %u: %d %d %d %d, not %d %d %d %d", i, (int)found->entries,
               (int)found->iterations, (int)found->cost, (int)found->early,
               (int)wanted->entries, (int)wanted->iterations,
               (int)wanted->cost, (int)wanted->early);
    }
}

/* Makes one random event in the tracer and in the model. Loops of a function
   are nested at most 2 deep, and functions at most 4. */
static void make_event(void)
{
    uint32_t below = thread.frames[thread.depth - 1].loops;
    uint32_t depth = n_running - below, what = random_below(20);
    if (what < 9) {
        uint32_t to = 1 + random_below(depth < 2 ? depth + 1 : depth);
        site at = 10 * thread.depth + 2 * to + (random_below(9) == 0 ? 1 : 0);
        bop_loops_iterate(&thread, at, to, false);
        model_iterate(at, below + to - 1);
    } else if (what < 12) {
        uint32_t to = random_below(depth + 1);
        bool is_done = random_below(2), is_early = !is_done && random_below(2);
        bop_loops_leave(&thread, to, is_done, is_early);
        for (; n_running > below + to; is_done = false)
            model_end(is_done, is_early);
    } else if (what < 14 && thread.depth < 4) {
        thread.frames[thread.depth++].loops = thread.n_loops;
    } else if (what == 14 && thread.depth > 1) {
        thread.depth--;
        bop_loops_drop(&thread, below);
        while (n_running > below)
            model_end(false, true);
    } else if (what == 15) {
        thread.pseudo_time++;
        thread.ticks++;
    } else {
        thread.pseudo_time += 1 + random_below(3);
    }
}

static void test_loops(void)
{
    static struct stack_frame frames[FRAMES];
    static uint64_t times[TIMES];
    static uint32_t where[TIMES];
    uint32_t n = 0;
    thread = (struct thread){ .frames = frames, .depth = 1, .pseudo_time = 5 };
    test("tracer: loops, against a model that keeps all times");
    for (int i = 0; i < TIMES; i++) {
        uint64_t before = bop_thread_references(&thread);
        make_event();
        if (bop_thread_references(&thread) > before) {
            times[n] = thread.pseudo_time;
            where[n++] = thread.nest;
        }
        expect(thread.n_loops == n_running &&
                   thread.nest == (n_running ? running[n_running - 1].nest : 0),
               "%u loops run, not %u", thread.n_loops, n_running);
        compare_relations(times, where, n);
    }
    compare_counts();
}

static void test_deep_loops(void)
{
    static struct stack_frame frames[1];
    thread = (struct thread){ .frames = frames, .depth = 1 };
    test("tracer: 32 loops are known, and those within them are not");
    for (uint32_t depth = 1; depth <= MAX_LOOPS + 2; depth++) {
        bop_loops_iterate(&thread, 1000 + depth, depth, false);
        expect(thread.n_loops == (depth < MAX_LOOPS ? depth : MAX_LOOPS),
               "%u loops at depth %u", thread.n_loops, depth);
    }
    expect(bop_loops_nest(thread.nest)->depth == MAX_LOOPS, "the depth is %u",
           bop_loops_nest(thread.nest)->depth);
    bop_loops_leave(&thread, 1, false, false);
    expect(thread.n_loops == 1, "%u loops are left", thread.n_loops);
}

/* What was accessed before an iteration is of an earlier execution where the loops
   of functions that are not under study count. */
static void test_separation(void)
{
    static struct stack_frame frames[1];
    thread = (struct thread){ .frames = frames, .depth = 1, .pseudo_time = 7 };
    test("tracer: iterations separate what code under study does not");
    bop_loops_iterate(&thread, 9001, 1, false);
    expect(thread.frozen_time == 8, "an iteration does not");
    thread.pseudo_time = 9;
    bop_loops_leave(&thread, 0, false, false);
    expect(thread.frozen_time == 10, "the end of a loop does not");
    thread.is_under_study = true;
    thread.pseudo_time = 12;
    bop_loops_iterate(&thread, 9001, 1, false);
    expect(thread.frozen_time == 10, "an iteration under study does");
    thread.is_under_study = false;
    bop_tracer.doc_semantics = true;
    bop_loops_iterate(&thread, 9001, 1, false);
    expect(thread.frozen_time == 10, "an iteration with sem=doc does");
    bop_tracer.doc_semantics = false;
}

UNIT(tracer)
{
    start_input(1);
    test_sort();
    test_ids();
    test_memory();
    test_file();
    test_fields();
    test_flush();
    test_signals();
    test_sizes();
    test_pieces();
    test_scan();
    test_loops();
    test_deep_loops();
    test_separation();
    test_sections();
    return finish_tests();
}
#else
UNIT(tracer)
{
    return finish_tests();
}
#endif
