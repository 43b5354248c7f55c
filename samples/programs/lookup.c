/* Counts made-up words in a hash table of chains. Compiled with -DFASTER the
   table has more slots, so that chains are short, and is checked at the end:
   find gets cheaper, and check is new. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef FASTER
enum { SLOTS = 4096 };
#else
enum { SLOTS = 256 };
#endif

struct word {
    struct word *next;
    unsigned count;
    char text[12];
};

static struct word *slots[SLOTS];
static unsigned seed = 1;

/** Returns a random number below n. */
static unsigned chance(unsigned n)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % n;
}

/** Writes one of 5000 words. */
static void make_word(char *text)
{
    unsigned word = chance(5000);
    for (unsigned i = 0; i < 4; i++) {
        *text++ = "tnsrlhdmbk"[word % 10];
        *text++ = "eaoiu"[word % 5];
        word /= 10;
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

/** Are two texts equal? */
static int equal(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

/** Returns the entry of a word, which may be new. */
static struct word *find(const char *text)
{
    struct word **at = &slots[hash(text) % SLOTS];
    while (*at && !equal((*at)->text, text))
        at = &(*at)->next;
    if (!*at) {
        *at = calloc(1, sizeof **at);
        strcpy((*at)->text, text);
    }
    return *at;
}

/** Makes up a text of n words and counts them. */
static void count(unsigned n)
{
    char text[12];
    while (n--) {
        make_word(text);
        find(text)->count++;
    }
}

#ifdef FASTER
/** Counts the words that lie in the slot of their hash, again and again. */
static unsigned check(void)
{
    unsigned good = 0;
    for (unsigned turn = 0; turn < 1000; turn++)
        for (unsigned i = 0; i < SLOTS; i++)
            for (struct word *word = slots[i]; word; word = word->next)
                good += hash(word->text) % SLOTS == i;
    return good;
}
#endif

/** Counts words and prints how often the first one occurs. */
int main(void)
{
    count(6000000);
    printf("%u\n", find("tetetete")->count);
#ifdef FASTER
    printf("%u\n", check());
#endif
    return 0;
}
