/* Records as text: fields, written through a buffer. */
#ifndef BOP_TEXT_H
#define BOP_TEXT_H

#include "bop/core.h"

struct text {
    int fd;
    int error;      /* errno of the first failure, or 0 */
    uint64_t lines; /* ended so far */
    bool keyed;     /* after "name=" */
    size_t n;
    char bytes[16384];
};

void text_start(struct text *text, int fd);

/* What begins a record: "D", "n"... Each field that follows brings its own
   blank. */
void text_word(struct text *text, const char *word);
void text_number(struct text *text, uint64_t number); /* decimal */
void text_hex(struct text *text, uint64_t number);
/* Percent-encoded; "-" if empty. */
void text_string(struct text *text, const char *string);
/* "name=", and the field that comes next follows without a blank. */
void text_key(struct text *text, const char *name);
void text_end(struct text *text);
void text_flush(struct text *text);

#endif
