/*
 * The lines of the body of a part: numbers, and the names to which they belong.
 * callgrind.c describes the format.
 */
#pragma once

#include "readers/callgrind/part.h"

/* Takes a line of numbers. Returns false if it is invalid. */
bool callgrind_body_numbers(struct callgrind *cg, struct str line);
/* Takes a line such as "fn=(7) main". Returns false if it is no such line. */
bool callgrind_body_name(struct callgrind *cg, struct str line);
/* Is it a line that callgrind_body_name takes? */
bool callgrind_body_is_name(struct str line);
