#include "readers/perf/tags.h"

#include "readers/perf/threads.h"
#include "util/diag.h"

static bool add_key(struct perf_tags *tags, struct str key, const char *input)
{
    for (int i = 0; i < N_THREAD_KEYS; i++)
        if (str_eq(key, str_of(thread_key_names[i]))) {
            tags->keys[tags->n++] = (enum thread_key)i;
            return true;
        }
    return str_eq(key, S("event")) ||
           diag_error("%s: --tags: samples of perf have no tag '%.*s'; they "
                      "have comm, pid, tid and event",
                      input, (int)key.len, key.s);
}

bool perf_tags_init(struct perf_tags *tags, const char *keys, const char *input)
{
    struct str rest = str_of(keys), key;
    bool good = true;
    *tags = (struct perf_tags){ 0 };
    tags->keys = NEW_N(&tags->arena, enum thread_key, rest.len);
    while (good && str_cut(rest, S(","), &key, &rest))
        good = add_key(tags, key, input);
    if (good && rest.len)
        good = add_key(tags, rest, input);
    tags->found = NEW_N(&tags->arena, bool, tags->n);
    tags->tags = NEW_N(&tags->arena, struct sample_tag, tags->n);
    return good;
}

void perf_tags_free(struct perf_tags *tags)
{
    arena_free(&tags->arena);
}

uint32_t perf_tags_of(struct perf_tags *tags, struct profile *profile,
                      struct str front, bool sure)
{
    struct str values[N_THREAD_KEYS] = { STR(""), STR(""), STR("") };
    uint32_t n = 0;
    perf_threads_split(front, sure, values);
    for (uint32_t i = 0; i < tags->n; i++) {
        enum thread_key key = tags->keys[i];
        if (!values[key].len)
            continue;
        tags->found[i] = true;
        tags->tags[n++] =
            (struct sample_tag){ str_of(thread_key_names[key]), values[key] };
    }
    return samples_tag_set(&profile->samples, tags->tags, n);
}

bool perf_tags_report(const struct perf_tags *tags, const char *input)
{
    for (uint32_t i = 0; i < tags->n; i++) {
        const char *key = thread_key_names[tags->keys[i]];
        if (!tags->found[i])
            return diag_error("%s: --tags: this input has no %s; print it with "
                              "perf script -F +%s",
                              input, key, key);
    }
    return true;
}
