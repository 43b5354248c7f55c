/*
 * Finds the separate file that has the symbols and lines of a stripped program
 * (GDB manual, "Debugging Information in Separate Files"):
 *
 *     ROOT/.build-id/ab/cdef...debug    found by the build ID of the program
 *     DIR/NAME                          found by its section .gnu_debuglink,
 *     DIR/.debug/NAME                   which has NAME; DIR is the directory of
 *     ROOT/DIR/NAME                     the program
 *
 * The file must have the same build ID, or the checksum that the link names.
 *
 * With a sysroot (elf/sysroot.h) these are places in it. The file of the build
 * ID is also looked for on this machine.
 */
#pragma once

#include "elf/file.h"
#include "util/arena.h"

/* The usual ROOT. */
#define ELF_DEBUG_ROOT "/usr/lib/debug"

/* Returns the path of the debug file of a build id below a ROOT, in the arena;
   "" if the id has fewer than 2 bytes, or more than linkers make. */
struct str elf_debug_path(const char *root, struct str id, struct arena *arena);
/* Opens the debug file of a program; elf_close closes it. Its path is in the
   arena. `sysroot` may be NULL. Returns false if there is none, and warns about
   a file that does not belong to the program. */
bool elf_debug_open(struct elf_file *debug, const struct elf_file *program,
                    const char *sysroot, const char *root, struct arena *arena);
