/* Makes and gives up the states of threads. */
#include "bop/state/thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>

#include "bop/base/lock.h"
#include "bop/base/memory.h"
#include "bop/state/counts.h"
#include "bop/state/shadow.h"
#include "bop/state/stacks.h"
#include "bop/trace/events.h"
#include "bop/tracer.h"

#define ALTSTACK 65536

__thread struct thread *bop_thread_self;
static __thread struct thread *hidden
    __attribute__((tls_model("initial-exec")));

static struct {
    struct thread *first; /* the states of all threads, linked by next */
    struct thread *ended; /* the sum of those that have ended, or NULL */
    uint32_t n;           /* threads so far */
    pthread_key_t key;    /* its destructor ends a thread */
} threads;

struct thread *bop_threads(void)
{
    return threads.first;
}

struct thread *bop_threads_ended(void)
{
    return threads.ended;
}

static void find_stack(struct thread *t)
{
    pthread_attr_t attributes;
    void *low;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return;
    if (pthread_attr_getstack(&attributes, &low, &t->stack_size) == 0)
        t->stack = (uintptr_t)low;
    pthread_attr_destroy(&attributes);
}

/* Makes a signal stack. Without it the trace could not be written when the
   stack of the program overflows. */
static void make_altstack(struct thread *t)
{
    stack_t stack;
    if (sigaltstack(NULL, &stack) != 0 || !(stack.ss_flags & SS_DISABLE))
        return;
    t->altstack = bop_memory(ALTSTACK);
    stack = (stack_t){ .ss_sp = t->altstack, .ss_size = ALTSTACK };
    sigaltstack(&stack, NULL);
}

static void drop_altstack(struct thread *t)
{
    stack_t stack;
    if (t->altstack && sigaltstack(NULL, &stack) == 0 &&
        stack.ss_sp == t->altstack) {
        stack.ss_flags = SS_DISABLE;
        sigaltstack(&stack, NULL);
        bop_memory_release(t->altstack, ALTSTACK);
    }
    t->altstack = NULL;
}

/* Returns the state of an ended thread if there is one, else a new one. */
static struct thread *take_state(void)
{
    struct lock_state saved;
    bop_lock_acquire(&saved);
    struct thread *t = threads.first;
    while (t && !t->ended)
        t = t->next;
    if (t) {
        t->ended = false;
    } else {
        t = bop_memory(sizeof *t);
        t->next = threads.first;
        threads.first = t;
    }
    t->id = ++threads.n;
    bop_tracer.one_thread = threads.n == 1;
    t->frames = bop_memory_grow(t->frames, 0, &t->frames_room,
                                sizeof *t->frames);
    t->frames[0] = (struct stack_frame){ .cfa = UINTPTR_MAX, .call = NO_ID };
    t->depth = 1;
    t->others_low = UINTPTR_MAX;
    t->others_high = 0;
    t->cfa = UINTPTR_MAX;
    t->function_costs =
        bop_memory_grow(t->function_costs, 0, &t->function_costs_room,
                        sizeof *t->function_costs);
    if (!t->dependences)
        t->dependences = bop_dependences_new();
    if (bop_tracer.mode == MODE_EVENTS)
        bop_events_thread(t);
    bop_lock_release(&saved);
    return t;
}

/* Forgets who wrote to this stack when another thread had it. */
static void clear_stack(const struct thread *t)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (here - t->stack < t->stack_size)
        bop_shadow_clear(t->stack, here - t->stack);
}

static void start_thread(void)
{
    int error = errno;
    struct thread *t = take_state();
    find_stack(t);
    bop_stacks_add(t);
    make_altstack(t);
    if (!bop_tracer.one_thread)
        clear_stack(t);
    pthread_setspecific(threads.key, t);
    bop_thread_self = t;
    errno = error;
}

/* Making a state calls libc, which may call a malloc that the program has
   replaced and that is traced: that call comes here again and gets NULL. */
struct thread *bop_thread_always(void)
{
    static __thread bool starting __attribute__((tls_model("initial-exec")));
    if (starting || hidden)
        return NULL;
    starting = true;
    bop_tracer_start();
    if (!bop_thread_self && !bop_tracer.dead && bop_tracer.started)
        start_thread();
    starting = false;
    return bop_tracer.dead ? NULL : bop_thread_self;
}

struct thread *bop_thread(void)
{
    struct thread *t = bop_thread_always();
    return bop_tracer.off ? NULL : t;
}

void bop_thread_hide(void)
{
    hidden = bop_thread_self;
    bop_thread_self = NULL;
}

void bop_thread_show(void)
{
    bop_thread_self = hidden;
    hidden = NULL;
}

static void end_thread(void *p)
{
    struct thread *t = p;
    struct lock_state saved;
    bop_calls_unwind(t, UINTPTR_MAX);
    bop_calls_charge(t);
    bop_lock_acquire(&saved);
    drop_altstack(t);
    if (!threads.ended)
        threads.ended = bop_counts_new();
    bop_counts_add(threads.ended, t);
    bop_counts_clear(t);
    if (bop_tracer.mode == MODE_EVENTS)
        bop_events_thread_ends(t);
    t->ended = true;
    bop_thread_self = NULL;
    bop_lock_release(&saved);
}

void bop_threads_start(void)
{
    pthread_key_create(&threads.key, end_thread);
    bop_tracer.one_thread = true;
}

void bop_threads_forked(void)
{
    struct thread *self = hidden ? hidden : bop_thread_self;
    for (struct thread *t = threads.first; t; t = t->next)
        if (t != self)
            t->ended = true;
    threads.ended = NULL;
    if (self)
        bop_counts_restart(self);
}
