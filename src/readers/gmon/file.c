#include "readers/gmon/file.h"

#include "util/diag.h"

enum {
    GNU_HEADER = 20,         /* bytes */
    SHARED_OBJECT = 0x1ffff, /* the version in files that LD_PROFILE writes */
    BSD_VERSION = 0x51879,
    OLD_BSD_RATE = 100,      /* ticks per second; not in the file */
    MOST_BIN_WIDTH = 64,     /* addresses of a bin in a sane old BSD file */
};

/* A place in a file. */
struct gmon_cursor {
    struct gmon_file *file;
    struct str rest;
    size_t size;   /* of the file */
    size_t record; /* offset of the current record */
};

static uint64_t number(struct gmon_layout layout, const char *bytes,
                       unsigned size)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < size; i++) {
        unsigned at = layout.big_endian ? i : size - 1 - i;
        n = n << 8 | (unsigned char)bytes[at];
    }
    return n;
}

/* Takes a number. There must be enough bytes: see has_bytes. */
static uint64_t take_int(struct gmon_cursor *c, unsigned size)
{
    uint64_t n = number(c->file->layout, c->rest.s, size);
    c->rest = str_skip(c->rest, size);
    return n;
}

static uint64_t take_pointer(struct gmon_cursor *c)
{
    return take_int(c, c->file->layout.pointer);
}

/* Are there n more bytes? If not, the file is cut, and returns false after an
   error. */
static bool has_bytes(const struct gmon_cursor *c, uint64_t n, const char *what)
{
    if (n <= c->rest.len)
        return true;
    c->file->is_cut = true;
    return diag_error("%s: byte %zu: expected %s of %llu bytes, found %zu: the "
                      "file is cut off; run the program again",
                      c->file->name, c->record, what, (unsigned long long)n,
                      c->rest.len);
}

/* Returns the size of the header in bytes. */
static size_t bsd_header(struct gmon_layout layout, enum gmon_kind kind)
{
    return 2 * layout.pointer + (kind == GMON_OLD_BSD ? 4 : 24);
}

/* Is the version of 4.4BSD at its place? */
static bool has_bsd_version(struct str head, struct gmon_layout layout)
{
    size_t at = 2 * layout.pointer + 4;
    return head.len >= at + 4 && number(layout, head.s + at, 4) == BSD_VERSION;
}

bool gmon_file_looks_like(struct str head)
{
    static const struct str starts[] = { STR("gmon\0\0\0"), STR("gmon\1\0\0\0"),
                                         STR("gmon\xff\xff\1"),
                                         STR("gmon\0\1\xff\xff") };
    if (str_starts_any(head, starts, ROWS(starts)))
        return true;
    for (unsigned i = 0; i < 4; i++)
        if (has_bsd_version(head, (struct gmon_layout){ 4 + i / 2 * 4, i % 2 }))
            return true;
    return false;
}

/* Checks the head of a GNU file. */
static bool check_gnu(struct gmon_file *file, struct str head)
{
    struct gmon_layout other = file->layout;
    if (head.len < GNU_HEADER)
        return diag_error("%s: expected a header of %d bytes, found %zu: the "
                          "file is cut off; run the program again",
                          file->name, GNU_HEADER, head.len);
    other.big_endian = !other.big_endian;
    uint64_t version = number(file->layout, head.s + 4, 4);
    file->kind = GMON_GNU;
    if (version <= 1)
        return true;
    if (number(other, head.s + 4, 4) <= 1)
        return diag_error("%s: byte 4: the numbers have the other byte order "
                          "than the program's; give the program that ran",
                          file->name);
    if (version == SHARED_OBJECT)
        return diag_error("%s: byte 4: this is what LD_PROFILE writes of a "
                          "library, which only sprof reads; use gprof's "
                          "gmon.out, or perf record -g",
                          file->name);
    return diag_error("%s: byte 4: expected version 1 of gmon.out, found %llu",
                      file->name, (unsigned long long)version);
}

/* An old BSD file has no magic number: its header must make sense. */
static bool is_old_bsd(struct gmon_layout layout, struct str head)
{
    size_t header = bsd_header(layout, GMON_OLD_BSD);
    if (head.len < header)
        return false;
    uint64_t low = number(layout, head.s, layout.pointer);
    uint64_t high = number(layout, head.s + layout.pointer, layout.pointer);
    uint64_t bytes = number(layout, head.s + 2 * layout.pointer, 4);
    if (low >= high || bytes <= header || (bytes - header) % 2)
        return false;
    uint64_t width = (high - low) / ((bytes - header) / 2);
    return width >= 2 && width <= MOST_BIN_WIDTH;
}

bool gmon_file_begin(struct gmon_file *file, struct str head)
{
    if (head.len == 0)
        return diag_error("%s: the input is empty; expected what a profiler "
                          "wrote", file->name);
    if (str_starts(head, S("gmon")))
        return check_gnu(file, head);
    file->kind = GMON_BSD44;
    if (has_bsd_version(head, file->layout))
        return true;
    struct gmon_layout other = { file->layout.pointer,
                                 !file->layout.big_endian };
    if (has_bsd_version(head, other))
        return diag_error("%s: the numbers have the other byte order than the "
                          "program's; give the program that ran",
                          file->name);
    file->kind = GMON_OLD_BSD;
    return is_old_bsd(file->layout, head) ||
           diag_error("%s: expected a gmon.out file, as a program compiled "
                      "with -pg leaves it when it ends; other profiles are "
                      "read without the program",
                      file->name);
}

