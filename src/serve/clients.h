/*
 * The connections of the server. Any user of the machine can open some and send
 * nothing. So when the server has as many as it takes, it closes the oldest one
 * that is not being served.
 */
#pragma once

#include "serve/libmicrohttpd.h"

/* Is empty if zeroed. */
struct clients {
    struct client *first; /* the oldest; the others follow by age */
    size_t n;
};

/* libmicrohttpd calls this when a connection begins and when it ends. `clients`
   is a struct clients *. */
void clients_notify(void *clients, struct MHD_Connection *connection,
                    void **client, enum MHD_ConnectionNotificationCode code);

/* Marks a connection as served from its request with the token until it got the
   answer. */
void clients_serve(struct MHD_Connection *connection, bool is_served);

/* If there are `most` connections, closes the oldest one that is not served,
   except the newest, whose request may be on its way. */
void clients_make_room(const struct clients *clients, size_t most);
