/* Messages on standard error, made without stdio, and messages for the
   trace. */
#include "bop/trace/messages.h"

#include <string.h>
#include <unistd.h>

#define MAX_MESSAGES 32

static struct message messages[MAX_MESSAGES];
static size_t n_messages;

static void add(char *line, size_t *n, size_t room, const char *text)
{
    while (*text && *n < room)
        line[(*n)++] = *text++;
}

void bop_message_print(const char *what, const char *name, int error)
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
        return; /* there is no way to tell the user */
}

void bop_message_keep(char kind, const char *text, const char *name)
{
    if (n_messages < MAX_MESSAGES)
        messages[n_messages++] = (struct message){ kind, text, name };
}

const struct message *bop_message(size_t i)
{
    return i < n_messages ? &messages[i] : NULL;
}
