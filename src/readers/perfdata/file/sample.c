#include "readers/perfdata/file/sample.h"

#include <inttypes.h>
#include <unistd.h>

#include "util/memory.h"

/* ---- Records ---- */

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

/* Returns how many bytes of a tracer follow the record, {u32 size}. Old
   versions of simpleperf count them as a part of it. */
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

/* ---- Samples ---- */

enum { BRANCH_SIZE = 24 };

/* The fields that every record has at its end, if sample_id_all. */
#define ID_FIELDS                                                              \
    (SAMPLE_TID | SAMPLE_TIME | SAMPLE_ID | SAMPLE_STREAM_ID | SAMPLE_CPU |    \
     SAMPLE_IDENTIFIER)

/* Returns the event that a sample is of. If there are several, the id of the
   event is at the front of the sample, or else behind the fields that all
   events have. */
static uint32_t find_attribute(struct perfdata_bytes body,
                               const struct perfdata_attributes *attributes)
{
    if (attributes->n <= 1)
        return attributes->n ? 0 : NO_ID;
    uint64_t type = attributes->of[0].sample_type, before;
    if (type & SAMPLE_IDENTIFIER)
        return perfdata_attributes_find(attributes, perfdata_u64(&body));
    if (!(type & SAMPLE_ID))
        return 0;
    before = type & (SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_ADDR);
    perfdata_take(&body, 8 * (size_t)__builtin_popcountll(before));
    return perfdata_attributes_find(attributes, perfdata_u64(&body));
}

/* Skips the values of counters. */
static void skip_read(struct perfdata_bytes *body, uint64_t format)
{
    uint64_t n = 1;
    size_t each = 1 + !!(format & READ_ID) + !!(format & READ_LOST);
    if (format & READ_GROUP)
        n = perfdata_u64(body);
    perfdata_take(body, 8 * ((size_t)!!(format & READ_ENABLED) +
                             !!(format & READ_RUNNING)));
    if (n > body->left.len)
        n = body->left.len;
    perfdata_take(body, 8 * each * (size_t)n);
}

static void take_chain(struct perfdata_sample *sample,
                       struct perfdata_bytes *body)
{
    uint64_t n = perfdata_u64(body);
    sample->swap = body->swap;
    sample->n_chain = n <= body->left.len / 8 ? (size_t)n : SIZE_MAX / 8;
    sample->chain = perfdata_take(body, 8 * sample->n_chain);
}

/* Branches are calls that have not returned if the event asks for those. */
static void take_branches(struct perfdata_sample *sample,
                          struct perfdata_bytes *body, uint64_t type)
{
    uint64_t n = perfdata_u64(body);
    if (type & BRANCH_HW_INDEX)
        perfdata_u64(body);
    size_t size = n <= body->left.len ? BRANCH_SIZE * (size_t)n : SIZE_MAX;
    const void *branches = perfdata_take(body, size);
    sample->swap = body->swap;
    if (branches && type & BRANCH_CALL_STACK) {
        sample->calls = branches;
        sample->n_calls = (size_t)n;
    }
}

static void take_user(struct perfdata_user *user, struct perfdata_bytes *body,
                      const struct perfdata_attribute *attribute)
{
    user->swap = body->swap;
    if (attribute->sample_type & SAMPLE_REGS_USER) {
        user->mask = attribute->user_registers;
        user->abi = perfdata_u64(body);
        if (user->abi)
            user->values = perfdata_take(
                body, 8 * (size_t)__builtin_popcountll(user->mask));
    }
    if (attribute->sample_type & SAMPLE_STACK_USER) {
        uint64_t size = perfdata_u64(body);
        if (!size)
            return;
        const char *stack = perfdata_take(
            body, size <= body->left.len ? (size_t)size : SIZE_MAX);
        uint64_t used = perfdata_u64(body);
        if (stack)
            user->stack = (struct str){ stack, (size_t)(used < size ? used
                                                                    : size) };
    }
}

/* Takes the fields that have a fixed size. */
static void take_front(struct perfdata_sample *sample,
                       struct perfdata_bytes *body, uint64_t type)
{
    if (type & SAMPLE_IDENTIFIER)
        perfdata_u64(body);
    if (type & SAMPLE_IP)
        sample->ip = perfdata_u64(body);
    if (type & SAMPLE_TID) {
        sample->pid = perfdata_u32(body);
        sample->tid = perfdata_u32(body);
    }
    sample->has_time = type & SAMPLE_TIME;
    if (type & SAMPLE_TIME)
        sample->time = perfdata_u64(body);
    if (type & SAMPLE_ADDR)
        perfdata_u64(body);
    if (type & SAMPLE_ID)
        perfdata_u64(body);
    if (type & SAMPLE_STREAM_ID)
        perfdata_u64(body);
    if (type & SAMPLE_CPU)
        perfdata_u64(body);
    sample->has_period = type & SAMPLE_PERIOD;
    if (type & SAMPLE_PERIOD)
        sample->period = perfdata_u64(body);
}

bool perfdata_sample_take(struct perfdata_sample *sample,
                          const struct perfdata_record *record,
                          const struct perfdata_attributes *attributes)
{
    struct perfdata_bytes body = record->body;
    *sample = (struct perfdata_sample){
        .attribute = find_attribute(body, attributes),
        .mode = record->misc & MISC_CPU_MODE,
        .user = { .stack = STR("") },
    };
    if (sample->attribute == NO_ID)
        return false;
    const struct perfdata_attribute *attribute =
        &attributes->of[sample->attribute];
    uint64_t type = attribute->sample_type;
    take_front(sample, &body, type);
    if (!sample->has_period && attribute->period) {
        sample->period = attribute->period;
        sample->has_period = true;
    }
    /* If not all records have times, they are in the order of time. */
    sample->order = attribute->sample_id_all && type & SAMPLE_TIME
                        ? sample->time
                        : record->number;
    if (type & SAMPLE_READ)
        skip_read(&body, attribute->read_format);
    if (type & SAMPLE_CALLCHAIN)
        take_chain(sample, &body);
    if (type & SAMPLE_RAW)
        perfdata_take(&body, perfdata_u32(&body));
    if (type & SAMPLE_BRANCH_STACK)
        take_branches(sample, &body, attribute->branch_sample_type);
    if (!body.is_short && type & (SAMPLE_REGS_USER | SAMPLE_STACK_USER))
        take_user(&sample->user, &body, attribute);
    return !body.is_short;
}

uint64_t perfdata_sample_record_time(struct perfdata_record *record,
                                     const struct perfdata_attributes *all)
{
    struct str *left = &record->body.left;
    const struct perfdata_attribute *attribute = all->of;
    if (!all->n)
        return record->number;
    if (attribute->sample_type & SAMPLE_IDENTIFIER && left->len >= 8) {
        struct perfdata_bytes last = record->body;
        last.left = str_skip(*left, left->len - 8);
        uint32_t i = perfdata_attributes_find(all, perfdata_u64(&last));
        if (i != NO_ID)
            attribute = &all->of[i];
    }
    if (!attribute->sample_id_all)
        return record->number;
    size_t n = 8 * (size_t)__builtin_popcountll(attribute->sample_type &
                                                ID_FIELDS);
    if (left->len < n)
        return record->number;
    struct perfdata_bytes ids = record->body;
    ids.left = str_skip(*left, left->len - n);
    left->len -= n;
    if (attribute->sample_type & SAMPLE_TID)
        perfdata_u64(&ids);
    return attribute->sample_type & SAMPLE_TIME ? perfdata_u64(&ids)
                                                : record->number;
}
