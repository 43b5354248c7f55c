/* Takes apart one frame of a stack as perf script prints it. */
#ifndef READERS_PERF_FRAME_H
#define READERS_PERF_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "util/text/str.h"

/* All texts are parts of the line. */
struct perf_frame {
    struct str digits;  /* of the address, hexadecimal */
    uint64_t address;
    struct str symbol;  /* without its offset; "" if perf found none */
    struct str offset;  /* "+0x51", right behind the symbol, or "" */
    struct str module;  /* "" if none is printed */
    bool inlined;       /* "(inlined)" is printed in place of the module */
};

/* Takes apart a frame; text begins at its address. `modules` says that this
   input prints modules, so that parentheses at the end always hold one.
   Returns false if text does not begin with an address. */
bool perf_frame(struct str text, bool modules, struct perf_frame *frame);

/* Returns the number of digits of the address at the front of text, 0 if there
   is no address. */
size_t perf_frame_address(struct str text);

#endif
