/*
 * The connections of the server. Everybody on the machine can open some and say
 * nothing, so they must not keep others out: when there are as many as the
 * server takes, the oldest one is closed that is not being served.
 */
#pragma once

#include "serve/libmicrohttpd.h"

/* Zeroed is empty. */
struct clients {
    struct client *first; /* the oldest; the others follow by age */
    size_t n;
};

/* libmicrohttpd calls this when a connection begins and when it ends. `clients`
   is a struct clients *. */
void clients_notify(void *clients, struct MHD_Connection *connection,
                    void **client, enum MHD_ConnectionNotificationCode code);

/* Says that a connection has asked for something with the token, or that it has
   got the answer. */
void clients_serve(struct MHD_Connection *connection, bool is_served);

/* If there are `most` connections, closes the oldest one that is not served,
   but not the newest one, which has just come and may be about to ask. */
void clients_make_room(const struct clients *clients, size_t most);
