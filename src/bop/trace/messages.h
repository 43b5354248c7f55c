/* Messages to the user, printed on standard error at once or kept for the
   trace. */
#pragma once

#include <stddef.h>

/* Prints "bop: NAME: WHAT: ERROR". name may be NULL; error is an errno value,
   or 0. */
void bop_message_print(const char *what, const char *name, int error);

struct message {
    char kind; /* the record: 'w' is a warning, '!' a useless trace */
    const char *text, *name; /* name may be NULL */
};

/* Keeps a message for the trace; the texts must stay valid. Messages beyond
   the 32nd are dropped. */
void bop_message_keep(char kind, const char *text, const char *name);

/* Returns message i that was kept, or NULL if there are fewer. */
const struct message *bop_message(size_t i);
