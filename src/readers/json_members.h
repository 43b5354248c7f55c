/*
 * Tables that tell where the members of a JSON object are stored:
 *
 *     static const struct json_member frame_members[] = {
 *         { STR("name"), JSON_FIELD(struct frame, name) },
 *         { STR("line"), JSON_FIELD(struct frame, line) },
 *         { STR("ticks"), .each = read_tick },
 *     };
 *
 *     struct frame frame = { .name = NO_ID };
 *     json_members(json, frame_members, ROWS(frame_members), &frame);
 *
 * The type of a field decides what it can hold:
 *
 *     a string, a number as it is written, or "" for anything
 *                  else: the id that the text has in json->profile
 *     struct buf   the same text; its owner releases it
 *     double       a number
 *     uint64_t     a whole number
 *     bool         true or false
 *     char         a string of one byte
 *
 * A field of the last four types keeps its old value if the JSON value is of
 * another type. Members that are not in the table are skipped, and of two
 * members of one name the last one wins.
 */
#pragma once

#include "input/json_reader.h"
#include "util/array.h"

enum json_kind {
    JSON_KIND_NONE,
    JSON_KIND_TEXT_ID,
    JSON_KIND_BYTES,
    JSON_KIND_DOUBLE,
    JSON_KIND_WHOLE,
    JSON_KIND_BOOL,
    JSON_KIND_CHAR,
};

/* A function that reads the current value. `row` is the row plus the offset of
   the member; json->reader is for anything else. */
typedef void json_read(struct json_reader *json, void *row);

/* A member has a field or one of `read`, `each` and `members`. */
struct json_member {
    struct str name;
    enum json_kind kind;
    size_t at;       /* the offset of the field in the row */
    json_read *read; /* is called with the value */
    json_read *each; /* is called with each item of the value, in turn */
    const struct json_member *members; /* the value is an object with these
                                          members, in the same row */
    size_t n;                          /* number of `members` */
};

/* Is a part of the initializer of a struct json_member. `row` is a type. */
#define JSON_FIELD(row, field) \
    .kind = _Generic(((row *)0)->field, \
                     uint32_t: JSON_KIND_TEXT_ID, \
                     struct buf: JSON_KIND_BYTES, \
                     double: JSON_KIND_DOUBLE, \
                     uint64_t: JSON_KIND_WHOLE, \
                     bool: JSON_KIND_BOOL, \
                     char: JSON_KIND_CHAR), \
    .at = offsetof(row, field)
#define JSON_INSIDE(table) .members = (table), .n = ROWS(table)

/* Reads the members of the current value, if it is an object. This is fastest
   if they come in the order of the table. */
void json_members(struct json_reader *json, const struct json_member *members,
                  size_t n, void *row);
/* Reads a whole input that is an object. json->reader is the row. */
void json_members_all(struct input *input, struct profile *profile,
                      const struct json_member *members, size_t n, void *row);
/* Reads the current value if it is one of these members; otherwise returns
   false. */
bool json_member(struct json_reader *json, const struct json_member *members,
                 size_t n, void *row);

/* A list of numbers. */
struct json_numbers {
    LIST(uint32_t);
};

/* Replaces the list, which is in the arena, by the current value. Items that
   are no whole numbers below NO_ID become NO_ID. Returns false if there is one,
   or if the value is no array. */
bool json_numbers_read(struct json_reader *json, struct arena *arena,
                       struct json_numbers *list);
