#include "readers/pprof/labels.h"

#include <inttypes.h>

#include "readers/select/tally.h"
#include "util/diag.h"

/* The fields of the message Label. */
enum { LABEL_KEY = 1, LABEL_TEXT, LABEL_NUMBER, LABEL_UNIT, LABEL_FIELDS };

static void add_key(struct pprof_labels *labels, struct str key)
{
    if (!str_eq(key, S("event")))
        labels->keys[labels->n++] = key;
}

void pprof_labels_init(struct pprof_labels *labels, const char *keys)
{
    struct str rest = str_of(keys), key;
    *labels = (struct pprof_labels){ .n = 0 };
    labels->keys = NEW_N(&labels->arena, struct str, rest.len);
    while (str_cut(rest, S(","), &key, &rest))
        add_key(labels, key);
    if (rest.len)
        add_key(labels, rest);
    labels->found = NEW_N(&labels->arena, bool, labels->n);
    labels->tags = NEW_N(&labels->arena, struct sample_tag, labels->n);
}

void pprof_labels_free(struct pprof_labels *labels)
{
    arena_free(&labels->arena);
}

/* Reads the numbers of a label, by field; 0 for those that it does not have. */
static void read_label(struct str message, uint64_t numbers[LABEL_FIELDS])
{
    struct protobuf_field field;
    memset(numbers, 0, LABEL_FIELDS * sizeof *numbers);
    while (protobuf_next(&message, &field))
        if (field.number < LABEL_FIELDS)
            numbers[field.number] = field.value;
}

/* Takes the next label of a sample: its numbers by field. Returns false if
   there is none. */
static bool next_label(struct str *sample, uint64_t numbers[LABEL_FIELDS])
{
    struct protobuf_field field;
    while (protobuf_next(sample, &field)) {
        if (field.number != PPROF_SAMPLE_LABEL ||
            field.type != PROTOBUF_BYTES)
            continue;
        read_label(field.bytes, numbers);
        return true;
    }
    return false;
}

void pprof_labels_check(struct pprof_tables *tables, struct str label)
{
    uint64_t numbers[LABEL_FIELDS];
    read_label(label, numbers);
    pprof_tables_check_string(tables, numbers[LABEL_KEY]);
    pprof_tables_check_string(tables, numbers[LABEL_TEXT]);
    pprof_tables_check_string(tables, numbers[LABEL_UNIT]);
}

/* Returns the text of a label, or its number with its unit. */
static struct str value_of(struct arena *arena,
                           const struct pprof_tables *tables,
                           const uint64_t *numbers)
{
    struct str text = pprof_string(tables, numbers[LABEL_TEXT]);
    struct str unit = pprof_string(tables, numbers[LABEL_UNIT]);
    if (numbers[LABEL_TEXT])
        return text;
    return arena_printf(arena, "%" PRId64 "%s%.*s",
                        (int64_t)numbers[LABEL_NUMBER], unit.len ? " " : "",
                        (int)unit.len, unit.s);
}

/* Keys by which profilers label threads: Parca, perf_to_profile, Datadog,
   Pyroscope. */
static const struct {
    struct str key, label;
} synonyms[] = {
    { STR("comm"), STR("thread_comm") },
    { STR("comm"), STR("thread name") },
    { STR("comm"), STR("thread_name") },
    { STR("comm"), STR("thread") },
    { STR("pid"), STR("process_id") },
    { STR("pid"), STR("process id") },
    { STR("tid"), STR("thread id") },
    { STR("tid"), STR("thread_id") },
};

/* Finds the first label of a sample that has this key. */
static bool find_label(const struct pprof_tables *tables, struct str sample,
                       struct str key, uint64_t numbers[LABEL_FIELDS])
{
    while (next_label(&sample, numbers))
        if (str_eq(pprof_string(tables, numbers[LABEL_KEY]), key))
            return true;
    return false;
}

bool pprof_labels_value(const struct pprof_tables *tables, struct str sample,
                        struct str key, struct arena *arena, struct str *value)
{
    uint64_t numbers[LABEL_FIELDS];
    bool found = find_label(tables, sample, key, numbers);
    for (size_t i = 0; i < ROWS(synonyms) && !found; i++)
        found = str_eq(synonyms[i].key, key) &&
                find_label(tables, sample, synonyms[i].label, numbers);
    if (found)
        *value = value_of(arena, tables, numbers);
    return found;
}

uint32_t pprof_labels_of(struct pprof_labels *labels,
                         const struct pprof_tables *tables,
                         struct profile *profile, struct str sample)
{
    struct arena scratch = { 0 };
    uint32_t n = 0;
    for (uint32_t i = 0; i < labels->n; i++) {
        struct sample_tag *tag = &labels->tags[n];
        tag->key = labels->keys[i];
        if (!pprof_labels_value(tables, sample, tag->key, &scratch,
                                &tag->value))
            continue;
        labels->found[i] = true;
        n++;
    }
    uint32_t set = samples_tag_set(&profile->samples, labels->tags, n);
    arena_free(&scratch);
    return set;
}

/* Counts the labels of all samples by their keys. */
static void count_keys(struct tally *keys, const struct pprof_tables *tables,
                       struct str bytes)
{
    struct protobuf_field field;
    uint64_t numbers[LABEL_FIELDS];
    while (protobuf_next(&bytes, &field)) {
        struct str sample = field.bytes;
        while (field.number == PPROF_SAMPLE && next_label(&sample, numbers))
            tally_add(keys, pprof_string(tables, numbers[LABEL_KEY]));
    }
}

bool pprof_labels_report(const struct pprof_labels *labels,
                         const struct pprof_tables *tables, struct str bytes,
                         const char *input)
{
    bool good = true;
    for (uint32_t i = 0; i < labels->n && good; i++) {
        if (labels->found[i])
            continue;
        struct arena scratch = { 0 };
        struct tally keys = { .hide_counts = true };
        count_keys(&keys, tables, bytes);
        struct str key = labels->keys[i];
        struct str list = tally_list(&keys, &scratch, "", NO_ID);
        good = diag_error("%s: --tags: no sample has a label '%.*s'%s%s%s",
                          input, (int)key.len, key.s,
                          tally_nearest(&keys, &scratch, key).s,
                          list.len ? "; the input has: "
                                   : "; the input has no labels",
                          list.s);
        tally_free(&keys);
        arena_free(&scratch);
    }
    return good;
}
