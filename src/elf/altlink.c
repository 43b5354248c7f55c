#include "elf/altlink.h"

#include <elfutils/libdwelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elf/debug.h"
#include "elf/dwarf.h"
#include "util/diag.h"

/* Returns the path that libdw opens for a name: it is relative to the folder of
   the file. */
static const char *path_of(struct arena *arena, const struct elf_file *file,
                           const char *name)
{
    char *folder = realpath(file->path, NULL), *end;
    const char *path = name;
    if (name[0] != '/' && folder && (end = strrchr(folder, '/'))) {
        *end = '\0';
        path = arena_printf(arena, "%s/%s", folder, name).s;
    }
    free(folder);
    return path;
}

/* Is the shared file among those that the system has by their build ids? libdw
   looks there first. */
static bool is_installed(struct arena *arena, struct str id)
{
    return access(elf_debug_path(ELF_DEBUG_ROOT, id, arena).s, R_OK) == 0;
}

bool elf_altlink_check(const struct elf_file *file, Dwarf *dwarf)
{
    struct arena arena = { 0 };
    const char *name;
    const void *id;
    uint64_t work = 0; /* it is done once for each file */
    ssize_t n = dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id);
    bool is_there = false, good = true;
    if (n > 0 && !is_installed(&arena, (struct str){ id, (size_t)n })) {
        const char *path = path_of(&arena, file, name);
        good = elf_dwarf_check(path, &is_there, &work);
        if (!good)
            diag_warn("%s: lines and inlined functions are missing, because "
                      "%s, with which it shares debug information, is "
                      "damaged or has none",
                      file->path, path);
        else if (!is_there)
            diag_warn("%s: names of inlined functions may be missing, because "
                      "%s, with which it shares debug information, is not "
                      "here",
                      file->path, path);
    }
    arena_free(&arena);
    return good;
}
