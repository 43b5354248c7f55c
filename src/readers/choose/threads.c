#include "readers/choose/threads.h"

#include "util/diag.h"
#include "util/hash.h"

/* ---- The threads ---- */

/* Adds a key of --tags. */
static bool add_tag(struct threads *threads, struct str key, bool has_labels,
                    const char *input)
{
    if (str_eq(key, S("event")))
        return true;
    if (!has_labels && strings_find(&threads->keys, key) == NO_ID)
        return diag_error("%s: samples of this format have no tag '%.*s'; "
                          "they have comm, pid, tid and event",
                          input, (int)key.len, key.s);
    threads->tag_keys[threads->n_tag_keys++] =
        strings_add(&threads->keys, threads->arena, key);
    return true;
}

static bool add_tags(struct threads *threads, const char *tags,
                     bool has_labels, const char *input)
{
    struct str rest = str_of(tags), key;
    bool good = true, more = rest.len;
    threads->tag_keys = NEW_N(threads->arena, uint32_t, rest.len);
    while (good && more) {
        key = rest;
        more = str_cut(rest, S(","), &key, &rest);
        good = add_tag(threads, key, has_labels, input);
    }
    return good;
}

bool threads_init(struct threads *threads, struct arena *arena,
                  const struct reader_options *options, const char *tags,
                  bool has_labels, const char *input)
{
    *threads = (struct threads){
        .arena = arena,
        .is_listed = options->asked & ASK_LIST_THREADS,
        .labels = options->labels,
        .n_labels = options->exchanges ? options->n_labels : 0,
        .n_label_filters = options->n_with_labels,
    };
    threads->is_read = threads->is_listed;
    for (int i = 0; i < N_THREAD_KEYS; i++) {
        strings_add(&threads->keys, threads->arena,
                    str_of(thread_key_names[i]));
        sample_filter_init(&threads->filters[i], arena, (enum thread_key)i,
                           &options->thread_patterns[i]);
        threads->is_read |= options->thread_patterns[i].n > 0;
    }
    threads->label_filters =
        NEW_N(threads->arena, struct label_filter, threads->n_label_filters);
    for (size_t i = 0; i < threads->n_label_filters; i++) {
        const struct label_patterns *label = &options->with_labels[i];
        struct label_filter *filter = &threads->label_filters[i];
        sample_filter_init_label(&filter->filter, arena, label);
        filter->key =
            strings_add(&threads->keys, threads->arena, str_of(label->key));
        threads->is_read = true;
    }
    bool good = !tags || add_tags(threads, tags, has_labels, input);
    threads->is_read |= threads->n_tag_keys > 0;
    *PUSH_IN(threads->arena, threads) = (struct sink_thread){
        .values = NEW_N(threads->arena, struct str, threads->keys.n),
        .is_accepted = true,
        .tags = NO_ID,
    };
    return good;
}

/* Do all samples get a label of this key? */
static bool is_given(const struct threads *threads, struct str key)
{
    for (size_t i = 0; i < threads->n_labels; i++)
        if (str_eq(threads->labels[i].key, key))
            return true;
    return false;
}

static uint32_t tags_of(const struct threads *threads, struct samples *samples,
                        const struct str *values)
{
    LOCAL_ARENA(scratch);
    struct sample_tag *tags = NEW_N(&scratch, struct sample_tag,
                                    threads->n_tag_keys + threads->n_labels);
    uint32_t n = 0;
    for (uint32_t i = 0; i < threads->n_tag_keys; i++) {
        uint32_t key = threads->tag_keys[i];
        if (values[key].len && !is_given(threads, threads->keys.texts[key]))
            tags[n++] = (struct sample_tag){ threads->keys.texts[key],
                                             values[key] };
    }
    for (size_t i = 0; i < threads->n_labels; i++)
        tags[n++] = threads->labels[i];
    return samples_tag_set(samples, tags, n);
}

static struct sink_thread new_thread(struct threads *threads,
                                     struct samples *samples,
                                     const struct str *values)
{
    struct str *copy = NEW_N(threads->arena, struct str, threads->keys.n);
    struct sink_thread thread = {
        .values = copy,
        .is_accepted = true,
        .tags = tags_of(threads, samples, values),
    };
    for (uint32_t i = 0; i < threads->keys.n; i++)
        copy[i] = arena_copy(threads->arena, values[i]);
    for (int i = 0; i < N_THREAD_KEYS; i++)
        thread.is_accepted &=
            sample_filter_accepts(&threads->filters[i], values[i]);
    for (size_t i = 0; i < threads->n_label_filters; i++) {
        struct label_filter *label = &threads->label_filters[i];
        thread.is_accepted &=
            sample_filter_accepts(&label->filter, values[label->key]);
    }
    return thread;
}

/* The values of a thread that is looked up, by key. */
struct sought_thread {
    const struct str *values;
    uint32_t n;
};

static bool has_values(const void *threads, uint32_t id, const void *key)
{
    const struct sink_thread *thread = (const struct sink_thread *)threads + id;
    const struct sought_thread *sought = key;
    for (uint32_t i = 0; i < sought->n; i++)
        if (!str_eq(thread->values[i], sought->values[i]))
            return false;
    return true;
}

