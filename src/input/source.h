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
#pragma once

#include "input/layer.h"
#include "input/members.h"
#include "util/text/buf.h"

/* The most layers of compression: a file that a profiler compressed may have
   been compressed again. More are refused, because each layer can expand a file
   30,000 times. */
enum { MOST_LAYERS = 2 };

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
    int stop;         /* a descriptor that ends the wait for bytes of a pipe
                         when it has data or is closed; -1: none */
    struct layer layers[MOST_LAYERS]; /* the first one decodes the file, or
                                         the member of an archive */
    int n_layers;
    int layers_seen;         /* layers, including those around an archive */
    bool is_plain;           /* the bytes are those of fd */
    struct buf start;        /* bytes that were read to see what they are, and
                                are still to be given */
    struct buf raw;          /* bytes to be converted */
    struct members members;  /* of an archive; else empty */
    struct archive *archive; /* opened at the member that is read instead of fd;
                                or NULL */
    bool archive_ended;      /* it has given everything that it had */
    struct str block;        /* bytes of the archive that were not taken yet */
    const char *damage;      /* why the bytes end too early or are wrong; or
                                NULL */
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
   input is not converted, otherwise as many as come at once, which may be none.
   Returns false at the end. */
bool source_read(struct source *source, struct buf *to, size_t most);
/* Returns, after the end, what is wrong with the data: a failed read, half a
   character, or compressed data that are cut off, followed by other data, or
   wrong by a checksum or a length. NULL: nothing.
 */
const char *source_damage(const struct source *source);
