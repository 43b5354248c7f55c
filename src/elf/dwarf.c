#include "elf/dwarf.h"

#include <dwarf.h>
#include <unistd.h>

#include "util/diag.h"
#include "util/hash.h"
#include "util/memory.h"

/* ---- Opening ---- */

static bool warn_damaged(const struct elf_file *file, size_t section,
                         const char *how)
{
    diag_warn("%s: lines and inlined functions are missing, because section "
              "%zu is damaged: %s",
              file->path, section, how);
    return false;
}

/* Returns the name of a section, "" if it has none. */
static const char *section_name(const struct elf_file *file,
                                const GElf_Shdr *header)
{
    size_t names;
    const char *name = NULL;
    if (elf_getshdrstrndx(file->elf, &names) == 0)
        name = elf_strptr(file->elf, names, header->sh_name);
    return name ? name : "";
}

/* Returns the unpacked size of a section that is compressed in the old way,
   such as ".zdebug_line": it begins with "ZLIB" and that size, the highest byte
   first. Returns 0 if the section does not. */
static uint64_t old_compressed_size(Elf_Scn *section, const char *name)
{
    uint64_t size = 0;
    if (strncmp(name, ".z", 2) != 0)
        return 0;
    Elf_Data *data = elf_rawdata(section, NULL);
    if (!data || !data->d_buf || data->d_size < 12 ||
        memcmp(data->d_buf, "ZLIB", 4) != 0)
        return 0;
    for (int i = 4; i < 12; i++)
        size = size << 8 | ((const unsigned char *)data->d_buf)[i];
    return size;
}

/* A compressed byte stands for at most this many: a block of zstd has 4 bytes
   for 128 kB of one byte that repeats (RFC 8878, 3.1.1.2). */
enum { MOST_RATIO = 32768 };

/* Returns the size to which libdw unpacks a section; 0 if it is not packed. */
static uint64_t unpacked_size(const struct elf_file *file, size_t i,
                              const GElf_Shdr *header)
{
    GElf_Chdr compressed;
    Elf_Scn *section = elf_getscn(file->elf, i);
    /* libdw takes sections by name; MIPS has a type of its own for them. */
    if (header->sh_type == SHT_NOBITS)
        return 0;
    if (!(header->sh_flags & SHF_COMPRESSED))
        return old_compressed_size(section, section_name(file, header));
    return gelf_getchdr(section, &compressed) ? compressed.ch_size : 0;
}

/* Counts the memory for compressed sections. Adds their sizes to *bytes.
   Returns false after a warning if one of them cannot unpack to the size that
   it names. */
static bool check_compressed(const struct elf_file *file, uint64_t *bytes)
{
    GElf_Shdr header;
    for (size_t i = 1; i < file->n_sections; i++) {
        if (!elf_section(file, i, &header))
            continue;
        uint64_t size = unpacked_size(file, i, &header);
        if (size / MOST_RATIO > header.sh_size)
            return warn_damaged(
                file, i, "it is too short for the size that it unpacks to");
        memory_count(size);
        *bytes += size;
    }
    return true;
}

void elf_dwarf_without_lines(const struct elf_file *file)
{
    static const char *const names[] = {
        "debug_aranges", "debug_line",    "debug_loc",      "debug_loclists",
        "debug_macinfo", "debug_macro",   "debug_pubnames", "debug_pubtypes",
    };
    GElf_Shdr header;
    for (size_t i = 1; i < file->n_sections; i++) {
        if (!elf_section(file, i, &header))
            continue;
        struct str name = str_of(section_name(file, &header));
        if (!str_take(&name, S(".z")))
            str_take(&name, S("."));
        for (size_t j = 0; j < ROWS(names); j++)
            if (str_eq(name, str_of(names[j])))
                header.sh_type = SHT_NOBITS;
        if (header.sh_type == SHT_NOBITS)
            gelf_update_shdr(elf_getscn(file->elf, i), &header);
    }
}

