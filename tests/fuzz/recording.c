#include "recording.h"

#include <string.h>

enum { PIPE_HEAD = 16, SECTION = 16, AT_ENTRY = 16, AT_ATTRIBUTES = 24,
       AT_DATA = 40, AT_FEATURES = 72 };

/* ---- Numbers ---- */

uint64_t recording_get(const struct recording *recording, const void *at,
                       size_t size)
{
    const unsigned char *bytes = at;
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++)
        number |= (uint64_t)bytes[recording->swap ? size - 1 - i : i] << 8 * i;
    return number;
}

void recording_put(const struct recording *recording, void *at, size_t size,
                   uint64_t number)
{
    unsigned char *bytes = at;
    for (size_t i = 0; i < size; i++)
        bytes[recording->swap ? size - 1 - i : i] =
            (unsigned char)(number >> 8 * i);
}

static void add_bytes(struct buf *to, const void *bytes, size_t n)
{
    buf_add(to, (struct str){ bytes, n });
}

static void add_number(const struct recording *recording, struct buf *to,
                       size_t size, uint64_t number)
{
    char bytes[8];
    recording_put(recording, bytes, size, number);
    add_bytes(to, bytes, size);
}

/* ---- Taking apart ---- */

/* Returns the bytes of a section, whose offset and size are at a place of the
   file, as far as the file has them. */
static struct str section_at(const struct recording *recording, struct str file,
                             size_t place)
{
    if (place + SECTION > file.len)
        return S("");
    uint64_t at = recording_get(recording, file.s + place, 8);
    uint64_t n = recording_get(recording, file.s + place + 8, 8);
    if (at >= file.len)
        return S("");
    struct str rest = str_skip(file, (size_t)at);
    return str_head(rest, n < rest.len ? (size_t)n : rest.len);
}

static void take_attributes(struct recording *recording, struct str file)
{
    struct str all = section_at(recording, file, AT_ATTRIBUTES);
    uint64_t entry = recording_get(recording, file.s + AT_ENTRY, 8);
    while (entry > SECTION && entry <= all.len &&
           recording->n_attributes < RECORDING_EVENTS) {
        size_t i = recording->n_attributes++, size = (size_t)entry - SECTION;
        buf_add(&recording->attributes[i], str_head(all, size));
        buf_add(&recording->ids[i],
                section_at(recording, file,
                           (size_t)(all.s - file.s) + size));
        all = str_skip(all, (size_t)entry);
    }
}

static void take_records(struct recording *recording, struct str data)
{
    while (data.len >= RECORDING_RECORD &&
           recording->n_records < RECORDING_MOST) {
        size_t size = (size_t)recording_get(recording, data.s + 6, 2);
        if (size < RECORDING_RECORD || size > data.len)
            size = data.len;
        buf_add(&recording->records[recording->n_records++],
                str_head(data, size));
        data = str_skip(data, size);
    }
}

static void take_features(struct recording *recording, struct str file)
{
    uint64_t place = recording_get(recording, file.s + AT_DATA, 8) +
                     recording_get(recording, file.s + AT_DATA + 8, 8);
    for (unsigned bit = 0; bit < N_FEATURES && place < file.len; bit++) {
        uint64_t bits = recording_get(
            recording, file.s + AT_FEATURES + bit / 64 * 8, 8);
        if (!(bits >> bit % 64 & 1))
            continue;
        buf_add(&recording->features[bit],
                section_at(recording, file, (size_t)place));
        recording->has_feature[bit] = true;
        place += SECTION;
    }
}

void recording_take(struct recording *recording, const uint8_t *bytes, size_t n)
{
    struct str file = { (const char *)bytes, n };
    *recording = (struct recording){ 0 };
    recording->swap = n && bytes[0] == '2';
    recording->is_pipe =
        n < RECORDING_HEAD ||
        recording_get(recording, bytes + 8, 8) == PIPE_HEAD;
    memcpy(recording->head, bytes, n < RECORDING_HEAD ? n : RECORDING_HEAD);
    if (recording->is_pipe) {
        take_records(recording, n > PIPE_HEAD ? str_skip(file, PIPE_HEAD)
                                              : S(""));
        return;
    }
    take_attributes(recording, file);
    take_records(recording, section_at(recording, file, AT_DATA));
    take_features(recording, file);
}

/* ---- Writing ---- */

