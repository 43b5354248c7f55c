/*
 * Who was sampled, as the header above a stack of perf script says it, and
 * whether these samples are wanted (--comm, --pid, --tid).
 */
#ifndef READERS_PERF_WHO_H
#define READERS_PERF_WHO_H

#include "readers/choice.h"
#include "readers/perf_header.h"

struct perf_who {
    bool all; /* nobody is left out, and nothing is looked at */
    struct choice_column choices[N_WHO];
};

/* Begin with perf_who_init, end with perf_who_free. */
void perf_who_init(struct perf_who *who, const struct wanted wanted[N_WHO]);
void perf_who_free(struct perf_who *who);

/* Is the sample below a header that begins like this wanted? sure: the header
   is one, not only the name of a thread. */
bool perf_who_wants(struct perf_who *who, struct str front, bool sure);
/* There is a stack below that header. */
void perf_who_count(struct perf_who *who);
/* See choice_explain. */
bool perf_who_explain(const struct perf_who *who, const char *input);

#endif
