#include "input/source.h"

#include <archive.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/array.h"
#include "util/diag.h"
#include "util/memory.h"
#include "util/utf8.h"

/* Bytes in one read of compressed data. Tests choose their own. */
#ifndef PACKED
#define PACKED ((size_t)256 * 1024)
#endif

enum { TAR_HEADER = 512 };

/* A file that a profiler compressed may have been compressed again. More layers
   are refused, because each one can make a file 30,000 times smaller. */
enum { MOST_LAYERS = 2 };

/* ---- Bytes of the file ---- */

/* A descriptor to read from. If it fails, it reports why and returns -1. */
static int open_path(const char *path)
{
    struct stat status;
    if (strcmp(path, "-") == 0)
        return STDIN_FILENO;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 && errno == EACCES) {
        diag_error("%s: %s; use: sudo chmod a+r %s, or run prof2dot by sudo",
                   path, strerror(errno), path);
    } else if (fd < 0) {
        diag_error("%s: %s", path, strerror(errno));
    } else if (fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
        diag_error("%s: is a folder, expected a file", path);
        close(fd);
        fd = -1;
    }
    return fd;
}

/* Waits until there are bytes to read, or the end of the input. Returns false
   if the source was told to stop. */
static bool wait_for_bytes(const struct source *source)
{
    struct pollfd both[] = { { .fd = source->fd, .events = POLLIN },
                             { .fd = source->stop, .events = POLLIN } };
    if (source->is_file || source->stop < 0)
        return true;
    while (poll(both, 2, -1) < 0 && errno == EINTR)
        continue;
    return !both[1].revents;
}

/* Like read(2), but also returns 0 if the source was told to stop. After the
   end it reads no more, because a terminal would wait for another line. */
static ssize_t read_file(struct source *source, void *to, size_t most)
{
    ssize_t got;
    if (source->file_ended || !wait_for_bytes(source))
        return 0;
    do
        got = read(source->fd, to, most);
    while (got < 0 && errno == EINTR);
    source->error = got < 0 ? errno : 0;
    source->file_ended = got == 0;
    source->consumed += got > 0 ? (size_t)got : 0;
    return got;
}

/* ---- Decompression ---- */

/* The read callback of the archive. Data that are not compressed would only
   pass through: the archive gets their start, in which it looks for a
   compressed format, and then an end. */
static la_ssize_t feed(struct archive *archive, void *opaque,
                       const void **bytes)
{
    struct source *source = opaque;
    *bytes = source->packed;
    if (source->is_plain)
        return 0;
    ssize_t got = source->first ? (ssize_t)source->first
                                : read_file(source, source->packed, PACKED);
    source->first = 0;
    if (got > 0)
        source->n_packed = (size_t)got;
    if (got < 0)
        archive_set_error(archive, source->error, "%s",
                          strerror(source->error));
    else if (source->is_opening)
        buf_add(&source->members.bytes,
                (struct str){ source->packed, (size_t)got });
    return got;
}

/* Reads all of an archive of files, of which the start was kept, and opens its
   only member, if it has one. */
static bool open_members(struct source *source)
{
    struct members *members = &source->members;
    ssize_t got;
    while ((got = read_file(source, buf_reserve(&members->bytes, PACKED),
                            PACKED)) > 0)
        members->bytes.len += (size_t)got;
    if (got < 0)
        return diag_error("%s: %s", source->name, strerror(source->error));
    members_list(members);
    if (members->n == 0)
        return diag_error("%s: the archive has no file that can be read",
                          source->name);
    source->ended = members->n > 1;
    if (source->ended)
        return true;
    struct archive *only = members_open(members, 0);
    if (!only)
        return diag_error("%s: the archive is damaged", source->name);
    archive_read_free(source->archive);
    source->archive = only;
    return true;
}

/* May the input be a tar, compressed or not? Text that comes slowly through a
   pipe must not wait for as many bytes as it takes to see that it is none. */
static bool may_be_tar(struct str start)
{
    static const struct str packed[] = { STR("\x1f\x8b"), STR("\xfd" "7zXZ"),
                                         STR("\x28\xb5\x2f\xfd"),
                                         STR("BZh") };
    return start.len >= TAR_HEADER ||
           str_starts_any(start, packed, ROWS(packed));
}

