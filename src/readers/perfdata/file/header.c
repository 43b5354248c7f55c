#include "readers/perfdata/file/header.h"

#include <unistd.h>

#include "readers/perfdata/file/format.h"

enum {
    HEADER_SIZE = 104,
    PIPE_SIZE = 16,
    SECTION_SIZE = 16,
    RECORD_HEADER = 8,
    ID_FIELD = 24, /* bytes of a build id, its size and padding */
};

static const struct str magic = STR("PERFILE2");
static const struct str swapped_magic = STR("2ELIFREP");

bool perfdata_header_is(struct str head)
{
    return str_starts(head, magic) || str_starts(head, swapped_magic);
}

/* Reads a part of the file into the arena. The bytes are fewer than n if the
   file ends before, or cannot be read. */
static struct str read_part(struct arena *arena, int fd, uint64_t size,
                            uint64_t at, uint64_t n)
{
    if (at >= size || n == 0)
        return S("");
    if (n > size - at)
        n = size - at;
    char *block = NEW_N(arena, char, (size_t)n);
    size_t got = 0;
    ssize_t more;
    while (got < n && (more = pread(fd, block + got, (size_t)n - got,
                                    (off_t)(at + got))) > 0)
        got += (size_t)more;
    return (struct str){ block, got };
}

static struct perfdata_bytes bytes_of(const struct perfdata_header *header,
                                      struct str bytes)
{
    return (struct perfdata_bytes){ .left = bytes, .swap = header->swap };
}

/* ---- Features ---- */

struct str perfdata_header_hex(struct arena *arena, const unsigned char *id,
                               size_t n)
{
    static const char digits[] = "0123456789abcdef";
    char hex[2 * 20];
    if (n > 20)
        n = 20;
    while (n >= 4 && !id[n - 1] && !id[n - 2] && !id[n - 3] && !id[n - 4])
        n -= 4;
    for (size_t i = 0; i < n; i++) {
        hex[2 * i] = digits[id[i] >> 4];
        hex[2 * i + 1] = digits[id[i] & 15];
    }
    return arena_copy(arena, (struct str){ hex, 2 * n });
}

void perfdata_header_build_id(struct perfdata_header *header, uint16_t misc,
                              struct perfdata_bytes bytes)
{
    enum { SIZE_AT = 20 };
    perfdata_u32(&bytes); /* the process */
    const unsigned char *id = perfdata_take(&bytes, ID_FIELD);
    struct str file = perfdata_text(bytes.left);
    if (bytes.is_short || !file.len)
        return;
    size_t n = SIZE_AT;
    if (misc & MISC_BUILD_ID_SIZE && id[SIZE_AT] < SIZE_AT)
        n = id[SIZE_AT];
    uint32_t i = strings_add(&header->files, header->arena, file);
    *REACH_IN(header->arena, &header->build_ids, i) =
        perfdata_header_hex(header->arena, id, n);
}

struct str perfdata_header_id_of(const struct perfdata_header *header,
                                 struct str file)
{
    uint32_t i = strings_find(&header->files, file);
    return i == NO_ID ? S("") : header->build_ids.of[i];
}

/* The section is a list of records {u32 type, u16 misc, u16 size; ...}. */
static void read_build_ids(struct perfdata_header *header,
                           struct perfdata_bytes bytes)
{
    while (bytes.left.len > RECORD_HEADER) {
        perfdata_u32(&bytes);
        uint16_t misc = perfdata_u16(&bytes);
        uint16_t size = perfdata_u16(&bytes);
        if (size < RECORD_HEADER ||
            size - (size_t)RECORD_HEADER > bytes.left.len)
            break;
        struct perfdata_bytes record = bytes;
        record.left.len = size - (size_t)RECORD_HEADER;
        perfdata_header_build_id(header, misc, record);
        perfdata_take(&bytes, record.left.len);
    }
}

/* u32 length and that many bytes, the text and NULs. */
static struct str take_text(struct perfdata_bytes *bytes)
{
    uint32_t n = perfdata_u32(bytes);
    const char *at = perfdata_take(bytes, n);
    return at ? perfdata_text((struct str){ at, n }) : S("");
}

/* {u32 events, u32 size of an attribute} and for each event its attributes,
   u32 number of ids, its name, and the ids. */
