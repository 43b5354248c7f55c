/*
 * An input gives a reader the lines of a file, a pipe or standard input, and
 * reports messages about them. The text may be compressed (gzip, xz, zstd,
 * bzip2) and may be UTF-8 or UTF-16 of either byte order, with or without a
 * byte order mark; readers see UTF-8. Bytes that are not valid UTF-8 pass
 * unchanged, so that names keep every byte.
 *
 * Memory grows with the longest line, not with the size of the input. A thread
 * may find the lines of a large input ahead; results do not depend on it.
 *
 * A binary file is only decompressed. It has no lines and is read as a whole,
 * with input_all instead of input_next_line. Until its reader is known, it is
 * treated as text, which changes its bytes only if they begin with a byte order
 * mark or with two Latin letters of UTF-16, as no binary format does.
 *
 * A zip or tar archive with one file inside is read as if it were that file. If
 * it has several, the input has no text, and a reader opens its members.
 *
 * A text whose lines mean nothing, such as JSON, can be read in pieces instead
 * of lines (input/json_reader.h). Memory then does not depend on the input.
 */
#pragma once

#include "util/arena.h"
#include "util/text/str.h"

struct input {
    const char *name; /* for messages: the path, or "standard input" */
    struct arena arena; /* for its reader; freed when the input is closed */
    struct str text;  /* the current line without its LF or CRLF and the blanks
                         before it; valid until the next line is asked for */
    bool has_blanks;  /* the current line ended in blanks, which `text` lacks */
    size_t line;      /* number of the current line, from 1; 0 before the
                         first */
    uint32_t hash;    /* what hash_line returned for it */
    /* A reader may set this before the first line, to have lines hashed ahead.
       The result must depend on nothing but the text, because another thread
       may call the function. NULL: hash is 0. */
    uint32_t (*hash_line)(struct str line);
    long threads;     /* the number of threads that may be used for a large
                         text; set by main before the first line. 0: as many
                         as there are processors */
    bool failed;      /* input_error was called: the input is useless */
    size_t skipped;   /* bad lines so far */
    bool cut;         /* the input is damaged or ends too early */
    struct lines *lines; /* private */
};

/* Opens a file, or standard input if the path is "-". The input is in the
   arena. Returns NULL after a message. */
struct input *input_open(struct arena *arena, const char *path);
/* Opens a binary file in the same way. */
struct input *input_open_bytes(struct arena *arena, const char *path);
/* Closes the file, and reports how many lines were skipped beyond those that
   had a warning. The input stays in the arena; closing it twice is harmless. */
void input_close(struct input *input);

/* The start of a text or of bytes, at most 64 kB. */
struct head {
    struct str text;
    bool complete; /* `text` is all there is */
};

/* Returns the head of an input. No line may have been read yet. */
struct head input_head(struct input *input);

/* Returns all bytes of a binary file, decompressed, or those before it is
   damaged or cut off, which is reported and sets cut. No line may have been
   read. The bytes are valid until the input is closed; memory grows with the
   file, up to --max-memory. */
struct str input_all(struct input *input);

/* Returns a descriptor from which pread(2) reads the bytes of a binary file at
   any offset, decompressed: the file itself, or a copy of them in a temporary
   file without a name. Returns -1 after a message if there is no room for the
   copy. *size is the number of bytes. The descriptor is valid until the input
   is closed. */
int input_descriptor(struct input *input, uint64_t *size);

/* Moves to the next line. Returns false at the end. */
bool input_next_line(struct input *input);

/* Is the current line the last one, without a line end? Only the format can
   tell whether it was cut off. The answer, and `text`, stay valid after
   input_next_line has returned false. */
bool input_is_in_open_line(const struct input *input);

/* Moves to the next piece of a text that is read without lines, some hundred kB
   with any bytes, at least one; `text` is the piece, and `line` belongs to the
   caller. Returns false at the end. An input is read either in lines or in
   pieces. */
bool input_next_piece(struct input *input);

/* Is the input an archive with several files? */
bool input_is_archive(const struct input *input);
/* Does such an archive have a file of this name, in upper or lower case, in any
   folder? */
bool input_has_member(const struct input *input, struct str file);
/* Lists some of its files for messages, in the arena. */
struct str input_members(const struct input *input, struct arena *arena);
/* Opens a file of an archive, which must stay open. The input is in the arena,
   and is named for messages after the archive and the file. Returns NULL if
   there is no such file. */
struct input *input_open_member(struct arena *arena,
                                const struct input *archive, struct str file);
/* Closes a file of an archive. Skipped lines, cuts and failures of the member
   count for the archive. */
void input_close_member(struct input *archive, struct input *member);

/*
 * Messages about the current line: "FILE:LINE: TEXT", or "FILE: TEXT" before
 * the first line.
 */

/* Reports that the input cannot be read. Sets `failed` and returns false. */
__attribute__((format(printf, 2, 3))) bool
input_error(struct input *input, const char *format, ...);
/* Counts the current line as skipped and reports the first five of these. If it
   is the last line and has no line end, the input counts as cut, as after
   input_cut. */
__attribute__((format(printf, 2, 3))) void
input_warn(struct input *input, const char *format, ...);
/* Reports that the input is damaged or ends too early, but that its first part
   is used. Sets `cut`, so that the exit status is 4; the message explains that,
   so it is printed even if warnings are suppressed. */
__attribute__((format(printf, 2, 3))) void
input_cut(struct input *input, const char *format, ...);
/* If most lines were skipped, the guess of the format was probably wrong:
   reports that as an error, with the first skipped line, and returns true.
   Empty lines and those that begin with '#' do not count. Inputs that were not
   read in lines are never refused. */
bool input_refuse(struct input *input, const char *guessed);
/* Prints any other warning about the input, which is not counted. */
__attribute__((format(printf, 2, 3))) void
input_remark(struct input *input, const char *format, ...);
/* Prints the remark "WHAT: n" unless n is 0. */
void input_count(struct input *input, const char *what, size_t n);
