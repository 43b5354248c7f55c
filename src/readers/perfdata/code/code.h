/*
 * Finds the functions of addresses, by the file that a process had in memory
 * there (readers/perfdata/processes.h) and its symbols. A place is an offset in
 * a file; its symbol is looked up once for all processes.
 */
#pragma once

#include "model/profile.h"
#include "readers/perfdata/code/modules.h"
#include "readers/perfdata/processes.h"
#include "readers/reader.h"
#include "util/array.h"

/* Begin with perfdata_code_init. */
struct perfdata_code {
    struct profile *profile;
    struct perfdata_modules *modules;
    struct perfdata_processes *processes;
    bool addresses; /* each address without a symbol is a function */
    bool offsets;   /* each address is a function */
    bool lines;     /* each line of a function is a function */
    struct assembly *assembly; /* gets the instructions, each of which is a
                                  function then; or NULL */

    struct arena *arena;     /* has what follows */
    struct index seen_index; /* by process and address */
    LIST(struct perfdata_seen) seen;
    struct index place_index; /* by module and offset */
    LIST(struct perfdata_place) places;
    struct index run_index; /* of the runs of frames of places */
    LIST(struct perfdata_run) runs;
    LIST(struct perfdata_frame) frames; /* of places, outermost first */
    LIST(uint32_t) functions; /* of frames; NO_ID: not known yet */
    struct strings names;     /* names and files of frames */
};

struct perfdata_run {
    uint32_t first, n; /* a part of `frames` */
};

/* The functions of a place: the one whose code it is, then inlined ones. Places
   with the same functions share a run. */
struct perfdata_place {
    uint32_t module;
    uint32_t run : 30;
    uint32_t is_unknown : 1; /* it has no symbol */
    uint32_t is_begin : 1;   /* it is the first byte of a symbol */
    uint64_t offset; /* in the file; else an address */
};

/* The others must live as long as the code. */
void perfdata_code_init(struct perfdata_code *code, struct arena *arena,
                        struct profile *profile,
                        struct perfdata_modules *modules,
                        struct perfdata_processes *processes,
                        const struct reader_options *options);

/* Returns the number of the place of an address in a state of a process. */
uint32_t perfdata_code_place(struct perfdata_code *code, uint32_t state,
                             uint64_t address);
/* Returns the number of the place of a return address: that of the byte before,
   since a call may be the last instruction of its function. (Handlers of
   signals return to the first byte of a function that nothing calls; this byte
   is the place if no code is before it.) */
uint32_t perfdata_code_caller_place(struct perfdata_code *code, uint32_t state,
                                    uint64_t address);
/* Returns the functions of a place, outermost first, and their number. They are
   added to the profile if they are new. */
const uint32_t *perfdata_code_functions(struct perfdata_code *code,
                                        uint32_t place, uint32_t *n);
/* Is it a place without a symbol outside of all files, whose function depends
   on the process? */
bool perfdata_code_is_unmapped(const struct perfdata_code *code,
                               uint32_t place);
/* Adds the instructions of functions that have self cost, if they are
   wanted. */
void perfdata_code_disassemble(struct perfdata_code *code);
