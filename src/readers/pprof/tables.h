/*
 * The tables of a profile of pprof: everything but its samples. They refer to
 * each other by ids, which need be neither dense nor ordered, and to texts by
 * index in the table of strings, which may be last in the file. So the tables
 * are read as a whole before the first sample.
 */
#pragma once

#include "readers/pprof/samples.h"
#include "util/arena.h"
#include "util/array.h"
#include "util/map.h"
#include "util/text/pprof_fields.h"
#include "util/text/protobuf.h"

/* The index in a table (here called place) of 64-bit ids. Is empty if
   zeroed. */
struct pprof_ids {
    LIST(uint64_t); /* by place */
    struct pairs odd; /* the ids that are not 1 more than their place */
    LIST(uint32_t) odd_places;
};

/* A program or library in the memory of the process. */
struct pprof_mapping {
    uint64_t start, end; /* addresses; `end` is excluded */
    uint64_t offset;     /* file offset of the byte at `start` */
    struct str file, build_id;
    uint64_t file_string; /* the number of `file` */
};

struct pprof_function {
    uint64_t name, file; /* numbers of strings; there may be no such string */
    uint64_t system_name; /* the same, of the name in the program */
    uint64_t line; /* first line, or 0 */
};

/* A place in the code. Its lines refer to functions by id or, in profiles of
   OpenTelemetry, by index in a part of the table. */
struct pprof_location {
    struct str message; /* the whole message, for its lines */
    uint64_t line_field; /* the number of the field of lines */
    uint64_t address;
    uint32_t mapping; /* its place, or NO_ID */
    uint32_t first_function, n_functions; /* that part; n_functions is NO_ID if
                                             lines have ids */
};

/* All texts are parts of the bytes of the profile. */
struct pprof_tables {
    struct arena *arena; /* has the tables */
    LIST(struct str) strings;
    LIST(struct pprof_type) types;
    LIST(struct pprof_mapping) mappings;
    LIST(struct pprof_function) functions;
    LIST(struct pprof_location) locations;
    struct pprof_ids mapping_ids, function_ids, location_ids;
    struct str drop_frames, keep_frames;  /* regular expressions, or "" */
    struct str default_type;              /* name of a sample type, or "" */
    struct pprof_type period_type;        /* texts may be "" */
    int64_t time, duration;               /* nanoseconds; 0: not known */
    double period; /* of the type of the period; 0: not known */
    LIST(struct str) comments;
    size_t n_samples;
    size_t n_entries; /* mappings, locations and functions */
    size_t damaged;   /* those of them that are invalid */
    size_t lost_strings;  /* references to missing strings */
    size_t lost_mappings; /* locations whose mapping is missing */
    size_t end;       /* the profile is valid up to this byte */
};

/* Reads all tables of these bytes into the arena. */
void pprof_tables_read(struct pprof_tables *tables, struct arena *arena,
                       struct str bytes);

/* Counts a reference to a string that does not exist. Place 0 means no
   string. */
void pprof_tables_check_string(struct pprof_tables *tables, uint64_t place);
/* Returns a text of the table of strings; "" if it does not exist. */
struct str pprof_string(const struct pprof_tables *tables, uint64_t place);
/* Returns the place of an id, or NO_ID. */
uint32_t pprof_place(const struct pprof_ids *ids, uint64_t id);
