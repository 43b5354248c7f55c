/*
 * The header of perf.data and the features after the data. A file is
 *
 *     "PERFILE2" u64 size, u64 size of an attribute,
 *     sections of attributes, data, event types, u64 bits of features[4]
 *
 * where a section is {u64 offset, u64 size}; behind the data, each feature has
 * such a section. A pipe has only "PERFILE2" and u64 16 before the data. The
 * byte order is that of the recording machine; "2ELIFREP" is the other one.
 */
#pragma once

#include "input/input.h"
#include "readers/perfdata/file/attributes.h"
#include "readers/perfdata/file/recorded.h"
#include "util/array.h"
#include "util/map.h"

/* Build ids of files, and what else the features tell. Zeroed is empty. */
struct perfdata_header {
    struct arena *arena; /* of the input; it has all memory */
    struct perfdata_attributes attributes;
    uint64_t data, end; /* file offsets of the records; `end` is excluded */
    bool swap, is_big;  /* the byte order */
    bool is_pipe;
    struct strings files; /* files with a build id */
    LIST(struct str) build_ids; /* by file, hexadecimal */
    struct perfdata_recorded recorded; /* symbols of files */
    struct str release; /* of the kernel, as uname -r says; "" if not known */
    struct str arch; /* "x86_64", as uname -m says; "" if it is not known */
};

/* True if a head is that of perf.data, of either byte order. */
bool perfdata_header_is(struct str head);
/* Reads the header, the attributes and the features that the descriptor has.
   Returns false after a message if there are no records to read. */
bool perfdata_header_read(struct perfdata_header *header, struct input *in,
                          int fd, uint64_t size);
/* Takes a feature, which is a record in a pipe. */
void perfdata_header_feature(struct perfdata_header *header, uint64_t feature,
                             struct perfdata_bytes bytes);
/* Takes the body of a record RECORD_BUILD_ID, the build id of a file. */
void perfdata_header_build_id(struct perfdata_header *header, uint16_t misc,
                              struct perfdata_bytes bytes);
/* Returns bytes as hexadecimal digits, without the zeros with which short build
   ids are filled up to 20 bytes. */
struct str perfdata_header_hex(struct arena *arena, const unsigned char *id,
                               size_t n);
/* Returns the build id of a file as hexadecimal digits, or "". */
struct str perfdata_header_id_of(const struct perfdata_header *header,
                                 struct str file);
