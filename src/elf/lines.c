#include "elf/lines.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <limits.h>
#include <stdlib.h>

/* The position of the first of n ascending addresses that is not less than
   this one, or n. */
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

/* The path of a row's source file. A path that is relative in the table starts
   in the directory in which the compiler ran. */
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

/* Fills in the file and line of one address. The row that libdw finds is the
   last one that does not come after the address. For the start of a function
   it must be a row of exactly that address: a row before it would be about
   another function. */
static void fill(struct elf_line *line, Dwarf_Die *unit, bool is_start,
                 struct arena *arena)
{
    Dwarf_Line *row = dwarf_getsrc_die(unit, line->address);
    Dwarf_Addr address;
    int number;
    if (line->file.len || !row || dwarf_lineaddr(row, &address) != 0 ||
        (is_start && address != line->address))
        return;
    line->file = path_of(row, unit, arena);
    if (dwarf_lineno(row, &number) == 0 && number > 0)
        line->line = (uint64_t)number;
}

/* Fills in the addresses that lie in the ranges of a compilation unit. Its line
   table is read only if there is one. */
static void fill_unit(struct elf_line *lines, size_t n, Dwarf_Die *unit,
                      bool are_starts, struct arena *arena)
{
    Dwarf_Addr base, start, end;
    ptrdiff_t at = 0;
    while ((at = dwarf_ranges(unit, at, &base, &start, &end)) > 0)
        for (size_t i = first_from(lines, n, start);
             i < n && lines[i].address < end; i++)
            fill(&lines[i], unit, are_starts, arena);
}

static void fill_all(struct elf_line *lines, size_t n,
                     const struct elf_file *file, bool are_starts,
                     struct arena *arena)
{
    Dwarf *dwarf = dwarf_begin_elf(file->elf, DWARF_C_READ, NULL);
    Dwarf_Off at = 0, next;
    Dwarf_Die unit;
    size_t header;
    while (dwarf &&
           dwarf_nextcu(dwarf, at, &next, &header, NULL, NULL, NULL) == 0) {
        if (dwarf_offdie(dwarf, at + header, &unit))
            fill_unit(lines, n, &unit, are_starts, arena);
        at = next;
    }
    if (dwarf)
        dwarf_end(dwarf);
}

void elf_lines(struct elf_line *lines, size_t n, const struct elf_file *file,
               struct arena *arena)
{
    fill_all(lines, n, file, true, arena);
}

void elf_places(struct elf_line *lines, size_t n, const struct elf_file *file,
                struct arena *arena)
{
    fill_all(lines, n, file, false, arena);
}

/* libdw finds the nearest line that has instructions. It must be the line that
   is sought. */
bool elf_line_address(const struct elf_file *file, const char *source,
                      uint64_t line, uint64_t *address)
{
    Dwarf *dwarf = dwarf_begin_elf(file->elf, DWARF_C_READ, NULL);
    Dwarf_Line **rows = NULL;
    size_t n = 0;
    int number;
    bool good = dwarf && line <= INT_MAX &&
                dwarf_getsrc_file(dwarf, source, (int)line, 0, &rows, &n) ==
                    0 &&
                n > 0 && dwarf_lineno(rows[0], &number) == 0 &&
                (uint64_t)number == line &&
                dwarf_lineaddr(rows[0], address) == 0;
    free(rows);
    if (dwarf)
        dwarf_end(dwarf);
    return good;
}
