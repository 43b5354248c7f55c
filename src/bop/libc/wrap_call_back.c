/* These functions of libc call functions of the program, which count as called
   from where libc was called. */
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>

#include "bop/libc/wrap.h"

static void enter(const struct wrap_call *call, uintptr_t cfa)
{
    if (call->at)
        bop_calls_enter_libc(call->at, cfa);
}

static void leave(const struct wrap_call *call, uintptr_t cfa)
{
    if (call->at)
        bop_calls_leave(cfa);
}

#define CALL_BACK(type, name, parameters, arguments, before, after)            \
    extern type __real_##name parameters;                                      \
    EXPORTED type __wrap_##name parameters;                                    \
    type __wrap_##name parameters                                              \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        before;                                                                \
        enter(&call, OWN_CFA());                                               \
        type result = __real_##name arguments;                                 \
        leave(&call, OWN_CFA());                                               \
        after;                                                                 \
        return result;                                                         \
    }

typedef int compare(const void *, const void *);
typedef int compare_more(const void *, const void *, void *);

/* libc sorts the elements, so they are read and written as a whole. */
WRAP(void, qsort, void *items, size_t n, size_t size, compare *f)
{
    const struct wrap_call call = WRAP_CALL();
    bop_wrap_read(&call, items, n * size);
    enter(&call, OWN_CFA());
    __real_qsort(items, n, size, f);
    leave(&call, OWN_CFA());
    bop_wrap_write(&call, items, n * size);
}

WRAP(void, qsort_r, void *items, size_t n, size_t size, compare_more *f,
     void *more)
{
    const struct wrap_call call = WRAP_CALL();
    bop_wrap_read(&call, items, n * size);
    enter(&call, OWN_CFA());
    __real_qsort_r(items, n, size, f, more);
    leave(&call, OWN_CFA());
    bop_wrap_write(&call, items, n * size);
}

CALL_BACK(void *, bsearch,
          (const void *key, const void *items, size_t n, size_t size,
           compare *f),
          (key, items, n, size, f), , )
CALL_BACK(void *, lfind,
          (const void *key, const void *items, size_t *n, size_t size,
           compare *f),
          (key, items, n, size, f), bop_wrap_read(&call, n, sizeof *n), )
CALL_BACK(void *, lsearch,
          (const void *key, void *items, size_t *n, size_t size, compare *f),
          (key, items, n, size, f), size_t had = *n;
          bop_wrap_read(&call, n, sizeof *n),
          if (*n > had) {
              bop_wrap_read(&call, key, size);
              bop_wrap_write(&call, result, size);
              bop_wrap_write(&call, n, sizeof *n);
          })
CALL_BACK(void *, tsearch, (const void *key, void **root, compare *f),
          (key, root, f), bop_wrap_read(&call, root, sizeof *root),
          bop_wrap_write(&call, root, sizeof *root))
CALL_BACK(void *, tfind, (const void *key, void *const *root, compare *f),
          (key, root, f), bop_wrap_read(&call, root, sizeof *root), )
CALL_BACK(void *, tdelete, (const void *key, void **root, compare *f),
          (key, root, f), bop_wrap_read(&call, root, sizeof *root),
          bop_wrap_write(&call, root, sizeof *root))
CALL_BACK(int, raise, (int signal), (signal), , )
CALL_BACK(int, kill, (pid_t process, int signal), (process, signal), , )

typedef void action(const void *node, VISIT when, int depth);

WRAP(void, twalk, const void *root, action *f)
{
    const struct wrap_call call = WRAP_CALL();
    enter(&call, OWN_CFA());
    __real_twalk(root, f);
    leave(&call, OWN_CFA());
}
