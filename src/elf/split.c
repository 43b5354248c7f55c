#include "elf/split.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elf/dwarf.h"
#include "util/arena.h"

static const char *text_of(Dwarf_Die *unit, unsigned name)
{
    Dwarf_Attribute attribute;
    return elf_dwarf_text(dwarf_attr(unit, name, &attribute));
}

const char *elf_split_name(Dwarf_Die *unit)
{
    const char *name = text_of(unit, DW_AT_dwo_name);
    return name ? name : text_of(unit, DW_AT_GNU_dwo_name);
}

/* Checks the places where libdw looks for a .dwo file. */
static bool check_files(const struct elf_file *program, Dwarf_Die *unit)
{
    struct arena arena = { 0 };
    const char *name = elf_split_name(unit);
    const char *compiled = elf_dwarf_folder(unit);
    char *folder = realpath(program->path, NULL);
    bool is_there = false, good = folder;
    if (name[0] == '/') {
        good = elf_dwarf_check(name, &is_there);
    } else if (folder) {
        *strrchr(folder, '/') = '\0';
        good = elf_dwarf_check(
                   arena_printf(&arena, "%s/%s", folder, name).s,
                   &is_there) &&
               (!compiled ||
                elf_dwarf_check(
                    arena_printf(&arena, "%s/%s", compiled, name).s,
                    &is_there));
    }
    free(folder);
    arena_free(&arena);
    return good && is_there;
}

bool elf_split_unit(const struct elf_file *program, Dwarf_Die *unit)
{
    Dwarf_Die split;
    if (!elf_split_name(unit))
        return true;
    if (!check_files(program, unit) ||
        dwarf_cu_info(unit->cu, NULL, NULL, NULL, &split, NULL, NULL, NULL) !=
            0 ||
        !split.cu)
        return false;
    *unit = split;
    return true;
}
