/* Memory is reused and libc fills it: its old writers must not show. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int out;

static void f(void)
{
    int buffer[64];
    for (int i = 0; i < 64; i++)
        buffer[i] = i;
    out += buffer[3];
}

static void g(void)
{
    char buffer[256];
    FILE *file = fopen("/proc/self/stat", "r");
    if (fscanf(file, "%255c", buffer) == 1)
        out += buffer[5];
    fclose(file);
}

static char *make(void)
{
    char *p = malloc(64);
    for (int i = 0; i < 64; i++)
        p[i] = (char)i;
    return p;
}

static void use(char *p)
{
    FILE *file = fopen("/proc/self/stat", "r");
    if (fscanf(file, "%63c", p) == 1)
        out += p[7];
    fclose(file);
}

static char *map(char *at)
{
    return mmap(at, 4096, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED : 0), -1, 0);
}

int main(void)
{
    f();
    g();
    char *p = make();
    free(p);
    p = malloc(64);
    use(p);
    p = realloc(p, 32);
    free(p);
    char *pages = map(NULL);
    pages[9] = 1;
    munmap(pages, 4096);
    pages = map(pages);
    return pages[9];
}

/* There is no dependence from f's buffer to g's nor from make to use, only
those on out. clang does not report buffer[5], because buffer is private.
call: f:14[main:50] -> g:22[main:51] 1 7
call: g:22[main:51] -> use:38[main:55] 1 72
*/