static void read_descriptions(struct perfdata_header *header,
                              struct perfdata_bytes bytes)
{
    struct perfdata_attributes *attributes = &header->attributes;
    uint32_t n = perfdata_u32(&bytes), size = perfdata_u32(&bytes);
    for (uint32_t i = 0; i < n && !bytes.is_short; i++) {
        perfdata_take(&bytes, size);
        uint32_t n_ids = perfdata_u32(&bytes), owner = i;
        struct str name = take_text(&bytes);
        struct perfdata_bytes ids = bytes;
        if (!perfdata_take(&bytes, (size_t)n_ids * 8))
            break;
        ids.left.len = (size_t)n_ids * 8;
        if (n_ids) {
            struct perfdata_bytes first = ids;
            owner = perfdata_attributes_find(attributes, perfdata_u64(&first));
            if (owner == NO_ID)
                owner = i;
        }
        perfdata_attributes_name(attributes, owner, name);
        if (owner < attributes->n)
            perfdata_attributes_ids(attributes, owner, ids);
    }
}

/* Names the events of one type and configuration. The line is
   "NAME,TYPE,CONFIGURATION", as in "sched:sched_switch,2,91". */
static void name_events(struct perfdata_attributes *attributes, struct str line)
{
    struct str name, type_text;
    uint64_t type, config;
    if (!str_cut(line, S(","), &name, &line) ||
        !str_cut(line, S(","), &type_text, &line) ||
        !str_take_digits(&type_text, &type) || !str_take_digits(&line, &config))
        return;
    perfdata_attributes_name_kind(attributes, type, config, name);
}

/* Pairs of texts that end with NUL, a key and its value. That of one key lists
   the events, a line each; the last one may have no newline. */
static void read_meta_info(struct perfdata_header *header,
                           struct perfdata_bytes bytes)
{
    while (bytes.left.len) {
        struct str key = perfdata_text(bytes.left), line;
        perfdata_take(&bytes, key.len + 1);
        struct str value = perfdata_text(bytes.left);
        perfdata_take(&bytes, value.len + 1);
        if (!str_eq(key, S("event_type_info")))
            continue;
        while (str_take_part(&value, S("\n"), &line))
            name_events(&header->attributes, line);
    }
}

void perfdata_header_feature(struct perfdata_header *header, uint64_t feature,
                             struct perfdata_bytes bytes)
{
    switch (feature) {
    case FEATURE_BUILD_ID:
        read_build_ids(header, bytes);
        break;
    case FEATURE_OS_RELEASE:
        header->release = arena_copy(header->arena, take_text(&bytes));
        break;
    case FEATURE_ARCH:
        header->arch = arena_copy(header->arena, take_text(&bytes));
        break;
    case FEATURE_EVENT_DESC:
        read_descriptions(header, bytes);
        break;
    case FEATURE_FILE:
        perfdata_recorded_take(&header->recorded, bytes);
        break;
    case FEATURE_META_INFO:
        read_meta_info(header, bytes);
        break;
    case FEATURE_FILE2:
        perfdata_recorded_take_messages(&header->recorded, bytes);
        break;
    default:
        break;
    }
}

/* ---- Attributes ---- */

/* Each entry is an attribute and the section of its ids. Sections of a sound
   file do not overlap, so that all ids together are smaller than the file. */
static void read_attributes(struct perfdata_header *header, struct input *in,
                            int fd, uint64_t size, uint64_t entry, uint64_t at,
                            uint64_t n)
{
    LOCAL_ARENA(scratch);
    struct str all = read_part(&scratch, fd, size, at, n);
    struct perfdata_bytes bytes = bytes_of(header, all);
    uint64_t left = size; /* bytes of ids that may follow */
    bool is_over = false;
    while (entry > SECTION_SIZE && bytes.left.len >= entry) {
        struct perfdata_bytes attribute = bytes, section = bytes;
        attribute.left.len = (size_t)entry - SECTION_SIZE;
        perfdata_take(&section, (size_t)entry - SECTION_SIZE);
        uint32_t id = perfdata_attributes_add(&header->attributes, attribute,
                                              header->is_big);
        uint64_t offset = perfdata_u64(&section);
        uint64_t length = perfdata_u64(&section);
        if (length > size)
            length = size;
        is_over |= length > left;
        if (id != NO_ID && length <= left) {
            LOCAL_ARENA(of_ids);
            struct str ids = read_part(&of_ids, fd, size, offset, length);
            perfdata_attributes_ids(&header->attributes, id,
                                    bytes_of(header, ids));
            left -= length;
        }
        perfdata_take(&bytes, (size_t)entry);
    }
    if (is_over)
        input_cut(in, "the ids of the events have more bytes than the whole "
                      "file, so that those of some events are left out");
}

