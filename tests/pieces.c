/*
 * Draws inputs that come in small pieces, and checks that the output and the
 * messages are those of the input as a whole:
 *
 *     pieces SIZES [OPTION]... [-- FILE...]
 *
 * SIZES are bytes, with commas between them: all reads, blocks of lines and
 * pieces of a text without lines (input/input.h) have so many. 63/9 shifts the
 * pieces as well: the first one has 9, 18, 27... bytes, up to 63, so that their
 * boundaries stand at other places. The options make JSON of each FILE in turn,
 * or of the inputs among the options if there is no "--".
 *
 * Prints the name of each input, followed by a line with FAILED if it differs.
 * The files of src/input are compiled with the sizes of tests/pieces.h.
 */
#define _GNU_SOURCE
#include "pieces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/draw.h"

enum { WHOLE = 256 * 1024 };

size_t piece_size = WHOLE;
static size_t first_piece; /* bytes; 0: as many as the others */
static bool has_pieces;    /* something asked for a piece */

size_t piece_next(void)
{
    size_t size = first_piece ? first_piece : piece_size;
    has_pieces = true;
    first_piece = 0;
    return size;
}

/* Draws with an output that is followed by the messages and the status. */
static void draw_with_messages(struct buf *out, const char *const *words)
{
    static int messages;
    struct drawing drawing;
    if (!messages) {
        messages = memfd_create("messages", MFD_CLOEXEC);
        if (messages < 0 || dup2(messages, STDERR_FILENO) < 0)
            exit(1);
    }
    draw(&drawing, words);
    fflush(stderr);
    off_t n = lseek(messages, 0, SEEK_END);
    buf_add(out, buf_text(&drawing.out));
    if (pread(messages, buf_reserve(out, (size_t)n), (size_t)n, 0) == n)
        out->len += (size_t)n;
    buf_printf(out, "status %d\n", drawing.status);
    draw_free(&drawing);
    if (ftruncate(messages, 0) != 0 || lseek(messages, 0, SEEK_SET) != 0)
        exit(1);
}

static struct str cut_line(struct str *text)
{
    const char *end = text->len ? memchr(text->s, '\n', text->len) : NULL;
    struct str line = str_head(*text, end ? (size_t)(end - text->s) : text->len);
    *text = str_skip(*text, line.len + 1);
    return line;
}

/* Prints the first line that differs. */
static void print_difference(struct str wanted, struct str got)
{
    struct str w = { 0 }, g = { 0 };
    while (str_eq(w, g) && (wanted.len || got.len)) {
        w = cut_line(&wanted);
        g = cut_line(&got);
    }
    printf("    - %.*s\n    + %.*s\n", (int)w.len, w.s, (int)g.len, g.s);
}

/* Returns whether the output is the same. */
static bool is_same(const char *const *words, struct str whole, size_t size,
                    size_t shift)
{
    struct buf out = { 0 };
    piece_size = size;
    first_piece = shift;
    draw_with_messages(&out, words);
    piece_size = WHOLE;
    first_piece = 0;
    bool same = str_eq(buf_text(&out), whole);
    if (!same) {
        printf("FAILED in pieces of %zu bytes, the first of %zu:\n", size,
               shift ? shift : size);
        print_difference(whole, buf_text(&out));
    }
    buf_free(&out);
    return same;
}

/* Tries the sizes until one fails. */
static void try_sizes(const char *sizes, const char *const *words)
{
    struct buf whole = { 0 };
    bool same = true;
    draw_with_messages(&whole, words);
    for (const char *at = sizes; same && *at; at += *at == ',') {
        char *end;
        size_t size = strtoul(at, &end, 10), shift = 0, step = 0;
        if (*end == '/')
            step = strtoul(end + 1, &end, 10);
        at = end;
        has_pieces = false;
        do
            same = is_same(words, buf_text(&whole), size, shift);
        while (same && has_pieces && step && (shift += step) < size);
    }
    buf_free(&whole);
}

int main(int argc, char **argv)
{
    enum { MOST = 100 };
    const char *words[MOST + 5] = { "--threads=1", "-T", "json" };
    int n = 3, i = 2;
    while (i < argc && n < MOST && strcmp(argv[i], "--") != 0)
        words[n++] = argv[i++];
    if (argc < 3 || n == MOST) {
        fputs("pieces SIZES [OPTION]... [-- FILE...]\n", stderr);
        return 2;
    }
    if (i == argc) {
        printf("%s\n", argv[argc - 1]);
        try_sizes(argv[1], words);
    }
    while (++i < argc) {
        printf("%s\n", argv[i]);
        words[n] = argv[i];
        try_sizes(argv[1], words);
    }
    return 0;
}
