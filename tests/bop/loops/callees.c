/* Loops that call functions of which nobody knows what they read and write, or
   of which that is known. */
#include <arpa/inet.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { N = 20 };
static char text[N][20];
static long value[N];
static double wave[N];

static int digits(const char *s)
{
    int n = 0;
    while (*s)
        n += isdigit((unsigned char)*s++) != 0;
    return n;
}

static long parse(const char *s)
{
    struct in_addr in;
    return inet_pton(AF_INET, s, &in) == 1 ? (long)ntohl(in.s_addr) : 0;
}

int main(void)
{
    double (*function)(double) = floor;
    int (*own)(const char *) = digits;
    char path[4096];
    for (int i = 0; i < N; i++)
        snprintf(text[i], sizeof text[i], "%d.0.0.1", i);
    for (int i = 0; i < N; i++)
        wave[i] = sqrt(fabs(cos(i))) + toupper(i) + abs(i) + digits(text[i]);
    for (int i = 0; i < N; i++)
        value[i] = parse(text[i]);
    for (int i = 0; i < N; i++)
        value[i] += own(text[i]) + (long)strlen(text[i]);
    for (int i = 0; i < N; i++)
        wave[i] = function(wave[i]);
    for (int i = 0; i < N; i++) {
        char *found = realpath(i & 1 ? "/" : ".", path);
        value[i] += found != NULL;
    }
    for (int i = 0; i < N; i++)
        if (chdir(".") != 0 || access("/", 0) != 0 || nice(0) < -99 ||
            getpriority(0, 0) < -99)
            value[i] = nice(0);
    return value[3] < 0;
}

/*
callees.c:36: 1×, 20 iterations: DOALL; #pragma omp parallel for
callees.c:38: 1×, 20 iterations: DOALL; #pragma omp parallel for
callees.c:40: 1×, 20 iterations: calls `inet_pton`, which is not traced (build it with bop-cc, or see KNOWN FUNCTIONS in bop-cc(1))
callees.c:42: 1×, 20 iterations: DOALL; #pragma omp parallel for
callees.c:44: 1×, 20 iterations: calls `.*`, which is not traced
callees.c:46: 1×, 20 iterations: calls `realpath`, which is not traced
callees.c:50: 1×, 20 iterations: calls `chdir`, `nice` and `getpriority`, which are not traced (build them with bop-cc, or see
*/
