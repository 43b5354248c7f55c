/*
 * Walks over the records of perf.data, in the order of the file. Each begins
 * with {u32 type, u16 misc, u16 size}; `size` counts these eight bytes as well.
 * The file is read in windows, so that memory does not depend on its size and a
 * file that somebody truncates meanwhile only ends early. Compressed records
 * are unpacked on the way: their contents are one stream of zstd, which again
 * consists of records.
 */
#ifndef READERS_PERFDATA_FILE_RECORDS_H
#define READERS_PERFDATA_FILE_RECORDS_H

#include <zstd.h>

#include "input/input.h"
#include "readers/perfdata/file/header.h"
#include "util/text/buf.h"

struct perfdata_record {
    uint32_t type;
    uint16_t misc;
    struct perfdata_bytes body; /* without the first eight bytes */
    uint64_t number;            /* from 1, in the order of the file */
};

/* Begin with perfdata_records_init and end with perfdata_records_free. */
struct perfdata_records {
    struct input *in;
    bool is_quiet; /* damage was reported before */
    bool swap;
    int fd;
    uint64_t at, end; /* offsets of the next record and of the end */
    uint64_t number;  /* records so far */
    bool has_aux;    /* data of a hardware tracer were skipped */

    char *window;
    uint64_t window_at; /* the offset of its first byte */
    size_t window_len;

    ZSTD_DStream *zstd; /* NULL: nothing was unpacked yet */
    size_t zstd_size;   /* bytes that it had when they were counted */
    struct buf unpacked;
    size_t unpacked_at; /* the next record in it */
};

void perfdata_records_init(struct perfdata_records *records, struct input *in,
                           int fd, const struct perfdata_header *header);
void perfdata_records_free(struct perfdata_records *records);
/* Reads the next record, which is valid until the next call. Returns false at
   the end; reports what is damaged or cut off there. */
bool perfdata_records_next(struct perfdata_records *records,
                           struct perfdata_record *record);

#endif
