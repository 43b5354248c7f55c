/*
 * The tokens of Python's marshal format, as far as profiles use it. A value is
 * a byte that says its type, then its data, little endian; the bit 0x80 of the
 * type says that later values may refer to this one by its number:
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
    MARSHAL_OTHER,    /* a value that is none of the next: None */
    MARSHAL_NUMBER,   /* True is 1, False 0 */
    MARSHAL_TEXT,
    MARSHAL_TUPLE,    /* or a list or set; n values follow */
    MARSHAL_CODE,     /* code objects; MARSHAL_CODE_VALUES values follow */
    MARSHAL_DICT,     /* pairs of values follow, up to MARSHAL_DICT_END */
    MARSHAL_DICT_END,
    MARSHAL_REF,      /* the value number n of those with is_kept */
};

/* After this many values of code, marshal_skip_line has to be called; the
   others follow. */
enum { MARSHAL_CODE_VALUES = 8 };

struct marshal_token {
    enum marshal_kind kind;
    bool is_kept;    /* the next number of MARSHAL_REF stands for this value */
    size_t at;       /* offset of its first byte */
    double number;
    struct str text; /* a part of the input */
    uint32_t n;
};

/* Set bytes and zero the others; release `interned` with LIST_FREE. */
struct marshal {
    struct str bytes;
    size_t at;        /* offset of the next token */
    bool is_short;    /* the failure is that the bytes end too early */
    const char *expected; /* after a failure: what had to be at `at` */
    LIST(struct str) interned; /* the texts that R refers to */
};

/* Reads the next token. Returns false if there is none, and sets is_short and
   expected. A text or tuple that is longer than the rest of the bytes is a
   failure, so nothing has to be allocated for a length that is a lie. */
bool marshal_next(struct marshal *marshal, struct marshal_token *token);
/* Passes over the number of the first line, in the middle of code. */
void marshal_skip_line(struct marshal *marshal);
