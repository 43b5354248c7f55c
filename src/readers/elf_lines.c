#include "readers/elf_lines.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

/* The first of n sorted addresses that is not below. */
static size_t first_from(const struct elf_line *lines, size_t n,
                         uint64_t address)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lines[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The whole path: the table may have it from the folder of the compiler on. */
static struct str path_of(Dwarf_Line *row, Dwarf_Die *unit, struct arena *arena)
{
    Dwarf_Attribute attribute;
    const char *name = dwarf_linesrc(row, NULL, NULL);
    const char *folder =
        dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    if (!name || name[0] == '/' || !folder)
        return arena_copy(arena, str_of(name));
    return arena_printf(arena, "%s/%s", folder, name);
}

/* Only a row of the table that stands at the very address is about the
   function that begins there. */
static void fill(struct elf_line *line, Dwarf_Die *unit, struct arena *arena)
{
    Dwarf_Line *row = dwarf_getsrc_die(unit, line->address);
    Dwarf_Addr address;
    int number;
    if (line->file.len || !row || dwarf_lineaddr(row, &address) != 0 ||
        address != line->address)
        return;
    line->file = path_of(row, unit, arena);
    if (dwarf_lineno(row, &number) == 0 && number > 0)
        line->line = (uint64_t)number;
}

/* The table of a unit is read only if one of the addresses is in its range. */
static void fill_unit(struct elf_line *lines, size_t n, Dwarf_Die *unit,
                      struct arena *arena)
{
    Dwarf_Addr base, start, end;
    ptrdiff_t at = 0;
    while ((at = dwarf_ranges(unit, at, &base, &start, &end)) > 0)
        for (size_t i = first_from(lines, n, start);
             i < n && lines[i].address < end; i++)
            fill(&lines[i], unit, arena);
}

void elf_lines(struct elf_line *lines, size_t n, const struct elf_file *file,
               struct arena *arena)
{
    Dwarf *dwarf = dwarf_begin_elf(file->elf, DWARF_C_READ, NULL);
    Dwarf_Off at = 0, next;
    Dwarf_Die unit;
    size_t header;
    while (dwarf &&
           dwarf_nextcu(dwarf, at, &next, &header, NULL, NULL, NULL) == 0) {
        if (dwarf_offdie(dwarf, at + header, &unit))
            fill_unit(lines, n, &unit, arena);
        at = next;
    }
    if (dwarf)
        dwarf_end(dwarf);
}
