/*
 * A program as the linker left it, of any machine: ELF, 32 or 64 bits, either
 * byte order. Addresses are those that the file has, not those of a run.
 */
#ifndef ELF_FILE_H
#define ELF_FILE_H

#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>

struct elf_file {
    const char *path;
    Elf *elf; /* NULL: closed */
    int fd;
    GElf_Ehdr header;
    size_t n_sections;
};

/* The file begins as ELF files do; asks regular files only and says
   nothing. */
bool elf_is(const char *path);

/* An executable file, a library or the debug file of one, whole. False after
   a message. */
bool elf_open(struct elf_file *file, const char *path);
void elf_close(struct elf_file *file);

unsigned elf_pointer(const struct elf_file *file); /* bytes: 4 or 8 */
bool elf_is_big_endian(const struct elf_file *file);

/* The header of section i; false if there is none. */
bool elf_section(const struct elf_file *file, size_t i, GElf_Shdr *header);
/* The first section of that type (SHT_SYMTAB...), or NULL. */
Elf_Scn *elf_find_section(const struct elf_file *file, uint32_t type,
                          GElf_Shdr *header);
/* The number of the section, 0 if there is none. */
size_t elf_section_named(const struct elf_file *file, const char *name);
/* Has it lines of source? */
bool elf_has_lines(const struct elf_file *file);

/* Where the first loaded segment begins and the last section of instructions
   ends; false if there is nothing loaded or no instruction. */
bool elf_text(const struct elf_file *file, uint64_t *low, uint64_t *high);

#endif
