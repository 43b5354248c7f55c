#include "elf/file.h"

#include <elfutils/libdwelf.h>
#include <errno.h>
#include <unistd.h>

#include "elf/head.h"
#include "util/diag.h"
#include "util/text/buf.h"

bool elf_section(const struct elf_file *file, size_t i, GElf_Shdr *header)
{
    Elf_Scn *section = elf_getscn(file->elf, i);
    return section && gelf_getshdr(section, header);
}

/* True if the table of sections and all sections lie within the file. A file
   that was cut off has lost the table, which is mostly at its end. */
static bool is_whole(const struct elf_file *file, uint64_t size)
{
    GElf_Shdr header;
    uint64_t table = (uint64_t)file->n_sections * file->header.e_shentsize;
    /* libelf counts no sections if the first header of the table is cut off. */
    if (file->header.e_shoff && !file->n_sections)
        return false;
    if (file->header.e_shoff > size || table > size - file->header.e_shoff)
        return false;
    for (size_t i = 1; i < file->n_sections; i++) {
        if (!elf_section(file, i, &header))
            return false;
        if (header.sh_type != SHT_NOBITS &&
            (header.sh_offset > size ||
             header.sh_size > size - header.sh_offset))
            return false;
    }
    return true;
}

static bool check(struct elf_file *file, uint64_t size)
{
    if (elf_kind(file->elf) != ELF_K_ELF ||
        !gelf_getehdr(file->elf, &file->header))
        return diag_error("%s: expected an ELF file, the program that was run",
                          file->path);
    if (file->header.e_type != ET_EXEC && file->header.e_type != ET_DYN)
        return diag_error("%s: expected the program that was run, found an ELF "
                          "file that is not linked",
                          file->path);
    if (elf_getshdrnum(file->elf, &file->n_sections) != 0 ||
        !is_whole(file, size))
        return diag_error("%s: the ELF file is damaged or cut off; link or "
                          "copy it again", file->path);
    return true;
}

bool elf_open(struct elf_file *file, const char *path)
{
    uint64_t size = 0;
    *file = (struct elf_file){ .path = path, .fd = elf_head_open(path, &size) };
    if (file->fd < 0)
        return diag_error("%s: %s", path,
                          errno == EINVAL ? "expected a file, the program"
                                          : strerror(errno));
    elf_version(EV_CURRENT);
    file->elf = elf_begin(file->fd, ELF_C_READ_MMAP, NULL);
    if (!file->elf)
        diag_error("%s: %s", path, elf_errmsg(-1));
    else if (check(file, size))
        return true;
    elf_close(file);
    return false;
}

/* Closes the file unless it is an ELF file of any type that is whole. */
static bool keep_whole(struct elf_file *file, uint64_t size)
{
    if (file->elf && elf_kind(file->elf) == ELF_K_ELF &&
        gelf_getehdr(file->elf, &file->header) &&
        elf_getshdrnum(file->elf, &file->n_sections) == 0 &&
        is_whole(file, size))
        return true;
    elf_close(file);
    return false;
}

bool elf_open_memory(struct elf_file *file, struct str bytes, const char *path)
{
    elf_version(EV_CURRENT);
    *file = (struct elf_file){ .path = path,
                               .fd = -1,
                               .elf = elf_memory((char *)bytes.s, bytes.len) };
    return keep_whole(file, bytes.len);
}

bool elf_open_unlinked(struct elf_file *file, const char *path)
{
    uint64_t size = 0;
    elf_version(EV_CURRENT);
    *file = (struct elf_file){ .path = path, .fd = elf_head_open(path, &size) };
    if (file->fd >= 0)
        file->elf = elf_begin(file->fd, ELF_C_READ_MMAP, NULL);
    return keep_whole(file, size);
}

void elf_close(struct elf_file *file)
{
    if (file->elf)
        elf_end(file->elf);
    if (file->fd >= 0)
        close(file->fd);
    *file = (struct elf_file){ .fd = -1 };
}

unsigned elf_pointer(const struct elf_file *file)
{
    return file->header.e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
}

