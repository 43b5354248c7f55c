/* Counts the words of a made-up text in a hash table, sorts them and prints
   the most frequent. count_text takes most of the time; sort is recursive. */
#include <stdio.h>

#define ROOM 131072 /* entries of the table, more than words */

struct word {
    char text[16];
    unsigned count; /* 0 in a free entry */
};

static struct word table[ROOM];
static unsigned seed = 1;

/** Returns a random number below n. */
static unsigned chance(unsigned n)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 16) % n;
}

/** Makes a word of one to three out of 40 syllables, some much more often. */
static void make_word(char *text)
{
    for (unsigned syllables = 1 + chance(3); syllables; syllables--) {
        *text++ = "tnsrlhdm"[chance(1 + chance(8))];
        *text++ = "eaoiu"[chance(1 + chance(5))];
    }
    *text = '\0';
}

/** Turns a word into a number. */
static unsigned hash(const char *text)
{
    unsigned value = 2166136261;
    for (const char *c = text; *c; c++)
        value = (value ^ (unsigned char)*c) * 16777619;
    return value;
}

/** Compares two texts as strcmp does. strcmp of the C library has no frame
    pointer, so perf would not find its caller. */
static int compare_text(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a - *b;
}

/** Returns the entry of a word in the table, or the free one for it. */
static struct word *find_word(const char *text)
{
    unsigned i = hash(text) % ROOM;
    while (table[i].count && compare_text(table[i].text, text) != 0)
        i = (i + 1) % ROOM;
    return &table[i];
}

/** Makes up a text of n words and counts them. */
static void count_text(int n)
{
    while (n--) {
        struct word met = { 0 };
        make_word(met.text);
        struct word *word = find_word(met.text);
        if (!word->count)
            *word = met;
        word->count++;
    }
}

/** Moves all words to the front of the table and returns their number. */
static size_t gather(void)
{
    size_t n = 0;
    for (size_t i = 0; i < ROOM; i++)
        if (table[i].count)
            table[n++] = table[i];
    return n;
}

/** Compares two words: the more frequent one comes first. */
static int compare(const struct word *a, const struct word *b)
{
    if (a->count == b->count)
        return compare_text(a->text, b->text);
    return a->count > b->count ? -1 : 1;
}

/** Exchanges two words. */
static void swap(struct word *a, struct word *b)
{
    struct word c = *a;
    *a = *b;
    *b = c;
}

/** Moves words that come before the middle one in front of it. */
static size_t partition(struct word *words, size_t n)
{
    size_t low = 0;
    swap(&words[n / 2], &words[n - 1]);
    for (size_t i = 0; i < n - 1; i++)
        if (compare(&words[i], &words[n - 1]) < 0)
            swap(&words[i], &words[low++]);
    swap(&words[low], &words[n - 1]);
    return low;
}

/** Splits the words into two parts and sorts each. */
static void sort(struct word *words, size_t n)
{
    if (n < 2)
        return;
    size_t middle = partition(words, n);
    sort(words, middle);
    sort(words + middle + 1, n - middle - 1);
}

/** Counts the words of a text, sorts them and prints the most frequent. */
int main(void)
{
    count_text(20000000);
    sort(table, gather());
    for (int i = 0; i < 5; i++)
        printf("%7u %s\n", table[i].count, table[i].text);
    return 0;
}
