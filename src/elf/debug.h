/*
 * The separate file that has the symbols and lines of a stripped program:
 *
 *     ROOT/.build-id/ab/cdef...debug      by the program's build id
 *     FOLDER/NAME, FOLDER/.debug/NAME     by its .gnu_debuglink, where FOLDER
 *     ROOT/FOLDER/NAME                    is the program's
 *
 * It must have the same build id, or the check sum that the link names.
 */
#ifndef ELF_DEBUG_H
#define ELF_DEBUG_H

#include "elf/file.h"
#include "util/arena.h"

/* Where systems keep these files. */
#define ELF_DEBUG_ROOT "/usr/lib/debug"

/* False if there is none; one that does not belong to the program is told. End
   with elf_close. The path lives in the arena. */
bool elf_debug_open(struct elf_file *debug, const struct elf_file *program,
                    const char *root, struct arena *arena);

#endif
