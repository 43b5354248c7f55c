#include "readers/pprof/threads.h"

#include "readers/pprof/labels.h"

void pprof_threads_init(struct pprof_threads *threads,
                        const struct reader_options *options)
{
    const struct thread_patterns *patterns = options->thread_patterns;
    *threads = (struct pprof_threads){
        .is_listed = options->asked & ASK_LIST_THREADS
    };
    threads->is_read = threads->is_listed;
    for (int key = 0; key < N_THREAD_KEYS; key++) {
        sample_filter_init(&threads->filters[key], (enum thread_key)key,
                           &patterns[key]);
        threads->is_read |= patterns[key].n > 0;
    }
    threads->selected = thread_patterns_text(&threads->arena, patterns);
}

void pprof_threads_free(struct pprof_threads *threads)
{
    for (int key = 0; key < N_THREAD_KEYS; key++)
        sample_filter_free(&threads->filters[key]);
    arena_free(&threads->arena);
    arena_free(&threads->scratch);
}

bool pprof_threads_accept(struct pprof_threads *threads,
                          const struct pprof_tables *tables,
                          struct str sample)
{
    bool accepted = true;
    if (!threads->is_read)
        return true;
    arena_free(&threads->scratch);
    for (int key = 0; key < N_THREAD_KEYS; key++) {
        struct str name = str_of(thread_key_names[key]);
        threads->values[key] = S("");
        pprof_labels_value(tables, sample, name, &threads->scratch,
                           &threads->values[key]);
        accepted &= sample_filter_accepts(&threads->filters[key],
                                          threads->values[key]);
        sample_filter_count(&threads->filters[key], 1);
    }
    return accepted;
}

void pprof_threads_list(const struct pprof_threads *threads,
                        struct inventory *inventory)
{
    const struct str *values = threads->values;
    struct listed_thread thread = { .pid = values[THREAD_PID],
                                    .tid = values[THREAD_TID],
                                    .comm = values[THREAD_COMM] };
    if (threads->is_listed &&
        (thread.pid.len || thread.tid.len || thread.comm.len))
        inventory_add_thread(inventory, &thread, 1);
}

bool pprof_threads_report(const struct pprof_threads *threads,
                          struct profile *profile, const char *input)
{
    for (int key = 0; key < N_THREAD_KEYS; key++)
        if (!sample_filter_report(&threads->filters[key], input,
                                  "the samples have no label of it; for other "
                                  "labels see --tags"))
            return false;
    profile_selected_threads(profile, threads->selected);
    return true;
}
