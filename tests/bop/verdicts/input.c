/* Statements that need the order of input: two read one stream, one reads a file
   that another has written, two take random numbers. */
#include <stdio.h>
#include <stdlib.h>

static int x, y;
static char line[10];

static void first(void)
{
    x = getchar();
}

static void second(void)
{
    y = fgetc(stdin);
}

static void keep(void)
{
    FILE *file = fopen("kept", "w");
    fputs("hello\n", file);
    fclose(file);
}

static void look(void)
{
    FILE *file = fopen("kept", "r");
    if (!fgets(line, sizeof line, file))
        abort();
    fclose(file);
}

static void draw(void)
{
    x = rand();
}

int main(void)
{
    first();
    second();
    keep();
    look();
    draw();
    for (int i = 0; i < 3; i++)
        y = rand();
    for (int i = 0; i < 3; i++)
        second();
    return 0;
}

/*
input.c:41: runs once; needs no memory of other statements
input.c:42: runs once; order of input after :41
input.c:43: runs once; needs no memory of other statements
input.c:44: runs once; order of output and input after :43
input.c:45: runs once; overwrites what :41 wrote (`x`)
input.c:47: 3 executions, independent in memory but for scratch `y` (written first each time: privatizable), order of random numbers; overwrites what :42 wrote (`y`); order of random numbers after :45
input.c:49: 3 executions, independent in memory but for scratch `y` (written first each time: privatizable), order of input;
*/
