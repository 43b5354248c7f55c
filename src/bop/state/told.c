#include "bop/state/told.h"

#include <errno.h>

#include "bop/program/functions.h"
#include "bop/program/lines.h"
#include "bop/state/thread.h"
#include "bop/tracer.h"

struct told_functions bop_told;

void bop_told_start(struct told_functions functions)
{
    bop_told = functions;
    bop_tracer.told = bop_told.write || bop_told.read;
    bop_tracer.slow |= bop_tracer.told;
}

static void tell(struct thread *t, uintptr_t addr, site at,
                 void (*function)(unsigned long, int, const char *, int))
{
    int error = errno, sketch = !t->is_under_study;
    if (!function)
        return;
    struct source_line line = bop_line_at(at);
    bop_thread_hide();
    function(addr, sketch, line.file, line.line);
    bop_thread_show();
    errno = error;
}

void bop_told_write(struct thread *t, uintptr_t addr, site at)
{
    tell(t, addr, at, bop_told.write);
}

void bop_told_read(struct thread *t, uintptr_t addr, site at)
{
    tell(t, addr, at, bop_told.read);
}

void bop_told_function(uint32_t function, bool enters)
{
    const struct traced_function *f = bop_function(function);
    int error = errno;
    if (!f->is_under_study)
        return;
    const char *file = enters ? bop_line_at(f->address + 1).file : NULL;
    bop_thread_hide();
    if (enters)
        bop_told.entry(file, f->name);
    else
        bop_told.exit(f->name);
    bop_thread_show();
    errno = error;
}
