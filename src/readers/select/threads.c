#include "readers/select/threads.h"

#include "util/diag.h"

static bool choose(struct thread *threads, uint32_t n, const char *input,
                   const struct reader_options *options)
{
    bool good = true;
    for (uint32_t i = 0; i < n; i++)
        threads[i].is_chosen = threads[i].samples > 0;
    for (int key = 0; good && key < N_THREAD_KEYS; key++) {
        struct sample_filter filter;
        sample_filter_init(&filter, (enum thread_key)key,
                           &options->thread_patterns[key]);
        filter.values.hide_counts = true;
        for (uint32_t i = 0; i < n; i++)
            if (threads[i].samples > 0) {
                threads[i].is_chosen &=
                    sample_filter_accepts(&filter, threads[i].values[key]);
                sample_filter_count(&filter, 1);
            }
        good = sample_filter_report(&filter, input,
                                    "it does not name its threads");
        sample_filter_free(&filter);
    }
    return good;
}

/* Stores the key that has this name, if the format has it. */
static bool find_key(struct str name, unsigned supports, int *key)
{
    for (*key = 0; *key < N_THREAD_KEYS; (*key)++)
        if (str_eq(name, str_of(thread_key_names[*key])))
            return (supports & ((unsigned)ASK_THREAD << *key)) != 0;
    return false;
}

/* Adds the tag of one key to the tags of all threads. */
static bool add_tag(struct thread *threads, uint32_t n, const char *input,
                    struct profile *profile, struct str name, unsigned supports)
{
    int key;
    bool found = false;
    if (!find_key(name, supports, &key))
        return diag_error("%s: --tags: samples of this format have no tag "
                          "'%.*s'",
                          input, (int)name.len, name.s);
    for (uint32_t i = 0; i < n; i++) {
        struct sample_tag tags[N_THREAD_KEYS + 1];
        struct samples *samples = &profile->samples;
        uint32_t n_tags = 0;
        if (!threads[i].is_chosen || !threads[i].values[key].len)
            continue;
        found = true;
        if (threads[i].tags != NO_ID) {
            const struct sample_tags *set = &samples->tag_sets[threads[i].tags];
            for (; n_tags < set->n && n_tags < N_THREAD_KEYS; n_tags++)
                tags[n_tags] = set->tags[n_tags];
        }
        tags[n_tags++] = (struct sample_tag){ str_of(thread_key_names[key]),
                                              threads[i].values[key] };
        threads[i].tags = samples_tag_set(samples, tags, n_tags);
    }
    return found || diag_error("%s: --tags: this input has no %s", input,
                               thread_key_names[key]);
}

static bool add_tags(struct thread *threads, uint32_t n, const char *input,
                     struct profile *profile,
                     const struct reader_options *options, unsigned supports)
{
    struct str rest = str_of(options->tags ? options->tags : ""), name;
    bool good = true;
    while (good && rest.len) {
        if (!str_cut(rest, S(","), &name, &rest)) {
            name = rest;
            rest = S("");
        }
        good = add_tag(threads, n, input, profile, name, supports);
    }
    return good;
}

static void list(const struct thread *threads, uint32_t n,
                 struct profile *profile)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct thread *thread = &threads[i];
        struct listed_thread listed = { .pid = thread->values[THREAD_PID],
                                        .tid = thread->values[THREAD_TID],
                                        .comm = thread->values[THREAD_COMM] };
        if (thread->is_chosen)
            inventory_add_thread(&profile->inventory, &listed,
                                 thread->samples);
    }
}

bool threads_choose(struct thread *threads, uint32_t n, const char *input,
                    struct profile *profile,
                    const struct reader_options *options, unsigned supports)
{
    struct arena scratch = { 0 };
    profile->samples.kept = options->keep & KEEP_TAGS;
    for (uint32_t i = 0; i < n; i++)
        threads[i].tags = NO_ID;
    bool good = choose(threads, n, input, options) &&
                (!profile->samples.kept ||
                 add_tags(threads, n, input, profile, options, supports));
    if (good && options->asked & ASK_LIST_THREADS)
        list(threads, n, profile);
    profile_selected_threads(
        profile, thread_patterns_text(&scratch, options->thread_patterns));
    arena_free(&scratch);
    return good;
}
