/*
 * Reads what PHP's serialize() makes of arrays, item by item:
 *
 *     a:2:{s:6:"main()";a:1:{s:2:"ct";i:1;}s:4:"wall";d:0.5;}
 *
 * is an array of two items, of which the first is an array. A string has its
 * length in bytes before it and escapes nothing. Source: "PHP serialization
 * format" of the documentation of PHP, ext/standard/var.c.
 */
#ifndef READERS_XHPROF_PHP_H
#define READERS_XHPROF_PHP_H

#include <stdbool.h>

#include "util/text/str.h"

enum php_type {
    PHP_NONE, /* the text ends, or is not of this format */
    PHP_END,  /* the end of an array */
    PHP_ARRAY,
    PHP_STRING,
    PHP_NUMBER,
    PHP_OTHER /* such as NULL */
};

struct php_value {
    enum php_type type;
    struct str text; /* a string, or "" */
    double number;   /* a number, the items of an array, or 0 */
};

/* Takes a value from the front of the text: the beginning of an array, its end,
   or all of another value. What is not of this format is left there. */
struct php_value php_take(struct str *text);
/* Takes the next item of an array whose beginning was taken: its key, which is
   "" if it is a number, and its value. Returns false at the end of the array,
   or after PHP_NONE, which value->type then is. If the value is an array, its
   items follow, or php_skip_array. */
bool php_take_item(struct str *text, struct str *key, struct php_value *value);
/* Takes the items and the end of an array whose beginning was taken. */
void php_skip_array(struct str *text);

#endif
