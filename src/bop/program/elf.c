#include "bop/program/elf.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef ElfW(Ehdr) Header;
typedef ElfW(Shdr) Section;

const void *bop_elf_items(const struct elf_file *file, uint64_t offset,
                          uint64_t n, size_t size)
{
    if (offset > file->size || offset % sizeof(uint32_t) ||
        n > (file->size - offset) / size)
        return NULL;
    return file->bytes + offset;
}

void bop_elf_map(struct elf_file *file, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat stat;
    *file = (struct elf_file){ 0 };
    if (fd < 0)
        return;
    if (fstat(fd, &stat) == 0 && (size_t)stat.st_size >= sizeof(Header)) {
        file->size = (size_t)stat.st_size;
        file->bytes = (char *)syscall(SYS_mmap, NULL, file->size, PROT_READ,
                                      MAP_PRIVATE, fd, 0L);
    }
    close(fd);
    if (!file->bytes || file->bytes == MAP_FAILED)
        return;
    const Header *header = (const void *)file->bytes;
    if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_shentsize != sizeof(Section))
        return;
    file->names = header->e_shstrndx;
    file->sections = bop_elf_items(file, header->e_shoff, header->e_shnum,
                                   sizeof(Section));
    file->n_sections = file->sections ? header->e_shnum : 0;
}

static bool is_inside(const struct elf_file *file, const Section *section)
{
    return section->sh_type != SHT_NOBITS &&
           section->sh_offset <= file->size &&
           section->sh_size <= file->size - section->sh_offset;
}

const char *bop_elf_text(const struct elf_file *file, const Section *strings,
                         uint64_t offset)
{
    if (!is_inside(file, strings) || offset >= strings->sh_size)
        return "";
    const char *text = file->bytes + strings->sh_offset + offset;
    return memchr(text, 0, strings->sh_size - offset) ? text : "";
}

const Section *bop_elf_section(const struct elf_file *file, const char *name)
{
    if (file->names >= file->n_sections)
        return NULL;
    const Section *names = &file->sections[file->names];
    for (size_t i = 0; i < file->n_sections; i++) {
        const Section *section = &file->sections[i];
        if (strcmp(bop_elf_text(file, names, section->sh_name), name) == 0)
            return section->sh_flags & SHF_COMPRESSED ||
                           !is_inside(file, section)
                       ? NULL
                       : section;
    }
    return NULL;
}
