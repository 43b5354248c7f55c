/*
 * Functions on the head of an input, for the detect functions of readers. The
 * head is the start of the decoded text (input_head) and may end in the middle
 * of a line.
 */
#pragma once

#include "input/json_reader.h"
#include "util/text/str.h"

/* Cuts the next line off the head and stores it in *line without its end (LF
   or CRLF, and blanks before it). Unless the head is the whole input, a last
   line without an end is left alone, because more of it may follow. Returns
   false when there are no more lines. */
bool head_take_line(struct head *head, struct str *line);

/* Does is_wanted accept a line of the head? */
bool head_has_line(struct head head, bool (*is_wanted)(struct str line));

/*
 * Does the head begin with a JSON value that has one of these paths? They are
 * words with blanks between:
 *
 *     costs/0/description    the first item of the array "costs" has a member
 *                            "description"
 *     generator=prof2dot     "generator" is a string that begins with this
 *     threads/0/name=        it is a string
 */
bool head_has_json(struct str head, struct str paths);

/* Does is_wanted accept a member of the JSON object that the head begins? It
   may read the value of the member. */
bool head_has_member(struct str head,
                     bool (*is_wanted)(struct json_reader *member));
