/*
 * The threads that the samples of an input were taken in: which of them count
 * (--comm, --pid, --tid), the tags of their samples (--tags), and the list of
 * --list-threads.
 */
#pragma once

#include "readers/choose/events.h"
#include "util/array.h"
#include "util/map.h"

/* The thread of samples whose thread is not needed. */
enum { NO_THREAD = 0 };

struct sink_thread {
    const struct str *values; /* by key; "" if it is unknown */
    bool is_accepted;
    uint32_t tags;   /* the set of its tags, or NO_ID */
    size_t seen;     /* its samples, in the profile or not */
    LIST(size_t) samples; /* by event: samples that count, for --list-threads */
};

/* Begin with threads_init. */
struct threads {
    struct arena *arena; /* has all memory */
    bool is_read; /* threads are needed; else all samples may have NO_THREAD */
    bool is_listed;
    bool uncounted; /* set by the reader: numbers of samples are not known */
    struct sample_filter filters[N_THREAD_KEYS];
    struct strings keys; /* those of enum thread_key, then the keys of labels
                            that are needed, which only some formats have */
    uint32_t *tag_keys;  /* the keys that become tags, in order */
    uint32_t n_tag_keys;
    struct label_filter {
        struct sample_filter filter;
        uint32_t key;
    } * label_filters;
    size_t n_label_filters;
    const struct sample_tag *labels; /* that all samples get */
    size_t n_labels;
    struct index index; /* of all but NO_THREAD, by their values */
    LIST(struct sink_thread); /* by id; that of NO_THREAD has no names */
};

/* `tags` are keys separated by commas, or NULL; "event" is ignored, because
   rows have their event. Returns false after a message about the input for
   unknown keys, unless samples have labels. */
bool threads_init(struct threads *threads, struct arena *arena,
                  const struct reader_options *options, const char *tags,
                  bool has_labels, const char *input);

/* Returns the id of the thread with these values, one for each key. Its tags
   become a set of the profile's samples. */
uint32_t threads_id(struct threads *threads, struct profile *profile,
                    const struct str *values);
/* Adds the threads with samples that are drawn, for --list-threads. `drawn` is
   the result of events_drawn. */
void threads_list(const struct threads *threads, const struct events *events,
                  uint32_t drawn, struct inventory *inventory);

/* Call these at the end of the input. They return false after a message if no
   sample was accepted, or if no sample has one of the tags. */
bool threads_report(struct threads *threads, const char *input,
                    const struct sink_hint *hint);
bool threads_report_tags(const struct threads *threads, const char *input,
                         const struct sink_hint *hint);

/* Measures the intervals between the samples of a thread, to find recordings of
   different rates. The first samples of an input are enough. */

/* Zeroed, nothing is measured. */
struct gaps {
    struct arena *arena; /* has all memory */
    size_t left;        /* the number of samples that it still takes */
    struct pairs keys;  /* (thread, event) */
    LIST(double) times; /* by key: the time of the previous sample */
    LIST(struct sample_gap);
};

struct sample_gap {
    uint32_t event;
    double seconds;
};

void gaps_begin(struct gaps *gaps, struct arena *arena);
/* Takes a sample. Ignores times that go back. */
void gaps_take(struct gaps *gaps, uint32_t thread, uint32_t event, double time);
/* Returns the median interval of an event in seconds; 0 if there is none. */
double gaps_median(struct gaps *gaps, uint32_t event);
