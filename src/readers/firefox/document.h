/*
 * Reads what a Firefox profile says of its processes and threads: their tables,
 * libraries and costs. A profile may hold the profiles of other processes, and
 * these others again; all of them become one list.
 */
#pragma once

#include "readers/choose/sample_filter.h"
#include "readers/firefox/tables.h"
#include "util/map.h"

/*
 * The costs of the samples, added up by thread, event and stack while they are
 * read, so that the tables of samples need not be stored.
 */

/* The events of a profile, in the order of preference. */
enum firefox_event {
    FIREFOX_EVENT_SAMPLES,
    FIREFOX_EVENT_TRACING,
    FIREFOX_EVENT_BYTES,
    FIREFOX_EVENT_CPU,
    FIREFOX_EVENT_JS,
    FIREFOX_EVENT_NATIVE,
    N_FIREFOX_EVENTS
};

struct firefox_event_names {
    struct str name, unit; /* the profile may name another unit of CPU */
};
extern const struct firefox_event_names firefox_events[N_FIREFOX_EVENTS];

/* The tables of samples of one thread, empty if the thread lacks them. */
struct firefox_samples {
    struct firefox_table samples, js_allocations, native_allocations;
};

/* The cost of one or more samples of a stack, for one event. */
struct firefox_cost {
    uint32_t stack; /* a row of the table of stacks of the thread */
    uint32_t event : 3; /* an enum firefox_event */
    uint32_t n : 29;    /* samples */
    double time;    /* in seconds; UNKNOWN: not needed, or not known */
    double cost;    /* in the unit of the event */
};

/* Empty if all but the arena is zeroed. */
struct firefox_costs {
    struct arena *arena; /* has the lists */
    LIST(struct firefox_cost); /* those of a thread are contiguous */
    size_t n_empty;    /* samples without a stack */
    size_t n_negative; /* samples with a cost below 0, which are left out */
    size_t n_costless; /* samples whose weight is null, which are left out */
    struct pairs stacks;    /* private: (0, stack) */
    LIST(uint32_t) cost_of; /* private, by id in `stacks`: 1 + the last cost of
                               the stack */
};

struct firefox_thread {
    struct firefox_tables tables;
    struct firefox_libs libs; /* if empty, those of the process are used */
    uint32_t values[N_THREAD_KEYS]; /* texts of the profile; "" if unknown */
    uint32_t process;
    uint32_t id;  /* in the sink; set by the reader */
    uint32_t end; /* 1 + its last cost, where the next thread begins */
    size_t n_samples[N_FIREFOX_EVENTS]; /* samples with a cost */
};

struct firefox_process {
    struct firefox_tables shared;
    struct firefox_libs libs;
};

/* Set the first three fields and that of the costs. */
struct firefox_document {
    struct arena *arena;     /* has all memory */
    struct profile *profile; /* holds the texts */
    bool has_times;          /* times of samples are needed */
    LIST(struct firefox_thread) threads;
    LIST(struct firefox_process) processes;
    struct firefox_costs costs;
    struct str cpu_unit; /* such as "us"; "" if it is not given */

    /* The rest is private to firefox_document_read. */
    LIST(struct firefox_level) levels; /* the processes that are being read */
    LIST(struct str) texts; /* processes in texts that were not read yet */
};

/* Reads the input to its end, or up to the place where it is damaged, which it
   reports. */
void firefox_document_read(struct firefox_document *document, struct input *in);