/* Adds the ids and attributes. Returns the offset of the attributes. */
static size_t write_attributes(const struct recording *recording,
                               struct buf *out)
{
    size_t at[RECORDING_EVENTS];
    for (size_t i = 0; i < recording->n_attributes; i++) {
        at[i] = out->len;
        buf_add(out, buf_text(&recording->ids[i]));
    }
    size_t start = out->len;
    for (size_t i = 0; i < recording->n_attributes; i++) {
        buf_add(out, buf_text(&recording->attributes[i]));
        add_number(recording, out, 8, at[i]);
        add_number(recording, out, 8, recording->ids[i].len);
    }
    return start;
}

static void write_records(const struct recording *recording, struct buf *out)
{
    for (size_t i = 0; i < recording->n_records; i++)
        buf_add(out, buf_text(&recording->records[i]));
}

static void write_features(const struct recording *recording, struct buf *out)
{
    size_t n = 0;
    for (unsigned bit = 0; bit < N_FEATURES; bit++)
        n += recording->has_feature[bit];
    size_t at = out->len + n * SECTION;
    for (unsigned bit = 0; bit < N_FEATURES; bit++) {
        if (!recording->has_feature[bit])
            continue;
        add_number(recording, out, 8, at);
        add_number(recording, out, 8, recording->features[bit].len);
        at += recording->features[bit].len;
    }
    for (unsigned bit = 0; bit < N_FEATURES; bit++)
        buf_add(out, buf_text(&recording->features[bit]));
}

static void write_file(const struct recording *recording, struct buf *out)
{
    add_bytes(out, recording->head, RECORDING_HEAD);
    size_t attributes = write_attributes(recording, out);
    size_t data = out->len;
    write_records(recording, out);
    size_t end = out->len;
    write_features(recording, out);
    recording_put(recording, out->data + AT_ATTRIBUTES, 8, attributes);
    recording_put(recording, out->data + AT_ATTRIBUTES + 8, 8,
                  data - attributes);
    recording_put(recording, out->data + AT_DATA, 8, data);
    recording_put(recording, out->data + AT_DATA + 8, 8, end - data);
    if (recording->n_attributes)
        recording_put(recording, out->data + AT_ENTRY, 8,
                      recording->attributes[0].len + SECTION);
    for (unsigned i = 0; i < N_FEATURES / 64; i++) {
        uint64_t bits = 0;
        for (unsigned bit = 0; bit < 64; bit++)
            bits |= (uint64_t)recording->has_feature[i * 64 + bit] << bit;
        recording_put(recording, out->data + AT_FEATURES + i * 8, 8, bits);
    }
}

size_t recording_write(const struct recording *recording, uint8_t *out,
                       size_t room)
{
    struct buf file = { 0 };
    if (recording->is_pipe) {
        add_bytes(&file, recording->head, PIPE_HEAD);
        write_records(recording, &file);
    } else {
        write_file(recording, &file);
    }
    size_t n = file.len < room ? file.len : room;
    memcpy(out, file.data, n);
    buf_free(&file);
    return n;
}

void recording_free(struct recording *recording)
{
    for (size_t i = 0; i < RECORDING_EVENTS; i++) {
        buf_free(&recording->attributes[i]);
        buf_free(&recording->ids[i]);
    }
    for (size_t i = 0; i < recording->n_records; i++)
        buf_free(&recording->records[i]);
    for (size_t i = 0; i < N_FEATURES; i++)
        buf_free(&recording->features[i]);
}

/* ---- Records ---- */

uint32_t recording_type(const struct recording *recording, size_t record)
{
    const struct buf *buf = &recording->records[record];
    return buf->len < RECORDING_RECORD
               ? 0
               : (uint32_t)recording_get(recording, buf->data, 4);
}

void recording_set_size(struct recording *recording, size_t record)
{
    struct buf *buf = &recording->records[record];
    if (buf->len >= RECORDING_RECORD)
        recording_put(recording, buf->data + 6, 2, buf->len);
}

/* The attributes of the first event: in a pipe they are a record. */
static struct str first_attributes(const struct recording *recording)
{
    if (!recording->is_pipe && recording->n_attributes)
        return buf_text(&recording->attributes[0]);
    for (size_t i = 0; i < recording->n_records; i++)
        if (recording_type(recording, i) == RECORD_ATTR)
            return str_skip(buf_text(&recording->records[i]),
                            RECORDING_RECORD);
    return S("");
}

/* Takes bytes of the sample, of which the last may be missing. */
static struct sample_part take(size_t *at, size_t n, size_t end)
{
    struct sample_part part = { *at, *at < end && n <= end - *at ? n : 0 };
    *at = *at < end && n <= end - *at ? *at + n : end;
    return part;
}

