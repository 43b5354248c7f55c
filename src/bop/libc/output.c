/* Statements that write to one file must keep their order: this records which
   files each has written to. */
#include <stdio.h>

#include "bop/libc/wrap.h"
#include "bop/state/calls.h"
#include "bop/state/thread.h"

void bop_wrap_output(const struct wrap_call *call, int fd)
{
    struct thread *t = call->at ? bop_access_thread(call->cfa) : NULL;
    if (t)
        bop_steps_output(t, fd);
}

void bop_wrap_output_file(const struct wrap_call *call, FILE *file)
{
    if (call->at)
        bop_wrap_output(call, fileno(file));
}

void bop_wrap_output_character(const struct wrap_call *call, FILE *file)
{
    struct thread *t = call->at ? bop_access_thread(call->cfa) : NULL;
    if (t && t->detail)
        bop_calls_tick(t, call->at);
    bop_wrap_output_file(call, file);
}
