/* A signal handler is traced as well. It runs on a stack of its own and leaves
   by siglongjmp when it runs for the second time. */
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static volatile int count, seen;
static sigjmp_buf back;

static void handle(int sig)
{
    count = count + 1;
    if (count == 2)
        siglongjmp(back, sig);
}

static void set_up(void)
{
    stack_t stack = { .ss_sp = malloc(65536), .ss_size = 65536 };
    struct sigaction action = { .sa_handler = handle };
    action.sa_flags = SA_ONSTACK;
    sigaltstack(&stack, NULL);
    sigaction(SIGUSR1, &action, NULL);
}

static void look(void)
{
    seen = count;
}

int main(void)
{
    set_up();
    raise(SIGUSR1);
    look();
    if (!sigsetjmp(back, 1))
        raise(SIGUSR1);
    look();
    return seen != 2;
}

/* What raise leads to counts as called from the line that calls raise. */
/*
call: handle:12[main:34] -> handle:12[main:37] 1 6
call: handle:12[main:34] -> look:28[main:35] 1 3
call: handle:12[main:37] -> look:28[main:38] 1 3
call: look:28[main:38] -> main:39[main:39] 1 1
doc: look:28[-] -> main:39[main:39] 1 1
*/
