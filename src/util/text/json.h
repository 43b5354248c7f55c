/*
 * Writes JSON (RFC 8259) into a buffer value by value, without a tree in
 * memory. Adds commas and blanks between items.
 *
 * Each function adds one item: to an object with its name, to an array with
 * the name NULL. Names are plain ASCII. Numbers that are not finite become
 * null, because JSON has no NaN.
 */
#pragma once

#include "util/text/buf.h"

struct json {
    struct buf *out;
    bool in_script;  /* for a script element of HTML: '<' is escaped, so that
                        no text ends the element, and there are no blanks */
    bool has_items;  /* private: the open array or object is not empty */
    bool starts_line; /* private */
    int indent;       /* private: blanks at the start of that line */
};

/* Opens an array or object: `bracket` is '[' or '{'. */
void json_open(struct json *json, const char *name, char bracket);
/* Closes it: `bracket` is ']' or '}'. */
void json_close(struct json *json, char bracket);

/* Begins a new line before the next item or closing bracket. */
void json_line(struct json *json, int indent);

/* Opens and closes an array that is a member of the outermost object and has
   lines of its own. */
void json_open_rows(struct json *json, const char *name);
void json_close_rows(struct json *json);
/* Opens a row of such an array, an object on a line of its own. */
void json_open_row(struct json *json);

/* Writes a string of any bytes. Ill-formed UTF-8 becomes U+FFFD. Characters
   that are not printable are escaped; in a script they become U+FFFD, because
   its page shows them. */
void json_text(struct json *json, const char *name, struct str text);
/* Writes a string, or null for an empty text. */
void json_text_or_null(struct json *json, const char *name, struct str text);
/* Writes 17 digits, so that a reader gets the same number, and always a '.' or
   an exponent. */
void json_number(struct json *json, const char *name, double number);
/* Writes a number without its fraction, or from 2^53 on as json_number does. */
void json_count(struct json *json, const char *name, double count);
void json_bool(struct json *json, const char *name, bool value);
void json_null(struct json *json, const char *name);
