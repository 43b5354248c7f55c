/* Compresses text: sorts a block by what follows each byte (Burrows and
   Wheeler), then applies move to front, run lengths and an adaptive model of
   bits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 50000
#define BLOCKS 20

static unsigned char text[2 * BLOCK], last[BLOCK], front[BLOCK];
static int order[BLOCK], rank[BLOCK], next[BLOCK], count[BLOCK + 257];
static unsigned short model[256][256];
static unsigned seed = 7;

static void make_text(void)
{
    static const char *const words[] = { "the ", "quick ", "brown ", "fox ",
                                         "jumps ", "over ", "lazy ", "dog\n" };
    size_t n = 0;
    while (n < BLOCK) {
        seed = seed * 1103515245u + 12345u;
        const char *word = words[seed >> 29];
        size_t more = strlen(word);
        if (more > BLOCK - n)
            more = BLOCK - n;
        memcpy(text + n, word, more);
        n += more;
    }
    memcpy(text + BLOCK, text, BLOCK);
}

static void sort_by(int classes, int shift)
{
    memset(count, 0, sizeof count);
    for (int i = 0; i < BLOCK; i++)
        next[i] = (order[i] - shift + BLOCK) % BLOCK;
    for (int i = 0; i < BLOCK; i++)
        count[rank[next[i]] + 1]++;
    for (int i = 0; i < classes; i++)
        count[i + 1] += count[i];
    for (int i = 0; i < BLOCK; i++)
        order[count[rank[next[i]]]++] = next[i];
}

static int rank_again(int shift)
{
    int classes = 1;
    next[order[0]] = 0;
    for (int i = 1; i < BLOCK; i++) {
        int a = order[i], b = order[i - 1];
        if (rank[a] != rank[b] ||
            rank[(a + shift) % BLOCK] != rank[(b + shift) % BLOCK])
            classes++;
        next[a] = classes - 1;
    }
    memcpy(rank, next, sizeof rank);
    return classes;
}

static void transform(void)
{
    int classes = 256;
    for (int i = 0; i < BLOCK; i++) {
        order[i] = i;
        rank[i] = text[i];
    }
    sort_by(classes, 0);
    classes = rank_again(0);
    for (int shift = 1; shift < BLOCK && classes < BLOCK; shift *= 2) {
        sort_by(classes, shift);
        classes = rank_again(shift);
    }
    for (int i = 0; i < BLOCK; i++)
        last[i] = text[(order[i] + BLOCK - 1) % BLOCK];
}

static void move_to_front(void)
{
    unsigned char list[256];
    for (int i = 0; i < 256; i++)
        list[i] = (unsigned char)i;
    for (int i = 0; i < BLOCK; i++) {
        int at = 0;
        while (list[at] != last[i])
            at++;
        memmove(list + 1, list, (size_t)at);
        list[0] = last[i];
        front[i] = (unsigned char)at;
    }
}

static unsigned long encode(void)
{
    unsigned long cost = 0;
    int before = 0;
    for (int i = 0; i < BLOCK; i++) {
        int node = 1;
        for (int bit = 7; bit >= 0; bit--) {
            unsigned short *p = &model[before][node];
            int one = front[i] >> bit & 1;
            cost += one ? 4096u - *p / 16u : *p / 16u;
            if (one)
                *p = (unsigned short)(*p + ((65535 - *p) >> 4));
            else
                *p = (unsigned short)(*p - (*p >> 4));
            node = node * 2 + one;
        }
        before = front[i];
    }
    return cost;
}

int main(void)
{
    unsigned long cost = 0;
    for (int block = 0; block < BLOCKS; block++) {
        make_text();
        transform();
        move_to_front();
        cost += encode();
    }
    printf("%lu\n", cost);
    return 0;
}
