/*
 * The tables of a thread of a Firefox profile and the libraries that they refer
 * to, or those that all threads of a process share.
 */
#ifndef READERS_FIREFOX_TABLES_H
#define READERS_FIREFOX_TABLES_H

#include "model/profile.h"
#include "readers/firefox/table.h"

struct firefox_lib {
    uint32_t path, name, build_id; /* texts of the profile; 0: not given */
    uint64_t start, end; /* addresses in the process: [start, end); none if
                            one of them is not given */
    uint64_t offset;     /* of `start` in the file; 0: not given */
    uint32_t mapping;    /* in the code map; NO_ID: not added yet */
};

/* Zeroed is empty; release with LIST_FREE. */
struct firefox_libs {
    LIST(struct firefox_lib);
};

/* Zeroed is empty; release with firefox_tables_free. */
struct firefox_tables {
    struct firefox_table stacks, frames, funcs, resources, sources;
    LIST(uint32_t) strings; /* texts of the profile */

    /* Results of firefox_stacks_context and firefox_frames_run: the state and
       the context of each stack, and the functions of each frame. */
    LIST(unsigned char) states;
    LIST(uint32_t) contexts;
    LIST(uint32_t) runs;
    bool *are_callers; /* by frame: a stack goes on above it; NULL: not known */
};

/* Reads the current value, the "libs" of a process or thread. Version 3 has
   them as a text that is JSON in itself. */
void firefox_libs_read(struct json_reader *json, void *libs);

/* The members of a thread or of "shared" that are these tables. The row is a
   struct firefox_tables. */
enum { N_FIREFOX_TABLES = 7 };
extern const struct json_member firefox_tables_members[N_FIREFOX_TABLES];
void firefox_tables_free(struct firefox_tables *tables);

#endif
