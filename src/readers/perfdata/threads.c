#include "readers/perfdata/threads.h"

#include <inttypes.h>
#include <stdlib.h>

#include "util/array.h"

void perfdata_threads_free(struct perfdata_threads *threads)
{
    pairs_free(&threads->ids);
    pairs_free(&threads->named);
    free(threads->of);
}

/* The kernel's idle threads have no record that names them. */
static uint32_t new_thread(struct perfdata_threads *threads,
                           const struct perfdata_sample *sample, uint32_t comm)
{
    struct arena scratch = { 0 };
    struct listed_thread thread = {
        .pid = arena_printf(&scratch, "%" PRId32, (int32_t)sample->pid),
        .tid = arena_printf(&scratch, "%" PRId32, (int32_t)sample->tid),
    };
    if (comm != NO_ID)
        thread.comm = threads->processes->comms.texts[comm];
    else if (sample->tid == 0)
        thread.comm = S("swapper");
    else
        thread.comm = arena_printf(&scratch, ":%" PRId32, (int32_t)sample->tid);
    uint32_t id = sink_thread(threads->sink, &thread);
    arena_free(&scratch);
    return id;
}

uint32_t perfdata_threads_find(struct perfdata_threads *threads,
                               const struct perfdata_sample *sample)
{
    if (!threads->sink->threads.is_read)
        return NO_THREAD;
    uint32_t comm = perfdata_processes_name(threads->processes, sample->tid,
                                            sample->order);
    uint32_t n = threads->named.n;
    uint32_t id =
        pairs_add(&threads->named,
                  pairs_add(&threads->ids, sample->pid, sample->tid), comm);
    if (id == n) {
        threads->of = array_grow(threads->of, n, &threads->room,
                                 sizeof *threads->of);
        threads->of[n] = new_thread(threads, sample, comm);
    }
    return threads->of[id];
}