/* ---- The header ---- */

/* The sections of features are behind the data, in the order of the bits. A
   recording that was not finished has none. */
static void read_features(struct perfdata_header *header, struct input *in,
                          int fd, uint64_t size, const char *bits)
{
    uint64_t at = header->end;
    bool is_cut = false;
    for (unsigned bit = 0; bit < N_FEATURES; bit++) {
        if (!(perfdata_item(bits, bit / 64, header->swap) >> bit % 64 & 1))
            continue;
        LOCAL_ARENA(scratch);
        struct str place = read_part(&scratch, fd, size, at, SECTION_SIZE);
        struct perfdata_bytes bytes = bytes_of(header, place);
        uint64_t offset = perfdata_u64(&bytes), n = perfdata_u64(&bytes);
        is_cut |= bytes.is_short || (n && (offset > size || n > size - offset));
        if (!bytes.is_short && (bit == FEATURE_BUILD_ID ||
                                bit == FEATURE_ARCH ||
                                bit == FEATURE_OS_RELEASE ||
                                bit == FEATURE_EVENT_DESC ||
                                bit == FEATURE_FILE ||
                                bit == FEATURE_META_INFO ||
                                bit == FEATURE_FILE2)) {
            struct str feature = read_part(&scratch, fd, size, offset, n);
            is_cut |= feature.len < n;
            perfdata_header_feature(header, bit, bytes_of(header, feature));
        }
        at += SECTION_SIZE;
    }
    if (is_cut)
        input_cut(in,
                  "the file is cut off at byte %ju, or cannot be read: what "
                  "perf writes behind the samples is missing, such as "
                  "build-ids",
                  (uintmax_t)size);
}

static void read_file(struct perfdata_header *header, struct input *in, int fd,
                      uint64_t size, struct str head)
{
    struct perfdata_bytes bytes = bytes_of(header, str_skip(head, PIPE_SIZE));
    uint64_t entry = perfdata_u64(&bytes), attributes = perfdata_u64(&bytes);
    uint64_t n = perfdata_u64(&bytes), data_size;
    header->data = perfdata_u64(&bytes);
    data_size = perfdata_u64(&bytes);
    perfdata_take(&bytes, SECTION_SIZE);
    read_attributes(header, in, fd, size, entry, attributes, n);
    header->end = header->data + data_size;
    if (data_size == 0 || header->end < header->data || header->end > size) {
        if (data_size)
            input_cut(in, "the file is cut off: it has %ju bytes, but its data "
                          "end at byte %ju",
                      (uintmax_t)size, (uintmax_t)header->end);
        else
            input_cut(in, "perf did not finish the recording; what it wrote is "
                          "read");
        header->end = size;
    } else {
        read_features(header, in, fd, size, bytes.left.s);
    }
}

bool perfdata_header_read(struct perfdata_header *header, struct input *in,
                          int fd, uint64_t size)
{
    static const uint16_t one = 1;
    bool here_is_big = *(const unsigned char *)&one == 0;
    LOCAL_ARENA(scratch);
    struct str head = read_part(&scratch, fd, size, 0, HEADER_SIZE);
    struct perfdata_bytes bytes = { .left = str_skip(head, magic.len) };
    header->arena = &in->arena;
    header->attributes.arena = header->recorded.arena = &in->arena;
    header->arch = header->release = S("");
    /* The magic is a number of 8 bytes that little-endian machines wrote as
       "PERFILE2". */
    header->is_big = str_starts(head, swapped_magic);
    bytes.swap = header->swap = header->is_big != here_is_big;
    header->is_pipe = perfdata_u64(&bytes) == PIPE_SIZE;
    header->data = PIPE_SIZE;
    header->end = size;
    bool good = perfdata_header_is(head) && !bytes.is_short &&
                (header->is_pipe || head.len == HEADER_SIZE);
    if (good && !header->is_pipe)
        read_file(header, in, fd, size, head);
    return good ||
           input_error(in, "expected perf.data, but its header is cut off");
}
