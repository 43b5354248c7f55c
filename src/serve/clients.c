#include "serve/clients.h"

#include <sys/socket.h>

#include "util/array.h"

struct client {
    struct client *next; /* the one that came after it */
    int socket;
    bool is_served;
};

static void add(struct clients *clients, struct client *client)
{
    struct client **last = &clients->first;
    while (*last)
        last = &(*last)->next;
    *last = client;
    clients->n++;
}

static void release(struct clients *clients, struct client *client)
{
    struct client **at = &clients->first;
    while (*at != client)
        at = &(*at)->next;
    *at = client->next;
    clients->n--;
    free(client);
}

void clients_notify(void *clients, struct MHD_Connection *connection,
                    void **client, enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        release(clients, *client);
        return;
    }
    struct client *new = array_new(1, sizeof *new);
    new->socket = MHD_get_connection_info(connection,
                                          MHD_CONNECTION_INFO_CONNECTION_FD)
                      ->connect_fd;
    *client = new;
    add(clients, new);
}

void clients_serve(struct MHD_Connection *connection, bool is_served)
{
    struct client *client =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
            ->socket_context;
    client->is_served = is_served;
}

/* libmicrohttpd reads the end of a connection that is shut down, and closes
   it. */
void clients_make_room(const struct clients *clients, size_t most)
{
    if (clients->n < most)
        return;
    const struct client *client = clients->first;
    while (client->next && client->is_served)
        client = client->next;
    if (client->next)
        shutdown(client->socket, SHUT_RDWR);
}
