#include "elf/altlink.h"

#include <elfutils/libdwelf.h>
#include <stdlib.h>
#include <unistd.h>

#include "elf/debug.h"
#include "elf/dwarf.h"
#include "elf/sysroot.h"
#include "util/diag.h"

/* Returns the path of the shared file by the name that the program has for it;
   "" if the program is gone. */
static struct str named_path(struct arena *arena,
                             const struct elf_file *program, struct str name)
{
    const char *root = program->sysroot;
    struct str path = str_of(program->path);
    if (!root || !sysroot_take(root, &path)) {
        char *real = realpath(program->path, NULL);
        path = arena_copy(arena, str_of(real));
        free(real);
    }
    size_t n = path.len - str_basename(path).len;
    if (!str_starts(name, S("/")))
        name = arena_printf(arena, "%.*s%s", (int)n, path.s, name.s);
    return root ? sysroot_path(root, name, arena) : name;
}

/* Opens the file if it is that of the build id. Otherwise sets *why if there is
   anything at the path. */
static bool open_at(struct elf_altlink *link, struct str path, struct str id,
                    const char **why)
{
    if (!path.len || access(path.s, F_OK) != 0)
        return false;
    *why = "is damaged or has none";
    if (!elf_open_unlinked(&link->file, path.s))
        return false;
    if (!str_eq(elf_build_id(&link->file), id))
        *why = "is of another build";
    else if ((link->dwarf = elf_dwarf_open(&link->file)))
        return true;
    elf_close(&link->file);
    return false;
}

/* libdw opens the shared file by itself, whatever it is, unless it has one.
   This is one without any names: an ELF file whose only section, that of the
   names of sections, is also that of lines, because DWARF must have some
   section. */
static bool open_empty(struct elf_altlink *link)
{
    static const struct empty {
        Elf64_Ehdr header;
        Elf64_Shdr sections[2];
        char names[16];
    } empty = {
        .header = { .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
                                 __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
                                     ? ELFDATA2MSB
                                     : ELFDATA2LSB,
                                 EV_CURRENT },
                    .e_type = ET_DYN,
                    .e_version = EV_CURRENT,
                    .e_shoff = offsetof(struct empty, sections),
                    .e_ehsize = sizeof(Elf64_Ehdr),
                    .e_shentsize = sizeof(Elf64_Shdr),
                    .e_shnum = 2,
                    .e_shstrndx = 1 },
        .sections = { [1] = { .sh_name = 1,
                              .sh_type = SHT_STRTAB,
                              .sh_offset = offsetof(struct empty, names),
                              .sh_size = sizeof "\0.debug_line" } },
        .names = "\0.debug_line",
    };
    struct str bytes = { (const char *)&empty, sizeof empty };
    return elf_open_memory(&link->file, bytes, "") &&
           (link->dwarf = elf_dwarf_open(&link->file));
}

bool elf_altlink_open(struct elf_altlink *link, const struct elf_file *program,
                      Dwarf *dwarf)
{
    const char *text, *why = "is not here";
    const void *bytes;
    ssize_t n = dwelf_dwarf_gnu_debugaltlink(dwarf, &text, &bytes);
    *link = (struct elf_altlink){ .file.fd = -1 };
    if (n <= 0)
        return true;
    struct arena *arena = &link->arena;
    struct str id = { bytes, (size_t)n };
    struct str by_id = elf_debug_path(ELF_DEBUG_ROOT, id, arena);
    struct str name = named_path(arena, program, str_of(text));
    bool good = (program->sysroot &&
                 open_at(link, sysroot_path(program->sysroot, by_id, arena), id,
                         &why)) ||
                open_at(link, by_id, id, &why) || open_at(link, name, id, &why);
    if (!good)
        diag_warn("%s: names of inlined functions may be missing, because %s, "
                  "with which it shares debug information, %s",
                  program->path, name.len ? name.s : text, why);
    if (!good && !open_empty(link)) {
        elf_altlink_close(link);
        return diag_error("%s: %s", program->path, dwarf_errmsg(-1));
    }
    dwarf_setalt(dwarf, link->dwarf);
    return true;
}

void elf_altlink_close(struct elf_altlink *link)
{
    if (link->dwarf)
        dwarf_end(link->dwarf);
    if (link->file.elf)
        elf_close(&link->file);
    arena_free(&link->arena);
    *link = (struct elf_altlink){ .dwarf = NULL };
}
