/*
 * The labels of samples of pprof: pairs of a key and a text or a number, such
 * as "thread" and "worker", or "bytes" and 512 bytes. If a sample has several
 * labels of one key, the first one counts.
 */
#pragma once

#include "readers/choose/sink.h"
#include "readers/pprof/tables.h"

/* Begin with pprof_labels_init; the arenas own all memory. */
struct pprof_labels {
    struct pprof_tables *tables;
    struct sink *sink;
    bool *are_keys;     /* by string: a label has this key */
    struct str *values; /* scratch: of the sink's keys */
    struct arena *arena, scratch;
};

/* Call this after all tables were read. */
void pprof_labels_init(struct pprof_labels *labels,
                       struct pprof_tables *tables, struct sink *sink);

/* Stores the key of a label, a message, and counts its references to missing
   strings. */
void pprof_labels_check(struct pprof_labels *labels, struct str label);
/* Returns the sink's thread of a sample, a message. "comm", "pid" and "tid"
   stand for all keys that profilers use for these. */
uint32_t pprof_labels_thread(struct pprof_labels *labels, struct str sample);
/* Returns the hint for the sink, which lists the labels of the input. */
const char *pprof_labels_hint(struct pprof_labels *labels);
