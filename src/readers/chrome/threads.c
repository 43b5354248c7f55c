#include "readers/chrome/threads.h"

uint32_t trace_threads_id(struct trace_threads *threads, uint32_t pid,
                          uint32_t tid)
{
    uint32_t n = threads->ids.n;
    uint32_t id = pairs_add_in(&threads->ids, threads->arena, pid, tid);
    if (id == n)
        *PUSH_IN(threads->arena, threads) = (struct trace_thread){ pid, tid, 0 };
    return id;
}
