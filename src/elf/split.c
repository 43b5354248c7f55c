#include "elf/split.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elf/dwarf.h"
#include "elf/lines.h"
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

/* Checks the places where libdw looks for a .dwo file: a folder that is not
   absolute begins in that of the program. */
static bool check_files(const struct elf_file *program, Dwarf_Die *unit,
                        uint64_t *work)
{
    struct arena arena = { 0 };
    const char *name = elf_split_name(unit);
    const char *compiled = elf_dwarf_folder(unit);
    char *own = realpath(program->path, NULL);
    bool is_there = false, good = own;
    if (name[0] == '/') {
        good = elf_dwarf_check(name, &is_there, work);
    } else if (own) {
        *strrchr(own, '/') = '\0';
        struct str folder = elf_line_path(compiled, own, &arena);
        good =
            elf_dwarf_check(arena_printf(&arena, "%s/%s", own, name).s,
                            &is_there, work) &&
            (!compiled ||
             elf_dwarf_check(arena_printf(&arena, "%s/%s", folder.s, name).s,
                             &is_there, work));
    }
    free(own);
    arena_free(&arena);
    return good && is_there;
}

/* May libdw be asked for the .dwo file? It reads these texts then. */
static bool is_sound(Dwarf_Die *unit)
{
    static const unsigned texts[] = { DW_AT_dwo_name, DW_AT_GNU_dwo_name,
                                      DW_AT_comp_dir };
    for (size_t i = 0; i < ROWS(texts); i++)
        if (dwarf_hasattr(unit, texts[i]) && !text_of(unit, texts[i]))
            return false;
    return true;
}

bool elf_split_unit(const struct elf_file *program, Dwarf_Die *unit,
                    uint64_t *work)
{
    Dwarf_Die split;
    if (!elf_split_name(unit))
        return true;
    if (!is_sound(unit) || !check_files(program, unit, work) ||
        dwarf_cu_info(unit->cu, NULL, NULL, NULL, &split, NULL, NULL, NULL) !=
            0 ||
        !split.cu)
        return false;
    *unit = split;
    return true;
}
