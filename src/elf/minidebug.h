/*
 * Symbols that a stripped program carries along: its section .gnu_debugdata is
 * an ELF file with nothing but a table of symbols, compressed by xz (GDB
 * manual, "MiniDebugInfo"). Fedora's programs have it.
 */
#ifndef ELF_MINIDEBUG_H
#define ELF_MINIDEBUG_H

#include "elf/file.h"
#include "util/arena.h"

/* Opens the symbols that a program carries; elf_close closes them. Their bytes
   are in the arena. Returns false if there are none. */
bool elf_minidebug_open(struct elf_file *mini, const struct elf_file *program,
                        struct arena *arena);

#endif
