/* functions: put separate tokenize convert compare visit walk map grow main
   Functions of libc that few programs call read what the program wrote, and what
   they write is read. Each text is taken until nothing is left of it. */
#define _GNU_SOURCE
#include <iconv.h>
#include <search.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char fields[16], words[16], ascii[8], *from, *to;
static size_t n_from, n_to;
static int keys[3], n_fields, n_words, sum;
static sem_t ready;
static void *tree;

static void put(void)
{
    strcpy(fields, "a,bc,");
    strcpy(words, "one two");
    for (int i = 0; i < 3; i++)
        keys[i] = 3 - i;
}

static void separate(void)
{
    char *rest = fields;
    while (strsep(&rest, ","))
        n_fields++;
}

static void tokenize(void)
{
    char *rest;
    for (char *word = strtok_r(words, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest))
        n_words++;
}

static void convert(void)
{
    iconv_t state = iconv_open("ASCII", "UTF-8");
    from = words;
    to = ascii;
    n_from = 3;
    n_to = sizeof ascii;
    iconv(state, &from, &n_from, &to, &n_to);
    iconv_close(state);
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void visit(const void *node, VISIT order, int depth)
{
    (void)depth;
    if (order == postorder || order == leaf)
        sum = sum * 10 + **(const int *const *)node;
}

static void walk(void)
{
    for (int i = 0; i < 3; i++)
        tsearch(&keys[i], &tree, compare);
    twalk(tree, visit);
}

static int map(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int *memory = mmap(NULL, page, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memory[0] = 5;
    memory = mremap(memory, page, 3 * page, MREMAP_MAYMOVE);
    int kept = memory[0];
    madvise(memory, page, MADV_DONTNEED);
    return kept == 5 && memory[0] == 0;
}

static int grow(void)
{
    int *memory = sbrk(64);
    memory[1] = 7;
    return memory[1] == 7 && brk(memory) == 0;
}

static int wait_for(void)
{
    sem_init(&ready, 0, 0);
    sem_post(&ready);
    return sem_wait(&ready) == 0;
}

int main(void)
{
    put();
    separate();
    tokenize();
    convert();
    walk();
    if (n_fields != 3 || n_words != 2 || ascii[2] != 'e' || sum != 123)
        return 1;
    return !(map() && grow() && wait_for());
}

/*
call: convert:46[convert:46] -> convert:50[convert:50] 1 4
call: convert:47[convert:47] -> convert:50[convert:50] 1 5
call: convert:48[convert:48] -> convert:50[convert:50] 1 3
call: convert:49[convert:49] -> convert:50[convert:50] 1 4
call: convert:50[convert:50] -> main:106[main:106] 1 42
call: grow:88[grow:88] -> grow:89[grow:89] 1 1
call: map:78[map:78] -> map:80[map:80] 1 1
call: put:22[put:22] -> separate:31[separate:31] 3 9
call: put:23[put:23] -> convert:50[convert:50] 1 51
call: put:23[put:23] -> tokenize:38[tokenize:38] 1 28
call: put:23[put:23] -> tokenize:39[tokenize:39] 2 35
call: put:25[put:25] -> compare:56[compare:56] 3 60
call: put:25[put:25] -> compare:56[compare:56] 3 62
call: put:25[put:25] -> visit:63[visit:63] 3 77
call: separate:30[separate:30] -> separate:31[separate:31] 1 1
call: separate:31[separate:31] -> separate:31[separate:31] 3 3
call: separate:32[separate:32] -> main:106[main:106] 1 70
call: separate:32[separate:32] -> separate:32[separate:32] 2 5
call: tokenize:38[tokenize:38] -> tokenize:39[tokenize:39] 1 3
call: tokenize:39[tokenize:39] -> tokenize:39[tokenize:39] 1 3
call: tokenize:40[tokenize:40] -> main:106[main:106] 1 57
call: tokenize:40[tokenize:40] -> tokenize:40[tokenize:40] 1 5
call: visit:63[visit:63] -> main:106[main:106] 1 6
call: visit:63[visit:63] -> visit:63[visit:63] 2 2
call: walk:69[walk:69] -> walk:69[walk:69] 2 1
call: walk:69[walk:69] -> walk:70[walk:70] 1 1
doc: convert:46[convert:46] -> convert:50[convert:50] 1 4
doc: convert:47[convert:47] -> convert:50[convert:50] 1 5
doc: convert:48[convert:48] -> convert:50[convert:50] 1 3
doc: convert:49[convert:49] -> convert:50[convert:50] 1 4
doc: convert:50[convert:50] -> main:106[main:106] 1 30
doc: grow:88[grow:88] -> grow:89[grow:89] 1 1
doc: map:78[map:78] -> map:80[map:80] 1 1
doc: put:22[put:22] -> separate:31[separate:31] 3 9
doc: put:23[put:23] -> convert:50[convert:50] 1 51
doc: put:23[put:23] -> tokenize:38[tokenize:38] 1 28
doc: put:23[put:23] -> tokenize:39[tokenize:39] 2 35
doc: put:25[put:25] -> compare:56[compare:56] 3 58
doc: put:25[put:25] -> compare:56[compare:56] 3 60
doc: put:25[put:25] -> visit:63[visit:63] 3 69
doc: separate:30[separate:30] -> separate:31[separate:31] 1 1
doc: separate:31[separate:31] -> separate:31[separate:31] 3 3
doc: separate:32[separate:32] -> main:106[main:106] 1 58
doc: separate:32[separate:32] -> separate:32[separate:32] 2 5
doc: tokenize:38[tokenize:38] -> tokenize:39[tokenize:39] 1 3
doc: tokenize:39[tokenize:39] -> tokenize:39[tokenize:39] 1 3
doc: tokenize:40[tokenize:40] -> main:106[main:106] 1 45
doc: tokenize:40[tokenize:40] -> tokenize:40[tokenize:40] 1 5
doc: visit:63[visit:63] -> main:106[main:106] 1 4
doc: visit:63[visit:63] -> visit:63[visit:63] 2 1
doc: walk:69[walk:69] -> walk:69[walk:69] 2 1
doc: walk:69[walk:69] -> walk:70[walk:70] 1 1
*/
