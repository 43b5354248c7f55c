/*
 * The labels of samples of pprof, for --tags: pairs of a key and a text or a
 * number, such as "thread" and "worker", or "bytes" and 512 bytes. If a
 * sample has several labels of one key, the first one counts.
 */
#ifndef READERS_PPROF_LABELS_H
#define READERS_PPROF_LABELS_H

#include "model/profile.h"
#include "readers/pprof/tables.h"

/* Zeroed has no keys; release with pprof_labels_free. */
struct pprof_labels {
    struct arena arena;
    struct str *keys; /* the keys that become tags, in order */
    bool *found;      /* by key: a sample has a label of this key */
    uint32_t n;       /* keys */
    struct sample_tag *tags; /* scratch */
};

/* Counts the strings that a label, a message, refers to but the tables lack. */
void pprof_labels_check(struct pprof_tables *tables, struct str label);

/* Takes the keys that are wanted, separated by commas; NULL: none. "event" is
   no tag of the set, because rows know their event. */
void pprof_labels_init(struct pprof_labels *labels, const char *keys);
void pprof_labels_free(struct pprof_labels *labels);

/* Finds the label of a sample, a message, that has this key, and sets its text,
   or its number with its unit, which is in the arena. "comm", "pid" and "tid"
   stand for all keys that profilers use for these. Returns false if there is
   none. */
bool pprof_labels_value(const struct pprof_tables *tables, struct str sample,
                        struct str key, struct arena *arena,
                        struct str *value);

/* Returns the tags of a sample, a message, as a set of the profile's samples.
   Returns NO_ID if there are none. */
uint32_t pprof_labels_of(struct pprof_labels *labels,
                         const struct pprof_tables *tables,
                         struct profile *profile, struct str sample);

/* The reader calls this at the end of the input, with the input's name and all
   its bytes. Returns false after a message, which lists the keys that the input
   has, if no sample has a label of one of the keys. */
bool pprof_labels_report(const struct pprof_labels *labels,
                         const struct pprof_tables *tables, struct str bytes,
                         const char *input);

#endif
