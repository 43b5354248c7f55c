/* The tags of samples of perf script, for --tags: the columns of the header
   that name the thread. */
#ifndef READERS_PERF_TAGS_H
#define READERS_PERF_TAGS_H

#include "model/profile.h"
#include "readers/select/sample_filter.h"

/* Zeroed has no keys; release with perf_tags_free. */
struct perf_tags {
    struct arena arena;
    enum thread_key *keys; /* the columns that become tags, in order */
    bool *found;           /* by place in keys: a sample has the column */
    struct sample_tag *tags; /* scratch */
    uint32_t n;              /* keys */
};

/* Takes the keys that are wanted, separated by commas; NULL: none. "event" is
   no tag of the set, because rows know their event. Returns false after a
   message about the input if perf script has no such column. */
bool perf_tags_init(struct perf_tags *tags, const char *keys,
                    const char *input);
void perf_tags_free(struct perf_tags *tags);

/* Returns the tags of a sample as a set of the profile's samples. `front` and
   `sure` are those of its header: see perf_threads_accepts. */
uint32_t perf_tags_of(struct perf_tags *tags, struct profile *profile,
                      struct str front, bool sure);

/* The reader calls this at the end of the input, with the input's name. Returns
   false after a message if no sample has one of the columns. */
bool perf_tags_report(const struct perf_tags *tags, const char *input);

#endif
