/* libc reads what the program wrote, and what libc writes is read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char name[32], line[64], *rest;
static int numbers[2], key = 6, found, got;

static void put(void)
{
    strcpy(name, "7 8");
    for (int i = 0; i < 2; i++)
        numbers[i] = 7 - i;
}

static void print(void)
{
    snprintf(line, sizeof line, "%s", name);
}

static void scan(void)
{
    sscanf(line, "%d", &got);
}

static void parse(void)
{
    found = (int)strtol(line, &rest, 10);
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    put();
    print();
    scan();
    parse();
    qsort(numbers, 2, sizeof *numbers, compare);
    int *p = bsearch(&key, numbers, 2, sizeof *numbers, compare);
    return got + found + *rest + *p + (int)strlen(line) == 0;
}

/*
call: main:43[main:43] -> compare:34[main:44] 2 3
call: main:43[main:43] -> main:45[main:45] 1 10
call: parse:29[main:42] -> main:45[main:45] 1 12
call: parse:29[main:42] -> main:45[main:45] 1 14
call: print:19[main:40] -> main:45[main:45] 1 22
call: print:19[main:40] -> main:45[main:45] 1 24
call: print:19[main:40] -> parse:29[main:42] 1 6
call: print:19[main:40] -> scan:24[main:41] 1 2
call: put:12[main:39] -> print:19[main:40] 1 5
call: put:14[main:39] -> compare:34[main:43] 1 16
call: put:14[main:39] -> compare:34[main:43] 1 16
call: put:14[main:39] -> main:43[main:43] 2 13
call: scan:24[main:41] -> main:45[main:45] 1 15
doc: main:43[main:43] -> main:45[main:45] 1 9
doc: parse:29[-] -> main:45[main:45] 1 10
doc: parse:29[-] -> main:45[main:45] 1 12
doc: print:19[-] -> main:45[main:45] 1 18
doc: print:19[-] -> main:45[main:45] 1 20
doc: put:14[-] -> compare:34[main:43] 1 12
doc: put:14[-] -> compare:34[main:43] 1 12
doc: put:14[-] -> main:43[main:43] 2 10
doc: scan:24[-] -> main:45[main:45] 1 12
*/
