/*
 * JsonSlabs, the container in which the Firefox profiler and samply write JSON
 * since 2026: columns of numbers stand outside of the text, as arrays of binary
 * numbers. All is little-endian:
 *
 *     8 bytes      DC DF "JSLB" 01 00
 *     3 u32        version (1), number of slabs, index of the root slab
 *     for each     3 u32: type, offset from the start of the file, bytes
 *     the slabs    type 1: unsigned bytes, 4: signed numbers of 32 bits, 7:
 *                  doubles, 10: JSON
 *
 * The root is JSON, in which an object {"$s": i} stands for slab i: an array of
 * numbers or, for type 10, JSON that may hold such objects as well.
 * (firefox-devtools/profiler, pull requests 6024 and 6037; samply 844.)
 *
 * This makes plain JSON text of it, in pieces, so that memory does not grow
 * with the text.
 */
#pragma once

#include "util/array.h"
#include "util/text/buf.h"

/* A slab whose text is being made. */
struct open_slab {
    uint32_t type;
    bool has_bracket;  /* of an array: its '[' was written */
    bool has_item;     /* an item was written */
    bool is_in_string; /* of JSON: `rest` begins within a string */
    struct str rest;  /* its bytes that are not yet text */
};

struct json_slabs {
    const char *problem; /* why the text ends early, or NULL */

    /* Private */
    struct str file;
    uint32_t n;
    LIST(struct open_slab) open; /* the root first */
    struct buf text; /* the current piece */
    double left;     /* bytes of slabs that may still be opened */
};

/* Does a file with this head have JsonSlabs? */
bool json_slabs_begin(struct str head);
/* Begins with the bytes of a whole file, which must outlive the slabs. Returns
   NULL, or why it cannot be read, in the arena. Call json_slabs_free in either
   case. */
const char *json_slabs_start(struct json_slabs *slabs, struct str file,
                             struct arena *arena);
/* Returns the next piece of the text, valid until the next call; "" at its
   end. */
struct str json_slabs_next(struct json_slabs *slabs);
void json_slabs_free(struct json_slabs *slabs);
