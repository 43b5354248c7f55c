/*
 * A source gives the bytes of an input: a file, a pipe or standard input. It
 * decompresses them (gzip, xz, zstd, bzip2), and it converts text to UTF-8
 * without a byte order mark; text may be UTF-8 or UTF-16 of either byte order.
 * If the input is an archive with one file inside, the source gives the bytes
 * of that; if it has several, it gives none, and each can be opened as a source
 * of its own.
 * It knows nothing of lines: input/blocks.h cuts the text into lines, and
 * input/input.h hands them to the readers.
 *
 * A source may be used by one thread at a time.
 */
#ifndef INPUT_SOURCE_H
#define INPUT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "input/members.h"
#include "util/buf.h"

enum encoding { UTF8, UTF16LE, UTF16BE };

struct source {
    const char *name; /* the path, or "standard input" */
    int fd;
    bool is_file;     /* a regular file, which is read without waiting */
    double size;      /* bytes of a regular file; 0: not known */
    size_t consumed;  /* bytes read from fd so far, before decompression */
    bool is_binary;   /* nothing is converted */
    bool ended;       /* source_read gives nothing more */
    bool file_ended;  /* read(2) has returned 0 */
    int error;        /* errno of the last read(2), or 0 */
    int stop;         /* a descriptor: something to read there, or its end,
                         ends the wait for bytes of a pipe; -1: nothing does */
    struct members members;  /* of an archive of files; none otherwise */
    bool is_opening;         /* what is read is kept in members.bytes, because
                                it may be such an archive */
    struct archive *archive; /* decompresses; NULL: the source is closed */
    bool archive_ended;      /* it has given everything that it had */
    bool is_plain;           /* the input is not compressed: only its start
                                goes through the archive */
    char *packed;            /* what was read(2) last, if it was not read into
                                the result itself */
    size_t n_packed;         /* bytes in packed that the archive got last */
    size_t first;            /* bytes in packed that the archive has yet to
                                get */
    bool is_damaged;
    enum encoding encoding;
    bool is_sniffed;          /* the encoding is known */
    unsigned char partial[4]; /* the first bytes of a code point whose other
                                 bytes come with the next read */
    size_t partial_len;
};

/* Opens a file, or standard input if the path is "-". If that fails, it reports
   why and returns false, and there is nothing to close. The path must live as
   long as the source. */
bool source_open(struct source *source, const char *path, bool is_binary);
/* Opens a member of another source, which must stay open. The name, for
   messages, must live as long as the source. Returns false if that is not
   possible; there is nothing to close then. */
bool source_open_member(struct source *source, const struct source *other,
                        uint32_t member, const char *name);
void source_close(struct source *source);

/* Appends the result of one read to the buffer: at most `most` bytes if the
   input is neither compressed nor converted, otherwise as many as come at
   once, which may be none. Returns false at the end. */
bool source_read(struct source *source, struct buf *to, size_t most);
/* After the end: says why it came too early (compressed data that are damaged,
   cut off or followed by other data, a read that failed, half a character);
   NULL if it did not. */
const char *source_damage(const struct source *source);

#endif
