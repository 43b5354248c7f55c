#include "readers/input.h"

#include <archive.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/buf.h"
#include "util/diag.h"
#include "util/progress.h"
#include "util/utf8.h"

enum { HEAD = 64 * 1024, BLOCK = 256 * 1024, WARNINGS = 5 };

enum encoding { UTF8, UTF16LE, UTF16BE };

/* Where the bytes come from, and what was decoded but not asked for yet. */
struct source {
    struct archive *archive; /* NULL: closed */
    int fd;
    double size; /* of the file, 0: it is none */
    bool ended; /* no more blocks */
    bool bytes; /* no text */
    enum encoding encoding;
    bool sniffed;
    unsigned char half[4]; /* the start of a code point cut by a block's end */
    size_t half_len;
    const char *at, *end; /* decoded, not handed out yet: in a block of the
                             archive, or in text */
    struct buf text; /* the head, or all, or a block that had to be decoded */
    struct buf cut;  /* a line that began in an earlier block */
};

/* "NAME:LINE: TEXT", and before the first line "NAME: TEXT". */
static struct str message(struct arena *arena, const struct input *in,
                          const char *format, va_list args)
{
    struct str text = arena_vprintf(arena, format, args);
    return in->line
               ? arena_printf(arena, "%s:%zu: %s", in->name, in->line, text.s)
               : arena_printf(arena, "%s: %s", in->name, text.s);
}

static void warn(const struct input *in, const char *format, va_list args)
{
    struct arena scratch = { 0 };
    diag_warn("%s", message(&scratch, in, format, args).s);
    arena_free(&scratch);
}

bool input_error(struct input *in, const char *format, ...)
{
    struct arena scratch = { 0 };
    va_list args;
    va_start(args, format);
    diag_error("%s", message(&scratch, in, format, args).s);
    va_end(args);
    arena_free(&scratch);
    in->failed = true;
    return false;
}

void input_warn(struct input *in, const char *format, ...)
{
    va_list args;
    if (in->skipped++ >= WARNINGS)
        return;
    va_start(args, format);
    warn(in, format, args);
    va_end(args);
}

void input_remark(struct input *in, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    warn(in, format, args);
    va_end(args);
}

static struct archive *new_archive(void)
{
    struct archive *archive = archive_read_new();
    archive_read_support_filter_gzip(archive);
    archive_read_support_filter_xz(archive);
    archive_read_support_filter_zstd(archive);
    archive_read_support_filter_bzip2(archive);
    archive_read_support_format_raw(archive);
    archive_read_support_format_empty(archive);
    return archive;
}

/* A descriptor to read from, or -1 after a message. */
static int open_path(const char *path)
{
    struct stat status;
    if (strcmp(path, "-") == 0)
        return STDIN_FILENO;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        diag_error("%s: %s", path, strerror(errno));
    } else if (fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
        diag_error("%s: is a folder", path);
        close(fd);
        fd = -1;
    }
    return fd;
}

static struct input *open_input(struct arena *arena, const char *path,
                                bool bytes)
{
    struct archive_entry *entry;
    struct stat status;
    int fd = open_path(path);
    if (fd < 0)
        return NULL;
    struct input *in = NEW(arena, struct input);
    in->source = NEW(arena, struct source);
    in->name = fd == STDIN_FILENO ? "standard input" : path;
    *in->source = (struct source){
        .archive = new_archive(), .fd = fd, .bytes = bytes, .sniffed = bytes
    };
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
        in->source->size = (double)status.st_size;
    if (archive_read_open_fd(in->source->archive, fd, BLOCK) == ARCHIVE_OK) {
        int result = archive_read_next_header(in->source->archive, &entry);
        in->source->ended = result == ARCHIVE_EOF;
        if (result == ARCHIVE_OK || result == ARCHIVE_WARN ||
            result == ARCHIVE_EOF)
            return in;
    }
    input_error(in, "%s", archive_error_string(in->source->archive));
    input_close(in);
    return NULL;
}

struct input *input_open(struct arena *arena, const char *path)
{
    return open_input(arena, path, false);
}

struct input *input_open_bytes(struct arena *arena, const char *path)
{
    return open_input(arena, path, true);
}

void input_close(struct input *in)
{
    struct source *source = in->source;
    if (!source->archive)
        return;
    if (in->skipped > WARNINGS)
        diag_warn("%s: %zu more lines were skipped", in->name,
                  in->skipped - WARNINGS);
    archive_read_free(source->archive);
    source->archive = NULL;
    if (source->fd != STDIN_FILENO)
        close(source->fd);
    buf_free(&source->text);
    buf_free(&source->cut);
}

/* The byte order mark decides, else where the NULs of Latin letters are.
   Returns the bytes that the mark takes. */
static size_t sniff(struct source *source, const unsigned char *b, size_t n)
{
    source->sniffed = true;
    if (n >= 3 && b[0] == 0xef && b[1] == 0xbb && b[2] == 0xbf)
        return 3;
    if (n >= 2 && b[0] == 0xff && b[1] == 0xfe)
        source->encoding = UTF16LE;
    else if (n >= 2 && b[0] == 0xfe && b[1] == 0xff)
        source->encoding = UTF16BE;
    else if (n >= 4 && b[0] && !b[1] && b[2] && !b[3])
        return source->encoding = UTF16LE, 0;
    else if (n >= 4 && !b[0] && b[1] && !b[2] && b[3])
        return source->encoding = UTF16BE, 0;
    else
        return 0;
    return 2;
}

static uint32_t unit(const struct source *source, const unsigned char *b)
{
    return source->encoding == UTF16LE ? b[0] | (uint32_t)b[1] << 8
                                       : b[1] | (uint32_t)b[0] << 8;
}

