/* Parses samples, whose fields depend on the event and are in the order of
   linux/perf_event.h. */
#pragma once

#include <zstd.h>

#include "input/input.h"
#include "readers/perfdata/file/format.h"
#include "readers/perfdata/file/header.h"
#include "util/text/buf.h"

/*
 * Walks over the records of perf.data, in the order of the file. Each begins
 * with {u32 type, u16 misc, u16 size}; `size` counts these eight bytes as well.
 * The file is read in windows, so that memory does not depend on its size, and
 * truncating it meanwhile only ends it early. Compressed records are unpacked:
 * together they are one zstd stream of further records.
 */

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
    size_t zstd_size;   /* its size in bytes that was counted (util/memory.h) */
    struct buf unpacked;
    size_t unpacked_at; /* the next record in it */
};

void perfdata_records_init(struct perfdata_records *records, struct input *in,
                           int fd, const struct perfdata_header *header);
void perfdata_records_free(struct perfdata_records *records);
/* Reads the next record, which is valid until the next call. Returns false at
   the end, after a message if it is damaged or cut off there. */
bool perfdata_records_next(struct perfdata_records *records,
                           struct perfdata_record *record);

/* The registers and the stack of user code when the sample was taken, for
   recordings of perf record --call-graph dwarf. */
struct perfdata_user {
    uint64_t abi;        /* 0: none, 1: of 32 bits, 2: of 64 bits */
    uint64_t mask;       /* a bit for each register in `values` */
    const void *values;  /* of the registers, in the order of the bits */
    struct str stack;    /* the bytes from the stack pointer on; "": none */
    bool swap;           /* the byte order of the values is not ours */
};

/* All pointers are into the record. */
struct perfdata_sample {
    uint32_t attribute; /* its event */
    enum perfdata_mode mode;
    uint64_t ip;
    uint32_t pid, tid;
    uint64_t time; /* in ns, if has_time */
    bool has_time;
    uint64_t order; /* comparable to perfdata_sample_record_time: the time or,
                       if other records have none, the number of the record */
    uint64_t period;
    bool has_period;
    const void *chain; /* addresses and marks, leaf first; NULL: no chain */
    size_t n_chain;
    const void *calls; /* (from, to, flags) each, latest first, of --call-graph
                          lbr; NULL: no calls */
    size_t n_calls;
    bool swap; /* the byte order of the chain and calls is not ours */
    struct perfdata_user user;
};

/* Fills in the sample of a record of type RECORD_SAMPLE. Returns false if it is
   damaged or of an event that is not known. */
bool perfdata_sample_take(struct perfdata_sample *sample,
                          const struct perfdata_record *record,
                          const struct perfdata_attributes *attributes);

/* Returns the time in ns of a record other than a sample, from the ids at its
   end, which are cut off. Returns the number of the record if times are not
   recorded. */
uint64_t perfdata_sample_record_time(struct perfdata_record *record,
                                     const struct perfdata_attributes *all);
