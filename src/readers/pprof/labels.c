#include "readers/pprof/labels.h"

#include <inttypes.h>

enum { LABEL_FIELDS = PPROF_LABEL_UNIT + 1 };

void pprof_labels_init(struct pprof_labels *labels,
                       struct pprof_tables *tables, struct sink *sink)
{
    *labels = (struct pprof_labels){ .tables = tables,
                                     .sink = sink,
                                     .arena = sink->arena };
    labels->are_keys = NEW_N(labels->arena, bool, tables->strings.n);
    labels->values = NEW_N(labels->arena, struct str, sink->threads.keys.n);
}

/* Takes the next label of a sample: its numbers by field. Returns false if
   there is none. */
static bool next_label(struct str *sample, uint64_t numbers[LABEL_FIELDS])
{
    struct protobuf_field field;
    while (protobuf_next(sample, &field)) {
        if (field.number != PPROF_SAMPLE_LABEL || field.type != PROTOBUF_BYTES)
            continue;
        protobuf_numbers(field.bytes, numbers, LABEL_FIELDS);
        return true;
    }
    return false;
}

void pprof_labels_check(struct pprof_labels *labels, struct str label)
{
    struct pprof_tables *tables = labels->tables;
    uint64_t numbers[LABEL_FIELDS];
    protobuf_numbers(label, numbers, LABEL_FIELDS);
    pprof_tables_check_string(tables, numbers[PPROF_LABEL_KEY]);
    pprof_tables_check_string(tables, numbers[PPROF_LABEL_TEXT]);
    pprof_tables_check_string(tables, numbers[PPROF_LABEL_UNIT]);
    if (numbers[PPROF_LABEL_KEY] < tables->strings.n)
        labels->are_keys[numbers[PPROF_LABEL_KEY]] = true;
}

/* Returns the text of a label, or its number with its unit. */
static struct str value_of(struct arena *arena,
                           const struct pprof_tables *tables,
                           const uint64_t *numbers)
{
    struct str text = pprof_string(tables, numbers[PPROF_LABEL_TEXT]);
    struct str unit = pprof_string(tables, numbers[PPROF_LABEL_UNIT]);
    if (numbers[PPROF_LABEL_TEXT])
        return text;
    return arena_printf(arena, "%" PRId64 "%s%.*s",
                        (int64_t)numbers[PPROF_LABEL_NUMBER],
                        unit.len ? " " : "", (int)unit.len, unit.s);
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
        if (str_eq(pprof_string(tables, numbers[PPROF_LABEL_KEY]), key))
            return true;
    return false;
}

/* Returns the value of the first label that has a key or else one of its
   synonyms, or "". */
static struct str find_value(struct pprof_labels *labels, struct str sample,
                             struct str key)
{
    const struct pprof_tables *tables = labels->tables;
    uint64_t numbers[LABEL_FIELDS];
    bool found = find_label(tables, sample, key, numbers);
    for (size_t i = 0; i < ROWS(synonyms) && !found; i++)
        found = str_eq(synonyms[i].key, key) &&
                find_label(tables, sample, synonyms[i].label, numbers);
    return found ? value_of(&labels->scratch, tables, numbers) : S("");
}

uint32_t pprof_labels_thread(struct pprof_labels *labels, struct str sample)
{
    const struct threads *threads = &labels->sink->threads;
    if (!threads->is_read)
        return NO_THREAD;
    arena_free(&labels->scratch);
    for (uint32_t i = 0; i < threads->keys.n; i++)
        labels->values[i] = find_value(labels, sample, threads->keys.texts[i]);
    return sink_labelled(labels->sink, labels->values);
}

const char *pprof_labels_hint(struct pprof_labels *labels)
{
    struct tally keys = { .arena = labels->arena, .hide_counts = true };
    for (size_t i = 0; i < labels->tables->strings.n; i++)
        if (labels->are_keys[i])
            tally_add(&keys, pprof_string(labels->tables, i));
    struct str list = tally_list(&keys, labels->arena, "", NO_ID);
    return list.len ? arena_printf(labels->arena,
                                   "its samples have the labels %s", list.s)
                          .s
                    : "its samples have no labels";
}
