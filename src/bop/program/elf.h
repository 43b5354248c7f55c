/* ELF files (elf(5)), which stay mapped, because names in them are used. */
#pragma once

#include <elf.h>
#include <link.h>

#include "bop/base/base.h"

struct elf_file {
    const char *bytes;
    size_t size;
    const ElfW(Shdr) *sections;
    size_t n_sections, names; /* the section with the names of sections */
};

/* Maps a file and finds its sections: none if it is no ELF file. */
void bop_elf_map(struct elf_file *file, const char *path);

/* Returns n items of a size at an offset, or NULL if the file does not contain
   them. */
const void *bop_elf_items(const struct elf_file *file, uint64_t offset,
                          uint64_t n, size_t size);

/* Returns the text at an offset of a section of strings, or "". */
const char *bop_elf_text(const struct elf_file *file,
                         const ElfW(Shdr) *strings, uint64_t offset);

/* Returns the section of that name, or NULL if there is none or it is
   compressed. */
const ElfW(Shdr) *bop_elf_section(const struct elf_file *file,
                                  const char *name);
