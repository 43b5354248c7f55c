/*
 * The target of compressed files and archives: the bytes are opened as a
 * source, and all of it, or of each of its members, is read.
 *
 * Most changes keep to a format: one field of a header, a directory or a
 * trailer gets a value at an edge, and the checksums of xz are made right
 * again. Inside gzip, the layer below changes in this way, too.
 */
#define ZLIB_CONST
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "check.h"
#include "draw.h"
#include "input/source.h"
#include "util/diag.h"
#include "util/memory.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t n, size_t room,
                               unsigned seed);
/* Defined by libFuzzer: random changes of bytes. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t n, size_t room);

enum {
    ROOM = 1 << 16,        /* bytes of a layer that is changed */
    MOST = 8 * 1024 * 1024 /* bytes that are read of a source */
};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    diag_quiet(true);
    /* A window of xz has the size that its header says, up to 4 GB. */
    memory_limit(0);
    return 0;
}

/* ---- Changes ---- */

/* A field stands this many bytes behind the mark of its record, or behind the
   end of the data if it is negative. */
struct field {
    const char *mark;
    size_t mark_len;
    int at, size;
};

#define ZIP(kind, at, size) { "PK" kind, 4, at, size }
#define GZIP(at, size) { "\x1f\x8b", 2, at, size }
#define XZ(at, size) { "\xfd" "7zXZ", 5, at, size }
#define ZSTD(at, size) { "\x28\xb5\x2f\xfd", 4, at, size }

static const struct field fields[] = {
    /* The header of a file, a row of the directory, its end. */
    ZIP("\3\4", 4, 2), ZIP("\3\4", 6, 2), ZIP("\3\4", 8, 2),
    ZIP("\3\4", 14, 4), ZIP("\3\4", 18, 4), ZIP("\3\4", 22, 4),
    ZIP("\3\4", 26, 2), ZIP("\3\4", 28, 2), ZIP("\3\4", 31, 2),
    ZIP("\1\2", 4, 2), ZIP("\1\2", 6, 2), ZIP("\1\2", 8, 2),
    ZIP("\1\2", 10, 2), ZIP("\1\2", 16, 4), ZIP("\1\2", 20, 4),
    ZIP("\1\2", 24, 4), ZIP("\1\2", 28, 2), ZIP("\1\2", 30, 2),
    ZIP("\1\2", 32, 2), ZIP("\1\2", 34, 2), ZIP("\1\2", 38, 4),
    ZIP("\1\2", 42, 4), ZIP("\1\2", 47, 2), ZIP("\1\2", 49, 2),
    ZIP("\5\6", 4, 2), ZIP("\5\6", 8, 2), ZIP("\5\6", 10, 2),
    ZIP("\5\6", 12, 4), ZIP("\5\6", 16, 4), ZIP("\5\6", 20, 2),
    /* The end and its place, of 64 bits; what follows the data of a file. */
    ZIP("\6\6", 4, 8), ZIP("\6\6", 16, 4), ZIP("\6\6", 24, 8),
    ZIP("\6\6", 32, 8), ZIP("\6\6", 40, 8), ZIP("\6\6", 48, 8),
    ZIP("\6\7", 4, 4), ZIP("\6\7", 8, 8), ZIP("\6\7", 16, 4),
    ZIP("\7\b", 4, 4), ZIP("\7\b", 8, 4), ZIP("\7\b", 12, 4),
    GZIP(2, 1), GZIP(3, 1), GZIP(4, 4), GZIP(8, 1), GZIP(10, 2), GZIP(12, 2),
    GZIP(-8, 4), GZIP(-4, 4),
    /* The header of xz, that of the first block, and the footer. */
    XZ(7, 1), XZ(12, 1), XZ(13, 1), XZ(14, 1), XZ(15, 1), XZ(16, 1), XZ(17, 1),
    XZ(18, 1), XZ(24, 1), XZ(25, 2), XZ(-8, 4), XZ(-4, 2), XZ(-16, 1),
    XZ(-17, 1), XZ(-18, 1), XZ(-19, 1), XZ(-20, 1),
    ZSTD(4, 1), ZSTD(5, 1), ZSTD(6, 1), ZSTD(6, 3), ZSTD(7, 3), ZSTD(-4, 4),
};