/* One code point of UTF-16 from n bytes; returns the bytes it took, 0 if more
   are wanted. A lone surrogate becomes REPLACEMENT. */
static size_t decode_one(struct source *source, const unsigned char *b,
                         size_t n)
{
    if (n < 2)
        return 0;
    uint32_t high = unit(source, b);
    if ((high & 0xf800) != 0xd800) {
        utf8_put(&source->text, high);
        return 2;
    }
    if (high < 0xdc00 && n < 4)
        return 0;
    uint32_t low = high < 0xdc00 ? unit(source, b + 2) : 0;
    if ((low & 0xfc00) != 0xdc00) {
        utf8_put(&source->text, REPLACEMENT);
        return 2;
    }
    utf8_put(&source->text,
             0x10000 + ((high & 0x3ff) << 10 | (low & 0x3ff)));
    return 4;
}

static void decode(struct source *source, const unsigned char *b, size_t n)
{
    size_t used;
    while (source->half_len && n) {
        source->half[source->half_len++] = *b++;
        n--;
        used = decode_one(source, source->half, source->half_len);
        source->half_len -= used;
        memmove(source->half, source->half + used, source->half_len);
    }
    while ((used = decode_one(source, b, n)) > 0) {
        b += used;
        n -= used;
    }
    memcpy(source->half, b, n);
    source->half_len = n;
}

/* What is not handed out yet is the text. */
static void show_text(struct source *source)
{
    source->at = source->text.data;
    source->end = source->text.data + source->text.len;
}

static struct str unread(const struct source *source)
{
    if (source->at == source->end)
        return S("");
    return (struct str){ source->at, (size_t)(source->end - source->at) };
}

/* What was read before is of use if it is text. */
static void tell_damage(struct input *in)
{
    const char *why = archive_error_string(in->source->archive);
    if (in->source->bytes)
        input_error(in, "the input is damaged or cut off: %s", why);
    else
        input_remark(in, "the input is damaged or cut off here: %s", why);
}

/* The next block as it comes, without its byte order mark: valid until the
   next one. False at the end. */
static bool read_block(struct input *in, struct str *bytes)
{
    struct source *source = in->source;
    const void *block;
    size_t size;
    la_int64_t offset;
    if (source->ended)
        return false;
    int result =
        archive_read_data_block(source->archive, &block, &size, &offset);
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) {
        source->ended = true;
        in->cut = result != ARCHIVE_EOF;
        if (in->cut)
            tell_damage(in);
        return false;
    }
    progress_bytes((double)archive_filter_bytes(source->archive, -1),
                   source->size);
    size_t mark = source->sniffed ? 0 : sniff(source, block, size);
    *bytes = (struct str){ (const char *)block + mark, size - mark };
    return true;
}

/* Adds it to the text. */
static void add_block(struct source *source, struct str bytes)
{
    if (source->encoding == UTF8)
        buf_add(&source->text, bytes);
    else
        decode(source, (const unsigned char *)bytes.s, bytes.len);
}

/* One more block into the text, behind what is there. */
static bool gather(struct input *in)
{
    struct str bytes;
    if (!read_block(in, &bytes))
        return false;
    add_block(in->source, bytes);
    return true;
}

/* What is not handed out yet begins the text. */
static void begin_text(struct source *source)
{
    struct buf text = { 0 };
    buf_add(&text, unread(source));
    buf_free(&source->text);
    source->text = text;
}

struct str input_head(struct input *in, bool *complete)
{
    struct source *source = in->source;
    begin_text(source);
    while (source->text.len < HEAD && gather(in))
        continue;
    show_text(source);
    *complete = source->ended && source->text.len <= HEAD;
    return str_head(buf_text(&source->text), HEAD);
}

bool input_all(struct input *in, struct str *bytes)
{
    begin_text(in->source);
    while (gather(in))
        continue;
    show_text(in->source);
    *bytes = buf_text(&in->source->text);
    return !in->failed;
}

/* All before it was handed out. A block that needs no decoding is used where
   it is. */
static bool next_block(struct input *in)
{
    struct source *source = in->source;
    struct str bytes;
    if (!read_block(in, &bytes))
        return false;
    if (source->encoding == UTF8) {
        source->at = bytes.s;
        source->end = bytes.s + bytes.len;
    } else {
        source->text.len = 0;
        add_block(source, bytes);
        show_text(source);
    }
    return true;
}

static bool hand_out(struct input *in, struct str line)
{
    if (line.len && line.s[line.len - 1] == '\r')
        line.len--;
    in->text = line;
    in->line++;
    return true;
}

/* The line whose start is in cut, if any, and whose end is in a later block,
   if any. */
static bool next_cut_line(struct input *in)
{
    struct source *source = in->source;
    struct str part, rest = unread(source);
    source->cut.len = 0;
    for (;;) {
        if (str_cut(rest, S("\n"), &part, &rest)) {
            buf_add(&source->cut, part);
            source->at = rest.s;
            return hand_out(in, buf_text(&source->cut));
        }
        buf_add(&source->cut, rest);
        source->at = source->end;
        if (!next_block(in))
            break;
        rest = unread(source);
    }
    return source->cut.len && hand_out(in, buf_text(&source->cut));
}

bool next_line(struct input *in)
{
    struct source *source = in->source;
    struct str line = unread(source);
    const char *end = line.len ? memchr(line.s, '\n', line.len) : NULL;
    if (!end)
        return next_cut_line(in);
    source->at = end + 1;
    line.len = (size_t)(end - line.s);
    return hand_out(in, line);
}
