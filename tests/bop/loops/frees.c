/* Memory that a later iteration gives back must have been used before. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>

enum { n = 20, page = 4096 };
static int *block[n], r[n];
static char *pages;

static void fill(void)
{
    for (int i = 0; i < n; i++) {
        block[i] = malloc(sizeof(int));
        block[i][0] = i;
    }
}

/* Each iteration frees the block that the one before has read. */
static void neighbours(void)
{
    for (int i = 1; i < n; i++) {
        r[i] = block[i][0] + block[i - 1][0];
        free(block[i - 1]);
    }
}

/* Each iteration frees what the one before has written and nobody has read. */
static void written(void)
{
    for (int i = 1; i < n; i++) {
        block[i][0] = i;
        free(block[i - 1]);
    }
}

static void moved(void)
{
    for (int i = 1; i < n; i++) {
        r[i] = block[i][0];
        block[i - 1] = realloc(block[i - 1], 4000);
    }
}

static void own(void)
{
    for (int i = 0; i < n; i++) {
        r[i] = block[i][0];
        free(block[i]);
    }
}

static void temporary(void)
{
    for (int i = 0; i < n; i++) {
        int *t = malloc(sizeof *t);
        *t = i;
        r[i] = *t;
        free(t);
    }
}

static void unmapped(void)
{
    for (int i = 1; i < n; i++) {
        r[i] = pages[i * page] + pages[(i - 1) * page];
        munmap(pages + (i - 1) * page, page);
    }
}

/* Each iteration could have its own copy of `common`, but not of the blocks. */
static void several(void)
{
    int *common = malloc(2 * sizeof *common);
    for (int i = 1; i < n; i++) {
        common[1] = i;
        r[i] = common[1] + block[i][0] + block[i - 1][0];
        free(block[i - 1]);
    }
    free(common);
}

int main(void)
{
    fill();
    neighbours();
    fill();
    written();
    fill();
    moved();
    own();
    temporary();
    pages = mmap(NULL, n * page, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unmapped();
    fill();
    several();
    return 0;
}

/* functions: neighbours written moved own temporary unmapped several */
/*
frees.c:21: 1×, 19 iterations: carried by `block\[\]\[\]` (allocated at :13), which a later iteration frees (:22 → :23)
frees.c:30: 1×, 19 iterations: carried by `block\[\]\[\]` (allocated at :13), which a later iteration frees (:31 → :32)
frees.c:38: 1×, 19 iterations: carried by `block`, which a later iteration overwrites (:39 → :40); carried by `block\[\]\[\]` (allocated at :13), which a later iteration frees (:39 → :40)
frees.c:46: 1×, 20 iterations: DOALL; #pragma omp parallel for
frees.c:54: 1×, 20 iterations: DOALL; #pragma omp parallel for
frees.c:64: 1×, 19 iterations: carried by `pages\[\]`, which a later iteration frees (:65 → :66)
frees.c:74: 1×, 19 iterations: carried by `block\[\]\[\]` (allocated at :13), which a later iteration frees (:76 → :77); firstprivate(common\[\])
*/
