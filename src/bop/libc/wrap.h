/*
 * Helpers for wrappers of libc functions. The linker option --wrap=NAME
 * redirects calls of NAME in what bop-cc links to __wrap_NAME, which calls the
 * real function as __real_NAME. Calls inside a shared libc are not redirected.
 * bop.mk passes that option for each __wrap_ function that it finds.
 */
#pragma once

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <wchar.h>

#include "bop/base/base.h"
#include "bop/program/functions.h"
#include "bop/state/access.h"
#include "bop/state/heap.h"
#include "bop/state/shadow.h"
#include "bop/tracer.h"

#define WRAP(type, name, ...)                                                  \
    extern type __real_##name(__VA_ARGS__);                                    \
    EXPORTED type __wrap_##name(__VA_ARGS__);                                  \
    EXPORTED type __wrap_##name(__VA_ARGS__)

/* Marks functions of libraries that not every program has. */
#ifdef BOP_SHARED
#define MAYBE __attribute__((weak))
#else
#define MAYBE
#endif

/* The call that a wrapper serves. */
struct wrap_call {
    site at;       /* site of the call; 0 if traced code does not make it */
    uintptr_t cfa; /* the end of the frame of the calling function */
    uint64_t pseudo_time; /* when the call began */
};

/*
 * Has traced code called the wrapper? In a static program, libc is linked with
 * --wrap, too, so its own calls also come here, even before the state of a
 * thread has memory. There, only calls from functions that report their entry
 * count.
 */
INLINE bool bop_wrap_traced(site at)
{
#ifdef BOP_SHARED
    return at;
#else
    return bop_tracer.started && bop_function_is_traced(at);
#endif
}

/* Returns the call that the present wrapper serves. Before the program is
   traced, no state of a thread is read. */
INLINE struct wrap_call bop_wrap_call(site at, uintptr_t cfa)
{
    if (!bop_wrap_traced(at))
        return (struct wrap_call){ 0, cfa, 0 };
    const struct thread *t = bop_thread_self;
    return (struct wrap_call){ at, cfa, t ? t->pseudo_time : 0 };
}

#define WRAP_CALL() bop_wrap_call(CALLERS_SITE(), CALLERS_CFA())

/* Advances the clocks for one reference. All references of one call of a
   wrapper belong to one execution of a statement. */
static inline bool bop_wrap_advance(struct thread *t,
                                    const struct wrap_call *call)
{
    if (!t->is_under_study || t->frozen_time <= call->pseudo_time ||
        t->top != call->at)
        return bop_access_advance(t, t->is_under_study, call->at);
    bool is_counted = bop_access_advance(t, false, call->at);
    t->frozen_time = t->pseudo_time;
    return is_counted;
}

/* These report a read or a write of n bytes by the caller of the wrapper; p may
   be NULL. */
static inline void bop_wrap_read(const struct wrap_call *call, const void *p,
                                 size_t n)
{
    struct thread *t =
        call->at && p && n ? bop_access_thread(call->cfa) : NULL;
    if (t && bop_wrap_advance(t, call))
        bop_access_check_range(t, (uintptr_t)p, n, call->at);
}

static inline void bop_wrap_write(const struct wrap_call *call, const void *p,
                                  size_t n)
{
    if (!call->at || !p)
        return;
    struct thread *t = n ? bop_access_thread(call->cfa) : NULL;
    if (t && bop_wrap_advance(t, call))
        bop_access_record_range(t, (uintptr_t)p, n, call->at);
    else
        bop_shadow_clear((uintptr_t)p, n);
}

/* Reports that the caller of the wrapper frees n bytes at p, which is NULL only
   if n is 0. This counts as a reference if anti dependences are traced. */
static inline void bop_wrap_freed(const struct wrap_call *call, const void *p,
                                  size_t n)
{
    struct thread *t = bop_tracer.anti && call->at && n
                           ? bop_access_thread(call->cfa)
                           : NULL;
    if (t && bop_wrap_advance(t, call))
        bop_access_free_range(t, (uintptr_t)p, n, call->at);
}

/* Reports that the wrapper returns n allocated bytes at p, which is not
   NULL. */
static inline void bop_wrap_allocated(const struct wrap_call *call,
                                      const void *p, size_t n)
{
    bop_heap_add((uintptr_t)p, n,
                 call->at ? bop_calls_allocation(call->at, call->cfa) : 0);
}

/* These report that the caller of the wrapper writes to a file, reads from one,
   moves its position, or takes a random number. */
void bop_wrap_output(const struct wrap_call *call, int fd);
void bop_wrap_output_file(const struct wrap_call *call, FILE *file);
void bop_wrap_input(const struct wrap_call *call, int fd);
void bop_wrap_input_file(const struct wrap_call *call, FILE *file);
void bop_wrap_seek_file(const struct wrap_call *call, FILE *file);
void bop_wrap_random(const struct wrap_call *call);

/* These report that a call has written to the memory of a stream, or has read
   from it. They report nothing if the stream has no memory of the program
   (wrap_streams.c). */
void bop_wrap_stream_output(const struct wrap_call *call, FILE *file);
void bop_wrap_stream_input(const struct wrap_call *call, FILE *file);
/* Says that a call has changed the position of a file. */
void bop_wrap_stream_seek(FILE *file);

extern size_t __real_strlen(const char *text);
extern size_t __real_strnlen(const char *text, size_t n);
extern size_t __real_wcslen(const wchar_t *text);
extern size_t __real_wcsnlen(const wchar_t *text, size_t n);

/* Returns the number of bytes of a text with its end; 0 for NULL. */
static inline size_t bop_wrap_size(const char *text)
{
    return text ? __real_strlen(text) + 1 : 0;
}

static inline size_t bop_wrap_wide_size(const wchar_t *text)
{
    return text ? (__real_wcslen(text) + 1) * sizeof *text : 0;
}

/* These return the number of bytes that a function reads that stops after the
   end of a text or after n characters. */
static inline size_t bop_wrap_part(const char *text, size_t n)
{
    size_t length = __real_strnlen(text, n);
    return length < n ? length + 1 : n;
}

static inline size_t bop_wrap_wide_part(const wchar_t *text, size_t n)
{
    size_t length = __real_wcsnlen(text, n);
    return (length < n ? length + 1 : n) * sizeof *text;
}

/* These return the number of bytes that are read to compare two texts, or two
   pieces of memory: up to and including the first difference, or n. */
size_t bop_wrap_equal_text(const char *a, const char *b, size_t n);
size_t bop_wrap_equal_text_any_case(const char *a, const char *b, size_t n);
size_t bop_wrap_equal_memory(const void *a, const void *b, size_t n);
size_t bop_wrap_equal_wide(const wchar_t *a, const wchar_t *b, size_t n);

/* These return the number of bytes of a number in text with the character that
   ends it. */
size_t bop_wrap_integer_size(const char *text);
size_t bop_wrap_decimal_size(const char *text);

/* These report one read or write for each piece of a vector, up to n bytes. */
struct iovec;
void bop_wrap_read_pieces(const struct wrap_call *call,
                          const struct iovec *pieces, int count, ssize_t n);
void bop_wrap_write_pieces(const struct wrap_call *call,
                           const struct iovec *pieces, int count, ssize_t n);
