#include "elf/lines.h"

#include <dwarf.h>
#include <limits.h>

#include "elf/dwarf.h"
#include "elf/walk.h"
#include "util/diag.h"
#include "util/memory.h"

/* A range of addresses that belongs to one compilation unit. A unit has several
   if its functions are spread over the program. */
struct elf_unit {
    uint64_t start, end;
    uint64_t reach; /* the highest end of this range and those before it */
    Dwarf_Off die;
};

/* A path that is relative in the table starts in the folder in which the
   compiler ran. Paths that no system opens are damage; each of them would be
   copied for thousands of places. */
struct str elf_line_path(const char *name, const char *folder,
                         struct arena *arena)
{
    enum { MOST_BYTES = 4096 };
    if (name && strnlen(name, MOST_BYTES) == MOST_BYTES)
        return S("");
    if (!name || name[0] == '/' || !folder ||
        strnlen(folder, MOST_BYTES) == MOST_BYTES)
        return arena_copy(arena, str_of(name));
    return arena_printf(arena, "%s/%s", folder, name);
}

/* The most bytes that libdw needs for a row of a line table: an item of a list,
   the row, and its place in the sorted table. A table has at most as many rows
   as bytes, because the shortest instruction that makes a row has one byte. */
enum { ROW_BYTES = 140 };

/* Returns the number of n bytes at an offset of the section .debug_line, 0
   beyond its end. */
static uint64_t number_at(const struct elf_line_table *table, uint64_t at,
                          unsigned n)
{
    uint64_t number = 0;
    if (at > table->rows.len || table->rows.len - at < n)
        return 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned from = table->is_big_endian ? i : n - 1 - i;
        number = number << 8 | (unsigned char)table->rows.s[at + from];
    }
    return number;
}

bool elf_line_table_prepare(struct elf_line_table *table, Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    Dwarf_Word at;
    uint32_t n = table->counted.n;
    if (!elf_dwarf_has_sound_folder(unit)) {
        elf_line_table_limited(table);
        return false;
    }
    if (dwarf_formudata(dwarf_attr(unit, DW_AT_stmt_list, &attribute), &at) !=
            0 ||
        pairs_add_in(&table->counted, &table->arena, (uint32_t)at,
                     (uint32_t)(at >> 32)) != n)
        return true;
    uint64_t bytes = number_at(table, at, 4);
    if (bytes == UINT32_MAX) /* the length has 64 bits: DWARF 5, 7.4 */
        bytes = number_at(table, at + 4, 8);
    if (bytes <= table->rows.len)
        memory_count(bytes * ROW_BYTES);
    return true;
}

static Dwarf *open_dwarf(const struct elf_file *file,
                         struct elf_altlink *shared)
{
    Dwarf *dwarf = elf_dwarf_open(file);
    if (!dwarf || elf_altlink_open(shared, file, dwarf))
        return dwarf;
    dwarf_end(dwarf);
    return NULL;
}

/* Limits on the work for one file, which real files do not reach: on the ranges
   of all units that are read, and on the ranges that are looked at for all
   addresses. A unit is asked for lines, and may take long to say that it has
   none. */
enum {
    MOST_READ = 1 << 26,
    MOST_SOUGHT = 1 << 28,
    UNIT_WORK = 64, /* ranges that take as long as another unit does */
};

/* Fills in the file and line of one address. The row that libdw finds is the
   last one that does not come after the address. For the start of a function
   it must be a row of exactly that address: a row before it would be about
   another function. */
static void fill(struct elf_line_table *table, struct elf_line *line,
                 Dwarf_Die *unit, bool is_start, struct arena *arena)
{
    Dwarf_Line *row = elf_line_table_prepare(table, unit)
                          ? dwarf_getsrc_die(unit, line->address)
                          : NULL;
    Dwarf_Addr address;
    int number;
    if (line->file.len || !row || dwarf_lineaddr(row, &address) != 0 ||
        (is_start && address != line->address))
        return;
    line->file = elf_line_path(dwarf_linesrc(row, NULL, NULL),
                               elf_dwarf_folder(unit), arena);
    if (dwarf_lineno(row, &number) == 0 && number > 0)
        line->line = (uint64_t)number;
    if (dwarf_linecol(row, &number) == 0 && number > 0)
        line->column = (uint64_t)number;
}

