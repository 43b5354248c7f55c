/* Where memory of the heap was allocated that statements share. What
   tests/scripts/sites.sh must find is at the end. */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static jmp_buf env;
static volatile int sum;

static void put(void *p, size_t at) { ((char *)p)[at] = 1; }
static void get(const void *p, size_t at) { sum += ((const char *)p)[at]; }

static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (!p)
        abort();
    return p;
}

static void *default_bzalloc(void *o, int n) { return (void)o, xmalloc(n); }
static void *(*bzalloc)(void *, int) = default_bzalloc;
static void *XREALLOC(void *p, size_t n) { return realloc(p, n); }
static char *xstrdup(const char *s) { return strdup(s); }
static void *failing_alloc(void) { longjmp(env, 1); }

static char *make(void)
{
    return malloc(30);
}

static void *work(void *arg)
{
    char **p = arg;
    *p = malloc(50);
    put(*p, 49);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    char *a = malloc(100), *b, *big = malloc(1000000);
    put(a, 0); put(a, 99); put(a, 100);
    get(a, 0);
    get(a, 99);
    get(a, 100);
    put(big, 0); put(big, 65535); put(big, 65536); put(big, 999999);
    put(big, 1000000);
    get(big, 0);
    get(big, 65535);
    get(big, 65536);
    get(big, 999999);
    get(big, 1000000);
    free(a);
    a = malloc(100);
    put(a, 50);
    get(a, 50);
    a = XREALLOC(a, 300000);
    put(a, 299999);
    get(a, 299999);
    get(a, 50);
    a = realloc(a, 20);
    put(a, 19);
    get(a, 19);
    put(a, 20);
    get(a, 20);
    b = xmalloc(10);
    put(b, 9);
    get(b, 9);
    b = bzalloc(NULL, 10);
    put(b, 9);
    get(b, 9);
    b = make();
    put(b, 29);
    get(b, 29);
    b = calloc(3, 5);
    put(b, 14);
    get(b, 14);
    b = reallocarray(b, 30, 5);
    put(b, 149);
    get(b, 149);
    b = aligned_alloc(64, 64);
    put(b, 63);
    get(b, 63);
    if (posix_memalign((void **)&b, 64, 64) == 0)
        put(b, 1);
    get(b, 1);
    b = xstrdup("text");
    get(b, 4);
    b = strndup("text", 2);
    get(b, 1);
    if (asprintf(&b, "%d", 123) > 0)
        get(b, 2);
    b = mmap(NULL, 200000, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    put(b, 199999);
    get(b, 199999);
    munmap(b + 8192, 200000 - 8192);
    put(b, 8191);
    get(b, 8191);
    if (setjmp(env) == 0)
        failing_alloc();
    b = malloc(10);
    put(b, 5);
    get(b, 5);
    char *both[] = { xmalloc(9),
                     xmalloc(9) };
    for (int i = 0; i < 8; i++)
        put(both[i % 2], i % 2);
    for (int i = 0; i < 8; i++)
        get(both[i % 2], i % 2);
    pthread_create(&thread, NULL, work, &b);
    pthread_join(thread, NULL);
    get(b, 49);
    fflush(stdout);
    if (fork() == 0) {
        get(a, 19);
        a = xmalloc(8);
        put(a, 1);
        get(a, 1);
        return 0;
    }
    wait(NULL);
    return 0;
}

/*
 * Lines of main that write and read, and the line that has allocated what they
 * share, or - for no block.
 *
 * 49 50 48
 * 49 51 48
 * 49 52 -
 * 53 55 48
 * 53 56 48
 * 53 57 48
 * 53 58 48
 * 54 59 -
 * 62 63 61
 * 62 67 64
 * 65 66 64
 * 69 70 68
 * 71 72 -
 * 74 75 73
 * 77 78 76
 * 80 81 34
 * 83 84 82
 * 86 87 85
 * 89 90 88
 * 92 93 91
 * 94 95 94
 * 96 97 96
 * 98 99 98
 * 102 103 100
 * 105 106 100
 * 110 111 109
 * 115 117 -
 * 118 120 40
 *
 * In the child:
 *
 * child 69 123 68
 * child 125 126 124
 */
