/*
 * The events of one input, and the choice of the one to count. Samples of
 * different events are added up only if the user names several, or if they are
 * the same event that different kinds of processor cores count.
 *
 * The event to count may be known only at the end of the input. Until then it
 * is one of the candidates: the events that best fit the wanted name so far or,
 * without a wanted name, those of the lowest enum event_rank so far. A
 * candidate that drops out never returns. Without `drops`, all events that the
 * user may mean stay candidates.
 */
#pragma once

#include "readers/choose/tally.h"
#include "readers/reader.h"
#include "util/array.h"

/* The id for samples without an event. They count for any event that is drawn,
   unless the user named it. */
enum { NO_EVENT = 0 };

struct event {
    struct str unit;  /* of its costs */
    size_t costless;  /* samples that have no cost */
    double sum;       /* of all other costs, and of `unlisted` */
    double unlisted;  /* cost without stacks */
    double squares;   /* sum of the squares of these costs, if the samples
                         weigh */
    bool weighs;      /* samples cost their periods, not 1 each */
    bool is_regular;  /* samples come from perf and were taken at a rate */
    bool is_declared;   /* the input says how many samples it has */
    int rank;         /* how well it fits: less is better, a large number means
                         it is not wanted */
    uint32_t group;   /* the first of the events that are drawn together with
                         it */
};

struct events {
    struct tally tally; /* samples of the accepted threads; id 0 is "" */
    LIST(struct event); /* by event */
    struct str wanted; /* the event to count; "": the default */
    bool asked; /* the user named the event: samples without an event are left
                   out, and no samples of it are an error */
    bool all;   /* the user wants all events */
    bool by_period; /* samples of all events cost their periods */
    bool by_choice; /* the user has said what samples cost */
    bool is_split;  /* all events are written, so none is chosen */
    bool both;      /* samples of perf count both by period and by number */
    bool drops; /* candidates may drop out (set by readers, to save work) */
    bool are_costs; /* set by the reader: events are different costs of the same
                       samples */
    bool uncounted; /* set by the reader: numbers of samples are not known */
    int rank;   /* candidates have at most this rank */
    const struct str *best; /* the events of which the first with samples is
                               drawn if the user names none */
    size_t n_best;
    uint32_t listed;     /* the first event that matches only as a pattern, or
                            NO_EVENT */
    struct strings of_all_cores; /* names, without the kind, of events of kinds
                                    of cores */
    LIST(uint32_t) leaders;      /* by these names: the first event */
    struct strings kinds;        /* the names with the kind */
};

/* All memory is the arena's. */
void events_init(struct events *events, struct arena *arena,
                 const struct reader_options *options);

/* Returns the id of the event, NO_EVENT for "". A new event gets this unit. It
   may make candidates drop out: "cycles:u" is one for --event=cycles until
   "cycles" comes. */
uint32_t events_id(struct events *events, struct str name, struct str unit);
/* The same for an event of perf, whose unit is that of its periods if samples
   cost these: if the user says so or, if the user says nothing, if the input
   has periods and they are times. */
uint32_t events_perf_id(struct events *events, struct str name,
                        bool has_periods);
/* Is the event a candidate? For NO_EVENT: do its samples count? */
bool events_is_candidate(const struct events *events, uint32_t event);
/* Counts n samples of an accepted thread with this cost in total; UNKNOWN: they
   have none. If no event is wanted, candidates may drop out. */
void events_count(struct events *events, uint32_t event, size_t n, double cost);
/* Counts n samples of the event that the input declares. Its samples with
   stacks are then not counted again. */
void events_declare(struct events *events, uint32_t event, size_t n);
/* If the user named no event and the preferred one has no samples, chooses the
   last event with samples and returns its id, else NO_EVENT. */
uint32_t events_pass_over(struct events *events);
/* Returns the id of the event to draw by the input so far, which stands for its
   group; NO_EVENT if there is none. */
uint32_t events_drawn(const struct events *events);
/* Returns the name of the drawn event or, if several are added up, the names
   that the user gave, else the common part of theirs in the arena. */
struct str events_drawn_name(const struct events *events, uint32_t drawn,
                             struct arena *arena);
/* Are the samples of this event, or those without an event, in the picture?
   `drawn` is the result of events_drawn. If the user wants all events, all
   are. */
bool events_is_drawn(const struct events *events, uint32_t event,
                     uint32_t drawn);
/* The samples of the drawn event, or of all if the user wants all, with those
   without an event if they count. */
struct events_total {
    size_t samples, costless; /* all of them, and those that have no cost */
    double squares; /* the sum of the squares of the costs of the others, or 0
                       if all cost the same */
};
struct events_total events_total(const struct events *events);

/* The reader calls this at the end of the input, with the input's name. Returns
   false after a message if the drawn event has no samples, or if the wanted
   name fits several events. Otherwise prints a note if there are other events
   and the user chose none. `threads` describes the accepted threads, "" for
   all. `hint` tells how to record events. */
bool events_report(const struct events *events, const char *input,
                   struct str threads, const char *hint);
/* Do the drawn events have different units? */
bool events_differ_in_unit(const struct events *events, uint32_t drawn);
