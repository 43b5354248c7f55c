#include "readers/select/thread_filter.h"

void thread_filter_init(struct thread_filter *filter, struct profile *profile,
                        const struct reader_options *options)
{
    *filter = (struct thread_filter){ .options = options };
    if (options->asked & ASK_LIST_THREADS)
        filter->listed = &profile->inventory;
    for (int key = 0; key < N_THREAD_KEYS; key++)
        sample_filter_init(&filter->by_key[key], (enum thread_key)key,
                           &options->thread_patterns[key]);
}

void thread_filter_free(struct thread_filter *filter)
{
    for (int key = 0; key < N_THREAD_KEYS; key++)
        sample_filter_free(&filter->by_key[key]);
}

bool thread_filter_accepts(struct thread_filter *filter,
                           const struct listed_thread *thread, double samples)
{
    const struct str values[N_THREAD_KEYS] = {
        [THREAD_COMM] = thread->comm,
        [THREAD_PID] = thread->pid,
        [THREAD_TID] = thread->tid,
    };
    bool accepted = true;
    for (int key = 0; key < N_THREAD_KEYS; key++) {
        accepted &= sample_filter_accepts(&filter->by_key[key], values[key]);
        sample_filter_count(&filter->by_key[key], 1);
    }
    if (accepted && filter->listed)
        inventory_add_thread(filter->listed, thread, samples);
    return accepted;
}

bool thread_filter_report(const struct thread_filter *filter,
                          struct profile *profile, const char *input,
                          const char *hint)
{
    struct arena scratch = { 0 };
    profile_selected_threads(
        profile,
        thread_patterns_text(&scratch, filter->options->thread_patterns));
    arena_free(&scratch);
    for (int key = 0; key < N_THREAD_KEYS; key++)
        if (!sample_filter_report(&filter->by_key[key], input, hint))
            return false;
    return true;
}
