#include "elf/split.h"

#include <dwarf.h>

#include "elf/dwarf.h"
#include "elf/lines.h"
#include "elf/sysroot.h"

const char *elf_split_name(Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    unsigned name = dwarf_hasattr(unit, DW_AT_dwo_name) ? DW_AT_dwo_name
                                                        : DW_AT_GNU_dwo_name;
    return elf_dwarf_text(dwarf_attr(unit, name, &attribute));
}

/* Does a .dwo file have the unit of a skeleton? */
static bool has_unit(const char *path, Dwarf_Die *skeleton)
{
    struct elf_file file;
    Dwarf_CU *cu = NULL;
    uint64_t wanted, id;
    uint8_t type;
    bool has = false;
    if (dwarf_cu_info(skeleton->cu, NULL, NULL, NULL, NULL, &wanted, NULL,
                      NULL) != 0 ||
        !elf_open_unlinked(&file, path))
        return false;
    Dwarf *dwarf = elf_dwarf_open(&file);
    while (dwarf && !has &&
           dwarf_get_units(dwarf, cu, &cu, NULL, &type, NULL, NULL) == 0)
        has = type == DW_UT_split_compile &&
              dwarf_cu_info(cu, NULL, NULL, NULL, NULL, &id, NULL, NULL) == 0 &&
              id == wanted;
    dwarf_end(dwarf);
    elf_close(&file);
    return has;
}

/* With a sysroot, libdw must find the unit in the folder of the program, where
   it looks first: it would go on to a path of this machine. Neither ".." nor a
   symbolic link may lead out of the sysroot. */
static bool check_in_sysroot(const struct elf_file *program, Dwarf_Die *unit,
                             uint64_t *work)
{
    LOCAL_ARENA(arena);
    struct str folder = str_of(program->path);
    folder.len -= str_basename(folder).len;
    const char *name = elf_split_name(unit);
    const char *path = arena_printf(&arena, "%.*s%s", (int)folder.len,
                                    folder.s, name).s;
    char *root = realpath(program->sysroot, NULL), *real = realpath(path, NULL);
    struct str in_root = str_of(real);
    bool is_there = false;
    bool good = name[0] != '/' && root && real &&
                sysroot_take(root, &in_root) &&
                elf_dwarf_check(path, &is_there, work) && is_there &&
                has_unit(path, unit);
    free(root);
    free(real);
    return good;
}

/* Checks the places where libdw looks for a .dwo file: a folder that is not
   absolute begins in that of the program. */
static bool check_files(const struct elf_file *program, Dwarf_Die *unit,
                        uint64_t *work)
{
    LOCAL_ARENA(arena);
    const char *name = elf_split_name(unit);
    const char *compiled = elf_dwarf_folder(unit);
    char *own = realpath(program->path, NULL);
    bool is_there = false, good = own;
    if (name[0] == '/') {
        good = elf_dwarf_check(name, &is_there, work);
    } else if (own) {
        *strrchr(own, '/') = '\0';
        struct str folder = elf_line_path(compiled, own, &arena);
        good = elf_dwarf_check(arena_printf(&arena, "%s/%s", own, name).s,
                               &is_there, work) &&
               (!compiled ||
                elf_dwarf_check(arena_printf(&arena, "%s/%s", folder.s, name).s,
                                &is_there, work));
    }
    free(own);
    return good && is_there;
}

bool elf_split_unit(const struct elf_file *program, Dwarf_Die *unit,
                    uint64_t *work)
{
    Dwarf_Die split;
    if (!elf_split_name(unit))
        return true;
    if (!elf_dwarf_has_sound_folder(unit) ||
        !(program->sysroot ? check_in_sysroot : check_files)(program, unit,
                                                             work) ||
        dwarf_cu_info(unit->cu, NULL, NULL, NULL, &split, NULL, NULL, NULL) !=
            0 ||
        !split.cu)
        return false;
    *unit = split;
    return true;
}
