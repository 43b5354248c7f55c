/* Tests that the lines of blocks are the lines of the text, with and without a
   thread. blocks.c and source.c are compiled here a second time, with sizes of
   blocks that each input chooses. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/wait.h>
#include <stdbool.h>
#include <time.h>

#include "util/signals.h"

static size_t block_size, packed_size, thread_after;
#define BLOCK block_size
#define THREAD_AFTER thread_after
#define PACKED packed_size
#define blocks_next small_blocks_next
#define blocks_close small_blocks_close
#define source_open small_source_open
#define source_open_member small_source_open_member
#define source_close small_source_close
#define source_read small_source_read
#define source_damage small_source_damage
static bool thread_or_not(pthread_t *thread, void *work_there(void *),
                          void *opaque);
#define signals_thread thread_or_not
#include "input/blocks.c"
#include "input/source.c"
#undef signals_thread

#include "text.h"
#include "util/hash.h"

static bool no_threads;

static bool thread_or_not(pthread_t *thread, void *work_there(void *),
                          void *opaque)
{
    return !no_threads && signals_thread(thread, work_there, opaque);
}

static uint32_t hash(struct str line)
{
    return hash_text(line);
}

/* Makes lines of all lengths. Some are longer than many blocks, some contain or
   end in CR; the last one may have no line feed. */
static void random_text(struct buf *text)
{
    uint32_t lines = random_below(300);
    text->len = 0;
    for (uint32_t i = 0; i < lines; i++) {
        uint32_t len = random_below(chance(3) ? 3000 : 40);
        while (len--)
            buf_char(text, chance(2) ? '\r' : (char)('a' + random_below(9)));
        if (chance(20))
            buf_char(text, '\r');
        if (i + 1 < lines || chance(50))
            buf_char(text, '\n');
    }
}

/* Removes the first line, the one that is expected next, from the text. */
static bool cut_line(struct str *text, struct str *line)
{
    if (text->len == 0)
        return false;
    if (!str_cut(*text, S("\n"), line, text)) {
        *line = *text;
        *text = S("");
    }
    if (str_ends(*line, S("\r")))
        line->len--;
    return true;
}

static void block_is(const struct block *block, struct str *rest)
{
    size_t at = 0;
    struct str wanted;
    for (size_t i = 0; i < block->lines.n; i++) {
        struct str line = block_line(block, at, block->lines.of[i].end);
        at = block->lines.of[i].end + 1;
        if (!expect(cut_line(rest, &wanted), "more lines than there are"))
            return;
        expect(str_eq(line, wanted), "'%.*s' is not '%.*s'", (int)line.len,
               line.s, (int)wanted.len, wanted.s);
        expect(block->lines.of[i].hash == hash(wanted),
               "another hash of '%.*s'",
               (int)wanted.len, wanted.s);
    }
    expect(!block->is_last || block->lines.n < 2, "%zu lines at the end",
           block->lines.n);
    expect(block->is_last || block->lines.n > 0, "an empty block");
}

/* Chooses sizes that are not larger than a few lines. */
static void random_sizes(void)
{
    block_size = 1 + random_below(chance(50) ? 10 : 200);
    packed_size = 1 + random_below(chance(50) ? 10 : 500);
    thread_after = random_below(300);
}

static void lines_are(const char *path, struct str text, long threads)
{
    struct source source;
    const struct block *block;
    if (!expect(source_open(&source, path, false), "cannot be opened"))
        return;
    struct blocks blocks = { .source = &source, .hash_line = hash,
                             .threads = threads };
    size_t all = text.len;
    while ((block = blocks_next(&blocks)))
        block_is(block, &text);
    expect(text.len == 0, "%zu bytes are missing", text.len);
    bool wanted = threads == 2 && !no_threads;
    expect(wanted || !blocks.has_thread, "an unwanted thread");
    expect(!wanted || blocks.has_thread || all < thread_after + 4000,
           "no thread");
    expect(!blocks_next(&blocks), "a block after the last");
    blocks_close(&blocks);
    source_close(&source);
}

static void test_files(long threads)
{
    struct buf text = { 0 };
    for (unsigned long input = 1; input <= 300; input++) {
        start_input(input);
        random_text(&text);
        random_sizes();
        if (save_text(buf_text(&text)))
            lines_are(text_path, buf_text(&text), threads);
    }
    buf_free(&text);
}