static void store(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t edge(unsigned seed, int bytes)
{
    uint64_t most = UINT64_MAX >> (64 - 8 * bytes);
    const uint64_t edges[] = { 0, 1, 2, most, most - 1, most >> 1,
                               (most >> 1) + 1, UINT64_C(1) << (seed >> 4 & 31),
                               seed };
    return edges[seed % ROWS(edges)];
}

/* Puts an edge into a field behind one of its marks. */
static bool change_field(uint8_t *data, size_t n, unsigned seed)
{
    const struct field *field = &fields[seed % ROWS(fields)];
    unsigned skip = seed / ROWS(fields) % 3;
    bool found = false;
    size_t mark = 0;
    for (size_t i = 0; i + field->mark_len <= n; i++)
        if (memcmp(data + i, field->mark, field->mark_len) == 0) {
            found = true;
            mark = i;
            if (skip-- == 0)
                break;
        }
    int64_t at = (int64_t)(field->at < 0 ? n : mark) + field->at;
    if (!found || at < 0 || at + field->size > (int64_t)n)
        return false;
    store(data + at, edge(seed >> 8, field->size), field->size);
    return true;
}

static void sum_at(uint8_t *data, size_t n, size_t from, size_t len, size_t at)
{
    if (from + len <= n && at + 4 <= n)
        store(data + at, crc32(0, data + from, (unsigned)len), 4);
}

/* Makes the checksums of the header, the first block's header, the index and
   the footer of xz right. */
static void mend_xz(uint8_t *data, size_t n)
{
    static const uint8_t mark[] = { 0xfd, '7', 'z', 'X', 'Z', 0 };
    if (n < 32 || memcmp(data, mark, sizeof mark) != 0)
        return;
    sum_at(data, n, 6, 2, 8);
    size_t block = ((size_t)data[12] + 1) * 4;
    sum_at(data, n, 12, block - 4, 12 + block - 4);
    size_t index = ((size_t)data[n - 8] + 1) * 4;
    if (index + 12 <= n)
        sum_at(data, n, n - 12 - index, index - 4, n - 16);
    sum_at(data, n, n - 8, 6, n - 12);
}

/* Decodes or encodes gzip. Returns the number of bytes, or 0. */
static size_t code(bool encodes, const uint8_t *from, size_t n, uint8_t *to,
                   size_t room)
{
    z_stream z = { .next_in = from, .avail_in = (unsigned)n, .next_out = to,
                   .avail_out = (unsigned)room };
    int result = encodes ? deflateInit2(&z, 1, Z_DEFLATED, 31, 8,
                                        Z_DEFAULT_STRATEGY)
                         : inflateInit2(&z, 31);
    if (result != Z_OK)
        return 0;
    result = encodes ? deflate(&z, Z_FINISH) : inflate(&z, Z_FINISH);
    if (encodes)
        deflateEnd(&z);
    else
        inflateEnd(&z);
    return result == Z_STREAM_END ? z.total_out : 0;
}

static size_t change(uint8_t *data, size_t n, size_t room, unsigned seed)
{
    enum { PLAIN = 5 /* one of so many changes knows no format */ };
    if (seed % PLAIN == 0 || !change_field(data, n, seed / PLAIN))
        n = LLVMFuzzerMutate(data, n, room);
    if (seed % 7)
        mend_xz(data, n);
    return n;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t n, size_t room,
                               unsigned seed)
{
    static uint8_t inner[ROOM], packed[ROOM];
    size_t len = seed & 1 ? code(false, data, n, inner, sizeof inner) : 0;
    if (!len)
        return change(data, n, room, seed >> 1);
    len = change(inner, len, sizeof inner, seed >> 1);
    size_t n_packed = code(true, inner, len, packed, sizeof packed);
    if (!n_packed || n_packed > room)
        return n;
    memcpy(data, packed, n_packed);
    return n_packed;
}

/* ---- Reading ---- */

static void read_all(struct source *source)
{
    struct buf bytes = { 0 };
    size_t all = 0;
    bool going_on = true;
    while (going_on && all < MOST) {
        going_on = source_read(source, &bytes, 8000);
        all += bytes.len;
        bytes.len = 0;
    }
    REQUIRE(going_on || !source_read(source, &bytes, 8000),
            "bytes after the end");
    const char *why = source_damage(source);
    REQUIRE(!why || *why, "damage without a word");
    buf_free(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct source source, member;
    struct arena arena = { 0 };
    if (!source_open(&source, draw_file(0, data, n), true))
        return 0;
    const struct members *members = &source.members;
    for (uint32_t i = 0;
         members->names.n > 1 && i < members->names.n && i < 5; i++) {
        REQUIRE(members->names.of[i].len, "member %u has no name", i);
        if (source_open_member(&member, &source, i, members->names.of[i].s)) {
            read_all(&member);
            source_close(&member);
        }
    }
    members_text(members, &arena);
    read_all(&source);
    source_close(&source);
    arena_free(&arena);
    return 0;
}
