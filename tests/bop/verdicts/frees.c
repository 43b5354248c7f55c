/* Memory that is given back must have been used before. */
#include <stdlib.h>
#include <sys/mman.h>

int r[9], *p, *q;
char *pages;

void use(void)
{
    r[0] = p[0];
    r[1] = pages[0];
}

void drop(int *block)
{
    free(block);
}

int main(void)
{
    p = malloc(4 * sizeof *p);
    q = malloc(4 * sizeof *q);
    pages = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    p[0] = 1;
    q[0] = 2;
    use();
    drop(p);
    q = realloc(q, 4000);
    munmap(pages, 4096);
    free(malloc(4));
    return 0;
}
/*
frees.c:28: runs once; overwrites what :27 read (`*p`); reads what :21 wrote (`p`); overwrites what :25 wrote (`*p`)
frees.c:29: runs once; reads what :22 wrote (`q`); overwrites what :22 wrote (`q`); overwrites what :26 read (`q`); overwrites what :26 wrote (`*q`)
frees.c:30: runs once; overwrites what :27 read (`*pages`); reads what :23 wrote (`pages`)
frees.c:31: runs once; needs no memory of other statements
*/
