/* The program ends in the way that its argument names. Before that, get reads
   what put has written. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int x;
static char *self;

static void put(int n)
{
    x = n;
}

static int get(void)
{
    return x;
}

static int deep(int n)
{
    volatile char room[4096];
    room[n % 4096] = 1;
    return deep(n + 1) + room[0];
}

static int wait_for(pid_t child)
{
    int status = 1;
    waitpid(child, &status, 0);
    return status;
}

/* The child reads what its parent wrote. */
static int end_fork(void)
{
    pid_t child = fork();
    if (child == 0)
        return get() != 1;
    return wait_for(child);
}

static int end_vfork(void)
{
    pid_t child = vfork();
    if (child == 0) {
        put(2);
        _exit(0);
    }
    return wait_for(child);
}

static int end_spawn(void)
{
    extern char **environ;
    pid_t child;
    char *args[] = { self, "return", NULL };
    if (posix_spawn(&child, self, NULL, NULL, args, environ) != 0)
        return 1;
    return wait_for(child);
}

static void close_all(void)
{
    for (int fd = 0; fd < 256; fd++)
        close(fd);
}

static int end(const char *how)
{
    if (strcmp(how, "exit") == 0)
        exit(0);
    if (strcmp(how, "_exit") == 0)
        _exit(0);
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "segv") == 0)
        return *(volatile int *)8;
    if (strcmp(how, "overflow") == 0)
        return deep(0);
    if (strcmp(how, "term") == 0)
        return raise(SIGTERM);
    if (strcmp(how, "default") == 0) {
        struct sigaction action = { .sa_handler = SIG_IGN };
        sigaction(SIGTERM, &action, NULL);
        action.sa_handler = SIG_DFL;
        sigaction(SIGTERM, &action, NULL);
        return raise(SIGTERM);
    }
    if (strcmp(how, "kill") == 0)
        return raise(SIGKILL);
    if (strcmp(how, "close") == 0)
        close_all();
    if (strcmp(how, "exec") == 0)
        execl(self, self, "return", NULL);
    if (strcmp(how, "noexec") == 0)
        return execl("/nonexistent", "x", NULL) == 0 || errno != ENOENT ||
               get() != 1;
    if (strcmp(how, "fork") == 0)
        return end_fork();
    if (strcmp(how, "vfork") == 0)
        return end_vfork();
    if (strcmp(how, "spawn") == 0)
        return end_spawn();
    return 0;
}

int main(int n, char **args)
{
    self = args[0];
    put(1);
    int got = get();
    if (n < 2 || got != 1)
        return 1;
    return end(args[1]);
}
