/*
 * The address of the pages: "http://127.0.0.1:PORT/TOKEN/". The token is
 * random, so that neither other users of the machine nor other pages in the
 * browser can guess it. The Host of a request must be this address, which
 * prevents DNS rebinding: other names that resolve to 127.0.0.1 are refused.
 */
#pragma once

#include "util/text/str.h"

enum { ADDRESS_TOKEN = 32 }; /* hexadecimal digits: 128 bits */

struct address {
    uint16_t port;
    char token[ADDRESS_TOKEN + 1];
    /* The browser gets this second token on its command line, which other users
       can see. It leads to the first one and works once; "" after that. */
    char ticket[ADDRESS_TOKEN + 1];
};

/* Makes the token and the ticket. Returns false after a message. */
bool address_make(struct address *address);

/* Is the Host of a request (NULL: none) that of this server? */
bool address_is_host(const struct address *address, const char *host);
/* Is the path "/" and this token (or ticket), followed by `rest`: "/" for a
   page, "/source" for source, or "/state" for the version of the files? */
bool address_is(const char *path, const char *token, const char *rest);

/* Prints the address on standard output. Returns false after a message. */
bool address_print(const struct address *address);
/* Opens the address in the browser, with the ticket, if there is a display. */
void address_open(const struct address *address);
