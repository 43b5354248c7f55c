/* The functions of bop.h. Those that the program may define itself (told.h) are
   weak. */
#include "bop/bop.h"

#include <errno.h>

#include "bop/base/lock.h"
#include "bop/program/functions.h"
#include "bop/program/literals.h"
#include "bop/state/access.h"
#include "bop/state/told.h"
#include "bop/trace/output.h"
#include "bop/trace/places.h"

EXPORTED void _bop_prof_rec_write_n(unsigned long addr, unsigned n,
                                    int sketch_p, const char *file, int line)
{
    struct thread *t = n ? bop_access_thread(0) : NULL;
    site at = t ? bop_literals_site(t, file, line) : 0;
    if (t && bop_access_advance(t, !sketch_p, at))
        bop_access_record_range(t, addr, n, at);
    else
        bop_shadow_clear(addr, n);
}

EXPORTED void _bop_prof_rec_read_n(unsigned long addr, unsigned n,
                                   int sketch_p, const char *file, int line)
{
    struct thread *t = n ? bop_access_thread(0) : NULL;
    site at = t ? bop_literals_site(t, file, line) : 0;
    if (t && bop_access_advance(t, !sketch_p, at))
        bop_access_check_range(t, addr, n, at);
}

static void rec_write(unsigned long addr, int sketch_p, const char *file,
                      int line)
{
    _bop_prof_rec_write_n(addr, 1, sketch_p, file, line);
}

static void rec_read(unsigned long addr, int sketch_p, const char *file,
                     int line)
{
    _bop_prof_rec_read_n(addr, 1, sketch_p, file, line);
}

static void func_entry(const char *file, const char *func)
{
    struct thread *t = bop_thread_always();
    if (t && func)
        bop_calls_enter_by_api(t, bop_function_by_api(file, func));
}

static void func_exit(const char *func)
{
    struct thread *t = bop_thread_always();
    if (t && func)
        bop_calls_leave_by_api(t, func);
}

#define WEAK(name) EXPORTED __attribute__((weak, alias(#name)))

WEAK(rec_write)
void _bop_prof_rec_write(unsigned long, int, const char *, int);
WEAK(rec_read)
void _bop_prof_rec_read(unsigned long, int, const char *, int);
WEAK(func_entry)
void bop_instm_func_entry(const char *, const char *);
WEAK(func_exit)
void bop_instm_func_exit(const char *);

#define DEFINED(name, own) ((name) != (own) ? (name) : NULL)

struct told_functions bop_api_defined(void)
{
    return (struct told_functions){
        DEFINED(_bop_prof_rec_write, rec_write),
        DEFINED(_bop_prof_rec_read, rec_read),
        DEFINED(bop_instm_func_entry, func_entry),
        DEFINED(bop_instm_func_exit, func_exit),
    };
}

EXPORTED void bop_instm_call(const char *file, int line)
{
    struct thread *t = bop_thread_always();
    if (!t)
        return;
    t->next_call = bop_literals_site(t, file, line);
    bop_calls_tick(t, t->next_call);
}

EXPORTED void bop_forget(const void *p, size_t n)
{
    if (p && n)
        bop_shadow_clear((uintptr_t)p, n);
}

static void add_pauses(int n)
{
    struct lock_state saved;
    bop_tracer_start();
    bop_lock_acquire(&saved);
    if (bop_tracer.pauses + n >= 0)
        bop_tracer.pauses += n;
    bop_tracer.off = bop_tracer.dead || bop_tracer.full || bop_tracer.pauses;
    bop_lock_release(&saved);
}

EXPORTED void bop_pause(void)
{
    add_pauses(1);
}

EXPORTED void bop_resume(void)
{
    add_pauses(-1);
}

EXPORTED int bop_dump(const char *path)
{
    bop_tracer_start();
    int error = bop_output_write(path);
    if (!error) {
        if (path)
            bop_places_add(path);
        return 0;
    }
    errno = error;
    return -1;
}
