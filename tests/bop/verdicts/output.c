/* Statements that write to files: two to standard output in different ways, and
   one to standard error. */
#include <stdio.h>
#include <unistd.h>

static int in[4];

static void print(int i)
{
    printf("%d\n", in[i]);
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        print(i);
    fflush(stdout);
    fputs("", stderr);
    if (write(1, "end\n", 4) != 4)
        return 1;
    for (int i = 0; i < 4; i++)
        putchar('0' + in[i]);
    return 0;
}

/*
output.c:16: 4 executions, independent in memory but for order of output; needs no memory of other statements
output.c:18: runs once; needs no memory of other statements
output.c:19: runs once; order of output after :16
output.c:22: 4 executions, independent in memory but for order of output; order of output after :16, :19
*/
