/*
 * Linked ELF files: programs, libraries and their separate debug files, of any
 * machine, of 32 or 64 bits and of either byte order. Addresses are those in
 * the file, not those of a running process.
 */
#pragma once

#include <gelf.h>

#include "util/arena.h"

struct elf_file {
    const char *path;
    const char *sysroot; /* the folder that stands for "/" in paths that the
                            file names (elf/sysroot.h), or NULL; the caller may
                            set it after elf_open */
    Elf *elf; /* NULL: closed */
    int fd;
    GElf_Ehdr header;
    size_t n_sections;
};

/* Opens a program, a library or a debug file, and checks that no part of it is
   missing. Returns false after a message. The path must live as long as the
   file is open. */
bool elf_open(struct elf_file *file, const char *path);
/* Does the same with a file in memory, which must live as long as it is open.
   Reports nothing. */
bool elf_open_memory(struct elf_file *file, struct str bytes, const char *path);
/* Does the same with a file that need not be linked, such as a .dwo file.
   Reports nothing. */
bool elf_open_unlinked(struct elf_file *file, const char *path);
void elf_close(struct elf_file *file);

/* Returns the size of an address in bytes: 4 or 8. */
unsigned elf_pointer(const struct elf_file *file);
bool elf_is_big_endian(const struct elf_file *file);

/* Reads the header of section i. Returns false if there is no such section. */
bool elf_section(const struct elf_file *file, size_t i, GElf_Shdr *header);
/* Finds the first section of a type (SHT_SYMTAB...) and reads its header.
   Returns NULL if there is none. */
Elf_Scn *elf_find_section(const struct elf_file *file, uint32_t type,
                          GElf_Shdr *header);
/* Returns the number of the section with this name, or 0 if there is none. */
size_t elf_section_named(const struct elf_file *file, const char *name);
/* True if the file tells the source lines of its instructions. */
bool elf_has_lines(const struct elf_file *file);

/* Returns the bytes of the GNU build id; "" if the file has none. They live as
   long as it is open. */
struct str elf_build_id(const struct elf_file *file);
/* Returns the build id as hexadecimal digits in the arena. */
struct str elf_build_id_hex(const struct elf_file *file, struct arena *arena);
/* Does the file have this GNU build id, as hexadecimal digits? "" agrees with
   every file. */
bool elf_has_build_id(const struct elf_file *file, struct str hex);

/* Finds the lowest address of a loaded segment and the end of the highest
   section of instructions. Returns false if either is missing. */
bool elf_text(const struct elf_file *file, uint64_t *low, uint64_t *high);
/* Returns the lowest address of a loaded segment with instructions, or 0 if
   there is none. */
uint64_t elf_first_instruction(const struct elf_file *file);
/* Returns the bytes of instructions from an address to the end of its section;
   "" if the file has none there, as in debug files. They live as long as the
   file is open. */
struct str elf_code(const struct elf_file *file, uint64_t address);
