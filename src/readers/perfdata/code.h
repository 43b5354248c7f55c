/*
 * The functions of addresses: which file a process had in memory there
 * (readers/perfdata/processes.h), and which symbol is there in it. A place is
 * an offset in a file; its symbol is looked for once, however many processes
 * have the file in memory.
 */
#ifndef READERS_PERFDATA_CODE_H
#define READERS_PERFDATA_CODE_H

#include "elf/resolver.h"
#include "model/profile.h"
#include "readers/perfdata/chain.h"
#include "readers/perfdata/processes.h"
#include "readers/perfdata/symbols.h"
#include "readers/reader.h"

/* The module of addresses without a mapping. */
enum { PERFDATA_NO_MODULE = 0 };

/* Where the symbols of a module are. */
enum perfdata_symbols_in {
    SYMBOLS_IN_FILE,   /* an ELF file */
    SYMBOLS_IN_KERNEL, /* the list of the kernel's symbols */
    SYMBOLS_IN_MAP,    /* /tmp/perf-PID.map */
    SYMBOLS_IN_NAME,   /* the module is one function of its name */
    SYMBOLS_NOWHERE,
};

struct perfdata_module {
    struct str name; /* as the profile names it */
    struct str path, build_id;
    enum perfdata_symbols_in in;
    uint64_t reference; /* of the kernel: the address of the symbol that the
                           path names behind "]", or 0 */
    uint32_t resolver;  /* number in the resolver, or NO_ID */
    struct perfdata_symbols *map; /* NULL: not read yet */
};

/* Begin with perfdata_code_init and end with perfdata_code_free. */
struct perfdata_code {
    struct profile *profile;
    const struct perfdata_header *header;
    const struct perfdata_processes *processes;
    bool addresses; /* each address without a symbol is a function */
    bool offsets;   /* each address is a function */
    struct elf_resolver resolver;
    struct strings keys; /* of modules */
    struct perfdata_module *modules;
    size_t modules_room;
    struct perfdata_symbols kernel;
    bool is_kernel_read;
    const char *why_no_kernel; /* or NULL */
    int64_t kernel_moved; /* what is added to the addresses of its symbols */

    struct index seen_index; /* by process and address */
    struct perfdata_seen *seen;
    size_t seen_room;
    struct index place_index; /* by module and offset */
    struct perfdata_place *places;
    size_t places_room;
    uint32_t n_modules, n_seen, n_places;
    struct perfdata_frame *frames; /* of places, outermost first */
    uint32_t *functions;           /* of frames; NO_ID: not known yet */
    size_t frames_room, functions_room;
    uint32_t n_frames;
    struct arena texts;
};

/* The functions of a place: inlined ones come after that which has the code. */
struct perfdata_place {
    uint32_t module;
    uint64_t offset;   /* in the file; else an address */
    uint32_t first, n; /* part of the frames */
};

void perfdata_code_init(struct perfdata_code *code, struct profile *profile,
                        const struct perfdata_header *header,
                        const struct perfdata_processes *processes,
                        const char *input,
                        const struct reader_options *options);
void perfdata_code_free(struct perfdata_code *code);

/* Returns the number of a module, by the path in the record of its mapping. The
   build id is "" if the record does not have it. The kernel is the process
   PERFDATA_KERNEL. */
uint32_t perfdata_code_module(struct perfdata_code *code, struct str path,
                              struct str build_id, uint32_t pid,
                              uint64_t offset);
/* Returns the number of the module that is one function of the kernel. */
uint32_t perfdata_code_symbol(struct perfdata_code *code, struct str name);

/* Returns the number of the place of an address in a state of a process. */
uint32_t perfdata_code_place(struct perfdata_code *code, uint32_t state,
                             uint64_t address);
/* Returns the functions of a place, outermost first, and their number. They are
   added to the profile if they are new. */
const uint32_t *perfdata_code_functions(struct perfdata_code *code,
                                        uint32_t place, uint32_t *n);
/* Forgets the functions of the profile, in order to fill an empty one. */
void perfdata_code_restart(struct perfdata_code *code);
/* Says which files have no symbols, and why. */
void perfdata_code_report(const struct perfdata_code *code, const char *input);

#endif
