#include "readers/perfdata/threads.h"

#include <inttypes.h>

#include "readers/select/choices.h"
#include "util/array.h"
#include "util/diag.h"

/* Takes the next key of "comm,tid". Returns false at the end. */
static bool next_key(struct str *keys, struct str *key)
{
    struct str all = *keys;
    if (!all.len)
        return false;
    if (!str_cut(all, S(","), key, keys)) {
        *key = all;
        *keys = S("");
    }
    return true;
}

static struct str value_of(const struct listed_thread *thread, struct str key)
{
    return str_eq(key, S("comm"))  ? thread->comm
           : str_eq(key, S("pid")) ? thread->pid
           : str_eq(key, S("tid")) ? thread->tid
                                   : S("");
}

bool perfdata_threads_init(struct perfdata_threads *threads,
                           const struct perfdata_processes *processes,
                           struct profile *profile,
                           const struct reader_options *options,
                           const char *input)
{
    const struct listed_thread all = { .pid = S("-"), .tid = S("-"),
                                       .comm = S("-") };
    const char *tags = options->choices            ? CHOICES_TAGS
                       : options->keep & KEEP_TAGS ? options->tags
                                                   : "";
    struct str keys = str_of(tags), key;
    *threads = (struct perfdata_threads){ .processes = processes,
                                          .profile = profile,
                                          .options = options,
                                          .tags = keys };
    for (int i = 0; i < N_THREAD_KEYS; i++) {
        sample_filter_init(&threads->filters[i], (enum thread_key)i,
                           &options->thread_patterns[i]);
        threads->filters_any |= options->thread_patterns[i].n > 0;
    }
    while (next_key(&keys, &key))
        if (!value_of(&all, key).len && !str_eq(key, S("event")))
            return diag_error("%s: --tags: samples of perf have no tag '%.*s'; "
                              "they have comm, pid, tid and event",
                              input, (int)key.len, key.s);
    return true;
}

void perfdata_threads_free(struct perfdata_threads *threads)
{
    for (int i = 0; i < N_THREAD_KEYS; i++)
        sample_filter_free(&threads->filters[i]);
    arena_free(&threads->texts);
}

static uint32_t tags_of(struct perfdata_threads *threads,
                        const struct listed_thread *thread)
{
    struct str keys = threads->tags, key;
    struct sample_tag tags[N_THREAD_KEYS];
    uint32_t n = 0;
    while (n < N_THREAD_KEYS && next_key(&keys, &key)) {
        struct str value = value_of(thread, key);
        if (value.len)
            tags[n++] = (struct sample_tag){ key, value };
    }
    return samples_tag_set(&threads->profile->samples, tags, n);
}

/* The kernel's idle threads have no record that names them. */
static struct perfdata_thread new_thread(struct perfdata_threads *threads,
                                         const struct perfdata_sample *sample,
                                         uint32_t comm)
{
    struct arena *texts = &threads->texts;
    struct perfdata_thread thread = {
        .texts = { .pid = arena_printf(texts, "%" PRId32, (int32_t)sample->pid),
                   .tid = arena_printf(texts, "%" PRId32,
                                       (int32_t)sample->tid) },
        .tags = NO_ID,
    };
    if (comm != NO_ID)
        thread.texts.comm = threads->processes->comms.texts[comm];
    else if (sample->tid == 0)
        thread.texts.comm = S("swapper");
    else
        thread.texts.comm =
            arena_printf(texts, ":%" PRId32, (int32_t)sample->tid);
    if (threads->tags.len)
        thread.tags = tags_of(threads, &thread.texts);
    return thread;
}

uint32_t perfdata_threads_find(struct perfdata_threads *threads,
                               const struct perfdata_sample *sample)
{
    uint32_t comm = perfdata_processes_name(threads->processes, sample->tid,
                                            sample->order);
    uint32_t n = threads->named.n;
    uint32_t thread = pairs_add_in(&threads->ids, &threads->texts, sample->pid,
                                   sample->tid);
    uint32_t id = pairs_add_in(&threads->named, &threads->texts, thread, comm);
    if (id == n)
        *PUSH_IN(&threads->texts, threads) = new_thread(threads, sample, comm);
    return id;
}

bool perfdata_threads_accepts(struct perfdata_threads *threads, uint32_t id)
{
    const struct listed_thread *thread = &threads->of[id].texts;
    const struct str values[N_THREAD_KEYS] = { [THREAD_COMM] = thread->comm,
                                               [THREAD_PID] = thread->pid,
                                               [THREAD_TID] = thread->tid };
    bool accepted = true;
    for (int i = 0; threads->filters_any && i < N_THREAD_KEYS; i++) {
        accepted &= sample_filter_accepts(&threads->filters[i], values[i]);
        sample_filter_count(&threads->filters[i]);
    }
    return accepted;
}

void perfdata_threads_count(struct perfdata_threads *threads, uint32_t id,
                            uint32_t event)
{
    struct perfdata_thread *thread = &threads->of[id];
    if (!(threads->options->asked & ASK_LIST_THREADS))
        return;
    ++*REACH_IN(&threads->texts, &thread->samples, event);
}

void perfdata_threads_list(const struct perfdata_threads *threads,
                           struct inventory *inventory, uint32_t event)
{
    for (uint32_t i = 0; i < threads->named.n; i++) {
        const struct perfdata_thread *thread = &threads->of[i];
        double n = 0;
        for (size_t e = 0; e < thread->samples.n; e++)
            if (event == NO_ID || e == event)
                n += (double)thread->samples.of[e];
        if (n > 0)
            inventory_add_thread(inventory, &thread->texts, n);
    }
}

bool perfdata_threads_report(const struct perfdata_threads *threads,
                             const char *input)
{
    for (int i = 0; i < N_THREAD_KEYS; i++)
        if (!sample_filter_report(&threads->filters[i], input,
                                  "record it with perf record"))
            return false;
    return true;
}
