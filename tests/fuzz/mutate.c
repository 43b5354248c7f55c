#include "mutate.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "recording.h"

enum { MOST_SIZE = 65535 }; /* of a record */

struct mutation {
    struct recording recording;
    uint64_t state; /* of the random numbers */
    size_t (*random)(uint8_t *bytes, size_t n, size_t room);
};

/* ---- Random choices ---- */

/* Returns a number from 0 to n - 1, or 0 if n is 0. */
static size_t below(struct mutation *m, size_t n)
{
    m->state ^= m->state << 13;
    m->state ^= m->state >> 7;
    m->state ^= m->state << 17;
    return n ? (size_t)(m->state >> 11) % n : 0;
}

static size_t any_record(struct mutation *m)
{
    return below(m, m->recording.n_records);
}

/* Returns a record of a type, if one of some random ones has it. */
static size_t any_of_type(struct mutation *m, uint32_t type)
{
    size_t record = any_record(m);
    for (int i = 0; i < 20 && recording_type(&m->recording, record) != type;
         i++)
        record = any_record(m);
    return record;
}

/* Returns an address of a mapping: near its start, or anywhere. */
static uint64_t any_address(struct mutation *m)
{
    enum { AT_START = 16 };
    size_t record = any_of_type(m, below(m, 2) ? RECORD_MMAP : RECORD_MMAP2);
    const struct buf *buf = &m->recording.records[record];
    if (!m->recording.n_records || buf->len < AT_START + 16)
        return 0x400144;
    uint64_t start = recording_get(&m->recording, buf->data + AT_START, 8);
    uint64_t size = recording_get(&m->recording, buf->data + AT_START + 8, 8);
    return start + below(m, size < 0x400 || below(m, 2) ? (size_t)size : 0x400);
}

/* Returns eight bytes of a record. */
static uint64_t any_word(struct mutation *m)
{
    const struct buf *buf = &m->recording.records[any_record(m)];
    if (!m->recording.n_records || buf->len < 16)
        return 8;
    return recording_get(&m->recording,
                         buf->data + 8 * (1 + below(m, buf->len / 8 - 1)), 8);
}

static uint64_t any_value(struct mutation *m)
{
    static const uint64_t odd[] = {
        0, 1, 2, 7, 8, 63, 64, 127, 128, 4095, 65528, INT32_MAX, UINT32_MAX,
        INT64_MAX, UINT64_MAX, UINT64_MAX / 8 + 1, UINT64_MAX / 24 + 1,
        -UINT64_C(128), -UINT64_C(512), -UINT64_C(2048), -UINT64_C(4095),
        -UINT64_C(4096),
    };
    switch (below(m, 6)) {
    case 0:
        return odd[below(m, sizeof odd / sizeof *odd)];
    case 1:
        return any_word(m) + below(m, 33) - 16;
    case 2:
        return UINT64_C(1) << below(m, 64);
    case 3:
        return below(m, 300);
    default:
        return any_address(m);
    }
}

/* ---- Parts of bytes ---- */

/* Replaces n bytes at a place by others. */
static void replace(struct buf *buf, size_t at, size_t n, const void *bytes,
                    size_t n_bytes)
{
    struct buf made = { 0 };
    struct str text = buf_text(buf);
    buf_add(&made, str_head(text, at));
    buf_add(&made, (struct str){ bytes, n_bytes });
    buf_add(&made, str_skip(text, at + n));
    buf_free(buf);
    *buf = made;
}

/* Makes random changes of bytes from a place on. */
static void scramble(struct mutation *m, struct buf *buf, size_t from)
{
    enum { MORE = 64 };
    if (buf->len < from)
        return;
    buf_reserve(buf, MORE);
    size_t n = buf->len - from;
    buf->len = from + m->random((uint8_t *)buf->data + from, n, n + MORE);
}

/* Sets a number of a part to an odd one. */
static void set_number(struct mutation *m, struct buf *buf, size_t at,
                       size_t size)
{
    static const size_t widths[] = { 8, 8, 4, 2 };
    size_t width = widths[below(m, 4)];
    if (size >= width)
        recording_put(&m->recording,
                      buf->data + at + below(m, size / width) * width, width,
                      any_value(m));
}

