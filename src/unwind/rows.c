#include "unwind/rows.h"

#include "unwind/instructions.h"
#include "util/array.h"

/* The steps that a table may take for each byte of its section. The tables of
   compilers take one or two. */
enum { STEPS_A_BYTE = 16 };

/* Can the rows of the file be read? */
static bool is_readable(const struct elf_file *file)
{
    return file && file->elf && !elf_is_big_endian(file);
}

struct unwind_rows unwind_rows_of(const struct elf_file *file,
                                  const struct elf_file *debug)
{
    struct unwind_rows rows = { 0 };
    if (!is_readable(file))
        return rows;
    rows.file = *file;
    if (is_readable(debug))
        rows.debug = *debug;
    return rows;
}

static struct unwind_table read_table(const struct unwind_rows *rows,
                                      unsigned i)
{
    const struct elf_file *file = i == 2 ? &rows->debug : &rows->file;
    struct unwind_table table = { 0 };
    if (file->elf)
        table.entries =
            unwind_entries_read(file, i == 0 ? ".eh_frame" : ".debug_frame");
    table.steps_left = (uint64_t)table.entries.size * STEPS_A_BYTE;
    return table;
}

static const struct unwind_row *find_in(struct unwind_table *table,
                                        uint64_t address)
{
    struct unwind_function *function =
        unwind_entries_find(&table->entries, address);
    if (!function)
        return NULL;
    if (!function->has_rows)
        unwind_instructions_run(table, function);
    if (!function->n_rows)
        return NULL;
    const struct unwind_row *rows = &table->rows.of[function->first_row];
    uint32_t offset = (uint32_t)(address - function->low);
    uint32_t low = 0, n = function->n_rows;
    while (n > 1) {
        uint32_t half = n / 2;
        if (rows[low + half].start <= offset)
            low += half;
        n -= half;
    }
    return rows[low].cfa_register == UNWIND_NO_CFA ? NULL : &rows[low];
}

struct unwind_found unwind_rows_find(struct unwind_rows *rows,
                                     uint64_t address)
{
    for (unsigned i = 0; i < ROWS(rows->tables); i++) {
        if (i == rows->n)
            rows->tables[rows->n++] = read_table(rows, i);
        const struct unwind_row *row = find_in(&rows->tables[i], address);
        if (row)
            return (struct unwind_found){ row, &rows->tables[i] };
    }
    return (struct unwind_found){ 0 };
}

void unwind_rows_free(struct unwind_rows *rows)
{
    for (unsigned i = 0; i < rows->n; i++) {
        unwind_entries_free(&rows->tables[i].entries);
        LIST_FREE(&rows->tables[i].rows);
        LIST_FREE(&rows->tables[i].rules);
    }
    *rows = (struct unwind_rows){ 0 };
}
