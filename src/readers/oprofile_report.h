/*
 * What opreport's call graph comes down to, as text and as XML: functions,
 * the samples on the arcs between them, and the events that were counted.
 *
 * An arc's samples are the samples in whose stack the two functions stood
 * next to each other, counted once for each place where they did. So a visit
 * of a function, which begins with an arc into it or with the stack itself,
 * ends in a sample of the function or goes on over an arc out of it.
 */
#ifndef READERS_OPROFILE_REPORT_H
#define READERS_OPROFILE_REPORT_H

#include "model/profile.h"
#include "readers/input.h"

/* Where a function is. The texts belong to the report. */
struct opreport_place {
    struct str image;  /* binary as printed, path and all if it has one */
    struct str symbol; /* "" while it is not known */
    struct str file;   /* "" if the report does not say */
    uint64_t line;     /* 0: unknown */
    bool sure;         /* that the image ends where it was cut */
};

struct opreport_function {
    struct opreport_place place;
    double self;
};

/* An arc stands in the callee's entry above the line of the callee itself,
   and in the caller's entry below the line of the caller. */
enum opreport_side { ABOVE, BELOW };

struct opreport_arc {
    uint32_t caller, callee;
    double samples[2]; /* by side */
};

struct opreport_event {
    struct str name, count, mask; /* "" where there is none */
};

struct opreport {
    struct input *in;
    struct profile *profile;
    struct arena texts;
    struct strings keys; /* one for each function, in the same order */
    struct opreport_function *functions;
    size_t functions_room;
    struct pairs ends; /* (caller, callee) -> arc */
    struct opreport_arc *arcs;
    size_t arcs_room;
    struct opreport_event *events;
    size_t n_events, events_room;
    bool chosen; /* an event, for good */
};

/* Finds or adds the function that has this key in the report: any text that
   is its own and no other function's. */
uint32_t opreport_function(struct opreport *report, struct str key);
void opreport_arc(struct opreport *report, uint32_t caller, uint32_t callee,
                  double samples, enum opreport_side side);

void opreport_event(struct opreport *report, struct opreport_event event);
/* The event to read out of those added, the first one, or n_events if none is
   the event that an earlier report of the same input had. Tells what is left
   out. */
size_t opreport_choose(struct opreport *report);

/* Adds all functions and arcs to the profile and forgets them. */
void opreport_flush(struct opreport *report);
/* Only forgets them. */
void opreport_forget(struct opreport *report);
/* The same at the end of the input. False after a message if there was
   nothing. Lets go of the memory. */
bool opreport_finish(struct opreport *report);

#endif
