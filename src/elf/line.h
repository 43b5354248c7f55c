/* A place in the source code. */
#pragma once

#include "util/text/str.h"

struct elf_line {
    uint64_t address;
    struct str file; /* "" if it is not known; in the arena */
    uint64_t line;   /* 0 if it is not known */
    uint64_t column; /* from 1; 0 if it is not known */
};
