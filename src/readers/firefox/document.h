/*
 * What a Firefox profile says of its processes and threads: their tables,
 * libraries and costs. A profile may hold the profiles of other processes, and
 * these others again; all of them become one list.
 */
#ifndef READERS_FIREFOX_DOCUMENT_H
#define READERS_FIREFOX_DOCUMENT_H

#include "readers/firefox/costs.h"
#include "readers/firefox/tables.h"
#include "readers/select/sample_filter.h"

struct firefox_thread {
    struct firefox_tables tables;
    struct firefox_libs libs; /* empty: those of the process */
    uint32_t values[N_THREAD_KEYS]; /* texts of the profile; "" if unknown */
    uint32_t process;
    uint32_t id;  /* in the sink; set by the reader */
    uint32_t end; /* 1 + its last cost, which is where the next thread begins */
    size_t n_samples[N_FIREFOX_EVENTS]; /* those with a cost */
};

struct firefox_process {
    struct firefox_tables shared;
    struct firefox_libs libs;
};

/* Set the first two fields; release with firefox_document_free. */
struct firefox_document {
    struct profile *profile; /* holds the texts */
    bool has_times;          /* times of samples are wanted */
    LIST(struct firefox_thread) threads;
    LIST(struct firefox_process) processes;
    struct firefox_costs costs;
    struct str cpu_unit; /* as in "us"; "": not given */

    /* The rest is private to firefox_document_read. */
    LIST(struct firefox_level) levels; /* the processes that are being read */
    LIST(struct str) texts; /* processes that are texts, not read yet */
    struct arena arena; /* has these lists */
};

/* Reads the input to its end, or up to the place where it is damaged, which it
   reports. */
void firefox_document_read(struct firefox_document *document,
                           struct input *in);
void firefox_document_free(struct firefox_document *document);

#endif
