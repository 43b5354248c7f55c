/*
 * Files of perf record taken apart for the fuzz target of perf.data, so that a
 * change keeps to the format: the header, attributes with their ids, records,
 * and features. Numbers have the byte order of the file. A file that is damaged
 * gives the parts that make sense.
 */
#ifndef FUZZ_RECORDING_H
#define FUZZ_RECORDING_H

#include <stdbool.h>
#include <stdint.h>

#include "readers/perfdata/file/format.h"
#include "util/text/buf.h"

enum {
    RECORDING_HEAD = 104,    /* bytes of the header of a file */
    RECORDING_RECORD = 8,    /* bytes of that of a record: u32 type, u16 misc,
                                u16 size */
    RECORDING_MOST = 500,    /* records; others are left out */
    RECORDING_EVENTS = 8,    /* attributes; others are left out */
};

/* The fields of a sample that the reader looks at. */
enum sample_field {
    FIELD_ID,
    FIELD_IP,
    FIELD_THREAD,
    FIELD_TIME,
    FIELD_CHAIN,     /* the number of addresses and the addresses */
    FIELD_BRANCHES,  /* the number of branches and the branches */
    FIELD_REGISTERS, /* the ABI and the registers */
    FIELD_STACK,     /* the size, the copy of the stack, and what is used */
    N_SAMPLE_FIELDS,
};

/* Offset and size in the record. A size of 0: the sample does not have it. */
struct sample_part {
    size_t at, size;
};

/* Begin with recording_take and end with recording_free. */
struct recording {
    bool swap, is_pipe;
    unsigned char head[RECORDING_HEAD];
    struct buf attributes[RECORDING_EVENTS], ids[RECORDING_EVENTS];
    size_t n_attributes;
    struct buf records[RECORDING_MOST]; /* with their headers */
    size_t n_records;
    struct buf features[N_FEATURES];
    bool has_feature[N_FEATURES];
};

/* Numbers of 2, 4 or 8 bytes. */
uint64_t recording_get(const struct recording *recording, const void *at,
                       size_t size);
void recording_put(const struct recording *recording, void *at, size_t size,
                   uint64_t number);

void recording_take(struct recording *recording, const uint8_t *bytes,
                    size_t n);
/* Writes the parts as a file of at most `room` bytes, which may cut it off.
   Returns its size. The sizes in the headers of records stay as they are. */
size_t recording_write(const struct recording *recording, uint8_t *out,
                       size_t room);
void recording_free(struct recording *recording);

uint32_t recording_type(const struct recording *recording, size_t record);
/* Sets the size in the header of a record to the one that it has. */
void recording_set_size(struct recording *recording, size_t record);
/* Finds the fields of a sample of the first event. */
void recording_fields(const struct recording *recording, size_t record,
                      struct sample_part parts[N_SAMPLE_FIELDS]);
/* Attributes and features become records, as in a pipe. */
void recording_make_pipe(struct recording *recording);

#endif
