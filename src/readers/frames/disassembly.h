/*
 * Collects the instructions of functions with samples (model/assembly.h): those
 * of the highest self cost, up to MOST_CODE bytes of code, from files that were
 * opened for their symbols.
 */
#pragma once

#include "elf/resolver.h"
#include "model/assembly.h"
#include "util/array.h"

/* The address of an instruction with samples. */
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

/* Adds the instructions of the functions of all places. `inlines` tells whether
   the profile has inlined functions. Prints a note if functions are left out.
   Sorts the places. */
void disassembly_end(struct disassembly *places, struct elf_resolver *resolver,
                     bool inlines, struct assembly *assembly,
                     const char *input);
