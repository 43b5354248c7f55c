/*
 * The symbols of the kernel that was recorded: those that perf kept in its
 * cache, ~/.debug/[kernel.kallsyms]/BUILD-ID/kallsyms, or those of the running
 * kernel in /proc/kallsyms, if it is the same.
 */
#ifndef READERS_PERFDATA_CODE_KERNEL_H
#define READERS_PERFDATA_CODE_KERNEL_H

#include "readers/perfdata/code/symbols.h"
#include "util/text/str.h"

/* Reads the symbols of the kernel with this build id, hexadecimal, or, if that
   is "", with this release, as uname -r prints it. Returns NULL, or a text that
   says why that is not possible. */
const char *perfdata_kernel_read(struct perfdata_symbols *symbols,
                                 struct str build_id, struct str release);

#endif