/* Takes an arc whose count has this many bytes. */
static bool take_arc(struct gmon_file *file, struct gmon_cursor *c,
                     unsigned count_size)
{
    if (!has_bytes(c, 2 * file->layout.pointer + count_size, "an arc"))
        return false;
    struct gmon_arc arc;
    arc.from = take_pointer(c);
    arc.self = take_pointer(c);
    arc.count = take_int(c, count_size);
    *PUSH_IN(&file->arena, &file->arcs) = arc;
    return true;
}

/* Takes the bins of a histogram, which is then added to the file. */
static bool take_bins(struct gmon_file *file, struct gmon_cursor *c,
                      struct gmon_histogram *histogram)
{
    uint64_t bytes = 2 * (uint64_t)histogram->n;
    if (histogram->low >= histogram->high)
        return diag_error("%s: byte %zu: a histogram of no addresses: it ends "
                          "where it begins, or before",
                          file->name, c->record);
    if (!has_bytes(c, bytes, "a histogram"))
        return false;
    histogram->at = c->record;
    histogram->bins = str_head(c->rest, (size_t)bytes);
    c->rest = str_skip(c->rest, (size_t)bytes);
    *PUSH_IN(&file->arena, &file->histograms) = *histogram;
    return true;
}

static bool read_gnu_histogram(struct gmon_file *file, struct gmon_cursor *c)
{
    struct gmon_histogram histogram = { 0 };
    if (!has_bytes(c, 2 * file->layout.pointer + 24, "the head of a histogram"))
        return false;
    histogram.low = take_pointer(c);
    histogram.high = take_pointer(c);
    histogram.n = (uint32_t)take_int(c, 4);
    histogram.rate = (uint32_t)take_int(c, 4);
    memcpy(histogram.dimension, c->rest.s, 15);
    c->rest = str_skip(c->rest, 16);
    return take_bins(file, c, &histogram);
}

static bool read_gnu_arc(struct gmon_file *file, struct gmon_cursor *c)
{
    return take_arc(file, c, 4);
}

static bool skip_blocks(struct gmon_file *file, struct gmon_cursor *c)
{
    if (!has_bytes(c, 4, "the head of basic blocks"))
        return false;
    uint64_t bytes = take_int(c, 4) * 2 * file->layout.pointer;
    if (!has_bytes(c, bytes, "a record of basic blocks"))
        return false;
    c->rest = str_skip(c->rest, (size_t)bytes);
    file->n_blocks++;
    return true;
}

static bool read_gnu(struct gmon_file *file, struct gmon_cursor *c)
{
    static bool (*const records[])(struct gmon_file *, struct gmon_cursor *) = {
        read_gnu_histogram, read_gnu_arc, skip_blocks
    };
    c->rest = str_skip(c->rest, GNU_HEADER);
    while (c->rest.len) {
        c->record = c->size - c->rest.len;
        uint64_t tag = take_int(c, 1);
        if (tag >= ROWS(records)) {
            file->is_cut = true;
            return diag_error("%s: byte %zu: expected a record of kind 0, 1 "
                              "or 2, found %llu",
                              file->name, c->record, (unsigned long long)tag);
        }
        if (!records[tag](file, c))
            return false;
    }
    return true;
}

static bool read_bsd(struct gmon_file *file, struct gmon_cursor *c)
{
    struct gmon_histogram histogram = { .rate = OLD_BSD_RATE,
                                        .dimension = "seconds" };
    size_t header = bsd_header(file->layout, file->kind);
    if (!has_bytes(c, header, "a header"))
        return false;
    histogram.low = take_pointer(c);
    histogram.high = take_pointer(c);
    uint64_t bytes = take_int(c, 4);
    if (bytes < header || (bytes - header) % 2)
        return diag_error("%s: byte %d: expected the size of the header and of "
                          "16-bit bins, found %llu",
                          file->name, 2 * (int)file->layout.pointer,
                          (unsigned long long)bytes);
    histogram.n = (uint32_t)((bytes - header) / 2);
    if (file->kind == GMON_BSD44) {
        take_int(c, 4);
        histogram.rate = (uint32_t)take_int(c, 4);
        /* 0 and 16 are bins of 16 bits; FreeBSD's kernel has wider ones. */
        uint64_t type = take_int(c, 4);
        if (type != 0 && type != 16)
            return diag_error("%s: byte %zu: expected bins of 16 bits, found "
                              "type %d",
                              file->name, c->size - c->rest.len - 4,
                              (int)(int32_t)(uint32_t)type);
        c->rest = str_skip(c->rest, 8);
    }
    if (!take_bins(file, c, &histogram))
        return false;
    while (c->rest.len) {
        c->record = c->size - c->rest.len;
        if (!take_arc(file, c, file->layout.pointer))
            return false;
    }
    return true;
}

bool gmon_file_read(struct gmon_file *file, struct str bytes)
{
    struct gmon_cursor c = { .file = file, .rest = bytes, .size = bytes.len };
    bool good =
        file->kind == GMON_GNU ? read_gnu(file, &c) : read_bsd(file, &c);
    if (file->histograms.n || file->arcs.n)
        return good || file->is_cut;
    return good &&
           diag_error("%s: no records, neither samples nor calls; compile and "
                      "link with -pg, and run again",
                      file->name);
}

uint16_t gmon_file_bin(const struct gmon_file *file,
                       const struct gmon_histogram *histogram, uint32_t i)
{
    return (uint16_t)number(file->layout, histogram->bins.s + 2 * (size_t)i, 2);
}
