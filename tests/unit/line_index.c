/* The addresses of source lines, against a search of all tables by libdw: those
   of this program. */
#include "deps/elf/line_index.h"

#include <stdlib.h>

#include "check.h"

enum { LINES = 80 };

/* libdw finds the nearest line that has instructions. */
static bool find_slowly(Dwarf *dwarf, const char *source, int line,
                        uint64_t *address)
{
    Dwarf_Line **rows = NULL;
    size_t n = 0;
    int number;
    bool good = dwarf_getsrc_file(dwarf, source, line, 0, &rows, &n) == 0 &&
                n > 0 && dwarf_lineno(rows[0], &number) == 0 &&
                number == line && dwarf_lineaddr(rows[0], address) == 0;
    free(rows);
    return good;
}

UNIT(line_index)
{
    const char *sources[] = { "line_index.c", "elf/line_index.c",
                              "line.c",       "index.h",
                              "str.h",        "nothing.c",
                              "/first",       "/whole" };
    const size_t n = sizeof sources / sizeof *sources;
    struct elf_file file;
    struct elf_line_table table;
    struct elf_line_index index;
    test("lines of this program");
    expect(elf_open(&file, "/proc/self/exe"), "the program");
    elf_line_table_open(&table, &file);
    elf_line_index_open(&index, &table);
    if (index.files.n) {
        sources[n - 2] = index.files.of[0];
        sources[n - 1] = index.files.of[index.files.n / 2];
    }
    for (size_t i = 0; table.dwarf && i < n; i++)
        for (int line = 0; line < LINES; line++) {
            uint64_t slow = 0, fast = 0;
            bool is_there = find_slowly(table.dwarf, sources[i], line, &slow);
            bool is_found = elf_line_index_find(&index, str_of(sources[i]),
                                                (uint64_t)line, &fast);
            expect(is_found == is_there && fast == slow,
                   "%s:%d is at %llx, expected %llx", sources[i], line,
                   (unsigned long long)fast, (unsigned long long)slow);
        }
    elf_line_index_close(&index);
    elf_line_table_close(&table);
    elf_close(&file);
    return finish_tests();
}
