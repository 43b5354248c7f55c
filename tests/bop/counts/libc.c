/* What functions of libc do beside copying: each line has its own memory. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int a[2], b[4], key = 6, *p, seen, moved = -1;
static const int flags = MAP_PRIVATE | MAP_ANONYMOUS;
static size_t n = 2, size;
static void *root, *node;
static char text[40], words[] = "a,b", more[] = "c;d", *rest, *part, *out;
static char in[] = "7 xyz", file[20];
static struct { char c[4], s[4]; short h; long l; } to;
static struct sigaction action;
static FILE *stream;
static int by(const void *x, const void *y) { return *(int *)x - *(int *)y; }
static int by_more(const void *x, const void *y, void *z) { return by(x, z); }
static void see(const void *x, VISIT when, int depth) { seen += **(int **)x; }
static void on(int number) { seen = number; }
static void print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(text, 3, format, list);
    va_end(list);
}

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
    sscanf(in, "%hd %2c%3s %%", &to.h, to.c, to.s);
    sscanf(in, "%*d %[^]z] %n%ld", to.s, &seen, &to.l);
    to.c[1] = to.s[1], to.l = to.h, in[0] = in[2] = '1';
    print("%.2s%5d%*s", words, 3, 4, more);
    words[1] = more[1] = text[2], asprintf(&out, "%s", in);
    out = realloc(out, 90), out[1] = out[2];
    free(out);
    stream = fmemopen(file, sizeof file, "w"), setvbuf(stream, NULL, _IONBF, 0);
    fprintf(stream, "%d", 12), fclose(stream);
    file[1] = file[0];
    stream = open_memstream(&out, &size);
    for (int i = 0; i < 3; i++)
        fputs("text", stream);
    fclose(stream), out[1] = out[9] + size;
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
main -> print 4 x1
main -> see 16 x4
37: 6 x2 3 R37 x2 1..1 b
38:5: 4 x2 4 by A22 x2 1..2 a R37 x2 4..6 a R37 x2 1..4 a O37 x2 5..8 a A38 x2 1..2 a
38:33: 3 x2 3 by_more A22 x1 2..2 b R37 x1 13..13 b R37 x2 8..11 b O37 x2 12..15 b A37 x2 2..4 b A38 x2 2..4 b
39: 6 x1 6 by R38 x2 8..10 a
40: 4 x2 4 by R38 x1 10..10 b O39 x1 5..5 p
41: 5 x2 5 by A22 x1 3..3 key A22 x1 3..3 key A22 x1 3..3 key A22 x1 3..3 key R38 x1 15..15 b O40 x1 5..5 p
42: 12 x2 12 by A22 x1 6..6 key R38 x2 21..23 b A40 x1 8..8 n A41 x1 8..8 n O41 x2 11..13 R41 x2 3..5 key R41 x1 7..7 key A42 x2 6..8 R42 x2 3..3
44: 6 x4 4 by R38 x2 41..42 a R44 x1 1..1 root A44 x2 2..4 root O44 x1 5..5 root
45:12: 5 x2 5 by R38 x2 47..49 a R42 x2 11..13 key R44 x1 1..1 root
45: 1 x1 1 R44 x1 8..8 root
45:36: 17 x1 17 see R38 x4 54..66 a
46: 5 x2 5 by R38 x2 72..74 a R42 x2 36..38 key R44 x1 26..26 root O44 x1 32..32 root A45 x1 6..6 root A45 x1 6..6 root A46 x1 6..6 root
47: 3 x1 3 on O24 x1 9..9 seen
48: 2 x1 2 on O25 x1 4..4 seen R47 x1 1..1 action.__sigaction_handler
49: 1 x1 1 O47 x1 4..4 action.__sigaction_handler A48 x1 3..3 action.__sigaction_handler
50: 2 x1 2 R49 x1 1..1 action.sa_flags O49 x1 2..2 action.sa_flags A50 x1 1..1 action.sa_flags
51: 10 x1 10 A51 x2 1..3 R51 x1 2..2 rest O51 x2 5..5
52: 7 x1 7 R51 x1 2..2 rest O51 x2 5..5 A51 x1 8..8 words A52 x1 3..3 rest O52 x1 3..3 rest
53: 8 x1 8 O52 x2 5..8 R52 x1 1..1 rest A53 x2 1..4
54: 5 x1 5 R53 x2 3..4 O53 x2 7..7 A54 x1 3..3 rest
55: 5 x1 5
56: 4 x1 4 O25 x1 42..42 seen O55 x1 3..3 to.s
57: 6 x1 6 O55 x1 7..7 to.c R55 x1 9..9 to.h A55 x2 8..10 in R56 x1 2..2 to.s A56 x2 8..10 in R57 x1 1..1 in
58: 5 x1 5 print R51 x1 46..46 words R53 x1 29..29 more
59: 8 x1 8 R30 x1 1..1 text A30 x2 3..6 O51 x1 52..52 words O53 x1 32..32 more R57 x2 11..13 in R59 x1 1..1 more
60: 7 x1 7 R59 x2 2..6 O59 x3 2..7 A60 x1 2..2 out R60 x2 1..2 out
61: 2 x1 2 O59 x1 9..9 R60 x1 5..5 out A60 x1 3..3 O60 x1 2..2
62: 3 x1 3 R62 x1 1..1 stream
63: 4 x1 4 o R62 x2 2..5 stream
64: 2 x1 2 R63 x1 2..2 file O63 x1 3..3 file
65: 3 x1 3 O60 x1 16..16 out A60 x2 11..11 out A61 x1 11..11 out O62 x1 10..10 stream A62 x1 5..5 stream A63 x2 5..5 stream
67: 15 x3 5 o O65 x2 5..5 R65 x3 1..11 stream O67 x4 5..5
68: 6 x1 6 R65 x1 16..16 stream R67 x4 3..7 O67 x1 16..16
69: 1 x1 1 O67 x1 9..9 out A68 x2 2..2 out
70: 6 x1 6 R69 x3 1..6 out R70 x1 2..2
71: 2 x1 2 R69 x1 7..7 out O69 x1 8..8 out A70 x3 1..1 out A71 x1 1..1 out
72: 8 x1 8 R70 x1 10..10 O70 x1 14..14 R71 x4 1..7 out A72 x2 4..6 O72 x1 2..2
73: 4 x1 4 O71 x1 9..9 out A72 x4 2..2 out R73 x2 1..3
75: 0 x3 0 i
36 loop: 6 x1 2
43 loop: 6 x1 2
66 loop: 15 x1 3 o
74 loop: 0 x1 3 i
*/
