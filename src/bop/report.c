/* The tracer's own words, on standard error. */
#include "bop/core.h"

#include <string.h>
#include <unistd.h>

static void add(char *line, size_t *n, size_t room, const char *text)
{
    while (*text && *n < room)
        line[(*n)++] = *text++;
}

void bop_say(const char *what, const char *name, int error)
{
    char line[8192];
    size_t n = 0, room = sizeof line - 1;
    add(line, &n, room, "bop: ");
    if (name) {
        add(line, &n, room, name);
        add(line, &n, room, ": ");
    }
    add(line, &n, room, what);
    if (error) {
        add(line, &n, room, ": ");
        add(line, &n, room, strerror(error));
    }
    line[n++] = '\n';
    if (write(2, line, n) < 0)
        return; /* there is nobody to tell */
}