/* Starts a child that writes the text into a pipe in small pieces. With
   stays_open it then keeps the pipe open for as long as it has a reader.
   Returns a path to read from. */
static const char *pipe_of(struct str text, bool stays_open, pid_t *child)
{
    static char path[40];
    int ends[2];
    if (pipe(ends) != 0)
        return NULL;
    *child = fork();
    if (*child == 0) {
        close(ends[0]);
        signal(SIGPIPE, SIG_DFL);
        for (size_t n; text.len; text = str_skip(text, n)) {
            n = 1 + random_below(200);
            n = n < text.len ? n : text.len;
            if (write(ends[1], text.s, n) < 0)
                _exit(1);
            if (chance(2))
                nanosleep(&(struct timespec){ .tv_nsec = 300000 }, NULL);
        }
        if (stays_open)
            poll(&(struct pollfd){ .fd = ends[1] }, 1, -1);
        _exit(0);
    }
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    strcpy(path, "-");
    return path;
}

static void end_child(pid_t child)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static void test_pipes(long threads)
{
    struct buf text = { 0 };
    pid_t child;
    for (unsigned long input = 1; input <= 60; input++) {
        start_input(input);
        random_text(&text);
        random_sizes();
        const char *path = pipe_of(buf_text(&text), false, &child);
        if (expect(path != NULL, "no pipe"))
            lines_are(path, buf_text(&text), threads);
        end_child(child);
    }
    buf_free(&text);
}

/* Gives the thread 10 ms to fill all blocks that it has. */
static void let_fill(struct blocks *blocks)
{
    bool is_full = !blocks->has_thread;
    for (int i = 0; i < 10 && !is_full; i++) {
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
        pthread_mutex_lock(&blocks->mutex);
        is_full = blocks->thread_waits;
        pthread_mutex_unlock(&blocks->mutex);
    }
}

/* Takes n blocks and closes the input early. The alarm ends the program if
   anything waits for ever. */
static void give_up_after(const char *path, int n)
{
    struct source source;
    if (!expect(source_open(&source, path, false), "cannot be opened"))
        return;
    struct blocks blocks = { .source = &source, .hash_line = hash,
                             .threads = 2 };
    while (n-- > 0 && blocks_next(&blocks))
        continue;
    if (chance(50))
        let_fill(&blocks);
    alarm(20);
    blocks_close(&blocks);
    source_close(&source);
    alarm(0);
}

static void test_early_end(void)
{
    struct buf text = { 0 };
    pid_t child;
    for (unsigned long input = 1; input <= 60; input++) {
        start_input(input);
        random_text(&text);
        random_sizes();
        thread_after = 0;
        bool is_pipe = chance(50);
        if (is_pipe)
            give_up_after(pipe_of(buf_text(&text), true, &child), 1);
        else if (save_text(buf_text(&text)))
            give_up_after(text_path, 1 + (int)random_below(10));
        if (is_pipe)
            end_child(child);
    }
    buf_free(&text);
}

/* A pipe that is silent but open must not hold back the lines before. */
static void test_slow_pipe(void)
{
    struct source source;
    struct str text = S("some lines come before,\nand then nothing more comes "
                        "for a while;\nwhat is mo");
    pid_t child;
    size_t n = 0;
    block_size = packed_size = 1000;
    thread_after = 0;
    source_open(&source, pipe_of(text, true, &child), false);
    struct blocks blocks = { .source = &source, .threads = 2 };
    alarm(20);
    while (n < 2)
        n += blocks_next(&blocks)->lines.n;
    expect(n == 2, "%zu lines", n);
    blocks_close(&blocks);
    source_close(&source);
    alarm(0);
    end_child(child);
}

UNIT(blocks)
{
    test("lines of a file");
    test_files(1);
    test("lines of a file, found by a thread");
    test_files(2);
    test("lines of a pipe");
    test_pipes(1);
    test("lines of a pipe, found by a thread");
    test_pipes(2);
    test("without memory for a thread");
    no_threads = true;
    test_files(2);
    test_pipes(2);
    no_threads = false;
    test("an early end");
    test_early_end();
    test("a pipe that comes slowly");
    test_slow_pipe();
    return finish_tests();
}
