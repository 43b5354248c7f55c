/*
 * The tracer's life: it starts at the first call of any kind, and ends with
 * the program; what BOP_ variables say in between.
 */
#include "bop/core.h"

#include "bop/events.h"
#include "bop/functions.h"
#include "bop/life.h"
#include "bop/output.h"
#include "bop/symbols.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct tracer bop = { .off = true };

static pthread_once_t once = PTHREAD_ONCE_INIT;

void bop_stop(void)
{
    bop.off = bop.dead = true;
}

static bool is_set(const char *name, const char *value)
{
    const char *is = secure_getenv(name);
    return is && strcmp(is, value) == 0;
}

/* One of the values, the first if it is not set. */
static int choose(const char *name, const char *const *values)
{
    const char *is = secure_getenv(name);
    if (!is || !*is)
        return 0;
    for (int i = 0; values[i]; i++)
        if (strcmp(is, values[i]) == 0)
            return i;
    bop_say("has an unknown value, the default is used", name, 0);
    bop_remark('w', "unknown value", name);
    return 0;
}

static void read_max_edges(void)
{
    const char *is = secure_getenv("BOP_MAXEDGES");
    char *end = NULL;
    bop.max_edges = bop.mode == MODE_EVENTS ? 10000000 : 1000000;
    if (!is || !*is)
        return;
    unsigned long long n = strtoull(is, &end, 10);
    if (*end || *is == '-' || n == 0)
        bop_say("expected a number above 0", "BOP_MAXEDGES", 0);
    else
        bop.max_edges = n;
}

static void read_settings(void)
{
    bop.doc = choose("BOP_SEM", (const char *[]){ "call", "doc", NULL });
    bop.mode = (enum mode)choose(
        "BOP_MODE", (const char *[]){ "agg", "events", "null", NULL });
    bop.words = choose("BOP_GRANULE", (const char *[]){ "1", "4", NULL });
    bop.detail_only =
        choose("BOP_CALLS", (const char *[]){ "all", "detail", NULL });
    bop.stats = is_set("BOP_STATS", "1");
    read_max_edges();
}

static void find_exe(void)
{
    ssize_t n = readlink("/proc/self/exe", bop.exe, sizeof bop.exe - 1);
    bop.exe[n < 0 ? 0 : n] = 0;
}

/* fork: nobody may be in the middle of a change. */
static struct quiet fork_quiet;

static void before_fork(void)
{
    struct quiet quiet;
    bop_quiet(&quiet);
    copy_bytes(&fork_quiet, &quiet, sizeof quiet);
}

static void in_parent(void)
{
    struct quiet quiet;
    copy_bytes(&quiet, &fork_quiet, sizeof quiet);
    bop_loud(&quiet);
}

static void in_child(void)
{
    struct quiet quiet;
    copy_bytes(&quiet, &fork_quiet, sizeof quiet);
    bop.pid = getpid();
    bop_events_forget();
    bop_threads_forked();
    bop_output_forked();
    bop_events_resume();
    bop_loud(&quiet);
}

static void start(void)
{
    int error = errno;
    bop.pid = getpid();
    find_exe();
    read_settings();
    bop_modules_renew();
    bop_names_read();
    bop_threads_start();
    bop_output_start();
    bop_signals_start();
    pthread_atfork(before_fork, in_parent, in_child);
    bop.started = true;
    bop.off = bop.dead;
    errno = error;
}

/* What this calls may be replaced by the program, and traced. */
void bop_start(void)
{
    static __thread bool starting __attribute__((tls_model("initial-exec")));
    if (likely(bop.started) || starting)
        return;
    starting = true;
    pthread_once(&once, start);
    starting = false;
}

/* libc's exit goes on to a function that, in a static program, is ours. */
static bool over;

/* The child of vfork has its parent's memory, but is another process. */
void bop_end(void)
{
    if (over || !bop.started || getpid() != bop.pid || bop.mode == MODE_NULL)
        return;
    if (bop.dead && !bop_remarked())
        return;
    int error = bop.mode == MODE_EVENTS ? bop_events_end() : bop_output(NULL);
    if (error)
        bop_say("cannot write the trace", bop_output_path(), error);
}

__attribute__((constructor(101))) static void begin_program(void)
{
    bop_start();
}

__attribute__((destructor(101))) static void end_program(void)
{
    bop_modules_renew();
    bop_end();
    over = true;
}
