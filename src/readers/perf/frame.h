/* One frame of a stack as perf script prints it, taken apart. */
#ifndef READERS_PERF_FRAME_H
#define READERS_PERF_FRAME_H

#include <stdbool.h>

#include "util/str.h"

struct perf_frame {
    struct str address; /* hexadecimal digits */
    struct str symbol;  /* without its offset; "" where perf knew none */
    struct str module;  /* "" where none is printed */
    bool inlined;       /* "(inlined)" stands in the module's place */
};

/* Takes a frame apart, from its address on. False if text begins with no
   address. modules: this input prints modules, so whatever stands in
   parentheses at the end is one. */
bool perf_frame(struct str text, bool modules, struct perf_frame *frame);

/* The digits of the address at the front of text, 0 if there is none. */
size_t perf_address(struct str text);

#endif
