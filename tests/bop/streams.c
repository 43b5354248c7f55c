/* Streams to and from memory: the statement that prints or scans writes and
   reads the memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char array[64], small[4], *volatile none = "";
static char *text;
static size_t size;
static int number;

static void fill(int c)
{
    for (int i = 0; i < 40; i++)
        array[i] = (char)c;
}

static int look(const char *p)
{
    return *p;
}

static void scan(FILE *file, int n)
{
    for (int i = 0; i < n; i++)
        number = fgetc(file);
}

static void print(FILE *file, int n)
{
    for (int i = 0; i < n; i++)
        fputc('x', file);
}

int main(void)
{
    fill('a');
    FILE *file = fmemopen(array, 64, "r+");
    scan(file, 3);
    fseek(file, 10, SEEK_SET);
    scan(file, 2);
    rewind(file);
    print(file, 2);
    fclose(file);
    look(array + 1);
    look(array + 2);
    file = fmemopen(small, 4, "w");
    print(file, 9);
    fclose(file);
    look(small + 3);
    file = open_memstream(&text, &size);
    print(file, 5);
    print(file, 20000);
    fputs(none, file); look(text + 4);
    fclose(file);
    look(text + 4);
    look(text + 5);
    number = (int)size;
    free(text);
    return 0;
}

/* scan reads the first three bytes and, behind the seek, two more; print writes
two bytes, no more than the four bytes of a buffer, and text that moves. Each
print also writes text and size, but printing nothing does not.
call: fill:15[main:37] -> look:20[main:46] 1 59
call: fill:15[main:37] -> scan:26[main:39] 3 42
call: fill:15[main:37] -> scan:26[main:41] 2 40
call: print:32[main:43] -> look:20[main:45] 1 2
call: print:32[main:48] -> look:20[main:50] 1 2
call: print:32[main:52] -> look:20[main:54] 1 60006
call: print:32[main:52] -> look:20[main:56] 1 60009
call: print:32[main:53] -> look:20[main:57] 1 60008
call: print:32[main:53] -> main:54[main:54] 1 5
call: print:32[main:53] -> main:56[main:56] 1 8
call: print:32[main:53] -> main:57[main:57] 1 11
call: print:32[main:53] -> main:58[main:58] 1 13
call: print:32[main:53] -> main:59[main:59] 1 16
doc: fill:15[-] -> look:20[main:38] 1 52
doc: fill:15[-] -> scan:26[main:38] 5 37
doc: print:32[main:51] -> look:20[main:54] 1 60003
doc: print:32[main:51] -> look:20[main:56] 1 60005
doc: print:32[main:51] -> look:20[main:57] 1 60004
doc: print:32[main:51] -> main:54[main:54] 1 4
doc: print:32[main:51] -> main:56[main:56] 1 6
doc: print:32[main:51] -> main:57[main:57] 1 8
doc: print:32[main:51] -> main:58[main:58] 1 9
doc: print:32[main:51] -> main:59[main:59] 1 12
*/
