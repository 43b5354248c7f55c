/*
 * The threads that the samples of an input were taken in: which of them count
 * (--comm, --pid, --tid), the tags of their samples (--tags), and the list of
 * --list-threads.
 */
#pragma once

#include "readers/choose/events.h"
#include "util/array.h"
#include "util/map.h"

/* The thread of samples whose thread nobody asks for. */
enum { NO_THREAD = 0 };

struct sink_thread {
    const struct str *values; /* by key; "": the input does not tell it */
    bool is_accepted;
    uint32_t tags;   /* the set of its tags, or NO_ID */
    size_t seen;     /* samples, counted in the profile or not */
    LIST(size_t) samples; /* by event: those that count, for
                             --list-threads */
};

/* Begin with threads_init. */
struct threads {
    struct arena *arena; /* has all memory */
    bool is_read; /* somebody asks for threads; otherwise all samples may have
                     NO_THREAD */
    bool is_listed;
    bool uncounted; /* set by the reader: it does not know how many samples the
                       threads have */
    struct sample_filter filters[N_THREAD_KEYS];
    struct strings keys; /* those of enum thread_key, and labels that are
                            wanted: more keys, which only some formats have */
    uint32_t *tag_keys;  /* that become tags, in order */
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

/* `tags` are keys separated by commas, or NULL; "event" is no tag of a thread,
   because rows know their event. Returns false after a message about the input
   if a key is another one, unless samples have labels. */
bool threads_init(struct threads *threads, struct arena *arena,
                  const struct reader_options *options, const char *tags,
                  bool has_labels, const char *input);

/* Returns the id of a thread, new or not, whose values are those of all keys.
   Its tags become a set of the profile's samples. */
uint32_t threads_id(struct threads *threads, struct profile *profile,
                    const struct str *values);
/* Returns the set of the labels that all samples get, NO_ID if there are
   none. */
uint32_t threads_labels(const struct threads *threads, struct samples *samples);
/* Adds the threads with samples that are drawn, for --list-threads. `drawn` is
   the result of events_drawn. */
void threads_list(const struct threads *threads, const struct events *events,
                  uint32_t drawn, struct inventory *inventory);

/* These are called at the end of the input. Each returns false after a message:
   if no sample was accepted; or if no sample has one of the tags. */
bool threads_report(struct threads *threads, const char *input,
                    const struct sink_hint *hint);
bool threads_report_tags(const struct threads *threads, const char *input,
                         const struct sink_hint *hint);

/* Measures how far apart the samples of a thread are, to tell recordings of
   different rates apart. The first samples of an input are enough. */

/* Zeroed, nobody asks. */
struct gaps {
    struct arena *arena; /* has all memory */
    size_t left;        /* samples that it still takes */
    struct pairs keys;  /* (thread, event) */
    LIST(double) times; /* of the sample before, by key */
    LIST(struct sample_gap);
};

struct sample_gap {
    uint32_t event;
    double seconds;
};

void gaps_begin(struct gaps *gaps, struct arena *arena);
/* Takes a sample. Times that go back are passed over. */
void gaps_take(struct gaps *gaps, uint32_t thread, uint32_t event, double time);
/* Returns the median of the intervals of an event, 0 if there are none. */
double gaps_median(struct gaps *gaps, uint32_t event);
