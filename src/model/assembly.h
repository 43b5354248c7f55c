/*
 * The instructions of functions, which readers find in the programs that the
 * input names (readers/frames/disassembly.h). A profile whose functions are
 * instructions has their addresses as tags.
 */
#pragma once

#include "model/profile.h"
#include "util/array.h"
#include "util/map.h"

/* Texts that are not known are "". */
struct assembly_instruction {
    uint64_t address;   /* in the file of the module */
    struct str text;    /* as assemblers write it */
    struct str inlined; /* the name, as read, of the innermost function that is
                           inlined here; "": none is */
    struct str file;    /* the source file of the innermost function */
    uint64_t line;      /* 0: not known */
};

/* The code of a function of a program or library. */
struct assembly_function {
    struct str name, module, file; /* as in the profile */
    uint64_t begin, end;     /* addresses: [begin, end) */
    struct assembly_instruction *of; /* by address */
    size_t n; /* 0: it is in several inputs, from programs that differ */
};

/* Zeroed is empty; the arena has all memory. */
struct assembly {
    struct arena arena; /* has what follows */
    struct strings texts;
    LIST(struct assembly_function);
};

/* Returns the text, which lives as long as the assembly. Equal ones are one. */
struct str assembly_text(struct assembly *assembly, struct str text);
/* Adds a function, whose texts and instructions are in the arena of the assembly,
   unless it was added before. */
void assembly_add(struct assembly *assembly, struct assembly_function function);

/* Returns the tag of a function that is the instruction at an address, in the
   arena: "0x1f4". */
struct str assembly_tag(struct arena *arena, uint64_t address);
/* Sets the address of a function that is an instruction. Returns false if it is
   something else. */
bool assembly_address(const struct function *function, uint64_t *address);
