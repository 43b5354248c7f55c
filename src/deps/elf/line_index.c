#include "deps/elf/line_index.h"

#include <limits.h>
#include <stdlib.h>

#include "util/array.h"

/* A row of a table of lines. */
struct elf_line_row {
    uint64_t address;
    size_t order; /* among all rows */
    uint32_t file;
    int line;
};

/* The rows of the files that a source may be, by line, file and order. */
struct elf_source_rows {
    const struct elf_line_row **rows;
    const struct elf_line_row **first; /* by row: the first in order of this one
                                          and those behind it */
    size_t n;
};

enum { MOST_SOUGHT = 1 << 26 /* more than real programs need */ };

/* ---- Reading ---- */

/* Counts the memory that libdw needs for the lines of all units. Returns false
   if it must not be asked for them. */
static bool prepare_units(struct elf_line_table *table)
{
    Dwarf_Off at = 0, next;
    Dwarf_Die unit;
    size_t header;
    while (dwarf_nextcu(table->dwarf, at, &next, &header, NULL, NULL, NULL) ==
           0) {
        if (dwarf_offdie(table->dwarf, at + header, &unit) &&
            !elf_line_table_prepare(table, &unit))
            return false;
        at = next;
    }
    return true;
}

/* Returns the number of a file. libdw has one text for each file of a table. */
static uint32_t file_of(struct elf_line_index *index, struct pairs *names,
                        const char *name)
{
    uint64_t bits = (uintptr_t)name;
    uint32_t id = pairs_add(names, (uint32_t)bits, (uint32_t)(bits >> 32));
    if (id == index->files.n)
        *PUSH_IN(&index->arena, &index->files) = name;
    return id;
}

static void add_rows(struct elf_line_index *index, struct pairs *names,
                     Dwarf_Lines *lines, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        Dwarf_Line *row = dwarf_onesrcline(lines, i);
        const char *name = row ? dwarf_linesrc(row, NULL, NULL) : NULL;
        struct elf_line_row new = { .order = index->rows.n };
        if (!name || dwarf_lineno(row, &new.line) != 0 ||
            dwarf_lineaddr(row, &new.address) != 0)
            continue;
        new.file = file_of(index, names, name);
        *PUSH_IN(&index->arena, &index->rows) = new;
    }
}

static int by_file(const void *left, const void *right)
{
    const struct elf_line_row *a = left, *b = right;
    if (a->file != b->file)
        return COMPARE(a->file, b->file);
    return a->line != b->line ? COMPARE(a->line, b->line)
                              : COMPARE(a->order, b->order);
}

/* Sorts the rows and keeps the first one of each line. */
static void sort_rows(struct elf_line_index *index)
{
    struct elf_line_row *rows = index->rows.of;
    size_t n = 0;
    SORT(rows, index->rows.n, by_file);
    for (size_t i = 0; i < index->rows.n; i++)
        if (n == 0 || rows[n - 1].file != rows[i].file ||
            rows[n - 1].line != rows[i].line)
            rows[n++] = rows[i];
    index->rows.n = n;
    index->first_row = NEW_N(&index->arena, size_t, index->files.n + 1);
    for (size_t i = 0; i < n; i++)
        index->first_row[rows[i].file + 1] = i + 1;
}

void elf_line_index_open(struct elf_line_index *index,
                         struct elf_line_table *table)
{
    struct pairs names = { 0 };
    Dwarf_Off at = 0, next;
    Dwarf_CU *unit = NULL;
    Dwarf_Files *files;
    Dwarf_Lines *lines;
    size_t n, n_files;
    *index = (struct elf_line_index){ .table = table };
    if (!table->dwarf || !prepare_units(table))
        return;
    while (dwarf_next_lines(table->dwarf, at, &next, &unit, &files, &n_files,
                            &lines, &n) == 0) {
        add_rows(index, &names, lines, n);
        at = next;
    }
    pairs_free(&names);
    sort_rows(index);
}

/* ---- Finding ---- */

static bool is_source(const char *file, struct str source)
{
    struct str path = str_of(file);
    return str_eq(str_has(source, S("/")) ? path : str_basename(path), source);
}

static int by_line(const void *left, const void *right)
{
    const struct elf_line_row *a = *(const struct elf_line_row *const *)left;
    const struct elf_line_row *b = *(const struct elf_line_row *const *)right;
    return a->line != b->line ? COMPARE(a->line, b->line) : by_file(a, b);
}

/* Collects the rows of a source. */
static struct elf_source_rows rows_of(struct elf_line_index *index,
                                      struct str source)
{
    struct elf_source_rows found = { .n = 0 };
    LIST(uint32_t) fits = { 0 };
    for (uint32_t f = 0; f < index->files.n; f++) {
        if (!is_source(index->files.of[f], source))
            continue;
        *PUSH(&fits) = f;
        found.n += index->first_row[f + 1] - index->first_row[f];
    }
    index->sought += index->files.n + found.n;
    found.rows = NEW_N(&index->arena, const struct elf_line_row *, found.n);
    found.first = NEW_N(&index->arena, const struct elf_line_row *, found.n);
    size_t n = 0;
    for (uint32_t k = 0; k < fits.n; k++)
        for (size_t i = index->first_row[fits.of[k]];
             i < index->first_row[fits.of[k] + 1]; i++)
            found.rows[n++] = &index->rows.of[i];
    LIST_FREE(&fits);
    SORT(found.rows, n, by_line);
    for (size_t i = n; i-- > 0;)
        found.first[i] = i + 1 < n && found.first[i + 1]->order <
                                          found.rows[i]->order
                             ? found.first[i + 1]
                             : found.rows[i];
    return found;
}

/* Returns the rows of a source, which are collected once. */
static const struct elf_source_rows *find_source(struct elf_line_index *index,
                                                 struct str source)
{
    static const struct elf_source_rows none;
    uint32_t n = index->sources.n;
    uint32_t id = strings_add(&index->sources, &index->arena, source);
    if (id < n)
        return &index->found.of[id];
    struct elf_source_rows *found = PUSH_IN(&index->arena, &index->found);
    *found = none;
    if (index->sought < MOST_SOUGHT)
        *found = rows_of(index, source);
    else
        elf_line_table_limited(index->table);
    return found;
}

/* Returns how many of the rows come before a line of a file. */
static size_t count_before(const struct elf_source_rows *source, int line,
                           uint32_t file)
{
    const struct elf_line_row row = { .line = line, .file = file }, *key = &row;
    return array_count_before(source->rows, source->n, sizeof key, &key,
                              by_line);
}

bool elf_line_index_find(struct elf_line_index *index, struct str source,
                         uint64_t line, uint64_t *address)
{
    if (!index->table || !index->rows.n || line > INT_MAX)
        return false;
    const struct elf_source_rows *found = find_source(index, source);
    size_t i = count_before(found, (int)line, 0);
    if (i == found->n)
        return false;
    uint32_t file = found->first[i]->file;
    i = count_before(found, (int)line, file);
    if (i == found->n || found->rows[i]->line != (int)line ||
        found->rows[i]->file != file)
        return false;
    *address = found->rows[i]->address;
    return true;
}

void elf_line_index_close(struct elf_line_index *index)
{
    arena_free(&index->arena);
    *index = (struct elf_line_index){ .table = NULL };
}
