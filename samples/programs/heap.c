/* Allocates on the heap through a few levels of calls: what stays until the
   end, what is released at once, and what is released later. */
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 20, RELEASED = 15 };

static char *grown[ROUNDS], *cached[ROUNDS];

static char *copy(const char *text, size_t room)
{
    char *result = malloc(room);
    if (!result)
        exit(1);
    return strcpy(result, text);
}

static char *grow(int depth)
{
    return depth ? grow(depth - 1) : copy("grown", 5000);
}

static char *cache(void)
{
    return copy("cached", 800);
}

static void scratch(void)
{
    free(copy("scratch", 20000));
}

int main(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        grown[i] = grow(i % 3);
        cached[i] = cache();
        scratch();
    }
    for (int i = 0; i < RELEASED; i++)
        free(grown[i]);
    return 0;
}
