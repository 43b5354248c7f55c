/*
 * Capstone, which is loaded for --assembly (util/library.h).
 */
#pragma once

/* ISO C has no 1 << 31, which Capstone 4 has. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <capstone.h>
#include <stdbool.h>
#pragma GCC diagnostic pop

#ifdef LIBCAPSTONE

#include "util/library.h"

#define LIBCAPSTONE_FUNCTIONS(FUNCTION, lib) \
    FUNCTION(lib, cs_close) \
    FUNCTION(lib, cs_disasm_iter) \
    FUNCTION(lib, cs_free) \
    FUNCTION(lib, cs_insn_group) \
    FUNCTION(lib, cs_malloc) \
    FUNCTION(lib, cs_open) \
    FUNCTION(lib, cs_option)

extern struct libcapstone {
    LIBCAPSTONE_FUNCTIONS(LIBRARY_POINTER, libcapstone)
} libcapstone;

#define cs_close libcapstone.cs_close_
#define cs_disasm_iter libcapstone.cs_disasm_iter_
#define cs_free libcapstone.cs_free_
#define cs_insn_group libcapstone.cs_insn_group_
#define cs_malloc libcapstone.cs_malloc_
#define cs_open libcapstone.cs_open_
#define cs_option libcapstone.cs_option_

/* Loads the library, which must precede all other calls of it. Returns false if
   it cannot be loaded. */
bool libcapstone_load(void);

#else

static inline bool libcapstone_load(void)
{
    return true;
}

#endif
