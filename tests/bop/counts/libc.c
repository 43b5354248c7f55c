/* What functions of libc do beside copying: each line has its own memory. */
#define _GNU_SOURCE
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int a[2], b[4], key = 6, *p, seen, moved = -1;
static const int flags = MAP_PRIVATE | MAP_ANONYMOUS;
static size_t n = 2;
static void *root, *node;
static char words[] = "a,b", more[] = "c;d", *rest, *part;
static char in[] = "7 x", *out;
static struct sigaction action;
static int by(const void *x, const void *y) { return *(int *)x - *(int *)y; }
static int by_more(const void *x, const void *y, void *z) { return by(x, z); }
static void see(const void *x, VISIT when, int depth) { seen += **(int **)x; }
static void on(int number) { seen = number; }

int main(void)
{
    for (int i = 0; i < 2; i++)
        a[i] = b[i] = 7 - i;
    qsort(a, 2, sizeof *a, by), qsort_r(b, 2, sizeof *b, by_more, &key);
    p = bsearch(&key, a, 2, sizeof *a, by);
    p = lfind(&key, b, &n, sizeof *b, by);
    p = lsearch(&key, b, &n, sizeof *b, by), key = 5;
    p = lsearch(&key, b, &n, sizeof *b, by), key = b[2] + n;
    for (int i = 0; i < 2; i++)
        tsearch(&a[i], &root, by);
    node = tfind(&key, &root, by), twalk(root, see);
    tdelete(&key, &root, by);
    signal(SIGUSR1, on), raise(SIGUSR1), action.sa_handler = on;
    sigaction(SIGUSR2, &action, NULL), kill(getpid(), SIGUSR2);
    sigaction(SIGUSR2, NULL, &action);
    action.sa_flags++;
    part = strtok_r(words, ",", &rest), part = strtok_r(NULL, ",", &rest);
    part = strtok_r(NULL, ",", &rest), words[2] = 'x', rest = more;
    part = strsep(&rest, ";"), more[2] = words[0];
    part = strsep(&rest, ";");
    asprintf(&out, "%s", in);
    out = realloc(out, 90), out[1] = out[2];
    free(out), in[0] = in[1];
    fclose(open_memstream(&out, &n)), key = n, setbuf(stdout, NULL);
    out = mmap(0, 8192, PROT_READ | PROT_WRITE, flags, -1, 0);
    out[0] = out[4096] = 1, madvise(out, 4096, MADV_DONTNEED);
    out = mremap(out, 8192, 90000, MREMAP_MAYMOVE);
    out[1] = out[0] + out[4096], munmap(out, 90000);
    moved = posix_memalign((void **)&out, 64, 64), out[0] = moved;
    for (int i = 0; i < 3; i++)
        random();
    return 0;
}

/*
COUNTS
by_more -> by 2 x1
main -> by 24 x12
main -> by_more 2 x1
main -> on 2 x2
main -> see 16 x4
26: 6 x2 3 R26 x2 1..1 b
27:5: 4 x2 4 by A18 x2 1..2 a R26 x2 4..6 a R26 x2 1..4 a O26 x2 5..8 a A27 x2 1..2 a
27:33: 3 x2 3 by_more A18 x1 2..2 b R26 x1 13..13 b R26 x2 8..11 b O26 x2 12..15 b A26 x2 2..4 b A27 x2 2..4 b
28: 6 x1 6 by R27 x2 8..10 a
29: 4 x2 4 by R27 x1 10..10 b O28 x1 5..5 p
30: 5 x2 5 by A18 x1 3..3 key A18 x1 3..3 key A18 x1 3..3 key A18 x1 3..3 key R27 x1 15..15 b O29 x1 5..5 p
31: 12 x2 12 by A18 x1 6..6 key R27 x2 21..23 b A29 x1 8..8 n A30 x1 8..8 n O30 x2 11..13 R30 x2 3..5 key R30 x1 7..7 key A31 x2 6..8 R31 x2 3..3
33: 6 x4 4 by R27 x2 41..42 a R33 x1 1..1 root A33 x2 2..4 root O33 x1 5..5 root
34:12: 5 x2 5 by R27 x2 47..49 a R31 x2 11..13 key R33 x1 1..1 root
34: 1 x1 1 R33 x1 8..8 root
34:36: 17 x1 17 see R27 x4 54..66 a
35: 5 x2 5 by R27 x2 72..74 a R31 x2 36..38 key R33 x1 26..26 root O33 x1 32..32 root A34 x1 6..6 root A34 x1 6..6 root A35 x1 6..6 root
36: 3 x1 3 on O20 x1 9..9 seen
37: 2 x1 2 on O21 x1 4..4 seen R36 x1 1..1 action.__sigaction_handler
38: 1 x1 1 O36 x1 4..4 action.__sigaction_handler A37 x1 3..3 action.__sigaction_handler
39: 2 x1 2 R38 x1 1..1 action.sa_flags O38 x1 2..2 action.sa_flags A39 x1 1..1 action.sa_flags
40: 10 x1 10 A40 x2 1..3 R40 x1 2..2 rest O40 x2 5..5
41: 7 x1 7 R40 x1 2..2 rest O40 x2 5..5 A40 x1 8..8 words A41 x1 3..3 rest O41 x1 3..3 rest
42: 8 x1 8 O41 x2 5..8 R41 x1 1..1 rest A42 x2 1..4
43: 5 x1 5 R42 x2 3..4 O42 x2 7..7 A43 x1 3..3 rest
44: 4 x1 4
45: 7 x1 7 R44 x2 2..6 O44 x3 2..7 A45 x1 2..2 out R45 x2 1..2 out
46: 4 x1 4 O44 x1 9..9 A44 x1 13..13 in R45 x1 5..5 out A45 x1 3..3 O45 x1 2..2
47: 5 x1 5 setbuf A18 x1 60..60 key A18 x1 60..60 key O31 x2 98..100 A31 x1 97..97 n O45 x1 9..9 out A45 x2 4..4 out A46 x1 4..4 out R47 x1 1..1 n
48: 1 x1 1 O47 x1 5..5 out
49: 6 x1 6 R48 x3 1..6 out R49 x1 2..2
50: 2 x1 2 R48 x1 7..7 out O48 x1 8..8 out A49 x3 1..1 out A50 x1 1..1 out
51: 8 x1 8 R49 x1 10..10 O49 x1 14..14 R50 x4 1..7 out A51 x2 4..6 O51 x1 2..2
52: 4 x1 4 O50 x1 9..9 out A51 x4 2..2 out R52 x2 1..3
54: 0 x3 0 i
25 loop: 6 x1 2
32 loop: 6 x1 2
53 loop: 0 x1 3 i
*/
