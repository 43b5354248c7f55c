/* The loaded segments of an ELF file, which give addresses to offsets in it. */
#pragma once

#include "elf/file.h"
#include "util/array.h"
#include "util/files/claims.h"

/* Zeroed is empty. */
struct elf_segments {
    struct claims offsets; /* offsets in the file, by segment */
    LIST(uint64_t) distances; /* by segment: address - offset */
};

/* Reads the segments into the arena. The file may be closed afterwards. */
void elf_segments_open(struct elf_segments *segments,
                       const struct elf_file *file, struct arena *arena);
/* Finds the address of the byte at an offset of the file. If several segments
   contain it, the first one in the file counts. Returns false if there is
   none. */
bool elf_segments_address(const struct elf_segments *segments, uint64_t offset,
                          uint64_t *address);
