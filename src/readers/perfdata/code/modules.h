/*
 * Knows what processes have in memory: programs, libraries, the kernel and its
 * modules, code that was compiled at run time; and the names of their
 * functions.
 */
#pragma once

#include "elf/resolver.h"
#include "model/input_stats.h"
#include "readers/perfdata/code/symbols.h"
#include "readers/perfdata/file/header.h"
#include "util/array.h"
#include "util/map.h"

/* The process number of the kernel's own mappings. */
#define PERFDATA_KERNEL UINT32_MAX

/* The source of the symbols of a module. */
enum perfdata_symbols_in {
    SYMBOLS_IN_FILE,   /* an ELF file */
    SYMBOLS_IN_KERNEL, /* the list of the kernel's symbols */
    SYMBOLS_IN_MAP,    /* /tmp/perf-PID.map */
    SYMBOLS_IN_RECORDING, /* the recording, with addresses in the process */
    SYMBOLS_IN_NAME,   /* the module is one function of its name */
    SYMBOLS_UNMAPPED,
};

struct perfdata_module {
    struct str name; /* as the profile names it */
    struct str path, build_id;
    enum perfdata_symbols_in in;
    uint64_t reference; /* kernel: the address of the symbol that the path names
                           after "]", or 0 */
    uint64_t moved;  /* kernel: its addresses minus those of the symbols in the
                        recording */
    uint64_t mapped; /* file offset of its first mapping */
    const struct perfdata_recorded_file *recorded; /* its symbols in the
                                                      recording, or NULL */
    uint32_t resolver;  /* number in the resolver, or NO_ID */
    uint32_t pid; /* of the process whose map has the symbols */
    struct perfdata_symbols *map; /* NULL: not read yet */
};

/* The module of addresses outside all mappings. */
enum { PERFDATA_NO_MODULE = 0 };

/* Begin with perfdata_modules_init and free the resolver at the end. */
struct perfdata_modules {
    const struct perfdata_header *header;
    const char *input;
    struct elf_resolver resolver;
    struct strings keys;
    LIST(struct perfdata_module);
    struct perfdata_symbols kernel;
    uint32_t kernel_module; /* the kernel itself, or PERFDATA_NO_MODULE */
    bool is_kernel_read;
    const char *why_no_kernel; /* or NULL */
    struct elf_parts parts;  /* the facts that are looked for in files */
    struct elf_frame frame;  /* the last function found that is in no file */
    int64_t kernel_moved; /* is added to the addresses of its symbols */
    struct arena *arena; /* has all memory */
};

/* `input` is the path of the recording, and `root` a folder with the files of
   the machine that was recorded, or NULL. */
void perfdata_modules_init(struct perfdata_modules *modules,
                           struct arena *arena,
                           const struct perfdata_header *header,
                           const char *input, const char *root);

/* Returns the number of a module, by the path in the record of its mapping. The
   build id is "" if the record does not have it. is_jit is set if its code was
   compiled at run time and its symbols are in the recording. */
uint32_t perfdata_modules_add(struct perfdata_modules *modules, struct str path,
                              struct str build_id, uint32_t pid,
                              uint64_t offset, bool is_jit);
/* Sets the start of a module's mapping. For the kernel with symbols in the
   recording, this gives the distance by which they were moved. */
void perfdata_modules_map(struct perfdata_modules *modules, uint32_t id,
                          uint64_t start);
/* Returns the number of the module that is one function of the kernel. */
uint32_t perfdata_modules_add_symbol(struct perfdata_modules *modules,
                                     struct str name);
/* Returns the functions of a module at an offset in its file or, if it has no
   file, an address. Their `begin` is an offset or an address as well. Files are
   in the arena. */
struct elf_frames perfdata_modules_frames(struct perfdata_modules *modules,
                                          uint32_t id, uint64_t offset,
                                          struct arena *arena);
/* Finds the address in the file of a module for an offset in it, and sets the
   number of the module in the resolver. Returns false if there is no file. */
bool perfdata_modules_address(struct perfdata_modules *modules, uint32_t id,
                              uint64_t offset, uint32_t *resolver,
                              uint64_t *address);
/* Prints which files have no symbols, and why, and keeps in the stats what the
   legend says of it. */
void perfdata_modules_report(const struct perfdata_modules *modules,
                             struct input_stats *stats,
                             const char *input);
