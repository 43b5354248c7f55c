/* The calls of bop.h. */
#include "bop/bop.h"

#include "bop/access.h"
#include "bop/functions.h"
#include "bop/literals.h"
#include "bop/output.h"

#include <errno.h>

EXPORTED void _bop_prof_rec_write_n(unsigned long addr, unsigned n,
                                    int sketch_p, const char *file, int line)
{
    struct thread *t = n ? reference(0) : NULL;
    site at = t ? bop_literal(t, file, line) : 0;
    if (t && advance(t, !sketch_p, at))
        bop_write_range(t, addr, n, at);
    else
        bop_shadow_clear(addr, n);
}

EXPORTED void _bop_prof_rec_read_n(unsigned long addr, unsigned n,
                                   int sketch_p, const char *file, int line)
{
    struct thread *t = n ? reference(0) : NULL;
    site at = t ? bop_literal(t, file, line) : 0;
    if (t && advance(t, !sketch_p, at))
        bop_read_range(t, addr, n, at);
}

EXPORTED void _bop_prof_rec_write(unsigned long addr, int sketch_p,
                                  const char *file, int line)
{
    _bop_prof_rec_write_n(addr, 1, sketch_p, file, line);
}

EXPORTED void _bop_prof_rec_read(unsigned long addr, int sketch_p,
                                 const char *file, int line)
{
    _bop_prof_rec_read_n(addr, 1, sketch_p, file, line);
}

EXPORTED void bop_instm_func_entry(const char *file, const char *func)
{
    struct thread *t = bop_thread_always();
    if (t && func)
        bop_enter_literal(t, bop_function_literal(file, func));
}

EXPORTED void bop_instm_func_exit(const char *func)
{
    struct thread *t = bop_thread_always();
    if (t && func)
        bop_leave_literal(t, func);
}

EXPORTED void bop_instm_call(const char *file, int line)
{
    struct thread *t = bop_thread_always();
    if (!t)
        return;
    t->next_call = bop_literal(t, file, line);
    bop_tick(t, t->next_call);
}

EXPORTED void bop_forget(const void *p, size_t n)
{
    if (p && n)
        bop_shadow_clear((uintptr_t)p, n);
}

static void set_pauses(int by)
{
    struct quiet quiet;
    bop_start();
    bop_quiet(&quiet);
    if (bop.pauses + by >= 0)
        bop.pauses += by;
    bop.off = bop.dead || bop.full || bop.pauses;
    bop_loud(&quiet);
}

EXPORTED void bop_pause(void)
{
    set_pauses(1);
}

EXPORTED void bop_resume(void)
{
    set_pauses(-1);
}

EXPORTED int bop_dump(const char *path)
{
    bop_start();
    int error = bop_output(path);
    if (!error)
        return 0;
    errno = error;
    return -1;
}
