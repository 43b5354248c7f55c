/*
 * Readers turn the lines of one format into a profile. Each lives in a file
 * of its own and is known by one row in readers/list.h.
 */
#ifndef READERS_READER_H
#define READERS_READER_H

#include "input/input.h"
#include "model/profile.h"
#include "readers/sample_filter.h"

enum match { MATCH_NO, MATCH_MAYBE, MATCH_YES };

/* Options that not every format knows. */
enum {
    ASK_EVENT = 1,
    ASK_WEIGHT = 2,
    ASK_THREAD = 4, /* this shifted by who: comm, pid, tid */
    ASK_COMM = ASK_THREAD << THREAD_COMM,
    ASK_PID = ASK_THREAD << THREAD_PID,
    ASK_TID = ASK_THREAD << THREAD_TID,
    ASK_FORCE = ASK_THREAD << N_THREAD_KEYS,
};

struct reader_options {
    bool addresses;   /* keep unresolved addresses of one module apart */
    unsigned asked;   /* ASK_..., those that the user gave */
    struct str event; /* the one to count: asked for, or that of the input
                         before; "": the first that comes */
    bool period;      /* a sample counts its period, not 1 */
    struct thread_patterns who[N_THREAD_KEYS]; /* the threads to count */
    const char *program; /* that gmon.out files belong to, or NULL: one of
                            the inputs */
    bool force;          /* belongs to it, whatever it looks like */
};

struct reader {
    const char *name;        /* as --format wants it */
    const char *aliases;     /* more such names, blanks between, or NULL */
    const char *description; /* of the input, for --list-formats */
    unsigned knows;          /* ASK_..., the options that read heeds; others
                                are not given */
    /* Is this the format? head is the start of the text; complete: all of
       it. Must be sure for MATCH_YES: all readers are asked for a yes before
       any maybe counts, in the order of the list. */
    enum match (*detect)(struct str head, bool complete);
    /* Reads to the end into an empty profile. False after input_error. What
       could be read before the end of a cut input is good. */
    bool (*read)(struct input *input, struct profile *profile,
                 const struct reader_options *options);
    /* For formats whose inputs belong together, else NULL. Are these n paths,
       "-" among them perhaps, of such a kind? If so, or if the user names the
       format, read_all makes one profile of them, and is false after a
       message. */
    bool (*wants_all)(const char *const *paths, size_t n,
                      const struct reader_options *options);
    bool (*read_all)(const char *const *paths, size_t n,
                     struct profile *profile,
                     const struct reader_options *options);
};

/* All readers, ended by NULL. */
extern const struct reader *const readers[];

/* By name or alias; NULL if there is none. */
const struct reader *reader_find(struct str name);
/* By content; NULL after a message, which for files that a known program can
   turn into text says how. */
const struct reader *reader_detect(struct input *input);

/* Does the reader know all options that were asked for? False after a
   message. */
bool reader_knows(const struct reader *reader,
                  const struct reader_options *options, const char *input);
/* The one that wants all inputs at once, or NULL: one after the other. */
const struct reader *reader_of_all(const char *const *paths, size_t n,
                                   const struct reader_options *options);

/* For detect: cuts the next line off the head. False at the end, and for a
   last line that may be cut off. */
bool reader_head_line(struct str *head, bool complete, struct str *line);

#endif
