/* Statements that use one file must keep their order: this records which files
   each has written to and read from. */
#include <stdio.h>

#include "bop/libc/wrap.h"
#include "bop/state/calls.h"
#include "bop/state/thread.h"

/* Returns the thread that makes the call, or NULL if nothing is to be recorded.
   A call without references begins the execution of a statement here. */
static struct thread *caller(const struct wrap_call *call)
{
    struct thread *t = call->at ? bop_access_thread(call->cfa) : NULL;
    if (t && t->is_under_study &&
        (t->frozen_time <= call->pseudo_time || t->top != call->at))
        bop_calls_tick(t, call->at);
    return t;
}

void bop_wrap_output(const struct wrap_call *call, int fd)
{
    struct thread *t = caller(call);
    if (t)
        bop_statements_output(t, fd);
}

void bop_wrap_input(const struct wrap_call *call, int fd)
{
    struct thread *t = caller(call);
    if (t)
        bop_statements_input(t, fd);
}

void bop_wrap_output_file(const struct wrap_call *call, FILE *file)
{
    bop_wrap_stream_output(call, file);
    if (call->at)
        bop_wrap_output(call, fileno(file));
}

void bop_wrap_input_file(const struct wrap_call *call, FILE *file)
{
    bop_wrap_stream_input(call, file);
    if (call->at)
        bop_wrap_input(call, fileno(file));
}

void bop_wrap_seek_file(const struct wrap_call *call, FILE *file)
{
    bop_wrap_stream_seek(file);
    if (call->at)
        bop_wrap_input(call, fileno(file));
}

void bop_wrap_random(const struct wrap_call *call)
{
    struct thread *t = caller(call);
    if (t)
        bop_statements_random(t);
}