uint32_t threads_id(struct threads *threads, struct profile *profile,
                    const struct str *values)
{
    struct sought_thread sought = { values, threads->keys.n };
    uint32_t hash = 0;
    for (uint32_t i = 0; i < threads->keys.n; i++)
        hash = hash_pair(hash, hash_text(values[i]));
    uint32_t id = index_find(&threads->index, hash, has_values, threads->of,
                             &sought);
    if (id != NO_ID)
        return id;
    struct sink_thread thread = new_thread(threads, &profile->samples, values);
    *PUSH_IN(threads->arena, threads) = thread;
    id = (uint32_t)threads->n - 1;
    index_add_in(&threads->index, threads->arena, hash, id);
    return id;
}

void threads_list(const struct threads *threads, const struct events *events,
                  uint32_t drawn, struct inventory *inventory)
{
    for (uint32_t id = NO_THREAD + 1; id < threads->n; id++) {
        const struct sink_thread *thread = &threads->of[id];
        const struct listed_thread names = {
            .pid = thread->values[THREAD_PID],
            .tid = thread->values[THREAD_TID],
            .comm = thread->values[THREAD_COMM],
        };
        double n = 0;
        for (uint32_t e = 0; e < thread->samples.n; e++)
            if (thread->samples.of[e] && events_is_drawn(events, e, drawn))
                n += (double)thread->samples.of[e];
        if (n > 0 && (names.pid.len || names.tid.len || names.comm.len))
            inventory_add_thread(inventory, &names,
                                 threads->uncounted ? UNKNOWN : n);
    }
}

/* Counts the samples of a filter and reports what it matched. */
static bool report_filter(const struct threads *threads,
                          struct sample_filter *filter, uint32_t key,
                          const char *input, const struct sink_hint *hint)
{
    LOCAL_ARENA(scratch);
    filter->values.hide_counts = threads->uncounted;
    for (uint32_t id = 0; id < threads->n; id++) {
        const struct sink_thread *thread = &threads->of[id];
        if (!thread->seen)
            continue;
        sample_filter_accepts(filter, thread->values[key]);
        sample_filter_count(filter, thread->seen);
    }
    return sample_filter_report(
        filter, input,
        arena_printf(&scratch, "%s%s", hint->text,
                     hint->names_key ? filter->name : "")
            .s);
}

bool threads_report(struct threads *threads, const char *input,
                    const struct sink_hint *hint)
{
    bool good = true;
    for (uint32_t key = 0; good && key < N_THREAD_KEYS; key++)
        good = report_filter(threads, &threads->filters[key], key, input, hint);
    for (size_t i = 0; good && i < threads->n_label_filters; i++) {
        struct label_filter *label = &threads->label_filters[i];
        good = report_filter(threads, &label->filter, label->key, input, hint);
    }
    return good;
}

bool threads_report_tags(const struct threads *threads, const char *input,
                         const struct sink_hint *hint)
{
    for (uint32_t i = 0; i < threads->n_tag_keys; i++) {
        uint32_t key = threads->tag_keys[i];
        const char *name = threads->keys.texts[key].s;
        bool found = false;
        for (uint32_t id = 0; !found && id < threads->n; id++)
            found = threads->of[id].seen && threads->of[id].values[key].len;
        if (!found)
            return diag_error("%s: --tags: this input has no %s; %s%s", input,
                              name, hint->text, hint->names_key ? name : "");
    }
    return true;
}

/* ---- Distances of samples ---- */

enum { MOST = 10000 }; /* the most samples that are taken */

void gaps_begin(struct gaps *gaps, struct arena *arena)
{
    gaps->arena = arena;
    gaps->left = MOST;
}

void gaps_take(struct gaps *gaps, uint32_t thread, uint32_t event, double time)
{
    uint32_t n = gaps->keys.n;
    uint32_t key = pairs_add_in(&gaps->keys, gaps->arena, thread, event);
    gaps->left--;
    if (key == n) {
        *PUSH_IN(gaps->arena, &gaps->times) = time;
        return;
    }
    double seconds = time - gaps->times.of[key];
    gaps->times.of[key] = time;
    if (seconds > 0)
        *PUSH_IN(gaps->arena, gaps) =
            (struct sample_gap){ event, seconds };
}

/* Sorts by event, then by length. */
static int by_seconds(const void *a, const void *b)
{
    const struct sample_gap *x = a, *y = b;
    int order = COMPARE(x->event, y->event);
    return order ? order : COMPARE(x->seconds, y->seconds);
}

double gaps_median(struct gaps *gaps, uint32_t event)
{
    size_t first = 0, n = 0;
    SORT(gaps->of, gaps->n, by_seconds);
    while (first < gaps->n && gaps->of[first].event != event)
        first++;
    while (first + n < gaps->n && gaps->of[first + n].event == event)
        n++;
    return n ? gaps->of[first + n / 2].seconds : 0;
}
