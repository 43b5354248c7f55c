/*
 * The tokens of Python's marshal format that profiles use. A value is a byte
 * for its type, then its data, little endian; the bit 0x80 of the type means
 * that later values may refer to this one by number:
 *
 *     i I l g f     numbers: 32 and 64 bits, a long, a double, text
 *     s t u a A z Z texts, with a length of 32 or, in z and Z, 8 bits
 *     R             a text that had type t before, by its number
 *     ( ) [         tuples with a length of 32 or 8 bits, lists
 *     < > :         sets, and a slice, which is three values
 *     { 0           keys and values of a dictionary, then its end
 *     c             code: numbers of 32 bits, 8 values, the number of its first
 *                   line, 1 value, or 2 since Python 3.11
 *     r             a value that had the bit before, by its number
 *     N T F . S     None, True, False, Ellipsis, StopIteration
 *     y x           complex numbers, two doubles or texts
 *
 * Python 2.7 writes version 2, which has t and R, Python 3.4 and later write
 * version 3 to 5, which have r. Source: Python/marshal.c of CPython.
 */
#pragma once

#include "util/array.h"
#include "util/text/str.h"

enum marshal_kind {
    MARSHAL_OTHER,    /* any other value, such as None */
    MARSHAL_NUMBER,   /* True is 1, False 0 */
    MARSHAL_TEXT,
    MARSHAL_TUPLE,    /* or a list or set; n values follow */
    MARSHAL_CODE,     /* code objects; MARSHAL_CODE_VALUES values follow */
    MARSHAL_DICT,     /* pairs of values follow, up to MARSHAL_DICT_END */
    MARSHAL_DICT_END,
    MARSHAL_REF,      /* value n of those with is_kept */
};

/* Call marshal_skip_line after this many values of code; further ones
   follow. */
enum { MARSHAL_CODE_VALUES = 8 };

struct marshal_token {
    enum marshal_kind kind;
    bool is_kept;    /* this value gets the next number of MARSHAL_REF */
    size_t at;       /* offset of its first byte */
    double number;
    struct str text; /* a part of the input */
    uint32_t n;
};

/* Set bytes and zero the others; release `interned` with LIST_FREE. */
struct marshal {
    struct str bytes;
    size_t at;        /* offset of the next token */
    bool is_short;    /* it failed because the bytes end too early */
    const char *expected; /* after a failure: what was expected at `at` */
    LIST(struct str) interned; /* the texts that R refers to */
};

/* Reads the next token. Returns false if there is none, and sets is_short and
   expected. A text or tuple that is longer than the rest of the bytes is a
   failure, so wrong lengths cause no allocation. */
bool marshal_next(struct marshal *marshal, struct marshal_token *token);
/* Skips the number of the first line in the middle of code. */
void marshal_skip_line(struct marshal *marshal);