/* ---- Records ---- */

static void remove_record(struct mutation *m, size_t record)
{
    struct recording *recording = &m->recording;
    if (record >= recording->n_records)
        return;
    buf_free(&recording->records[record]);
    recording->n_records--;
    memmove(&recording->records[record], &recording->records[record + 1],
            (recording->n_records - record) * sizeof *recording->records);
}

static void copy_record(struct mutation *m)
{
    struct recording *recording = &m->recording;
    if (!recording->n_records || recording->n_records == RECORDING_MOST)
        return;
    struct buf copy = { 0 };
    buf_add(&copy, buf_text(&recording->records[any_record(m)]));
    size_t to = below(m, recording->n_records + 1);
    memmove(&recording->records[to + 1], &recording->records[to],
            (recording->n_records - to) * sizeof *recording->records);
    recording->records[to] = copy;
    recording->n_records++;
}

static void swap_records(struct mutation *m)
{
    struct recording *recording = &m->recording;
    size_t a = any_record(m), b = any_record(m);
    struct buf kept = recording->records[a];
    recording->records[a] = recording->records[b];
    recording->records[b] = kept;
}

/* Changes the header of a record: its type, its bits, or its size alone. */
static void change_header(struct mutation *m)
{
    static const uint32_t types[] = {
        RECORD_MMAP, RECORD_LOST, RECORD_COMM, RECORD_FORK, RECORD_SAMPLE,
        RECORD_MMAP2, RECORD_LOST_SAMPLES, RECORD_KSYMBOL, RECORD_ATTR,
        RECORD_TRACING_DATA, RECORD_BUILD_ID, RECORD_AUXTRACE,
        RECORD_EVENT_UPDATE, RECORD_FEATURE, RECORD_COMPRESSED,
        RECORD_COMPRESSED2, 4, 5, 11, 14, 65, 68, 82, 1000,
    };
    struct buf *buf = &m->recording.records[any_record(m)];
    if (buf->len < RECORDING_RECORD)
        return;
    switch (below(m, 5)) {
    case 0:
        recording_put(&m->recording, buf->data, 4,
                      types[below(m, sizeof types / sizeof *types)]);
        break;
    case 1:
        recording_put(&m->recording, buf->data + 6, 2,
                      any_value(m) & MOST_SIZE);
        break;
    default:
        recording_put(&m->recording, buf->data + 4, 2,
                      recording_get(&m->recording, buf->data + 4, 2) ^
                          1u << (below(m, 2) ? below(m, 3) : below(m, 16)));
    }
}

/* Changes the contents of a record; mostly its size follows. */
static void change_body(struct mutation *m, size_t record)
{
    struct buf *buf = &m->recording.records[record];
    if (buf->len < RECORDING_RECORD)
        return;
    if (below(m, 3))
        set_number(m, buf, RECORDING_RECORD, buf->len - RECORDING_RECORD);
    else
        scramble(m, buf, RECORDING_RECORD);
    if (buf->len <= MOST_SIZE && below(m, 8))
        recording_set_size(&m->recording, record);
}

/* Some records become a compressed one. */
static void compress(struct mutation *m)
{
    struct recording *recording = &m->recording;
    size_t first = any_record(m), n = 1 + below(m, 20);
    struct buf plain = { 0 }, packed = { 0 };
    for (; n && first < recording->n_records; n--) {
        buf_add(&plain, buf_text(&recording->records[first]));
        remove_record(m, first);
    }
    size_t room = ZSTD_compressBound(plain.len);
    char *to = buf_reserve(&packed, room + 16);
    bool has_size = below(m, 2);
    size_t head = has_size ? 16 : 8;
    size_t size = ZSTD_compress(to + head, room, plain.data, plain.len, 1);
    buf_free(&plain);
    if (ZSTD_isError(size) || head + size > MOST_SIZE) {
        buf_free(&packed);
        return;
    }
    recording_put(recording, to, 4,
                  has_size ? RECORD_COMPRESSED2 : RECORD_COMPRESSED);
    recording_put(recording, to + 4, 2, 0);
    recording_put(recording, to + 6, 2, head + size);
    if (has_size)
        recording_put(recording, to + 8, 8, size);
    packed.len = head + size;
    memmove(&recording->records[first + 1], &recording->records[first],
            (recording->n_records - first) * sizeof *recording->records);
    recording->records[first] = packed;
    recording->n_records++;
}

