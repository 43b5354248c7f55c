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
    qsort(a, 2, sizeof *a, by);
    qsort_r(b, 2, sizeof *b, by_more, &key);
    p = bsearch(&key, a, 2, sizeof *a, by);
    p = lfind(&key, b, &n, sizeof *b, by);
    key = 5;
    p = lsearch(&key, b, &n, sizeof *b, by);
    key = b[2] + n;
    for (int i = 0; i < 2; i++)
        tsearch(&a[i], &root, by);
    node = tfind(&key, &root, by);
    twalk(root, see);
    tdelete(&key, &root, by);
    signal(SIGUSR1, on);
    raise(SIGUSR1);
    action.sa_handler = on;
    sigaction(SIGUSR2, &action, NULL);
    kill(getpid(), SIGUSR2);
    sigaction(SIGUSR2, NULL, &action);
    action.sa_flags++;
    part = strtok_r(words, ",", &rest);
    part = strtok_r(NULL, ",", &rest);
    part = strtok_r(NULL, ",", &rest);
    words[2] = 'x';
    rest = more;
    part = strsep(&rest, ";");
    part = strsep(&rest, ";");
    more[2] = words[0];
    sscanf(in, "%hd %2c%3s %%", &to.h, to.c, to.s);
    sscanf(in, "%*d %[^]z] %n%ld", to.s, &seen, &to.l);
    to.c[1] = to.s[1], to.l = to.h;
    in[0] = in[2] = '1';
    print("%.2s%5d%*s", words, 3, 4, more);
    words[1] = more[1] = text[2];
    asprintf(&out, "%s", in);
    out[0] = out[5];
    out = realloc(out, 90);
    out[1] = out[2];
    free(out);
    stream = fmemopen(file, sizeof file, "w");
    setvbuf(stream, NULL, _IONBF, 0);
    fprintf(stream, "%d", 12);
    fclose(stream);
    file[1] = file[0];
    stream = open_memstream(&out, &size);
    for (int i = 0; i < 3; i++)
        fputs("text", stream);
    fclose(stream);
    out[1] = out[9] + size;
    out = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
               -1, 0);
    out[0] = out[4096] = 1;
    madvise(out, 4096, MADV_DONTNEED);
    out = mremap(out, 8192, 90000, MREMAP_MAYMOVE);
    out[1] = out[0] + out[4096];
    munmap(out, 90000);
    moved = posix_memalign((void **)&out, 64, 64);
    out[0] = moved;
    for (int i = 0; i < 3; i++)
        random();
    return 0;
}

