/*
 * The instructions of functions, which readers find in the programs that the
 * input names (readers/frames/disassembly.h). A profile whose functions are
 * instructions has their addresses as tags.
 */
#pragma once

#include "model/profile.h"
#include "util/array.h"
#include "util/map.h"

/* An instruction. Texts that are not known are "". */
struct assembly_instruction {
    uint64_t address;   /* address in the file of the module */
    struct str text;    /* as assemblers write it */
    struct str inlined; /* innermost function inlined here, as read; "" if
                           nothing is inlined */
    struct str file;    /* the source file of the innermost function */
    uint64_t line;      /* source line, or 0 if it is not known */
};

/* The instructions of one function of a program or library. */
struct assembly_function {
    struct str name, module, file; /* as in the profile */
    uint64_t begin, end;     /* addresses; `end` is excluded */
    struct assembly_instruction *of; /* the instructions, by rising address */
    size_t n; /* 0 if inputs have different code for the function */
};

/* Is empty if zeroed. */
struct assembly {
    struct arena arena; /* owns the memory of the other fields */
    struct strings texts;
    LIST(struct assembly_function);
};

/* Returns a copy of the text that lives as long as the assembly. Equal texts
   share one copy. */
struct str assembly_text(struct assembly *assembly, struct str text);
/* Adds a function unless it is there already. Its texts and instructions must
   be in the arena of the assembly. */
void assembly_add(struct assembly *assembly, struct assembly_function function);

/* Returns the tag of the function that stands for the instruction at an
   address, such as "0x1f4", in the arena. */
struct str assembly_tag(struct arena *arena, uint64_t address);
/* Stores the address of a function that stands for an instruction. Returns
   false for other functions. */
bool assembly_address(const struct function *function, uint64_t *address);