void elf_line_table_limited(struct elf_line_table *table)
{
    if (!table->is_limited)
        diag_warn("%s: some lines and inlined functions are missing, because "
                  "its debug information is damaged or takes too long to "
                  "search; --no-inline does without it",
                  table->file->path);
    table->is_limited = true;
}

static void add_ranges(struct elf_line_table *table, Dwarf_Die *unit)
{
    Dwarf_Addr base, start, end;
    ptrdiff_t at = 0;
    elf_walk_count(unit, &table->read);
    while (table->read < MOST_READ &&
           (at = dwarf_ranges(unit, at, &base, &start, &end)) > 0) {
        table->read++;
        if (start >= end)
            continue;
        *PUSH_IN(&table->arena, &table->units) = (struct elf_unit){
            .start = start, .end = end, .die = dwarf_dieoffset(unit)
        };
    }
}

void elf_line_table_open(struct elf_line_table *table,
                         const struct elf_file *file)
{
    *table = (struct elf_line_table){
        .file = file,
        .is_big_endian = elf_is_big_endian(file),
    };
    table->dwarf = open_dwarf(file, &table->shared);
    size_t section = elf_section_named(file, ".debug_line");
    if (!section)
        section = elf_section_named(file, ".zdebug_line");
    Elf_Data *rows =
        section ? elf_getdata(elf_getscn(file->elf, section), NULL) : NULL;
    if (rows && rows->d_buf)
        table->rows = (struct str){ rows->d_buf, rows->d_size };
    Dwarf_Off at = 0, next;
    Dwarf_Die unit;
    size_t header;
    uint64_t reach = 0;
    while (table->dwarf && table->read < MOST_READ &&
           dwarf_nextcu(table->dwarf, at, &next, &header, NULL, NULL, NULL) ==
               0) {
        if (dwarf_offdie(table->dwarf, at + header, &unit))
            add_ranges(table, &unit);
        at = next;
    }
    if (table->read >= MOST_READ)
        elf_line_table_limited(table);
    array_sort(table->units.of, table->units.n, sizeof *table->units.of);
    for (size_t i = 0; i < table->units.n; i++) {
        if (table->units.of[i].end > reach)
            reach = table->units.of[i].end;
        table->units.of[i].reach = reach;
    }
}

void elf_line_table_close(struct elf_line_table *table)
{
    if (table->dwarf)
        dwarf_end(table->dwarf);
    elf_altlink_close(&table->shared);
    arena_free(&table->arena);
    *table = (struct elf_line_table){ .file = NULL };
}

bool elf_line_table_unit(struct elf_line_table *table, uint64_t address,
                         size_t *at, Dwarf_Die *unit)
{
    if (*at == SIZE_MAX)
        *at = COUNT_TO(&table->units, address);
    else
        table->sought += UNIT_WORK;
    while (*at > 0 && table->sought++ < MOST_SOUGHT) {
        const struct elf_unit *range = &table->units.of[--*at];
        if (range->reach <= address)
            break;
        if (address < range->end &&
            dwarf_offdie(table->dwarf, range->die, unit))
            return true;
    }
    if (table->sought >= MOST_SOUGHT)
        elf_line_table_limited(table);
    *at = 0;
    return false;
}

/* The nearest range that has a line counts. */
void elf_line_find(struct elf_line_table *table, struct elf_line *line,
                   bool is_start, struct arena *arena)
{
    Dwarf_Die unit;
    size_t at = SIZE_MAX;
    while (!line->file.len &&
           elf_line_table_unit(table, line->address, &at, &unit))
        fill(table, line, &unit, is_start, arena);
}

void elf_lines(struct elf_line *lines, size_t n, const struct elf_file *file,
               struct arena *arena)
{
    struct elf_line_table table;
    elf_line_table_open(&table, file);
    for (size_t i = 0; i < n; i++)
        elf_line_find(&table, &lines[i], true, arena);
    elf_line_table_close(&table);
}
