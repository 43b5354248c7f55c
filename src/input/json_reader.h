/*
 * Reads JSON (RFC 8259) value by value, in one pass and without a tree in
 * memory. The caller asks for one item after the other:
 *
 *     struct json_reader json = json_reader_start(input);
 *     size_t all = json_reader_open(&json);
 *     while (json_reader_next(&json, all))
 *         if (json_reader_is(&json, S("samples")))
 *             read_samples(&json);
 *     json_reader_end(&json);
 *
 * read_samples does the same with the value of "samples": it opens it and loops
 * over its elements. Whatever the caller does not open is skipped.
 *
 * This is the one place that knows the rules for all formats in JSON:
 *
 *   - Arrays and objects may nest as deeply as memory allows. Nothing here
 *     recurses, and readers of nested trees must not recurse either.
 *   - A number may be written as a string, as some profilers do.
 *   - A name that an object has twice comes twice. Readers let the last value
 *     win.
 *   - Strings are UTF-8 without escapes. A pair of surrogates is one code
 *     point, a lone surrogate is U+FFFD. Bytes that are not UTF-8, and control
 *     characters, pass unchanged.
 *   - JSON in the container JsonSlabs is read as if it were plain.
 *   - Lines are counted, so the messages of input/input.h say where they are.
 *   - An input that ends too early, or that breaks the syntax, ends there: it
 *     is reported once by input_cut, with line and byte, and there are no more
 *     items. What came before is of use.
 */
#pragma once

#include "input/input.h"
#include "input/json_slabs.h"
#include "util/array.h"
#include "util/text/buf.h"

struct profile;

enum json_type {
    JSON_NONE, /* no value: the input has ended */
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT,
};

struct json_reader {
    enum json_type type; /* of the current value */
    struct str name;     /* the name of the value in its object; "" in an array;
                            valid until the next item */
    struct str text;     /* the string, or a number as it is written; valid
                            until the next item */
    double number;       /* the number; NAN if it overflows; 0 for other
                            types */
    bool lax_end;        /* set by the caller: if the whole input is an array,
                            it may end with a comma, and need not have "]" */
    struct profile *profile; /* set by callers of readers/json_members.h: owns
                                the texts of members */
    void *reader;            /* the same: the argument of functions of
                                members */
    bool failed;             /* the input ended too early or is no JSON */

    /* Private */
    bool has_slabs; /* pieces come from `slabs` */
    struct json_slabs slabs;
    struct input *input;  /* NULL: there is nothing beyond the piece */
    const char *at, *end; /* the rest of the current piece */
    size_t before;        /* bytes in the pieces before it */
    const char *piece;    /* where it begins */
    bool skips;           /* values are skipped, not stored */
    bool is_first;        /* the innermost array or object has no item yet */
    LIST(char) brackets;  /* the opening bracket of each open array or object */
    struct buf name_bytes, bytes; /* of name and text, unless they are in the
                                     piece */
};

/* Begins to read an input, of which no line or piece may have been read, and
   moves to its value. The input must live longer than the result. */
struct json_reader json_reader_start(struct input *input);
/* Does the same with a text in memory, which may end anywhere, without
   messages. */
struct json_reader json_reader_of_text(struct str text);
/* Returns the rest of such a text after the last item. */
static inline struct str json_reader_rest(const struct json_reader *json)
{
    return (struct str){ json->at, (size_t)(json->end - json->at) };
}
/* Releases everything. If the input was read without failure, warns of text
   that follows its value. Messages after that are about the whole input. */
void json_reader_end(struct json_reader *json);

/* If the current value is an array or an object, returns its level, which
   json_reader_next needs to loop over its items; otherwise 0, which has no
   items. */
static inline size_t json_reader_open(const struct json_reader *json)
{
    bool is_open = json->type == JSON_ARRAY || json->type == JSON_OBJECT;
    return is_open ? json->brackets.n : 0;
}

/* Moves to the next item of an array or object that json_reader_open returned.
   Unread parts of items before are skipped. Returns false after the last
   item. */
bool json_reader_next(struct json_reader *json, size_t opened);

/* Is this the name of the current value? */
static inline bool json_reader_is(const struct json_reader *json,
                                  struct str name)
{
    return str_eq(json->name, name);
}

/* Stores the current value if it is a number, or a string that is one.
   Otherwise returns false and stores nothing. */
bool json_reader_number(const struct json_reader *json, double *number);
/* The same for a whole number from 0 to UINT64_MAX. */
bool json_reader_id_of_text(const struct json_reader *json, uint64_t *id);
static inline bool json_reader_id(const struct json_reader *json, uint64_t *id)
{
    /* A number of this range is exact. */
    if (json->type != JSON_NUMBER || !(json->number >= 0) ||
        json->number >= 1e15 || (double)(uint64_t)json->number != json->number)
        return json_reader_id_of_text(json, id);
    *id = (uint64_t)json->number;
    return true;
}
/* Returns the current value if it is a string, otherwise "". */
struct str json_reader_text(const struct json_reader *json);
