/* A call of libc that reads two texts is one execution of its statement, and so
   is a line with such a call and a reference of its own. */
#include <string.h>

static const char *program = "unzip";
static char names[6][8], last[16];
static int hits;

int main(void)
{
    for (int i = 0; i < 6; i++)
        strcpy(names[i], program);
    if (strstr(program, "zip") != 0)
        hits = 2;
    for (int i = 0; i < 6; i++)
        if (strcmp(names[i], "zip") == 0)
            return 1;
    for (int i = 0; i < 6; i++)
        strcat(last, names[i] + 4);
    return hits != 2;
}

/*
texts.c:12: 6 executions, independent in memory; needs no memory of other statements
texts.c:13: runs once; needs no memory of other statements
texts.c:16: 6 executions, independent in memory; reads what :12 wrote (`names`)
texts.c:19: 6 executions, loop-carried: each reads `last` that an execution 1 to 5 before wrote (:19 → :19); reads what :12 wrote (`names`)
*/