static bool open_archive(struct source *source)
{
    struct archive_entry *entry;
    source->packed = array_new(PACKED, 1);
    ssize_t got = read_file(source, source->packed, PACKED);
    if (got < 0)
        return diag_error("%s: %s", source->name, strerror(source->error));
    source->first = (size_t)got;
    struct archive *archive = source->archive = members_new_archive();
    if (may_be_tar((struct str){ source->packed, source->first }))
        archive_read_support_format_tar(archive);
    archive_read_support_format_raw(archive);
    archive_read_support_format_empty(archive);
    source->is_opening = true;
    int result = archive_read_open(archive, source, NULL, feed, NULL);
    if (result == ARCHIVE_OK)
        result = archive_read_next_header(archive, &entry);
    source->is_opening = false;
    /* The last filter that the library counts is one that changes nothing. */
    int layers = archive_filter_count(archive) - 1;
    if (layers > MOST_LAYERS)
        return diag_error("%s: compressed more than twice over, which could "
                          "hide an input of any size; decompress it first",
                          source->name);
    int format = archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK;
    if (format == ARCHIVE_FORMAT_ZIP || format == ARCHIVE_FORMAT_TAR)
        return open_members(source);
    members_free(&source->members);
    source->ended = result == ARCHIVE_EOF;
    source->is_plain = layers == 0;
    if (result == ARCHIVE_OK || result == ARCHIVE_WARN || source->ended)
        return true;
    return diag_error("%s: %s", source->name, archive_error_string(archive));
}

bool source_open(struct source *source, const char *path, bool is_binary)
{
    struct stat status;
    *source = (struct source){ .fd = open_path(path),
                               .is_binary = is_binary,
                               .is_sniffed = is_binary,
                               .stop = -1 };
    if (source->fd < 0)
        return false;
    source->name = source->fd == STDIN_FILENO ? "standard input" : path;
    if (fstat(source->fd, &status) == 0 && S_ISREG(status.st_mode)) {
        source->is_file = true;
        source->size = (double)status.st_size;
    }
    if (open_archive(source))
        return true;
    source_close(source);
    return false;
}

bool source_open_member(struct source *source, const struct source *other,
                        uint32_t member, const char *name)
{
    *source = (struct source){ .name = name,
                               .fd = -1,
                               .is_file = true,
                               .file_ended = true,
                               .is_binary = other->is_binary,
                               .is_sniffed = other->is_binary,
                               .stop = -1 };
    source->archive = members_open(&other->members, member);
    return source->archive != NULL;
}

void source_close(struct source *source)
{
    archive_read_free(source->archive);
    source->archive = NULL;
    free(source->packed);
    source->packed = NULL;
    members_free(&source->members);
    if (source->fd > STDIN_FILENO)
        close(source->fd);
    source->fd = -1;
}

const char *source_damage(const struct source *source)
{
    if (source->is_damaged && source->error)
        return strerror(source->error);
    if (source->is_damaged)
        return archive_errno(source->archive)
                   ? archive_error_string(source->archive)
                   : "data of another kind follow the compressed data";
    return source->partial_len
               ? "the last character of the UTF-16 text is incomplete"
               : NULL;
}

/* Returns false, so that a read can end in one statement. */
static bool end(struct source *source, bool damaged)
{
    source->ended = true;
    source->is_damaged = damaged;
    return false;
}

/* ---- Text ---- */

