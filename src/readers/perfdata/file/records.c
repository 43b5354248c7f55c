#include "readers/perfdata/file/records.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "readers/perfdata/file/format.h"
#include "util/array.h"
#include "util/memory.h"

/* Bytes that are read at once, of which a record has less than 64 kB, and bytes
   that are unpacked at once. Tests choose their own. */
#ifndef WINDOW
#define WINDOW ((size_t)1024 * 1024)
#define UNPACK ((size_t)128 * 1024)
#endif

enum { RECORD_HEADER = 8 };

void perfdata_records_init(struct perfdata_records *records, struct input *in,
                           int fd, const struct perfdata_header *header)
{
    *records = (struct perfdata_records){
        .in = in,
        .swap = header->swap,
        .fd = fd,
        .at = header->data,
        .end = header->end,
        .window = array_new(WINDOW, 1),
    };
}

void perfdata_records_free(struct perfdata_records *records)
{
    free(records->window);
    ZSTD_freeDStream(records->zstd);
    buf_free(&records->unpacked);
}

/* Ends the walk. */
static bool stop(struct perfdata_records *records, const char *why)
{
    if (!records->is_quiet)
        input_cut(records->in, "%s at byte %" PRIu64 "; what comes before is "
                               "read", why, records->at);
    records->at = records->end;
    records->unpacked_at = records->unpacked.len;
    return false;
}

/* Returns n bytes at the next record, or fewer at the end of the file. */
static struct str look(struct perfdata_records *records, size_t n)
{
    uint64_t skipped = records->at - records->window_at;
    if (n > records->end - records->at)
        n = (size_t)(records->end - records->at);
    if (skipped > records->window_len ||
        n > records->window_len - (size_t)skipped) {
        uint64_t most = records->end - records->at;
        size_t got = 0, want = most < WINDOW ? (size_t)most : WINDOW;
        ssize_t more;
        while (got < want &&
               (more = pread(records->fd, records->window + got, want - got,
                             (off_t)(records->at + got))) > 0)
            got += (size_t)more;
        records->window_at = records->at;
        records->window_len = got;
        skipped = 0;
    }
    struct str window = { records->window, records->window_len };
    return str_head(str_skip(window, (size_t)skipped), n);
}

static struct perfdata_bytes bytes_of(const struct perfdata_records *records,
                                      struct str bytes)
{
    return (struct perfdata_bytes){ .left = bytes, .swap = records->swap };
}

/* Takes the first eight bytes of a record. Returns its size. */
static size_t take_header(struct perfdata_record *record,
                          struct perfdata_bytes bytes)
{
    record->type = perfdata_u32(&bytes);
    record->misc = perfdata_u16(&bytes);
    return perfdata_u16(&bytes);
}

/* ---- Compressed records ---- */

/* The library keeps a window of what it has unpacked, of the size that the
   frame says. */
static void count_window(struct perfdata_records *records)
{
    size_t size = ZSTD_sizeof_DStream(records->zstd);
    if (size > records->zstd_size)
        memory_count(size - records->zstd_size);
    records->zstd_size = size;
}

static bool unpack(struct perfdata_records *records, struct str packed)
{
    struct buf *to = &records->unpacked;
    ZSTD_inBuffer in = { packed.s, packed.len, 0 };
    if (!records->zstd)
        records->zstd = memory_checked(ZSTD_createDStream());
    struct str left = str_skip(buf_text(to), records->unpacked_at);
    if (left.len)
        memmove(to->data, left.s, left.len);
    to->len = left.len;
    records->unpacked_at = 0;
    for (;;) {
        ZSTD_outBuffer out = { buf_reserve(to, UNPACK), UNPACK, 0 };
        size_t left_over = ZSTD_decompressStream(records->zstd, &out, &in);
        if (ZSTD_isError(left_over))
            break;
        count_window(records);
        to->len += out.pos;
        if (in.pos == in.size && out.pos < out.size)
            return true;
    }
    return stop(records, "compressed records are damaged");
}

/* Is there a whole record in what was unpacked? */
static bool next_unpacked(struct perfdata_records *records,
                          struct perfdata_record *record)
{
    struct str left =
        str_skip(buf_text(&records->unpacked), records->unpacked_at);
    if (left.len < RECORD_HEADER)
        return false;
    size_t size = take_header(record, bytes_of(records, left));
    if (size < RECORD_HEADER)
        return stop(records, "damaged: a compressed record of no size");
    if (size > left.len)
        return false;
    records->unpacked_at += size;
    record->body = bytes_of(records,
                            str_skip(str_head(left, size), RECORD_HEADER));
    return true;
}

/* ---- The walk ---- */

/* Returns how many bytes of a tracer follow the record, {u32 size}. Old versions
   of simpleperf count them as a part of it. */
static uint64_t tracing_size(struct perfdata_bytes body)
{
    uint64_t size = perfdata_u32(&body);
    return size <= body.left.len ? 0 : (size + 7) & ~UINT64_C(7);
}

/* Skips what follows a record without belonging to its size. */
static void skip_payload(struct perfdata_records *records,
                         const struct perfdata_record *record)
{
    struct perfdata_bytes body = record->body;
    uint64_t left = records->end - records->at, size = 0;
    if (record->type == RECORD_AUXTRACE)
        size = perfdata_u64(&body);
    else if (record->type == RECORD_TRACING_DATA)
        size = tracing_size(body);
    records->has_aux |= record->type == RECORD_AUXTRACE;
    if (size > left)
        stop(records, "cut off: data of a tracer are missing");
    else
        records->at += size;
}

/* Reads the next record of the file itself. */
static bool next_in_file(struct perfdata_records *records,
                         struct perfdata_record *record)
{
    if (records->at >= records->end)
        return records->unpacked_at < records->unpacked.len &&
               stop(records, "cut off within a compressed record");
    struct str head = look(records, RECORD_HEADER);
    if (head.len < RECORD_HEADER)
        return stop(records, "cut off within a record");
    size_t size = take_header(record, bytes_of(records, head));
    if (size < RECORD_HEADER)
        return stop(records, "damaged: a record of no size");
    struct str all = look(records, size);
    if (all.len < size)
        return stop(records, "cut off within a record");
    record->body = bytes_of(records, str_skip(all, RECORD_HEADER));
    records->at += size;
    return true;
}

bool perfdata_records_next(struct perfdata_records *records,
                           struct perfdata_record *record)
{
    record->number = ++records->number;
    while (!next_unpacked(records, record)) {
        if (!next_in_file(records, record))
            return false;
        if (record->type == RECORD_COMPRESSED2) {
            uint64_t n = perfdata_u64(&record->body);
            struct str packed = record->body.left;
            if (!unpack(records, str_head(packed, n < packed.len
                                                      ? (size_t)n
                                                      : packed.len)))
                return false;
        } else if (record->type == RECORD_COMPRESSED) {
            if (!unpack(records, record->body.left))
                return false;
        } else {
            skip_payload(records, record);
            return true;
        }
    }
    return true;
}