bool elf_is_big_endian(const struct elf_file *file)
{
    return file->header.e_ident[EI_DATA] == ELFDATA2MSB;
}

Elf_Scn *elf_find_section(const struct elf_file *file, uint32_t type,
                          GElf_Shdr *header)
{
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(file->elf, section)))
        if (gelf_getshdr(section, header) && header->sh_type == type)
            return section;
    return NULL;
}

size_t elf_section_named(const struct elf_file *file, const char *name)
{
    GElf_Shdr header;
    size_t names;
    if (elf_getshdrstrndx(file->elf, &names) != 0)
        return 0;
    for (size_t i = 1; i < file->n_sections; i++) {
        if (!elf_section(file, i, &header))
            continue;
        const char *is = elf_strptr(file->elf, names, header.sh_name);
        if (is && strcmp(is, name) == 0)
            return i;
    }
    return 0;
}

bool elf_has_lines(const struct elf_file *file)
{
    return elf_section_named(file, ".debug_line") ||
           elf_section_named(file, ".zdebug_line");
}

struct str elf_build_id(const struct elf_file *file)
{
    const void *bytes;
    ssize_t n = dwelf_elf_gnu_build_id(file->elf, &bytes);
    return n > 0 ? (struct str){ bytes, (size_t)n } : S("");
}

struct str elf_build_id_hex(const struct elf_file *file, struct arena *arena)
{
    struct str id = elf_build_id(file);
    struct buf hex = { 0 };
    for (size_t i = 0; i < id.len; i++)
        buf_printf(&hex, "%02x", (unsigned char)id.s[i]);
    return buf_move(&hex, arena);
}

bool elf_has_build_id(const struct elf_file *file, struct str hex)
{
    struct str id = elf_build_id(file);
    if (hex.len == 0 || id.len == 0)
        return hex.len == 0;
    for (size_t i = 0; i < id.len; i++) {
        struct str two = str_head(hex, 2);
        uint64_t byte;
        if (!str_take_hex(&two, &byte) || byte != (unsigned char)id.s[i])
            return false;
        hex = str_skip(hex, 2);
    }
    return hex.len == 0;
}

/* Finds the lowest address of the loaded segments with these flags. */
static bool find_low(const struct elf_file *file, uint32_t flags, uint64_t *low)
{
    GElf_Phdr header;
    size_t n;
    *low = UINT64_MAX;
    if (elf_getphdrnum(file->elf, &n) != 0)
        return false;
    for (size_t i = 0; i < n && i < INT32_MAX; i++)
        if (gelf_getphdr(file->elf, (int)i, &header) &&
            header.p_type == PT_LOAD && (header.p_flags & flags) == flags &&
            header.p_vaddr < *low)
            *low = header.p_vaddr;
    return *low < UINT64_MAX;
}

uint64_t elf_first_instruction(const struct elf_file *file)
{
    uint64_t low;
    return find_low(file, PF_X, &low) ? low : 0;
}

bool elf_text(const struct elf_file *file, uint64_t *low, uint64_t *high)
{
    GElf_Shdr header;
    *high = 0;
    for (size_t i = 1; i < file->n_sections; i++) {
        if (!elf_section(file, i, &header) ||
            !(header.sh_flags & SHF_EXECINSTR))
            continue;
        if (header.sh_addr + header.sh_size > *high)
            *high = header.sh_addr + header.sh_size;
    }
    return find_low(file, 0, low) && *high > *low;
}

struct str elf_code(const struct elf_file *file, uint64_t address)
{
    GElf_Shdr header;
    for (size_t i = 0; i < file->n_sections; i++) {
        if (!elf_section(file, i, &header) ||
            !(header.sh_flags & SHF_EXECINSTR) || address < header.sh_addr ||
            address - header.sh_addr >= header.sh_size)
            continue;
        Elf_Data *data = elf_rawdata(elf_getscn(file->elf, i), NULL);
        uint64_t at = address - header.sh_addr;
        if (data && data->d_buf && at < data->d_size)
            return (struct str){ (char *)data->d_buf + at, data->d_size - at };
    }
    return S("");
}
