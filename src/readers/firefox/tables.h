/*
 * The tables of a thread of a Firefox profile and the libraries that they refer
 * to, or those that all threads of a process share.
 */
#pragma once

#include "model/profile.h"
#include "readers/json_members.h"
#include "util/array.h"

/*
 * The tables of a Firefox profile have two layouts. A raw profile has rows, and
 * a schema of the columns before or after them; rows may be too short:
 *
 *     {"schema": {"prefix": 0, "frame": 1}, "data": [[null, 0], [0, 1]]}
 *
 * A processed profile has columns:
 *
 *     {"length": 2, "prefix": [null, 0], "frame": [0, 1]}
 *
 * Both become columns of numbers.
 */

enum firefox_column {
    FIREFOX_STACK,
    FIREFOX_TIME,
    FIREFOX_TIME_DELTAS,
    FIREFOX_WEIGHT,
    FIREFOX_CPU_DELTA,
    FIREFOX_PREFIX,
    FIREFOX_PREFIX_OFFSET,
    FIREFOX_FRAME,
    FIREFOX_LOCATION,
    FIREFOX_FUNC,
    FIREFOX_ADDRESS,
    FIREFOX_LINE,
    FIREFOX_LIB,
    FIREFOX_NAME,
    FIREFOX_RESOURCE,
    FIREFOX_FILE_NAME,
    FIREFOX_SOURCE,
    FIREFOX_LINE_NUMBER,
    FIREFOX_COLUMN_NUMBER,
    FIREFOX_IS_JS,
    N_FIREFOX_COLUMNS
};

/* Further columns of rows are only read if the schema comes first. */
enum { FIREFOX_ROW = 16 };

struct firefox_cells {
    LIST(double); /* UNKNOWN: null or missing */
};

/* Zeroed is empty. */
struct firefox_table {
    bool exists;
    struct firefox_cells columns[N_FIREFOX_COLUMNS];
    struct firefox_cells rows[FIREFOX_ROW]; /* columns whose schema is not known
                                               yet */
    int of_schema[FIREFOX_ROW]; /* 1 + the enum firefox_column, or 0 */
    bool has_schema;
    bool has_times;   /* set by the caller: times are needed */
    char weights[24]; /* "weightType", cut if it is too long */
};

/* Reads the current value into a struct firefox_table, which is empty. Its
   memory is that of json->reader, an arena, and so it is below. */
void firefox_table_read(struct json_reader *json, void *table);
/* Returns a cell, or UNKNOWN if the table does not have it. */
double firefox_table_cell(const struct firefox_table *table,
                          enum firefox_column column, size_t row);
/* Stores a cell that is a row of another table; NO_ID: none. Returns false if
   it is no such row. */
bool firefox_table_place(const struct firefox_table *table,
                         enum firefox_column column, size_t row,
                         uint32_t *place);

struct firefox_lib {
    uint32_t path, name, build_id; /* texts of the profile; 0: not given */
    uint64_t start, end; /* addresses in the process; `end` is excluded; both
                            are needed */
    uint64_t offset;     /* file offset of `start`; 0: not given */
    uint32_t mapping;    /* its mapping in the code map; NO_ID: not added yet */
};

/* Zeroed is empty. */
struct firefox_libs {
    LIST(struct firefox_lib);
};

/* Zeroed is empty. */
struct firefox_tables {
    struct firefox_table stacks, frames, funcs, resources, sources;
    LIST(uint32_t) strings; /* texts of the profile */

    /* Results of firefox_stacks_context so far: state and context by stack, and
       the functions by frame (firefox_frames.runs). */
    LIST(unsigned char) states;
    LIST(uint32_t) contexts;
    LIST(uint32_t) runs;
    bool *are_callers; /* by frame: some stack has a frame on top of it; NULL:
                          not known */
};

/* Reads the current value, the "libs" of a process or thread. In version 3 it
   is a text that contains JSON. */
void firefox_libs_read(struct json_reader *json, void *libs);

/* The members of a thread or of "shared" that are these tables. The row is a
   struct firefox_tables. */
enum { N_FIREFOX_TABLES = 7 };
extern const struct json_member firefox_tables_members[N_FIREFOX_TABLES];
