/* The life of the tracer: its start, fork, its end. */
#include "bop/tracer.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "bop/base/base.h"
#include "bop/base/bytes.h"
#include "bop/base/lock.h"
#include "bop/base/memory.h"
#include "bop/program/detail.h"
#include "bop/program/modules.h"
#include "bop/signals.h"
#include "bop/state/thread.h"
#include "bop/state/told.h"
#include "bop/trace/events.h"
#include "bop/trace/messages.h"
#include "bop/trace/output.h"
#include "bop/trace/places.h"

struct tracer bop_tracer = { .off = true };

static pthread_once_t once = PTHREAD_ONCE_INIT;

void bop_tracer_stop(void)
{
    bop_tracer.off = bop_tracer.dead = true;
}

/* Returns the index of the variable's value in a list that ends with NULL, or
   0, the default, if it is not set or not in the list. */
static int choose(const char *variable, const char *const *values)
{
    const char *value = secure_getenv(variable);
    if (!value || !*value)
        return 0;
    for (int i = 0; values[i]; i++)
        if (strcmp(value, values[i]) == 0)
            return i;
    bop_message_print("has an unknown value, the default is used", variable, 0);
    bop_message_keep('w', "unknown value", variable);
    return 0;
}

static void read_max_edges(void)
{
    const char *value = secure_getenv("BOP_MAXEDGES");
    char *end = NULL;
    bop_tracer.max_edges = bop_tracer.mode == MODE_EVENTS ? 10000000 : 1000000;
    if (!value || !*value)
        return;
    unsigned long long n = strtoull(value, &end, 10);
    if (*end || *value == '-' || n == 0)
        bop_message_print("expected a number above 0", "BOP_MAXEDGES", 0);
    else
        bop_tracer.max_edges = n;
}

/* Flow dependences are always recorded, so raw need not be named. */
static void read_kinds(void)
{
    const char *value = secure_getenv("BOP_KINDS");
    while (value && *value) {
        size_t n = strcspn(value, ",");
        if (n == 3 && strncmp(value, "war", n) == 0)
            bop_tracer.anti = true;
        else if (n == 3 && strncmp(value, "waw", n) == 0)
            bop_tracer.output = true;
        else if (n != 3 || strncmp(value, "raw", n) != 0)
            bop_message_print("expected raw, war and waw, separated by commas",
                              "BOP_KINDS", 0);
        value += n + (value[n] == ',');
    }
    if ((bop_tracer.anti || bop_tracer.output) &&
        bop_tracer.mode == MODE_EVENTS) {
        bop_message_keep('w', "only flow dependences are recorded with "
                              "BOP_MODE=events", NULL);
        bop_tracer.anti = bop_tracer.output = false;
    }
}

static void read_settings(void)
{
    bop_tracer.doc_semantics =
        choose("BOP_SEM", (const char *[]){ "call", "doc", NULL });
    bop_tracer.mode = (enum trace_mode)choose(
        "BOP_MODE", (const char *[]){ "agg", "events", "null", NULL });
    bop_tracer.words =
        choose("BOP_GRANULE", (const char *[]){ "1", "4", NULL });
    bop_tracer.detail_only =
        choose("BOP_CALLS", (const char *[]){ "all", "detail", NULL });
    bop_tracer.no_places =
        choose("BOP_PLACES", (const char *[]){ "yes", "no", NULL });
    read_max_edges();
    read_kinds();
    bop_tracer.slow =
        bop_tracer.words || bop_tracer.anti || bop_tracer.output;
}

/* fork takes place inside a critical section, so that no other thread is in
   the middle of a change that the child would never see finished. */
static struct lock_state fork_state;

static void before_fork(void)
{
    struct lock_state saved;
    bop_lock_acquire(&saved);
    bop_bytes_copy(&fork_state, &saved, sizeof saved);
}

static void after_fork_in_parent(void)
{
    struct lock_state saved;
    bop_bytes_copy(&saved, &fork_state, sizeof saved);
    bop_lock_release(&saved);
}

static void after_fork_in_child(void)
{
    struct lock_state saved;
    bop_bytes_copy(&saved, &fork_state, sizeof saved);
    bop_tracer.pid = getpid();
    bop_events_forget();
    bop_threads_forked();
    bop_output_forked();
    bop_events_resume();
    bop_lock_release(&saved);
}

/* A program that has more rights than its user, such as a setuid program,
   writes nothing for that user and reads no list of functions from there. */
static bool is_privileged(void)
{
    return getauxval(AT_SECURE) != 0;
}

/* Writes the results so far when there is no memory and the program is about to
   end. */
static void tell_end(bool has_reserve)
{
    bop_tracer_stop();
    bop_message_print("out of memory: the program ends", NULL, 0);
    if (!has_reserve)
        return;
    bop_message_keep('w', "out of memory, so what follows is missing", NULL);
    bop_tracer_end();
}

static void start(void)
{
    int error = errno;
    bop_memory_start(tell_end);
    ssize_t n = readlink("/proc/self/exe", bop_tracer.exe,
                         sizeof bop_tracer.exe - 1);
    bop_tracer.exe[n < 0 ? 0 : n] = 0;
    bop_tracer.pid = getpid();
    read_settings();
    if (is_privileged()) {
        bop_tracer.mode = MODE_NULL;
        bop_tracer_stop();
    }
    bop_modules_refresh();
    if (!is_privileged()) {
        bop_detail_read();
        bop_modules_read();
        /* A program that bop-cc has not linked names its functions later. */
        if (bop_tracer.mode != MODE_NULL && !bop_tracer.dead &&
            bop_notes.folder)
            bop_detail_tell();
    }
    bop_told_start(bop_api_defined());
    bop_threads_start();
    bop_output_start();
    bop_signals_start();
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
    bop_tracer.started = true;
    bop_tracer.off = bop_tracer.dead;
    errno = error;
}

/* The functions of libc that start calls may be replaced by the program and
   traced: their reports come here again and do nothing. */
void bop_tracer_start(void)
{
    static __thread bool starting __attribute__((tls_model("initial-exec")));
    if (likely(bop_tracer.started) || starting)
        return;
    starting = true;
    pthread_once(&once, start);
    starting = false;
}

/* Set when the last function of the library has run. In a static program, the
   exit of libc calls our _exit after that. */
static bool over;

/* The child of a vfork has the memory of its parent but is another process: it
   writes nothing. */
void bop_tracer_end(void)
{
    if (over || !bop_tracer.started || getpid() != bop_tracer.pid ||
        bop_tracer.mode == MODE_NULL)
        return;
    if (bop_tracer.dead && !bop_message(0))
        return;
    int error = bop_tracer.mode == MODE_EVENTS ? bop_events_end()
                                               : bop_output_write(NULL);
    if (error)
        bop_message_print("cannot write the trace", bop_output_path(), error);
    else
        bop_places_add(bop_output_path());
}

__attribute__((constructor(101))) static void begin_program(void)
{
    bop_tracer_start();
}

__attribute__((destructor(101))) static void end_program(void)
{
    bop_signals_hold_back();
    bop_modules_refresh();
    bop_tracer_end();
    over = true;
}