/* A number and that many bytes times `each`, and `more` bytes. */
static struct sample_part take_counted(const struct recording *recording,
                                       const struct buf *record, size_t *at,
                                       size_t each, size_t more)
{
    if (record->len < 8 || *at > record->len - 8)
        return (struct sample_part){ *at, 0 };
    uint64_t n = recording_get(recording, record->data + *at, 8);
    size_t size = n < record->len ? 8 + (size_t)n * each + more : record->len;
    return take(at, size, record->len);
}

void recording_fields(const struct recording *recording, size_t record,
                      struct sample_part parts[N_SAMPLE_FIELDS])
{
    static const struct {
        uint64_t bit;
        enum sample_field field;
    } front[] = {
        { SAMPLE_IDENTIFIER, FIELD_ID },  { SAMPLE_IP, FIELD_IP },
        { SAMPLE_TID, FIELD_THREAD },     { SAMPLE_TIME, FIELD_TIME },
        { SAMPLE_ADDR, N_SAMPLE_FIELDS }, { SAMPLE_ID, FIELD_ID },
        { SAMPLE_STREAM_ID, N_SAMPLE_FIELDS },
        { SAMPLE_CPU, N_SAMPLE_FIELDS },  { SAMPLE_PERIOD, N_SAMPLE_FIELDS },
    };
    enum { AT_SAMPLE_TYPE = 24, AT_REGISTERS = 80 };
    const struct buf *buf = &recording->records[record];
    struct str event = first_attributes(recording);
    memset(parts, 0, N_SAMPLE_FIELDS * sizeof *parts);
    if (event.len < AT_REGISTERS + 8)
        return;
    uint64_t type = recording_get(recording, event.s + AT_SAMPLE_TYPE, 8);
    uint64_t mask = recording_get(recording, event.s + AT_REGISTERS, 8);
    size_t at = RECORDING_RECORD, n_registers = 0;
    for (; mask; mask &= mask - 1)
        n_registers++;
    for (size_t i = 0; i < sizeof front / sizeof *front; i++)
        if (type & front[i].bit) {
            struct sample_part part = take(&at, 8, buf->len);
            if (front[i].field != N_SAMPLE_FIELDS)
                parts[front[i].field] = part;
        }
    if (type & SAMPLE_CALLCHAIN)
        parts[FIELD_CHAIN] = take_counted(recording, buf, &at, 8, 0);
    if (type & SAMPLE_BRANCH_STACK)
        parts[FIELD_BRANCHES] = take_counted(recording, buf, &at, 24, 0);
    if (type & SAMPLE_REGS_USER)
        parts[FIELD_REGISTERS] = take(&at, 8 + 8 * n_registers, buf->len);
    if (type & SAMPLE_STACK_USER)
        parts[FIELD_STACK] = take_counted(recording, buf, &at, 1, 8);
}

/* ---- Pipes ---- */

/* Adds a record in front of the others, if there is room. */
static struct buf *add_first(struct recording *recording, uint32_t type)
{
    if (recording->n_records == RECORDING_MOST)
        return NULL;
    memmove(&recording->records[1], &recording->records[0],
            recording->n_records * sizeof *recording->records);
    recording->n_records++;
    recording->records[0] = (struct buf){ 0 };
    add_number(recording, &recording->records[0], 4, type);
    add_number(recording, &recording->records[0], 4, 0);
    return &recording->records[0];
}

void recording_make_pipe(struct recording *recording)
{
    if (recording->is_pipe)
        return;
    for (unsigned bit = 0; bit < N_FEATURES; bit++) {
        struct buf *feature = &recording->features[bit];
        struct buf *record = recording->has_feature[bit] && feature->len < 60000
                                 ? add_first(recording, RECORD_FEATURE)
                                 : NULL;
        if (record) {
            add_number(recording, record, 8, bit);
            buf_add(record, buf_text(feature));
            recording_set_size(recording, 0);
        }
        buf_free(feature);
        recording->has_feature[bit] = false;
    }
    for (size_t i = recording->n_attributes; i-- > 0;) {
        struct buf *record = add_first(recording, RECORD_ATTR);
        if (record) {
            buf_add(record, buf_text(&recording->attributes[i]));
            buf_add(record, buf_text(&recording->ids[i]));
            recording_set_size(recording, 0);
        }
    }
    recording->is_pipe = true;
    recording_put(recording, recording->head + 8, 8, PIPE_HEAD);
}
