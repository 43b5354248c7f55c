/*
 * Where the bytes of an input come from: a file, a pipe or standard input,
 * decompressed (gzip, xz, zstd, bzip2), and if they are text, in UTF-8 without
 * a byte order mark, whatever they were.
 *
 * One thread at a time may use a source.
 */
#ifndef INPUT_SOURCE_H
#define INPUT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/buf.h"

enum encoding { UTF8, UTF16LE, UTF16BE };

struct source {
    const char *name; /* the path, or "standard input" */
    int fd;
    bool is_file; /* regular, so that a read gives all that it was asked for */
    double size;  /* of the file, 0: it is none */
    size_t taken; /* bytes that were read from it */
    bool bytes;   /* no text */
    bool ended;   /* nothing more comes */
    bool is_over; /* the file was read to its end */
    int error;    /* of the last read, or 0 */
    int stop;     /* when there is something to read here, no bytes are waited
                     for any more; -1: none */
    struct archive *archive; /* NULL: closed */
    char *packed;            /* what the archive reads */
    bool is_plain;           /* not compressed: for its start only */
    bool is_unpacked;        /* nothing more is in the archive */
    bool is_damaged;
    enum encoding encoding;
    bool sniffed;
    unsigned char half[4]; /* the start of a code point cut by a read's end */
    size_t half_len;
};

/* "-" is standard input. False after a message about path, and then there is
   nothing to close; bytes: no text, only decompressed. */
bool source_open(struct source *source, const char *path, bool bytes);
void source_close(struct source *source);

/* Adds what one read gives: of what is not compressed at most so many bytes,
   else a block as it comes. That may be nothing. False at the end. */
bool source_read(struct source *source, struct buf *to, size_t most);
/* Why the end is none: the data is damaged or cut off. NULL: it is one. */
const char *source_damage(const struct source *source);

#endif
