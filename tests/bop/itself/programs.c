/* Small programs that show what libc and the kernel do for them: signals, limits,
   exec, fork, the order at the end, descriptors. tests/scripts/itself.sh runs each
   one, as compilers build it and traced, and compares what they print and how they
   end. The argument is the number of the program. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;
static volatile sig_atomic_t caught;
static int data[50];
static sigjmp_buf back;

static void work(void)
{
    for (int i = 0; i < 50; i++)
        data[i] += i;
}

static void on(int number)
{
    caught = number;
}

static void on_info(int number, siginfo_t *info, void *context)
{
    caught = number * 100 + (info->si_pid == getpid()) + (context != NULL);
}

static void again(int number)
{
    puts("handler");
    fflush(stdout);
    signal(number, SIG_DFL);
    raise(number);
}

static void jump(int number)
{
    siglongjmp(back, number);
}

static void on_child(int number)
{
    int status;
    pid_t pid;
    (void)number;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        caught++;
}

static const char *action_of(int number)
{
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0)
        return "none";
    return action.sa_handler == SIG_DFL   ? "default"
           : action.sa_handler == SIG_IGN ? "ignored"
                                          : "handler";
}

static void show_actions(void)
{
    for (int i = 1; i < 32; i++)
        printf("%d %s %d\n", i, action_of(i), (int)errno);
}

static void first(void)
{
    puts("first");
}

static void second(void)
{
    puts("second");
    work();
}

static void child_left(void)
{
    int status;
    pid_t pid = waitpid(-1, &status, 0);
    printf("at exit: %d\n", pid > 0 ? status : -errno);
}

__attribute__((destructor)) static void last(void)
{
    int status;
    if (caught == 77)
        printf("destructor: %d\n", waitpid(-1, &status, 0) < 0 ? errno : 0);
    if (caught == 78)
        puts("the destructor runs");
}

static void *thread(void *argument)
{
    work();
    return argument;
}

static int status_of(pid_t pid)
{
    int status = -1;
    waitpid(pid, &status, 0);
    return status;
}

static void descriptors(const char *when)
{
    printf("%s:", when);
    for (int i = 0; i < 20; i++)
        if (fcntl(i, F_GETFD) >= 0)
            printf(" %d", i);
    puts("");
}

static void limit(int resource, rlim_t most)
{
    struct rlimit all;
    getrlimit(resource, &all);
    all.rlim_cur = most < all.rlim_max ? most : all.rlim_max;
    printf("set %d\n", setrlimit(resource, &all));
    getrlimit(resource, &all);
    printf("%d\n", all.rlim_cur == most);
}

static void act(int number, void (*handler)(int), int flags)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = flags };
    printf("%d\n", sigaction(number, &action, NULL));
}

static int run(int program, char **arguments)
{
    char *const echo[] = { "echo", "started", NULL };
    char *const self[] = { arguments[0], "0", NULL };
    int fds[2], status = 0;
    pid_t pid;
    struct sigaction old;
    sigset_t set;
    struct stat info;
    pthread_t id;
    work();
    switch (program) {
    case 0: puts("again"); return 3;
    case 1: show_actions(); return 0;
    case 2:
        for (int i = 1; i < 32; i++)
            printf("%d %d\n", i, signal(i, SIG_DFL) == SIG_DFL);
        show_actions();
        return 0;
    case 3:
        for (int i = 1; i < 32; i++) {
            signal(i, on);
            printf("%d %d\n", i, signal(i, SIG_IGN) == on);
        }
        show_actions();
        return 0;
    case 4: signal(SIGTERM, again); raise(SIGTERM); return 0;
    case 5: signal(SIGSEGV, again); raise(SIGSEGV); return 0;
    case 6: signal(SIGUSR1, on); raise(SIGUSR1); return caught;
    case 7: raise(SIGINT); return 0;
    case 8: abort();
    case 9: signal(SIGABRT, on); abort();
    case 10: act(SIGTERM, on, SA_RESETHAND); raise(SIGTERM);
        puts(action_of(SIGTERM)); raise(SIGTERM); return 0;
    case 11:
        memset(&old, 0, sizeof old);
        old.sa_sigaction = on_info;
        old.sa_flags = SA_SIGINFO;
        sigaction(SIGUSR2, &old, NULL);
        kill(getpid(), SIGUSR2);
        printf("%d\n", (int)caught);
        return 0;
    case 12:
        signal(SIGFPE, jump);
        if (!sigsetjmp(back, 1))
            raise(SIGFPE);
        puts("back");
        return 0;
    case 13: signal(SIGPIPE, SIG_IGN); pipe(fds); close(fds[0]);
        printf("%d\n", (int)write(fds[1], "x", 1)); return errno == EPIPE;
    case 14: pipe(fds); close(fds[0]); write(fds[1], "x", 1); return 0;
    case 15: signal(SIGCHLD, on_child); pid = fork(); if (!pid) _exit(0);
        while (!caught) usleep(1000);
        printf("%d\n", (int)caught); return 0;
    case 16: signal(SIGCHLD, SIG_IGN); pid = fork(); if (!pid) _exit(2);
        printf("%d %d\n", waitpid(pid, &status, 0), errno == ECHILD); return 0;
    case 17: atexit(child_left); caught = 77; return 0;
    case 18: atexit(first); atexit(second); caught = 78; return 4;
    case 19: atexit(first); _exit(5);
    case 20: at_quick_exit(second); quick_exit(6);
    case 21: pid = fork(); if (!pid) exit(7);
        printf("%d\n", status_of(pid)); return 0;
    case 22: pid = fork(); if (!pid) raise(SIGTERM);
        printf("%d\n", status_of(pid)); return 0;
    case 23: fflush(stdout); execvp(echo[0], echo); return 1;
    case 24: printf("%d %d\n", execvp("/nowhere/x", echo), errno); return 0;
    case 25: fflush(stdout); execv("/proc/self/exe", self); return 1;
    case 26: pid = vfork(); if (!pid) { execvp(echo[0], echo); _exit(9); }
        printf("%d\n", status_of(pid)); return 0;
    case 27: posix_spawnp(&pid, echo[0], NULL, NULL, echo, environ);
        printf("%d\n", status_of(pid)); return 0;
    case 28: printf("%d\n", system("exit 3")); fflush(stdout);
        return system("trap") != 0;
    case 29: descriptors("start"); printf("%d\n", open("/dev/null", O_RDONLY));
        descriptors("open"); return 0;
    case 30: for (int i = 3; i < 100; i++) close(i);
        descriptors("closed"); work(); return 0;
    case 31: fclose(stdin); printf("%d\n", open("/dev/null", O_RDONLY));
        work(); return 0;
    case 32: limit(RLIMIT_NOFILE, 8); descriptors("few"); work(); return 0;
    case 33: limit(RLIMIT_CORE, 0); work(); return 0;
    case 34: limit(RLIMIT_STACK, 1 << 20); work(); return 0;
    case 35: sigemptyset(&set); sigaddset(&set, SIGUSR1);
        sigprocmask(SIG_BLOCK, &set, NULL); raise(SIGUSR1);
        sigpending(&set); printf("%d\n", sigismember(&set, SIGUSR1));
        printf("%d\n", sigwaitinfo(&set, NULL) == SIGUSR1); return 0;
    case 36: signal(SIGALRM, on); alarm(1); pause();
        printf("%d\n", (int)caught); return 0;
    case 37: pthread_create(&id, NULL, thread, data);
        printf("%d\n", pthread_join(id, (void **)&arguments)); return 0;
    case 38: errno = 5; work(); printf("%d\n", errno); umask(077);
        printf("%o\n", (unsigned)umask(0)); return 0;
    case 39: putenv("ITSELF=1"); fflush(stdout); return system("echo $ITSELF");
    case 40: stat("/proc/self/exe", &info); sigaltstack(NULL, NULL);
        printf("%d %d\n", isatty(0), S_ISREG(info.st_mode)); return 0;
    case 41: signal(SIGHUP, SIG_IGN); fflush(stdout);
        return system("kill -HUP $$; echo survived");
    case 42: setvbuf(stdout, NULL, _IOFBF, 4096); printf("kept");
        return raise(SIGKILL);
    }
    return 99;
}

int main(int argc, char **arguments)
{
    int program = argc > 1 ? atoi(arguments[1]) : 0;
    work();
    return run(program, arguments);
}