static bool has_strings(const char *section)
{
    static const char *const names[] = {
        ".debug_str",          ".debug_line_str",  ".debug_str.dwo",
        ".zdebug_str",         ".zdebug_line_str", ".zdebug_str.dwo",
        ".debug_line_str.dwo",
    };
    for (size_t i = 0; i < ROWS(names); i++)
        if (strcmp(section, names[i]) == 0)
            return true;
    return false;
}

/* Checks that sections of strings, once they are unpacked, end with the end of
   a string. libdw before 0.189 reads beyond them otherwise. */
static bool check_strings(const struct elf_file *file)
{
    GElf_Shdr header;
    for (size_t i = 1; i < file->n_sections; i++) {
        if (!elf_section(file, i, &header) ||
            !has_strings(section_name(file, &header)))
            continue;
        Elf_Data *data = elf_getdata(elf_getscn(file->elf, i), NULL);
        if (data && data->d_buf && data->d_size &&
            ((const char *)data->d_buf)[data->d_size - 1])
            return warn_damaged(file, i, "its last string has no end");
    }
    return true;
}

static Dwarf *open_dwarf(const struct elf_file *file, uint64_t *bytes)
{
    if (!check_compressed(file, bytes))
        return NULL;
    Dwarf *dwarf = dwarf_begin_elf(file->elf, DWARF_C_READ, NULL);
    if (!dwarf || check_strings(file))
        return dwarf;
    dwarf_end(dwarf);
    return NULL;
}

Dwarf *elf_dwarf_open(const struct elf_file *file)
{
    uint64_t bytes = 0;
    return open_dwarf(file, &bytes);
}

bool elf_dwarf_check(const char *path, bool *is_there, uint64_t *work)
{
    enum {
        OPENING = 1024,
        SECTION = 8,
        BYTES = 2, /* that both unpack in the time of a DIE */
    };
    struct elf_file file;
    uint64_t bytes = 0;
    *work += OPENING;
    if (access(path, F_OK) != 0)
        return true;
    if (!elf_open_unlinked(&file, path))
        return false;
    Dwarf *dwarf = open_dwarf(&file, &bytes);
    *work += SECTION * file.n_sections + bytes / BYTES;
    bool is_sound = dwarf;
    dwarf_end(dwarf);
    elf_close(&file);
    *is_there = true;
    return is_sound;
}

/* ---- Strings ---- */

/* Returns the bytes from a text to the end of a section; 0 if the text is not
   in it. */
static size_t bytes_left(Elf_Scn *section, const char *text)
{
    Elf_Data *data = section ? elf_rawdata(section, NULL) : NULL;
    if (!data || !data->d_buf)
        return 0;
    uintptr_t begin = (uintptr_t)data->d_buf, at = (uintptr_t)text;
    bool is_in = at >= begin && at - begin < data->d_size;
    return is_in ? data->d_size - (at - begin) : 0;
}

/* Does a text that libdw found within a section end there? A file may have
   60,000 sections, so the section that had the last text of the file is tried
   first. */
static bool has_end(Elf *elf, const char *text)
{
    enum { FILES = 64 };
    static _Thread_local size_t last[FILES];
    uint64_t key = (uintptr_t)elf;
    size_t *at = &last[hash_pair((uint32_t)(key >> 32), (uint32_t)key) % FILES];
    size_t left = bytes_left(elf_getscn(elf, *at), text);
    for (Elf_Scn *section = NULL;
         !left && (section = elf_nextscn(elf, section));) {
        left = bytes_left(section, text);
        *at = elf_ndxscn(section);
    }
    return left && memchr(text, '\0', left);
}

const char *elf_dwarf_text(Dwarf_Attribute *attribute)
{
    const char *text = dwarf_formstring(attribute);
    if (!text || dwarf_whatform(attribute) != DW_FORM_string)
        return text;
    Elf *elf = dwarf_getelf(dwarf_cu_getdwarf(attribute->cu));
    return has_end(elf, text) ? text : NULL;
}

const char *elf_dwarf_folder(Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    return elf_dwarf_text(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
}

bool elf_dwarf_has_sound_folder(Dwarf_Die *unit)
{
    return !dwarf_hasattr(unit, DW_AT_comp_dir) || elf_dwarf_folder(unit);
}
