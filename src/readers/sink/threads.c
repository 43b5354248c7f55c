#include "readers/sink/threads.h"

#include "util/diag.h"

static struct str value_of(const struct listed_thread *names,
                           enum thread_key key)
{
    return key == THREAD_COMM  ? names->comm
           : key == THREAD_PID ? names->pid
                               : names->tid;
}

static bool add_key(struct threads *threads, struct str key, const char *input)
{
    for (int i = 0; i < N_THREAD_KEYS; i++)
        if (str_eq(key, str_of(thread_key_names[i]))) {
            for (uint32_t k = 0; k < threads->n_tag_keys; k++)
                if (threads->tag_keys[k] == (enum thread_key)i)
                    return true;
            threads->tag_keys[threads->n_tag_keys++] = (enum thread_key)i;
            return true;
        }
    return str_eq(key, S("event")) ||
           diag_error("%s: --tags: samples of this format have no tag '%.*s'; "
                      "they have comm, pid, tid and event",
                      input, (int)key.len, key.s);
}

bool threads_init(struct threads *threads, const struct reader_options *options,
                  const char *tags, const char *input)
{
    struct str rest = str_of(tags ? tags : ""), key;
    bool good = true, more = rest.len;
    *threads = (struct threads){
        .is_listed = options->asked & ASK_LIST_THREADS,
    };
    threads->is_read = threads->is_listed;
    for (int i = 0; i < N_THREAD_KEYS; i++) {
        sample_filter_init(&threads->filters[i], (enum thread_key)i,
                           &options->thread_patterns[i]);
        threads->is_read |= options->thread_patterns[i].n > 0;
    }
    while (good && more) {
        key = rest;
        more = str_cut(rest, S(","), &key, &rest);
        good = add_key(threads, key, input);
    }
    threads->is_read |= threads->n_tag_keys > 0;
    strings_add(&threads->ids, &threads->arena, S(""));
    *PUSH_IN(&threads->arena, threads) = (struct sink_thread){
        .is_accepted = true,
        .tags = NO_ID,
    };
    return good;
}

void threads_free(struct threads *threads)
{
    for (int i = 0; i < N_THREAD_KEYS; i++)
        sample_filter_free(&threads->filters[i]);
    strings_free(&threads->ids);
    buf_free(&threads->key);
    arena_free(&threads->arena);
}

static uint32_t tags_of(const struct threads *threads, struct samples *samples,
                        const struct listed_thread *names)
{
    struct sample_tag tags[N_THREAD_KEYS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < threads->n_tag_keys; i++) {
        enum thread_key key = threads->tag_keys[i];
        struct str value = value_of(names, key);
        if (value.len)
            tags[n++] = (struct sample_tag){ str_of(thread_key_names[key]),
                                             value };
    }
    return samples_tag_set(samples, tags, n);
}

static struct sink_thread new_thread(struct threads *threads,
                                     struct samples *samples,
                                     const struct listed_thread *names)
{
    struct sink_thread thread = {
        .names = { .pid = arena_copy(&threads->arena, names->pid),
                   .tid = arena_copy(&threads->arena, names->tid),
                   .comm = arena_copy(&threads->arena, names->comm) },
        .is_accepted = true,
        .tags = tags_of(threads, samples, names),
    };
    for (int i = 0; i < N_THREAD_KEYS; i++)
        thread.is_accepted &= sample_filter_accepts(
            &threads->filters[i], value_of(names, (enum thread_key)i));
    return thread;
}

uint32_t threads_id(struct threads *threads, struct profile *profile,
                    const struct listed_thread *names)
{
    uint32_t n = threads->ids.n;
    if (!threads->is_read)
        return NO_THREAD;
    threads->key.len = 0;
    buf_add(&threads->key, names->pid);
    buf_char(&threads->key, ' ');
    buf_add(&threads->key, names->tid);
    buf_char(&threads->key, ' ');
    buf_add(&threads->key, names->comm);
    uint32_t id =
        strings_add(&threads->ids, &threads->arena, buf_text(&threads->key));
    if (id == n)
        *PUSH_IN(&threads->arena, threads) =
            new_thread(threads, &profile->samples, names);
    return id;
}

void threads_list(const struct threads *threads, const struct events *events,
                  uint32_t drawn, struct inventory *inventory)
{
    for (uint32_t id = NO_THREAD + 1; id < threads->ids.n; id++) {
        const struct sink_thread *thread = &threads->of[id];
        const struct listed_thread *names = &thread->names;
        double n = 0;
        for (uint32_t e = 0; e < thread->samples.n; e++)
            if (thread->samples.of[e] && events_is_drawn(events, e, drawn))
                n += (double)thread->samples.of[e];
        if (n > 0 && (names->pid.len || names->tid.len || names->comm.len))
            inventory_add_thread(inventory, names, n);
    }
}

bool threads_report(struct threads *threads, const char *input,
                    const struct sink_hint *hint)
{
    struct arena scratch = { 0 };
    bool good = true;
    for (int key = 0; good && key < N_THREAD_KEYS; key++) {
        struct sample_filter *filter = &threads->filters[key];
        for (uint32_t id = 0; id < threads->ids.n; id++) {
            const struct sink_thread *thread = &threads->of[id];
            if (!thread->seen)
                continue;
            sample_filter_accepts(
                filter, value_of(&thread->names, (enum thread_key)key));
            sample_filter_count(filter, thread->seen);
        }
        good = sample_filter_report(
            filter, input,
            arena_printf(&scratch, "%s%s", hint->text,
                         hint->names_key ? thread_key_names[key] : "")
                .s);
    }
    arena_free(&scratch);
    return good;
}

bool threads_report_tags(const struct threads *threads, const char *input,
                         const struct sink_hint *hint)
{
    for (uint32_t i = 0; i < threads->n_tag_keys; i++) {
        enum thread_key key = threads->tag_keys[i];
        const char *name = thread_key_names[key];
        bool found = false;
        for (uint32_t id = 0; !found && id < threads->ids.n; id++)
            found = threads->of[id].seen &&
                    value_of(&threads->of[id].names, key).len;
        if (!found)
            return diag_error("%s: --tags: this input has no %s; %s%s", input,
                              name, hint->text, hint->names_key ? name : "");
    }
    return true;
}
