/* The parallel constructs of libgomp. */
#include "bop/openmp/work.h"

typedef void body(void *);

/* The body that the threads of a construct run. libgomp takes this for the data
   of the body, whose first word says which reductions the construct has. */
struct work {
    void *reductions;
    body *run;
    void *data; /* of the body */
    site top;   /* the statement that the construct belongs to */
};

static void run_work(void *p)
{
    const struct work *work = p;
    bop_work_run(work->top);
    work->run(work->data);
}

static struct work begin(const struct wrap_call *call, body *run, void *data,
                         uintptr_t cfa)
{
    site top = bop_work_begin(call, (uintptr_t)run, cfa);
    return (struct work){ NULL, run, data, top };
}

/* A row is a function of libgomp that runs a body in several threads: its
   parameters behind the first three, which all have in common, and their
   names. The third one is a number of threads, or of teams. */
#define PARALLEL(name, parameters, arguments)                                  \
    extern void __real_##name(body *run, void *data, unsigned threads,         \
                              UNPACK parameters) MAYBE;                        \
    EXPORTED void __wrap_##name(body *run, void *data, unsigned threads,       \
                                UNPACK parameters);                            \
    void __wrap_##name(body *run, void *data, unsigned threads,                \
                       UNPACK parameters)                                      \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        struct work work = begin(&call, run, data, OWN_CFA());                 \
        __real_##name(run_work, &work, threads, UNPACK arguments);             \
        bop_work_end(&call, OWN_CFA());                                        \
    }

#define LOOP(name)                                                             \
    PARALLEL(GOMP_parallel_loop_##name,                                        \
             (long from, long to, long step, long chunk, unsigned flags),      \
             (from, to, step, chunk, flags))
#define LOOP_WITHOUT_CHUNK(name)                                               \
    PARALLEL(GOMP_parallel_loop_##name,                                        \
             (long from, long to, long step, unsigned flags),                  \
             (from, to, step, flags))

PARALLEL(GOMP_parallel, (unsigned flags), (flags))
PARALLEL(GOMP_parallel_sections, (unsigned n, unsigned flags), (n, flags))
PARALLEL(GOMP_teams_reg, (unsigned limit, unsigned flags), (limit, flags))
LOOP(static)
LOOP(dynamic)
LOOP(guided)
LOOP(nonmonotonic_dynamic)
LOOP(nonmonotonic_guided)
LOOP_WITHOUT_CHUNK(runtime)
LOOP_WITHOUT_CHUNK(nonmonotonic_runtime)
LOOP_WITHOUT_CHUNK(maybe_nonmonotonic_runtime)

extern unsigned __real_GOMP_parallel_reductions(body *run, void *data,
                                                unsigned threads,
                                                unsigned flags) MAYBE;
EXPORTED unsigned __wrap_GOMP_parallel_reductions(body *run, void *data,
                                                  unsigned threads,
                                                  unsigned flags);
unsigned __wrap_GOMP_parallel_reductions(body *run, void *data,
                                         unsigned threads, unsigned flags)
{
    const struct wrap_call call = WRAP_CALL();
    struct work work = begin(&call, run, data, OWN_CFA());
    work.reductions = *(void **)data;
    unsigned n = __real_GOMP_parallel_reductions(run_work, &work, threads,
                                                 flags);
    bop_work_end(&call, OWN_CFA());
    return n;
}
