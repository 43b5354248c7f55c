/*
 * Lines of UTF-8 text from a file, a pipe or standard input, which may be
 * compressed (gzip, xz, zstd, bzip2) and may be UTF-8 or UTF-16 of either
 * byte order, with or without a byte order mark. Memory does not grow with
 * the size of the input, only with its longest line. Lines of large inputs are
 * found ahead by a thread; nothing that is seen here depends on that.
 *
 * Bytes that are no UTF-8 pass through as they are: names keep every byte.
 *
 * Binary files are opened as bytes, which are decompressed and nothing else,
 * and are asked for as a whole.
 */
#ifndef INPUT_INPUT_H
#define INPUT_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/str.h"

struct input {
    const char *name; /* for messages: the file's, or "standard input" */
    struct str text;  /* the current line without its end (LF or CRLF); valid
                         until the next one is asked for */
    size_t line;      /* its number, from 1; 0 before the first */
    uint32_t hash;    /* of the line, as hash_line says */
    uint32_t (*hash_line)(struct str line); /* for readers to set before the
                         first line: a function of nothing but the text, which
                         another thread may call. NULL: no hash is wanted */
    long threads;     /* as many at most for large text: for main to set before
                         the first line. 0: as there are processors */
    bool failed;      /* an error that makes the whole input useless was told */
    size_t skipped;   /* bad lines so far */
    bool cut;         /* compressed data is damaged or ends too early */
    struct lines *lines; /* private */
};

/* Opens a file, or standard input for "-"; the input lives in the arena. NULL
   after a message. */
struct input *input_open(struct arena *arena, const char *path);
/* The same for bytes, which have no lines. */
struct input *input_open_bytes(struct arena *arena, const char *path);
/* Tells how many more lines were skipped, if any, and lets go of the file. */
void input_close(struct input *input);

/* The start of the text or of the bytes, at most 64 kB, for a look before the
   rest is asked for; complete: that is all there is. */
struct str input_head(struct input *input, bool *complete);

/* All bytes, in memory until the input is closed. False after input_error if
   the file is damaged. */
bool input_all(struct input *input, struct str *bytes);

/* The next line into input->text; false at the end. */
bool input_next_line(struct input *input);

/* "FILE:LINE: ..." about the current line. A wrong file is an error; returns
   false and sets failed. A bad line is a warning: the first five are told,
   the others counted. A remark is told every time and counts as nothing. */
__attribute__((format(printf, 2, 3))) bool
input_error(struct input *input, const char *format, ...);
__attribute__((format(printf, 2, 3))) void
input_warn(struct input *input, const char *format, ...);
__attribute__((format(printf, 2, 3))) void
input_remark(struct input *input, const char *format, ...);

#endif
