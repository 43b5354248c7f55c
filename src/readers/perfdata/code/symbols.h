/* Named ranges of addresses, from text files (/proc/kallsyms, and maps of code
   that was compiled at run time) or from a recording. */
#pragma once

#include <sys/types.h>

#include "util/arena.h"
#include "util/array.h"
#include "util/cover.h"
#include "util/text/str.h"

struct perfdata_symbol {
    uint64_t start, end; /* addresses; `end` is excluded */
    const char *name;
};

/* Empty if all but the arena is zeroed. */
struct perfdata_symbols {
    struct arena *arena; /* has all memory */
    LIST(struct perfdata_symbol);
    bool overlaps;      /* some may overlap; those of the kernel do not */
    struct cover cover; /* if so, their addresses, by index */
};

/* Adds a symbol of `size` bytes, unless it has no name or no bytes or goes
   beyond the last address. */
void perfdata_symbols_add(struct perfdata_symbols *symbols, uint64_t start,
                          uint64_t size, struct str name);
/* Sorts the symbols. Call this after all were added and before the first
   search. If some overlap, the last one added counts. */
void perfdata_symbols_sort(struct perfdata_symbols *symbols);
/* Reads /tmp/perf-PID.map or the like, with lines "START SIZE NAME", the
   numbers hexadecimal. Later lines count where some overlap. Returns false if
   the file cannot be read or, after a warning, if it is too large, has a line
   that is too long, is a symbolic link or no regular file, or belongs to none
   of the owners. */
bool perfdata_symbols_read_map(struct perfdata_symbols *symbols,
                               const char *path, const uid_t *owners,
                               size_t n_owners);
/* Returns the symbol that has an address, or NULL. */
const struct perfdata_symbol *
perfdata_symbols_find(const struct perfdata_symbols *symbols, uint64_t address);
/* Finds the address of a name. */
bool perfdata_symbols_address(const struct perfdata_symbols *symbols,
                              struct str name, uint64_t *address);

/*
 * The symbols of the recorded kernel: from the cache of perf,
 * ~/.debug/[kernel.kallsyms]/BUILD-ID/kallsyms, or from /proc/kallsyms if the
 * same kernel is running.
 */

/* Reads the symbols of the kernel with this build id, hexadecimal, or, if that
   is "", with this release, as uname -r prints it. Returns NULL, or why it
   fails. */
const char *perfdata_kernel_read(struct perfdata_symbols *symbols,
                                 struct str build_id, struct str release);
