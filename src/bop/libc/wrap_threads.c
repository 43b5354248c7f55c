/*
 * Work that one thread hands over to another one. A thread that runs no
 * function under study works on behalf of the statement whose thread has
 * started it, or has last handed work over to it; its dependences then name
 * that statement as its own. These are the known ways:
 *
 *     pthread_create                       to the new thread
 *     a condition variable with its mutex  to the thread that locks it next
 *     a semaphore                          to the thread that waits for it
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include "bop/base/hash.h"
#include "bop/base/memory.h"
#include "bop/libc/wrap.h"

/* Mutexes through which work is handed over, in a hash table without deletion:
   a mutex whose slot another one has taken hands nothing over. */
#define SLOTS 4096

/* Words are stored whole; the mutex itself orders who gives and who gets. */
static struct slot {
    const void *mutex; /* NULL: free */
    site top;          /* the statement that was given last, or 0 */
} slots[SLOTS];

static struct slot *slot_of(const void *mutex)
{
    return &slots[bop_hash((uintptr_t)mutex) % SLOTS];
}

static bool has_frame_under_study(const struct thread *t)
{
    for (size_t i = 1; i < t->depth; i++)
        if (t->frames[i].is_under_study)
            return true;
    return false;
}

/* Gives a thread that runs no function under study the statement of
   another thread, and advances its clocks. */
static void take_work(struct thread *t, site top)
{
    if (!top || has_frame_under_study(t) || bop_tracer.doc_semantics)
        return;
    bop_calls_tick(t, top);
    bop_statements_go_on(t);
}

/* These three are for the present thread: it waits with this mutex, so that
   work is handed over through it; it gives work; it gets the work that was
   given last. */
static void wait_with(const void *mutex)
{
    struct slot *slot = slot_of(mutex);
    const void *expected = NULL;
    __atomic_compare_exchange_n(&slot->mutex, &expected, mutex, false,
                                __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static void give_work(const void *mutex)
{
    struct slot *slot = slot_of(mutex);
    struct thread *t = bop_thread_self;
    if (slot->mutex == mutex && t && t->top && has_frame_under_study(t))
        slot->top = t->top;
}

static void get_work(const void *mutex)
{
    struct slot *slot = slot_of(mutex);
    struct thread *t = bop_thread();
    if (slot->mutex == mutex && t && slot->top != t->top)
        take_work(t, slot->top);
}

/* The function that a new thread runs. */
struct work {
    void *(*run)(void *);
    void *argument;
    site top; /* the statement that starts the thread */
};

static void *run_thread(void *p)
{
    struct work *work = p;
    struct thread *t = bop_thread();
    if (t)
        take_work(t, work->top);
    void *(*run)(void *) = work->run, *argument = work->argument;
    bop_memory_release(work, sizeof *work);
    return run(argument);
}

extern int __real_pthread_create(pthread_t *, const pthread_attr_t *,
                                 void *(*)(void *), void *);

/* Calls the function of libc. */
static int really_create(pthread_t *thread, const pthread_attr_t *attributes,
                         void *(*run)(void *), void *argument)
{
#ifdef BOP_SHARED
    /* The library defines the name itself, see below. */
    int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                  void *);
    *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
    return create(thread, attributes, run, argument);
#else
    return __real_pthread_create(thread, attributes, run, argument);
#endif
}

/* Creates a thread for the present statement. */
static int create_thread(pthread_t *thread, const pthread_attr_t *attributes,
                         void *(*run)(void *), void *argument)
{
    struct work *work = bop_memory_try(sizeof *work);
    if (!work)
        return EAGAIN;
    work->run = run;
    work->argument = argument;
    work->top = bop_thread_self->top;
    int error = really_create(thread, attributes, run_thread, work);
    if (error)
        bop_memory_release(work, sizeof *work);
    return error;
}

/* The statement that creates a thread is the caller, if it is under study. */
WRAP(int, pthread_create, pthread_t *thread, const pthread_attr_t *attributes,
     void *(*run)(void *), void *argument)
{
    bool is_traced = bop_wrap_traced(CALLERS_SITE());
    struct thread *self = is_traced ? bop_thread() : bop_thread_self;
    if (!self)
        return really_create(thread, attributes, run, argument);
    if (is_traced && self->is_under_study)
        bop_calls_tick(self, CALLERS_SITE());
    return create_thread(thread, attributes, run, argument);
}

#ifdef BOP_SHARED
/* Libraries that are not linked with --wrap, such as C++'s for std::thread,
   call this function. */
EXPORTED int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                            void *(*run)(void *), void *argument)
{
    return bop_thread_self ? create_thread(thread, attributes, run, argument)
                           : really_create(thread, attributes, run, argument);
}
#endif

WRAP(int, pthread_cond_wait, pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    wait_with(mutex);
    give_work(mutex);
    int error = __real_pthread_cond_wait(condition, mutex);
    get_work(mutex);
    return error;
}

WRAP(int, pthread_cond_timedwait, pthread_cond_t *condition,
     pthread_mutex_t *mutex, const struct timespec *until)
{
    wait_with(mutex);
    give_work(mutex);
    int error = __real_pthread_cond_timedwait(condition, mutex, until);
    get_work(mutex);
    return error;
}

WRAP(int, pthread_mutex_lock, pthread_mutex_t *mutex)
{
    int error = __real_pthread_mutex_lock(mutex);
    get_work(mutex);
    return error;
}

WRAP(int, pthread_mutex_unlock, pthread_mutex_t *mutex)
{
    give_work(mutex);
    return __real_pthread_mutex_unlock(mutex);
}

WRAP(int, sem_post, sem_t *semaphore)
{
    wait_with(semaphore);
    give_work(semaphore);
    return __real_sem_post(semaphore);
}

WRAP(int, sem_wait, sem_t *semaphore)
{
    int status = __real_sem_wait(semaphore);
    get_work(semaphore);
    return status;
}
