/*
 * The address of the pages: "http://127.0.0.1:PORT/TOKEN/". The token is
 * random, so that neither other users of the machine nor other pages in the
 * browser can guess it. The Host of a request must be ours: a foreign name that
 * leads to 127.0.0.1 (DNS rebinding) is refused.
 */
#pragma once

#include "util/text/str.h"

enum { ADDRESS_TOKEN = 32 }; /* hexadecimal digits: 128 bits */

struct address {
    uint16_t port;
    char token[ADDRESS_TOKEN + 1];
    /* Other users can see the command line of the browser, so that the browser
       is given this token, which leads to the other one and works once. "": it
       was used. */
    char ticket[ADDRESS_TOKEN + 1];
};

/* Makes the token and the ticket. Returns false after a message. */
bool address_make(struct address *address);

/* Does a request with this Host mean this server? NULL: it has none. */
bool address_is_host(const struct address *address, const char *host);
/* Is a path that of the token or the ticket, with this rest behind it: "/", or
   "/source", which shows source, or "/state", the version of the files? */
bool address_is(const char *path, const char *token, const char *rest);

/* Prints the address on standard output. Returns false after a message. */
bool address_print(const struct address *address);
/* Opens the address by ticket in the browser if there is a display. */
void address_open(const struct address *address);
