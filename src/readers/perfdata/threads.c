#include "readers/perfdata/threads.h"

#include <inttypes.h>

#include "util/array.h"

void perfdata_threads_free(struct perfdata_threads *threads)
{
    arena_free(&threads->arena);
}

/* The kernel's idle threads have no record that names them. */
struct str perfdata_threads_comm(const struct perfdata_processes *processes,
                                 const struct perfdata_sample *sample,
                                 uint32_t comm, struct arena *arena)
{
    if (comm != NO_ID)
        return processes->comms.texts[comm];
    return sample->tid ? arena_printf(arena, ":%" PRId32, (int32_t)sample->tid)
                       : S("swapper");
}

static uint32_t new_thread(struct perfdata_threads *threads,
                           const struct perfdata_sample *sample, uint32_t comm)
{
    LOCAL_ARENA(scratch);
    struct listed_thread thread = {
        .pid = arena_printf(&scratch, "%" PRId32, (int32_t)sample->pid),
        .tid = arena_printf(&scratch, "%" PRId32, (int32_t)sample->tid),
        .comm =
            perfdata_threads_comm(threads->processes, sample, comm, &scratch),
    };
    return sink_thread(threads->sink, &thread);
}

uint32_t perfdata_threads_find(struct perfdata_threads *threads,
                               const struct perfdata_sample *sample)
{
    if (!sink_reads_threads(threads->sink))
        return NO_THREAD;
    uint32_t comm = perfdata_processes_name(threads->processes, sample->tid,
                                            sample->order);
    uint32_t n = threads->named.n;
    uint32_t thread = pairs_add_in(&threads->ids, &threads->arena, sample->pid,
                                   sample->tid);
    uint32_t id = pairs_add_in(&threads->named, &threads->arena, thread, comm);
    if (id == n)
        *PUSH_IN(&threads->arena, threads) = new_thread(threads, sample, comm);
    return threads->of[id];
}
