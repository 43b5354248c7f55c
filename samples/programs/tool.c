/*
 * An analysis of one's own, linked to the program that it looks at:
 *
 *     bop-cc pipeline.c tool.c && ./a.out
 *
 * It counts the references that each line makes, and prints the sums when a
 * function under study ends. bop-trace(5) describes the four functions.
 */
#include <bop.h>
#include <stdio.h>
#include <string.h>

static struct { const char *file; int line, reads, writes; } lines[1000];

static int find(const char *file, int line)
{
    int i = 0;
    while (i < 999 && lines[i].file &&
           (lines[i].line != line || strcmp(lines[i].file, file) != 0))
        i++;
    lines[i].file = file;
    lines[i].line = line;
    return i;
}

void _bop_prof_rec_read(unsigned long addr, int sketch_p, const char *file,
                        int line) { lines[find(file, line)].reads++; }

void _bop_prof_rec_write(unsigned long addr, int sketch_p, const char *file,
                         int line) { lines[find(file, line)].writes++; }

void bop_instm_func_entry(const char *file, const char *func)
{ printf("%s of %s begins\n", func, file); }

void bop_instm_func_exit(const char *func)
{
    for (int i = 0; i < 999 && lines[i].file; i++)
        printf("%s: %s:%d: %d reads, %d writes\n", func, lines[i].file,
               lines[i].line, lines[i].reads, lines[i].writes);
}
