/*
 * What opreport's call graph comes down to, as text and as XML: functions,
 * the samples on the calls between them, and the events that were counted.
 *
 * A call's samples are the samples in whose stack the two functions stood
 * next to each other, counted once for each place where they did. So a visit
 * of a function, which begins with a call into it or with the stack itself,
 * ends in a sample of the function or goes on over a call out of it.
 */
#ifndef READERS_OPROFILE_REPORT_H
#define READERS_OPROFILE_REPORT_H

#include "readers/reader.h"

/* Where a function is. The texts belong to the report. */
struct oprofile_place {
    struct str image;  /* binary as printed, path and all if it has one */
    struct str symbol; /* "" while it is not known */
    struct str file;   /* "" if the report does not say */
    uint64_t line;     /* 0: unknown */
    bool nameless;     /* there is no symbol: the image stands for it */
    bool sure;         /* that the image ends where it was cut */
};

struct oprofile_function {
    struct oprofile_place place;
    double self;
};

/* A call stands in the callee's entry above the line of the callee itself,
   and in the caller's entry below the line of the caller. */
enum oprofile_side { ABOVE, BELOW };

struct oprofile_call {
    uint32_t caller, callee;
    double samples[2]; /* by side */
};

struct oprofile_event {
    struct str name, count, mask; /* "" where there is none */
};

struct oprofile_report {
    struct input *in;
    struct profile *profile;
    struct arena texts;
    struct strings keys; /* one for each function, in the same order */
    struct oprofile_function *functions;
    size_t functions_room;
    struct pairs ends; /* (caller, callee) -> call */
    struct oprofile_call *calls;
    size_t calls_room;
    struct oprofile_event *events;
    size_t n_events, events_room;
    bool chosen;                  /* an event, for good: */
    struct oprofile_event drawn;  /* this one */
    struct tally others;          /* of reports that do not have the wanted */
    const struct reader_options *options;
    struct sample_filter who[N_THREAD_KEYS]; /* processes and threads, counted 1 each */
};

/* An empty one; it lives until oprofile_finish. */
struct oprofile_report oprofile_begin(struct input *in,
                                      struct profile *profile,
                                      const struct reader_options *options);

/* Finds or adds the function that has this key in the report: any text that
   is its own and no other function's. */
uint32_t oprofile_function(struct oprofile_report *report, struct str key);
void oprofile_call(struct oprofile_report *report, uint32_t caller,
                   uint32_t callee, double samples, enum oprofile_side side);

void oprofile_event(struct oprofile_report *report,
                    struct oprofile_event event);
/* The event to read out of those added: the one that is wanted, or the first
   one, and later in the same input no other. Tells what is left out. False if
   it is not there, and so nothing is to be read; 0 if nothing says what was
   counted. */
bool oprofile_choose(struct oprofile_report *report, size_t *event);
/* Are the samples of this process or thread to be read? */
bool oprofile_wants(struct oprofile_report *report, enum thread_key who,
                    struct str id);
/* The same where the report does not say. */
bool oprofile_wants_all(const struct oprofile_report *report, enum thread_key who);

/* Adds all functions and calls to the profile and forgets them. */
void oprofile_flush(struct oprofile_report *report);
/* Only forgets them. */
void oprofile_forget(struct oprofile_report *report);
/* The same at the end of the input. False after a message if there was
   nothing, or not what was asked for. Lets go of the memory. */
bool oprofile_finish(struct oprofile_report *report);

#endif
