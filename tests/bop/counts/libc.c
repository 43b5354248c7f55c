/* What functions of libc do beside copying: each line has its own memory. */
#define _GNU_SOURCE
#include <iconv.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int a[2], b[4], key = 6, *p, seen, moved = -1;
static const int flags = MAP_PRIVATE | MAP_ANONYMOUS;
static size_t n = 2, room = 2;
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
    part = words, rest = more, n = 2;
    iconv(iconv_open("UTF-8", "ASCII"), &part, &n, &rest, &room);
    key = part[0] + rest[-1] + n + room;
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
27: 6 x2 3 R27 x2 1..1 b
28:5: 4 x2 4 by A19 x2 1..2 a R27 x2 4..6 a R27 x2 1..4 a O27 x2 5..8 a A28 x2 1..2 a
28:33: 3 x2 3 by_more A19 x1 2..2 b R27 x1 13..13 b R27 x2 8..11 b O27 x2 12..15 b A27 x2 2..4 b A28 x2 2..4 b
29: 6 x1 6 by R28 x2 8..10 a
30: 4 x2 4 by R28 x1 10..10 b O29 x1 5..5 p
31: 5 x2 5 by A19 x1 3..3 key A19 x1 3..3 key A19 x1 3..3 key A19 x1 3..3 key R28 x1 15..15 b O30 x1 5..5 p
32: 12 x2 12 by A19 x1 6..6 key R28 x2 21..23 b A30 x1 8..8 n A31 x1 8..8 n O31 x2 11..13 R31 x2 3..5 key R31 x1 7..7 key A32 x2 6..8 R32 x2 3..3
34: 6 x4 4 by R28 x2 41..42 a R34 x1 1..1 root A34 x2 2..4 root O34 x1 5..5 root
35:12: 5 x2 5 by R28 x2 47..49 a R32 x2 11..13 key R34 x1 1..1 root
35: 1 x1 1 R34 x1 8..8 root
35:36: 17 x1 17 see R28 x4 54..66 a
36: 5 x2 5 by R28 x2 72..74 a R32 x2 36..38 key R34 x1 26..26 root O34 x1 32..32 root A35 x1 6..6 root A35 x1 6..6 root A36 x1 6..6 root
37: 3 x1 3 on O21 x1 9..9 seen
38: 2 x1 2 on O22 x1 4..4 seen R37 x1 1..1 action.__sigaction_handler
39: 1 x1 1 O37 x1 4..4 action.__sigaction_handler A38 x1 3..3 action.__sigaction_handler
40: 2 x1 2 R39 x1 1..1 action.sa_flags O39 x1 2..2 action.sa_flags A40 x1 1..1 action.sa_flags
41: 10 x1 10 A41 x2 1..3 R41 x1 2..2 rest O41 x2 5..5
42: 7 x1 7 R41 x1 2..2 rest O41 x2 5..5 A41 x1 8..8 words A42 x1 3..3 rest O42 x1 3..3 rest
43: 8 x1 8 O42 x2 5..8 R42 x1 1..1 rest A43 x2 1..4
44: 5 x1 5 R43 x2 3..4 O43 x2 7..7 A44 x1 3..3 rest
45: 3 x1 3 iconv_open O32 x1 86..86 n A32 x1 83..83 n O44 x2 1..3
46: 10 x1 10 R41 x1 35..35 words A43 x1 21..21 more O43 x1 20..20 more R45 x3 2..4 O45 x3 7..10 A46 x4 5..6
47: 7 x1 7 A19 x1 61..61 key A19 x1 61..61 key O32 x1 99..99 key R42 x1 29..29 words R46 x5 4..8
48: 4 x1 4
49: 7 x1 7 R48 x2 2..6 O48 x3 2..7 A49 x1 2..2 out R49 x2 1..2 out
50: 4 x1 4 O48 x1 9..9 A48 x1 13..13 in R49 x1 5..5 out A49 x1 3..3 O49 x1 2..2
51: 5 x1 5 setbuf O46 x1 27..27 n A47 x1 19..19 n O47 x1 19..19 key O49 x1 9..9 out A49 x2 4..4 out A50 x1 4..4 out R51 x1 1..1 n
52: 1 x1 1 O51 x1 5..5 out
53: 6 x1 6 R52 x3 1..6 out R53 x1 2..2
54: 2 x1 2 R52 x1 7..7 out O52 x1 8..8 out A53 x3 1..1 out A54 x1 1..1 out
55: 8 x1 8 R53 x1 10..10 O53 x1 14..14 R54 x4 1..7 out A55 x2 4..6 O55 x1 2..2
56: 4 x1 4 O54 x1 9..9 out A55 x4 2..2 out R56 x2 1..3
58: 0 x3 0 i
26 loop: 6 x1 2
33 loop: 6 x1 2
57 loop: 0 x1 3 i
*/