/* ---- Samples ---- */

/* Adds or removes elements of a counted field. */
static void resize_field(struct mutation *m, size_t record,
                         struct sample_part part, size_t each)
{
    uint64_t added[3 * 40];
    struct buf *buf = &m->recording.records[record];
    size_t n = (part.size - 8) / each, gone = below(m, n < 40 ? n + 1 : 40);
    size_t more = below(m, 2) ? below(m, each == 24 ? 5 : 40) : 0;
    size_t at = part.at + 8 + below(m, n - gone + 1) * each;
    for (size_t i = 0; i < more * each / 8; i++)
        recording_put(&m->recording, &added[i], 8, any_value(m));
    if (buf->len - gone * each + more * each > MOST_SIZE)
        return;
    recording_put(&m->recording, buf->data + part.at, 8, n - gone + more);
    replace(buf, at, gone * each, added, more * each);
    recording_set_size(&m->recording, record);
}

/* Gives the copied stack another size. What it says about its size, or about
   the part that is used, need not be right. */
static void resize_stack(struct mutation *m, size_t record,
                         struct sample_part part)
{
    enum { NUMBERS = 16 };
    struct buf *buf = &m->recording.records[record];
    size_t n = part.size - NUMBERS, wanted = below(m, 65) * 8;
    if (wanted < n)
        replace(buf, part.at + 8 + wanted, n - wanted, "", 0);
    else
        wanted = n;
    recording_put(&m->recording, buf->data + part.at, 8,
                  below(m, 8) ? wanted : any_value(m));
    recording_put(&m->recording, buf->data + part.at + 8 + wanted, 8,
                  below(m, 3) ? wanted : any_value(m));
    recording_set_size(&m->recording, record);
}

/* Writes return addresses and frame pointers into the copied stack. */
static void change_stack(struct mutation *m, size_t record,
                         struct sample_part part, struct sample_part registers)
{
    enum { STACK_POINTER = 8 + 7 * 8 };
    struct buf *buf = &m->recording.records[record];
    size_t n = (part.size - 16) / 8;
    uint64_t pointer = 0;
    if (registers.size >= STACK_POINTER + 8)
        pointer = recording_get(&m->recording,
                                buf->data + registers.at + STACK_POINTER, 8);
    for (size_t i = 1 + below(m, 12); n && i > 0; i--)
        recording_put(&m->recording,
                      buf->data + part.at + 8 + below(m, n) * 8, 8,
                      below(m, 3) ? any_address(m)
                                  : pointer + below(m, n + 2) * 8);
}

static void change_sample(struct mutation *m)
{
    struct sample_part parts[N_SAMPLE_FIELDS];
    size_t record = any_of_type(m, RECORD_SAMPLE);
    recording_fields(&m->recording, record, parts);
    enum sample_field field = below(m, N_SAMPLE_FIELDS);
    struct sample_part part = parts[field];
    struct buf *buf = &m->recording.records[record];
    if (!part.size)
        return;
    if (below(m, 4) == 0)
        set_number(m, buf, part.at, part.size);
    else if (field == FIELD_CHAIN && part.size >= 8)
        resize_field(m, record, part, 8);
    else if (field == FIELD_BRANCHES && part.size >= 8)
        resize_field(m, record, part, 24);
    else if (field == FIELD_STACK && part.size > 16 && below(m, 3) == 0)
        resize_stack(m, record, part);
    else if (field == FIELD_STACK && part.size > 16)
        change_stack(m, record, part, parts[FIELD_REGISTERS]);
    else
        set_number(m, buf, part.at, part.size);
}

/* ---- Attributes and features ---- */

/* Changes bits of the numbers that say what samples hold. */
static void change_bits(struct mutation *m, struct buf *attributes, size_t from)
{
    static const size_t places[] = { 24, 24, 24, 32, 40, 72, 80 };
    static const unsigned bits[] = { 20, 20, 20, 5, 40, 20, 64 };
    size_t i = below(m, sizeof bits / sizeof *bits), at = from + places[i];
    if (attributes->len < at + 8)
        return;
    uint64_t number = recording_get(&m->recording, attributes->data + at, 8);
    recording_put(&m->recording, attributes->data + at, 8,
                  number ^ UINT64_C(1) << below(m, bits[i]));
}

