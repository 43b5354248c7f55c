/*
 * Reports to libbop what standard input says, a reference or call a line:
 *
 *     w BYTE MODE LINE     a write, in mode D (DETAIL) or S (SKETCH)
 *     r BYTE MODE LINE     a read
 *     enter NAME           a function in DETAIL mode is entered; "leave NAME"
 *     pause                the tracer works for itself; "resume" ends that
 */
#include "bop.h"

#include <stdio.h>
#include <string.h>

static char memory[256], names[10][20];

int main(void)
{
    char word[20], what[20], mode;
    int line, n = 0;
    while (scanf("%19s", word) == 1) {
        if (strcmp(word, "pause") == 0) {
            bop_pause();
            continue;
        }
        if (strcmp(word, "resume") == 0) {
            bop_resume();
            continue;
        }
        if (n == 10 || scanf("%19s", what) != 1)
            return 1;
        if (strcmp(word, "enter") == 0) {
            bop_instm_func_entry("a.c", strcpy(names[n++], what));
            continue;
        }
        if (strcmp(word, "leave") == 0) {
            bop_instm_func_exit(what);
            continue;
        }
        unsigned long at = (unsigned long)&memory[(unsigned char)*what];
        if (scanf(" %c%d", &mode, &line) != 2)
            return 1;
        if (*word == 'w')
            _bop_prof_rec_write(at, mode == 'S', "a.c", line);
        else
            _bop_prof_rec_read(at, mode == 'S', "a.c", line);
    }
    return 0;
}
