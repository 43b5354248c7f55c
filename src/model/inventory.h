/*
 * What the user can choose from in the inputs: events and threads with their
 * numbers of samples; and other facts about the recordings. Readers fill it at
 * the end of an input. Zeroed is empty; the arena owns all memory.
 */
#pragma once

#include "util/array.h"
#include "util/map.h"

/* Texts with numbers of samples, in the order in which they were added. */
struct counted_texts {
    struct strings texts;
    LIST(double) samples; /* by id of the text; UNKNOWN (a NAN) if the input
                             does not say */
};

/* The cost of the samples of an event. Costs of different events cannot be
   added. */
struct event_sum {
    double cost;     /* UNKNOWN if the input does not say */
    struct str unit; /* converted, for times and sizes: "seconds", "bytes" */
    bool is_counted; /* its samples are in the profile. An event with the name
                        of the profile's event counts as well, even if this is
                        false */
};

struct inventory {
    struct arena arena; /* the bytes of the texts */
    struct counted_texts events;  /* all events, also those not in the profile;
                                     empty if the format has none */
    LIST(struct event_sum) sums;  /* by id of the event */
    struct counted_texts threads; /* the threads of the samples in the profile,
                                     each as a text for inventory_split_thread;
                                     filled only for --list-threads */
    struct counted_texts places;  /* records of traces, filled only for
                                     --list-places */
    struct strings builds;   /* the programs and libraries that have a build id:
                                "PATH", a tab and hexadecimal digits */
    struct strings comments; /* texts that the recordings carry along */
    int64_t begin;    /* the earliest start, in nanoseconds since 1970; 0 if
                         unknown */
    int64_t duration; /* sum over the recordings, in nanoseconds; 0 if
                         unknown */
};

/* A thread; a text that the input does not have is "". */
struct listed_thread {
    struct str pid, tid, comm;
};

/* These add samples to an event or a thread, which may be new. The unit of
   `sum` is converted if it is a time or a size. */
void inventory_add_event(struct inventory *inventory, struct str event,
                         double samples, struct event_sum sum);
void inventory_add_thread(struct inventory *inventory,
                          const struct listed_thread *thread, double samples);
void inventory_add_place(struct inventory *inventory, struct str record);
/* Adds the build id of a module, unless one of the two is "". */
void inventory_add_build(struct inventory *inventory, struct str module,
                         struct str build_id);
void inventory_add_comment(struct inventory *inventory, struct str comment);
/* Adds a recording. Either time is 0 if unknown. */
void inventory_add_times(struct inventory *inventory, int64_t begin,
                         int64_t duration);
/* Adds everything of another inventory. */
void inventory_merge(struct inventory *inventory, const struct inventory *from);
/* Returns the parts of one of the texts of `threads`. */
struct listed_thread inventory_split_thread(struct str text);