/* May text begin with this byte? */
static bool is_latin(unsigned char byte)
{
    return byte >= ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* Finds the encoding from the first n bytes: from the byte order mark or, if
   there is none, from the zero bytes that Latin letters have in UTF-16.
   Returns the length of the mark. */
static size_t sniff(struct source *source, const unsigned char *b, size_t n)
{
    source->is_sniffed = true;
    if (n >= 3 && b[0] == 0xef && b[1] == 0xbb && b[2] == 0xbf)
        return 3;
    bool little_mark = n >= 2 && b[0] == 0xff && b[1] == 0xfe;
    bool big_mark = n >= 2 && b[0] == 0xfe && b[1] == 0xff;
    if (little_mark ||
        (n >= 4 && is_latin(b[0]) && !b[1] && is_latin(b[2]) && !b[3]))
        source->encoding = UTF16LE;
    else if (big_mark ||
             (n >= 4 && !b[0] && is_latin(b[1]) && !b[2] && is_latin(b[3])))
        source->encoding = UTF16BE;
    return little_mark || big_mark ? 2 : 0;
}

/* Returns the 16-bit code unit at b. */
static uint32_t code_unit(const struct source *source, const unsigned char *b)
{
    return source->encoding == UTF16LE ? b[0] | (uint32_t)b[1] << 8
                                       : b[1] | (uint32_t)b[0] << 8;
}

/* Converts the first code point in n bytes of UTF-16. Returns the number of
   bytes it has, or 0 if it needs more than n. A lone surrogate becomes
   REPLACEMENT. */
static size_t decode_one(const struct source *source, struct buf *to,
                         const unsigned char *b, size_t n)
{
    if (n < 2)
        return 0;
    uint32_t high = code_unit(source, b);
    if ((high & 0xf800) != 0xd800) {
        utf8_put(to, high);
        return 2;
    }
    if (high < 0xdc00 && n < 4)
        return 0;
    uint32_t low = high < 0xdc00 ? code_unit(source, b + 2) : 0;
    if ((low & 0xfc00) != 0xdc00) {
        utf8_put(to, REPLACEMENT);
        return 2;
    }
    utf8_put(to, 0x10000 + ((high & 0x3ff) << 10 | (low & 0x3ff)));
    return 4;
}

/* Converts n bytes of UTF-16, and keeps the bytes of a code point that is not
   complete for the next call. */
static void decode(struct source *source, struct buf *to,
                   const unsigned char *b, size_t n)
{
    size_t used;
    while (source->partial_len && n) {
        source->partial[source->partial_len++] = *b++;
        n--;
        used = decode_one(source, to, source->partial, source->partial_len);
        source->partial_len -= used;
        memmove(source->partial, source->partial + used, source->partial_len);
    }
    while ((used = decode_one(source, to, b, n)) > 0) {
        b += used;
        n -= used;
    }
    memcpy(source->partial, b, n);
    source->partial_len = n;
}

/* Appends n bytes as they are, or converted to UTF-8. */
static void add_bytes(struct source *source, struct buf *to, const void *bytes,
                      size_t n)
{
    size_t mark = source->is_sniffed ? 0 : sniff(source, bytes, n);
    if (n == mark)
        return;
    const char *rest = (const char *)bytes + mark;
    if (source->encoding == UTF8)
        buf_add(to, (struct str){ rest, n - mark });
    else
        decode(source, to, (const unsigned char *)rest, n - mark);
}

/* Returns whether anything but zeros, which fill the last block of a tape,
   follows the compressed data. The library ends there without an error, though
   it may be data whose header is damaged. A read that fails counts as well. */
static bool has_rest(struct source *source)
{
    if (source->is_plain || source->fd < 0 || source->members.n)
        return false;
    size_t rest = source->consumed -
                  (size_t)archive_filter_bytes(source->archive, -1);
    /* If the library has read on to look for a header, the rest begins some
       bytes before `packed`. What follows them tells enough. */
    if (rest > source->n_packed)
        rest = source->n_packed;
    const char *at = source->packed + source->n_packed - rest;
    ssize_t n = (ssize_t)rest;
    do {
        for (ssize_t i = 0; i < n; i++)
            if (at[i])
                return true;
        at = source->packed;
        n = read_file(source, source->packed, PACKED);
    } while (n > 0);
    return n < 0;
}

static bool read_archive(struct source *source, struct buf *to)
{
    const void *bytes;
    size_t n;
    la_int64_t offset;
    int result = archive_read_data_block(source->archive, &bytes, &n, &offset);
    source->archive_ended = result != ARCHIVE_OK && result != ARCHIVE_WARN;
    if (source->archive_ended)
        return (source->is_plain && result == ARCHIVE_EOF) ||
               end(source, result != ARCHIVE_EOF || has_rest(source));
    /* The library keeps a window of what it has decompressed, so its memory
       grows by at most as many bytes as it gives. */
    memory_count(n);
    add_bytes(source, to, bytes, n);
    return true;
}

/* Reads without the archive, into the result itself if nothing is to be
   converted. */
static bool read_plain(struct source *source, struct buf *to, size_t most)
{
    bool is_utf8 = source->is_sniffed && source->encoding == UTF8;
    ssize_t got = is_utf8 ? read_file(source, buf_reserve(to, most), most)
                          : read_file(source, source->packed, PACKED);
    if (got <= 0)
        return end(source, got < 0);
    if (is_utf8)
        to->len += (size_t)got;
    else
        add_bytes(source, to, source->packed, (size_t)got);
    return true;
}

bool source_read(struct source *source, struct buf *to, size_t most)
{
    if (source->ended)
        return false;
    return source->archive_ended ? read_plain(source, to, most)
                                 : read_archive(source, to);
}
