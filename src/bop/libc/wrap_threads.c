/*
 * The known ways in which a thread hands work over to another one
 * (state/handover.h):
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

#include "bop/base/memory.h"
#include "bop/libc/wrap.h"
#include "bop/state/handover.h"

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
        bop_handover_take(t, work->top);
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
    if (is_traced && self->detail)
        bop_calls_tick(self, CALLERS_SITE());
    return create_thread(thread, attributes, run, argument);
}

#ifdef BOP_SHARED
/* Libraries call this that are not linked with --wrap, such as that of C++ for
   std::thread. */
EXPORTED int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                            void *(*run)(void *), void *argument)
{
    return bop_thread_self ? create_thread(thread, attributes, run, argument)
                           : really_create(thread, attributes, run, argument);
}
#endif

WRAP(int, pthread_cond_wait, pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    bop_handover_waits(mutex);
    bop_handover_give(mutex);
    int error = __real_pthread_cond_wait(condition, mutex);
    bop_handover_get(mutex);
    return error;
}

WRAP(int, pthread_cond_timedwait, pthread_cond_t *condition,
     pthread_mutex_t *mutex, const struct timespec *until)
{
    bop_handover_waits(mutex);
    bop_handover_give(mutex);
    int error = __real_pthread_cond_timedwait(condition, mutex, until);
    bop_handover_get(mutex);
    return error;
}

WRAP(int, pthread_mutex_lock, pthread_mutex_t *mutex)
{
    int error = __real_pthread_mutex_lock(mutex);
    bop_handover_get(mutex);
    return error;
}

WRAP(int, pthread_mutex_unlock, pthread_mutex_t *mutex)
{
    bop_handover_give(mutex);
    return __real_pthread_mutex_unlock(mutex);
}

WRAP(int, sem_post, sem_t *semaphore)
{
    bop_handover_waits(semaphore);
    bop_handover_give(semaphore);
    return __real_sem_post(semaphore);
}

WRAP(int, sem_wait, sem_t *semaphore)
{
    int status = __real_sem_wait(semaphore);
    bop_handover_get(semaphore);
    return status;
}