static void change_attributes(struct mutation *m)
{
    struct recording *recording = &m->recording;
    if (recording->is_pipe) {
        change_bits(m, &recording->records[any_of_type(m, RECORD_ATTR)],
                    RECORDING_RECORD);
        return;
    }
    size_t i = below(m, recording->n_attributes);
    switch (recording->n_attributes ? below(m, 6) : 3) {
    case 0:
        scramble(m, &recording->ids[i], 0);
        break;
    case 1:
        set_number(m, &recording->attributes[i], 0,
                   recording->attributes[i].len);
        break;
    case 2:
        recording->n_attributes -= recording->n_attributes > 1;
        break;
    case 3:
        if (recording->n_attributes && recording->n_attributes <
                                           RECORDING_EVENTS) {
            size_t to = recording->n_attributes++;
            recording->attributes[to].len = recording->ids[to].len = 0;
            buf_add(&recording->attributes[to],
                    buf_text(&recording->attributes[i]));
            scramble(m, &recording->ids[to], 0);
        }
        break;
    default:
        change_bits(m, &recording->attributes[i], 0);
    }
}

static void change_feature(struct mutation *m)
{
    static const unsigned features[] = {
        FEATURE_BUILD_ID, FEATURE_OS_RELEASE, FEATURE_ARCH, FEATURE_EVENT_DESC,
        FEATURE_FILE, FEATURE_FILE2, 3, 5
    };
    static const struct str machines[] = { STR("x86_64"), STR("aarch64"),
                                           STR("i686"), STR("armv7l") };
    unsigned bit = features[below(m, sizeof features / sizeof *features)];
    struct buf *feature = &m->recording.features[bit];
    if (m->recording.is_pipe) {
        change_body(m, any_of_type(m, RECORD_FEATURE));
    } else if (bit == FEATURE_ARCH) {
        struct str machine = machines[below(m, 4)];
        feature->len = 0;
        recording_put(&m->recording, buf_reserve(feature, 4), 4, machine.len);
        feature->len = 4;
        buf_add(feature, machine);
        m->recording.has_feature[bit] = below(m, 8);
    } else {
        if (below(m, 2))
            set_number(m, feature, 0, feature->len);
        else
            scramble(m, feature, 0);
        m->recording.has_feature[bit] = below(m, 8);
    }
}

/* ---- The whole ---- */

static void change(struct mutation *m)
{
    struct recording *recording = &m->recording;
    size_t kind = below(m, 40);
    if (kind == 0)
        recording_make_pipe(recording);
    else if (!recording->n_records || kind < 5)
        change_attributes(m);
    else if (kind < 8)
        change_feature(m);
    else if (kind < 10)
        remove_record(m, any_record(m));
    else if (kind < 13)
        copy_record(m);
    else if (kind < 15)
        swap_records(m);
    else if (kind < 19)
        change_header(m);
    else if (kind < 20)
        compress(m);
    else if (kind < 24)
        change_body(m, any_record(m));
    else if (kind < 27)
        change_body(m, any_of_type(m, RECORD_MMAP2));
    else
        change_sample(m);
}

size_t mutate(uint8_t *bytes, size_t n, size_t room, unsigned seed,
              size_t (*random)(uint8_t *bytes, size_t n, size_t room))
{
    struct mutation *m = malloc(sizeof *m);
    if (!m)
        abort();
    m->state = seed * UINT64_C(0x9e3779b97f4a7c15) | 1;
    m->random = random;
    below(m, 1);
    /* Offsets and sizes of the header itself. */
    if (n < RECORDING_HEAD || below(m, 50) == 0) {
        free(m);
        return random(bytes, n, room);
    }
    recording_take(&m->recording, bytes, n);
    for (size_t i = 1 + below(m, 5); i > 0; i--)
        change(m);
    n = recording_write(&m->recording, bytes, room);
    recording_free(&m->recording);
    free(m);
    return n;
}
