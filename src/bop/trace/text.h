/* Writes the text of a trace, records of fields, to a file through a buffer. It
   uses no stdio, because the program may be inside stdio at that time, for
   example when a signal ends it. */
#pragma once

#include "bop/base/base.h"

struct text_buffer {
    int fd;
    int error;      /* errno of the first failure, or 0 */
    uint64_t lines; /* lines ended so far */
    bool keyed;     /* "key=" was written last */
    size_t n;
    char bytes[16384];
};

void bop_text_start(struct text_buffer *text, int fd);
/* Writes the buffer to the file; does nothing after a failure. */
void bop_text_flush(struct text_buffer *text);

/* Adds a word as it is, without a blank before it. A record begins with one. */
void bop_text_word(struct text_buffer *text, const char *word);
void bop_text_number(struct text_buffer *text, uint64_t number); /* decimal */
/* Adds several numbers. */
#define bop_text_numbers(text, ...)                                            \
    bop_text_list(text, (const uint64_t[]){ __VA_ARGS__ },                     \
                  sizeof((const uint64_t[]){ __VA_ARGS__ }) / 8)
void bop_text_list(struct text_buffer *text, const uint64_t *numbers, size_t n);
void bop_text_hex(struct text_buffer *text, uint64_t number);
/* Adds a field that is percent-encoded, or "-" if it is empty. */
void bop_text_string(struct text_buffer *text, const char *string);
/* Adds "key="; the next field follows without a blank. */
void bop_text_key(struct text_buffer *text, const char *key);
/* Ends the record. */
void bop_text_end(struct text_buffer *text);