/*
COUNTS
by_more -> by 2 x1
main -> by 22 x11
main -> by_more 2 x1
main -> on 2 x2
main -> print 4 x1
main -> see 16 x4
36: 6 x2 3 R36 x2 1..1 b
37: 4 x2 4 by A21 x2 1..2 a R36 x2 4..6 a R36 x2 1..4 a O36 x2 5..8 a A37 x2 1..2 a
38: 3 x2 3 by_more A21 x1 2..2 b R36 x1 13..13 b R36 x2 8..11 b O36 x2 12..15 b A36 x2 2..4 b A38 x2 2..4 b
39: 6 x1 6 by R37 x2 8..10 a
40: 4 x2 4 by R38 x1 10..10 b O39 x1 5..5 p
41: 1 x1 1 A21 x1 3..3 key A21 x1 3..3 key A21 x1 3..3 key
42: 9 x2 9 by R38 x2 16..18 b A40 x1 8..8 n O40 x1 11..11 p R41 x2 3..5 key R41 x1 7..7 key A42 x1 8..8 n
43: 3 x1 3 A21 x1 6..6 key O41 x1 13..13 key R42 x2 3..3 A42 x1 6..6 key
45: 6 x4 4 by R37 x2 36..37 a R45 x1 1..1 root A45 x2 2..4 root O45 x1 5..5 root
46: 6 x2 6 by R37 x2 42..44 a R43 x2 11..13 key R45 x1 1..1 root
47: 17 x1 17 see R37 x4 49..61 a R45 x1 8..8 root
48: 5 x2 5 by R37 x2 67..69 a R43 x2 36..38 key R45 x1 26..26 root O45 x1 32..32 root A46 x1 6..6 root A47 x1 6..6 root A48 x1 6..6 root
50: 2 x1 2 on O23 x1 9..9 seen
51: 1 x1 1
52: 0 x1 0 R51 x1 1..1 action.__sigaction_handler
53: 2 x1 2 on O24 x1 4..4 seen
54: 1 x1 1 O51 x1 4..4 action.__sigaction_handler A52 x1 3..3 action.__sigaction_handler
55: 2 x1 2 R54 x1 1..1 action.sa_flags O54 x1 2..2 action.sa_flags A55 x1 1..1 action.sa_flags
56: 5 x1 5 A56 x1 1..1 words
57: 5 x1 5 R56 x1 2..2 rest O56 x2 5..5 A57 x1 3..3 rest
58: 5 x1 5 R57 x1 2..2 rest O57 x2 5..5 A58 x1 3..3 rest
59: 1 x1 1 A57 x1 8..8 words
60: 1 x1 1 O58 x1 3..3 rest
61: 6 x1 6 O58 x1 8..8 part R60 x1 1..1 rest O60 x1 5..5 rest A61 x2 1..4
62: 5 x1 5 R61 x1 2..2 rest O61 x2 5..5 A62 x1 3..3 rest
63: 2 x1 2 A62 x1 4..4 more
64: 5 x1 5
65: 4 x1 4 O24 x1 42..42 seen O64 x1 3..3 to.s
66: 4 x1 4 O64 x1 7..7 to.c R64 x1 9..9 to.h R65 x1 2..2 to.s
67: 2 x1 2 A64 x2 8..10 in A65 x2 8..10 in R67 x1 1..1 in
68: 5 x1 5 print R56 x1 46..46 words R61 x1 29..29 more
69: 4 x1 4 R29 x1 1..1 text A29 x2 3..6 O56 x1 52..52 words O61 x1 32..32 more R69 x1 1..1 more
70: 4 x1 4 R67 x2 11..13 in
71: 4 x1 4 R70 x3 2..3 O70 x1 4..4
72: 3 x1 3 R70 x1 6..6 out O70 x2 6..8 A71 x3 2..3 O71 x1 2..2 A72 x1 2..2 out
73: 4 x1 4 R70 x1 10..10 O70 x1 11..11 R72 x2 1..2 out
74: 2 x1 2 O70 x1 13..13 O71 x1 9..9 R72 x1 5..5 out A73 x1 3..3 O73 x1 2..2
75: 2 x1 2
76: 1 x1 1 R75 x1 1..1 stream
77: 3 x1 3 o R75 x1 2..2 stream
78: 1 x1 1 R75 x1 5..5 stream
79: 2 x1 2 R77 x1 2..2 file O77 x1 3..3 file
80: 3 x1 3 O72 x1 16..16 out A73 x2 11..11 out A74 x1 11..11 out O75 x1 10..10 stream A76 x1 5..5 stream A77 x1 5..5 stream A78 x1 5..5 stream
82: 15 x3 5 o O80 x2 5..5 R80 x3 1..11 stream O82 x4 5..5
83: 1 x1 1 R80 x1 16..16 stream
84: 5 x1 5 R82 x4 3..7 O82 x1 16..16
85: 1 x1 1 O82 x1 9..9 out A84 x2 2..2 out
87: 5 x1 5 R85 x2 1..3 out R87 x1 2..2
88: 1 x1 1 R85 x1 6..6 out
89: 2 x1 2 R85 x1 7..7 out O85 x1 8..8 out A87 x2 1..1 out A88 x1 1..1 out A89 x1 1..1 out
90: 6 x1 6 R87 x1 10..10 R89 x3 1..5 out
91: 2 x1 2 O87 x1 14..14 R89 x1 7..7 out A90 x2 4..6 O90 x1 2..2
92: 2 x1 2 O89 x1 9..9 out A90 x3 2..2 out A91 x1 2..2 out
93: 2 x1 2 R92 x2 1..3
95: 0 x3 0 i
35 loop: 6 x1 2
44 loop: 6 x1 2
81 loop: 15 x1 3 o
94 loop: 0 x1 3 i
*/
