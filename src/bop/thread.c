/*
 * The state of each thread: made at its first reference, given to the next
 * new thread when it ends. Its counts are added to those of the ended threads
 * then. Contexts are of the process and are never given up.
 */
#include "bop/core.h"

#include "bop/events.h"
#include "bop/functions.h"
#include "bop/shadow.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

#define PIECE 4096 /* contexts */
#define ALTSTACK 65536

__thread struct thread *bop_self;

static struct thread *threads, *ended;
static uint32_t n_threads;
static struct context *pieces[MAX_CONTEXTS / PIECE];
static uint32_t n_contexts = 1;
static pthread_key_t key;

struct thread *bop_threads(void)
{
    return threads;
}

struct thread *bop_ended(void)
{
    return ended;
}

const struct context *bop_context(uint32_t id)
{
    return &pieces[id / PIECE][id % PIECE];
}

static struct context *new_context(uint32_t *id)
{
    struct quiet quiet;
    bop_quiet(&quiet);
    *id = n_contexts < MAX_CONTEXTS ? n_contexts++ : 0;
    if (!pieces[*id / PIECE])
        pieces[*id / PIECE] = bop_memory(PIECE * sizeof **pieces);
    bop_loud(&quiet);
    return &pieces[*id / PIECE][*id % PIECE];
}

static uint32_t add_context(struct thread *t, site at, site top)
{
    struct quiet quiet;
    bop_block(&quiet);
    uint32_t mine = bop_map_add(&t->context_ids, at, top, 0);
    t->contexts = bop_grow(t->contexts, mine, &t->contexts_room,
                           sizeof *t->contexts);
    struct context *context = new_context(&t->contexts[mine]);
    if (t->contexts[mine])
        *context = (struct context){ at, top, t->id };
    bop_unblock(&quiet);
    return t->contexts[mine];
}

uint32_t bop_context_of(struct thread *t, site at, site top)
{
    struct context_slot *slot = &t->context_cache[(at ^ top << 4) % CACHE];
    uint32_t mine = bop_map_find(&t->context_ids, at, top, 0);
    uint32_t id = mine == NO_ID ? add_context(t, at, top) : t->contexts[mine];
    *slot = (struct context_slot){ at, top, id };
    return id;
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

/* A fatal signal may come because the stack is full. */
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
        bop_release(t->altstack, ALTSTACK);
    }
    t->altstack = NULL;
}

static void begin(struct thread *t)
{
    t->id = ++n_threads;
    bop.one_thread = n_threads == 1;
    t->frames = bop_grow(t->frames, 0, &t->frames_room, sizeof *t->frames);
    t->frames[0] = (struct frame){ .cfa = UINTPTR_MAX, .call = NO_ID };
    t->depth = 1;
    t->cfa = UINTPTR_MAX;
    t->tallies =
        bop_grow(t->tallies, 0, &t->tallies_room, sizeof *t->tallies);
    if (!t->dependences)
        bop_dependences_new(t);
    if (bop.mode == MODE_EVENTS)
        bop_event_thread(t);
}

static struct thread *unused_state(void)
{
    struct thread *t = threads;
    while (t && !t->ended)
        t = t->next;
    return t;
}

static struct thread *new_thread(void)
{
    struct quiet quiet;
    bop_quiet(&quiet);
    struct thread *t = unused_state();
    if (t) {
        t->ended = false;
    } else {
        t = bop_memory(sizeof *t);
        t->next = threads;
        threads = t;
    }
    begin(t);
    bop_loud(&quiet);
    return t;
}

/* What lay on this stack when another thread had it is gone. */
static void clear_stack(const struct thread *t)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (here - t->stack < t->stack_size)
        bop_shadow_clear(t->stack, here - t->stack);
}

static struct thread *start_thread(void)
{
    int error = errno;
    struct thread *t = new_thread();
    find_stack(t);
    make_altstack(t);
    if (!bop.one_thread)
        clear_stack(t);
    pthread_setspecific(key, t);
    bop_self = t;
    errno = error;
    return t;
}

/* Making a state may call what the program has replaced, malloc, and that may
   be traced. */
struct thread *bop_thread_always(void)
{
    static __thread bool starting __attribute__((tls_model("initial-exec")));
    if (starting)
        return NULL;
    starting = true;
    bop_start();
    if (!bop_self && !bop.dead && bop.started)
        start_thread();
    starting = false;
    return bop.dead ? NULL : bop_self;
}

struct thread *bop_thread(void)
{
    struct thread *t = bop_thread_always();
    return bop.off ? NULL : t;
}

static void end_thread(void *p)
{
    struct thread *t = p;
    struct quiet quiet;
    bop_repair(t, UINTPTR_MAX);
    bop_account(t);
    bop_quiet(&quiet);
    drop_altstack(t);
    if (!ended)
        ended = bop_counts_new();
    bop_counts_add(ended, t);
    bop_counts_clear(t);
    if (bop.mode == MODE_EVENTS)
        bop_event_thread_ends(t);
    t->ended = true;
    bop_self = NULL;
    bop_loud(&quiet);
}

void bop_threads_start(void)
{
    pthread_key_create(&key, end_thread);
    bop.one_thread = true;
}

/* Only the thread that forked is left. */
void bop_threads_forked(void)
{
    for (struct thread *t = threads; t; t = t->next)
        if (t != bop_self)
            t->ended = true;
    ended = NULL;
    if (bop_self)
        bop_counts_restart(bop_self);
}
