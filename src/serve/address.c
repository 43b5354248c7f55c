#include "serve/address.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/diag.h"

enum { LONGEST = 128 }; /* bytes of an address and of a Host */

static bool make_token(char token[ADDRESS_TOKEN + 1])
{
    unsigned char bytes[ADDRESS_TOKEN / 2];
    FILE *random = fopen("/dev/urandom", "re");
    bool is_read = random && fread(bytes, sizeof bytes, 1, random) == 1;
    int error = errno;
    if (random)
        fclose(random);
    if (!is_read)
        return diag_error("--serve: cannot read random numbers from "
                          "/dev/urandom: %s", strerror(error));
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

bool address_make(struct address *address)
{
    return make_token(address->token) && make_token(address->ticket);
}

bool address_is_host(const struct address *address, const char *host)
{
    static const char *const names[] = { "127.0.0.1", "localhost" };
    char expected[LONGEST];
    for (size_t i = 0; host && i < ROWS(names); i++) {
        snprintf(expected, sizeof expected, "%s:%u", names[i], address->port);
        if (strcmp(host, expected) == 0)
            return true;
        if (address->port == 80 && strcmp(host, names[i]) == 0)
            return true;
    }
    return false;
}

/* Compares all bytes, so that the time does not tell how many are right. */
bool address_is(const char *path, const char *token, const char *rest)
{
    unsigned char difference = 0;
    if (token[0] == '\0' || strlen(path) < ADDRESS_TOKEN + 2)
        return false;
    for (size_t i = 0; i < ADDRESS_TOKEN; i++)
        difference |= (unsigned char)(path[i + 1] ^ token[i]);
    return !difference && path[0] == '/' &&
           strcmp(path + ADDRESS_TOKEN + 1, rest) == 0;
}

bool address_print(const struct address *address)
{
    printf("http://127.0.0.1:%u/%s/\n", address->port, address->token);
    return fflush(stdout) == 0 ||
           diag_error("--serve: cannot print the address on standard output: "
                      "%s", strerror(errno));
}

#ifdef __APPLE__
#define OPENER "open"
static bool has_display(void)
{
    return true;
}
#else
#define OPENER "xdg-open"
static bool has_display(void)
{
    const char *x11 = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    return (x11 && *x11) || (wayland && *wayland);
}
#endif

/* Becomes the program that opens the browser, and discards what it prints. The
   browser gets no signal mask of ours, and none of the signals that we ignore:
   it would keep them as long as it lives. Does not return. */
static void become_opener(const char *url)
{
    int null = open("/dev/null", O_RDWR);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    for (int fd = 0; fd < 3; fd++)
        dup2(null, fd);
    execlp(OPENER, OPENER, url, (char *)NULL);
    _exit(127);
}

/* The child ends at once, so that nobody has to wait for the browser. */
void address_open(const struct address *address)
{
    char url[LONGEST];
    if (!has_display())
        return;
    snprintf(url, sizeof url, "http://127.0.0.1:%u/%s/", address->port,
             address->ticket);
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() == 0)
            become_opener(url);
        _exit(0);
    }
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
}
