#include "elf/segments.h"

#include "util/index.h"

static void add(struct elf_segments *segments, const GElf_Phdr *header)
{
    uint64_t end = header->p_offset + header->p_filesz;
    if (end < header->p_offset)
        end = UINT64_MAX;
    claims_add(&segments->offsets, header->p_offset, end);
    *PUSH_IN(segments->offsets.arena, &segments->distances) =
        header->p_vaddr - header->p_offset;
}

void elf_segments_open(struct elf_segments *segments,
                       const struct elf_file *file, struct arena *arena)
{
    GElf_Phdr header;
    size_t n;
    *segments = (struct elf_segments){ .offsets.arena = arena };
    if (elf_getphdrnum(file->elf, &n) != 0)
        n = 0;
    for (size_t i = 0; i < n && i < INT32_MAX; i++)
        if (gelf_getphdr(file->elf, (int)i, &header) &&
            header.p_type == PT_LOAD)
            add(segments, &header);
    claims_end(&segments->offsets);
}

bool elf_segments_address(const struct elf_segments *segments, uint64_t offset,
                          uint64_t *address)
{
    uint32_t i = claims_find(&segments->offsets, offset);
    if (i == NO_ID)
        return false;
    *address = offset + segments->distances.of[i];
    return true;
}
