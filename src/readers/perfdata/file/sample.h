/* Takes a sample apart: the fields that its event has, in the order that
   linux/perf_event.h gives. */
#ifndef READERS_PERFDATA_FILE_SAMPLE_H
#define READERS_PERFDATA_FILE_SAMPLE_H

#include "readers/perfdata/file/format.h"
#include "readers/perfdata/file/records.h"

/* The registers and the stack of user code when the sample was taken, for
   recordings of perf record --call-graph dwarf. */
struct perfdata_user {
    uint64_t abi;        /* 0: none, 1: of 32 bits, 2: of 64 bits */
    uint64_t mask;       /* a bit for each register that is there */
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
    uint64_t order; /* compares with perfdata_sample_record_time: the time, or
                       the number of the record if other records have none */
    uint64_t period;
    bool has_period;
    const void *chain; /* addresses and marks, leaf first; NULL: no chain */
    size_t n_chain;
    const void *calls; /* three numbers each: from, to and flags, the latest
                          first; NULL: no calls (--call-graph lbr) */
    size_t n_calls;
    bool swap; /* the byte order of the chain and calls is not ours */
    struct perfdata_user user;
};

/* Fills in the sample of a record of type RECORD_SAMPLE. Returns false if it is
   damaged or of an event that is not known. */
bool perfdata_sample_take(struct perfdata_sample *sample,
                          const struct perfdata_record *record,
                          const struct perfdata_attributes *attributes);

/* Returns the time of a record that is no sample, in ns: it is in the ids at
   the end of the record, if the events have them. They are cut off the record.
   Returns the number of the record if times are not recorded. */
uint64_t perfdata_sample_record_time(struct perfdata_record *record,
                                     const struct perfdata_attributes *all);

#endif
