#include "input/source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/libarchive.h"
#include "util/diag.h"
#include "util/memory.h"
#include "util/text/utf8.h"

/* Bytes in one read of compressed data. Tests choose their own. */
#ifndef PACKED
#define PACKED ((size_t)256 * 1024)
#endif

enum { SNIFFED = 4 };

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
    } else if (fd < 0 && errno == ENOENT && strstr(path, "://")) {
        diag_error("%s: a URL is no file; use: curl -sL '%s' | prof2dot", path,
                   path);
    } else if (fd < 0 && errno == ENOENT && strcmp(path, "perf.data") == 0) {
        diag_error("%s: %s; where standard output is a pipe, perf record "
                   "writes there; use: perf record -g -o perf.data ./prog",
                   path, strerror(errno));
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

/* ---- Archives ---- */

/* Reads data of the member. The library warns of a wrong checksum. */
static ssize_t read_member(struct source *source, char *to, size_t most)
{
    const void *bytes;
    size_t n = 0;
    la_int64_t offset;
    while (!source->block.len && !source->archive_ended) {
        int result = archive_read_data_block(source->archive, &bytes, &n,
                                             &offset);
        source->archive_ended = result != ARCHIVE_OK && result != ARCHIVE_WARN;
        if (result != ARCHIVE_OK && result != ARCHIVE_EOF && !source->damage)
            source->damage = members_error(source->archive);
        if (!source->archive_ended)
            source->block = (struct str){ bytes, n };
    }
    struct str taken = str_head(source->block, most);
    if (taken.len)
        memcpy(to, taken.s, taken.len);
    source->block = str_skip(source->block, taken.len);
    return (ssize_t)taken.len;
}

/* ---- Decompression ---- */

/* Reads what the first n layers give. Returns the number of bytes, 0 at the end
   and -1 if read(2) failed. */
static ssize_t read_layer(struct source *source, int n, char *to, size_t most)
{
    if (n == 0)
        return source->archive ? read_member(source, to, most)
                               : read_file(source, to, most);
    struct layer *layer = &source->layers[n - 1];
    size_t got;
    while ((got = layer_decode(layer, to, most)) == 0 && !layer->ended) {
        layer->bytes.len = 0;
        ssize_t fed = read_layer(source, n - 1,
                                 buf_reserve(&layer->bytes, PACKED), PACKED);
        layer->bytes.len = fed > 0 ? (size_t)fed : 0;
        layer_feed(layer);
    }
    return (ssize_t)got;
}

/* Appends bytes to the buffer. Returns false at the end. */
static bool read_bytes(struct source *source, struct buf *to, size_t most)
{
    ssize_t got = read_layer(source, source->n_layers, buf_reserve(to, most),
                             most);
    to->len += got > 0 ? (size_t)got : 0;
    /* A library keeps a window of what it has decompressed, so its memory
       grows by at most as many bytes as it gives. */
    if (got > 0 && !source->is_plain)
        memory_count((size_t)got);
    return got > 0;
}

/* After the end of the bytes: records why it came too early. What is wrong
   below is why a layer above cannot be read. */
static void note_damage(struct source *source)
{
    if (!source->damage && source->error)
        source->damage = strerror(source->error);
    for (int i = 0; i < source->n_layers && !source->damage; i++)
        source->damage = source->layers[i].damage;
}

/* ---- Opening ---- */

/* Is the start too short to say what it is? The encoding is found in the first
   SNIFFED bytes. Text that comes slowly through a
   pipe must not wait for as many bytes as a tar takes. */
static bool is_open(const struct source *source)
{
    return source->n_layers
               ? source->start.len < MEMBERS_START
               : source->start.len < SNIFFED ||
                     layer_is_open(buf_text(&source->start));
}

static void close_layers(struct source *source)
{
    while (source->n_layers)
        layer_close(&source->layers[--source->n_layers]);
}

/* Finds the layers and reads the start of what they give. */
static bool open_layers(struct source *source)
{
    for (;;) {
        while (is_open(source) && read_bytes(source, &source->start, PACKED))
            continue;
        const struct codec *codec = layer_codec(buf_text(&source->start));
        if (!codec)
            break;
        if (source->layers_seen++ == MOST_LAYERS)
            return diag_error("%s: compressed more than twice over, which "
                              "could hide an input of any size; decompress it "
                              "first",
                              source->name);
        source->is_plain = false;
        layer_open(&source->layers[source->n_layers++], codec, &source->start);
    }
    note_damage(source);
    return source->start.len || !source->damage ||
           diag_error("%s: %s", source->name, source->damage);
}

/* Reads all of an archive of files, and opens its only member, if it has
   one. */
static bool open_members(struct source *source)
{
    struct members *members = &source->members;
    members->bytes = source->start;
    source->start = (struct buf){ 0 };
    source->is_plain = false;
    while (read_bytes(source, &members->bytes, PACKED))
        continue;
    if (source->error)
        return diag_error("%s: %s", source->name, strerror(source->error));
    if (!libarchive_load())
        return diag_error("%s: reading archives needs libarchive, which cannot "
                          "be loaded; install it, or unpack the archive first",
                          source->name);
    note_damage(source);
    close_layers(source);
    members_list(members);
    if (!source->damage)
        source->damage = members->damage;
    if (members->names.n == 0)
        return diag_error("%s: the archive has no file that can be read",
                          source->name);
    source->ended = members->names.n > 1;
    if (source->ended)
        return true;
    source->archive = members_open(members, 0);
    return source->archive ? open_layers(source)
                           : diag_error("%s: the archive is damaged",
                                        source->name);
}

static bool open_bytes(struct source *source)
{
    source->is_plain = true;
    return open_layers(source) &&
           (!members_are_in(buf_text(&source->start)) || open_members(source));
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
    if (open_bytes(source))
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
    close_layers(source);
    if (source->archive)
        archive_read_free(source->archive);
    source->archive = NULL;
    buf_free(&source->start);
    buf_free(&source->raw);
    members_free(&source->members);
    if (source->fd > STDIN_FILENO)
        close(source->fd);
    source->fd = -1;
}

const char *source_damage(const struct source *source)
{
    if (source->damage || !source->partial_len)
        return source->damage;
    return "the last character of the UTF-16 text is incomplete";
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
    if (source->partial_len)
        return;
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

bool source_read(struct source *source, struct buf *to, size_t most)
{
    struct buf *raw = source->start.len ? &source->start : &source->raw;
    if (source->ended)
        return false;
    /* Bytes that nobody converts are read into the result itself. */
    bool is_direct = source->is_sniffed && source->encoding == UTF8 &&
                     !source->start.len;
    source->ended = !source->start.len &&
                    !read_bytes(source, is_direct ? to : raw,
                                is_direct ? most : PACKED);
    if (source->ended)
        note_damage(source);
    if (!is_direct)
        add_bytes(source, to, raw->data, raw->len);
    raw->len = 0;
    return !source->ended;
}
