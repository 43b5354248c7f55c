/*
 * The instructions of functions in which samples were taken (model/assembly.h):
 * the functions of the highest self cost, up to MOST_CODE bytes of code, from
 * the files that were opened for their symbols.
 */
#pragma once

#include "elf/resolver.h"
#include "model/assembly.h"
#include "util/array.h"

/* A place in which samples were taken: an instruction begins there. */
struct disassembly_place {
    uint32_t module;  /* of the resolver */
    uint64_t address; /* in its file */
    struct str name;  /* of the module, in the profile */
    double cost;      /* self cost */
};

/* Zeroed is empty. */
struct disassembly {
    LIST(struct disassembly_place);
};

/* Adds the instructions of the functions of all places. `inlines` says whether
   the profile has functions that are inlined. Notes those of `input` that are
   left out. Sorts the places. */
void disassembly_end(struct disassembly *places, struct elf_resolver *resolver,
                     bool inlines, struct assembly *assembly,
                     const char *input);
