/*
 * The events of one input, and the choice of the one to count. Samples of
 * different events are added up only if the user names several, or if they are
 * the same event that different kinds of processor cores count.
 *
 * The event to count may be known only at the end of the input. Until then, it
 * is one of the candidates: the events that fit best so far to the name that is
 * wanted or, if none is wanted, the events of the first enum event_rank so far.
 * An event that is no candidate never becomes one again. For readers that need
 * not hurry, all events that the user may have meant stay candidates.
 */
#pragma once

#include "readers/choose/tally.h"
#include "readers/reader.h"
#include "util/array.h"

/* The id of samples whose event the input does not give. They count for
   whichever event is drawn, unless the user named it. */
enum { NO_EVENT = 0 };

struct event {
    struct str unit;  /* of its costs */
    size_t costless;  /* samples that have no cost */
    double sum;       /* of the costs of the others, and of `unlisted` */
    double unlisted;  /* cost for which the input has no stacks */
    double squares;   /* of these costs, if the samples weigh */
    bool weighs;      /* samples cost their periods, not 1 each */
    bool is_regular;  /* they are from perf and were taken at a rate */
    bool is_declared;   /* the input says how many samples it has */
    int rank;         /* how well it fits, less is better; a large number for
                         events that are not wanted */
    uint32_t group;   /* the first of the events that count together if one of
                         them is drawn */
};

struct events {
    struct tally tally; /* samples of the accepted threads; id 0 is "" */
    LIST(struct event); /* by event */
    struct str wanted; /* the event to count; "": the default */
    bool asked; /* the user named it: samples without an event are left out,
                   and it is an error if it has no samples */
    bool all;   /* the user named none and wants all of them */
    bool by_period; /* all events weigh by period */
    bool by_choice; /* the user has said how they weigh */
    bool is_split;  /* all are written, and none of them is chosen */
    bool both;      /* samples of perf count by period and by number */
    bool drops; /* events that will not be drawn end their candidacy */
    bool are_costs; /* set by the reader: they are different costs of the same
                       samples */
    bool uncounted; /* set by the reader: it does not know how many samples the
                       events have */
    int rank;   /* the best rank so far: candidates have it or a better one */
    const struct str *best; /* events that are drawn if the user names none, the
                               first that has samples */
    size_t n_best;
    uint32_t listed;     /* the first event of RANK_PATTERN; NO_EVENT: none */
    struct strings of_all_cores; /* events that kinds of cores count, without
                                    the kind */
    LIST(uint32_t) leaders;      /* by these: the first event */
    struct strings kinds;        /* these with the kind */
};

/* All memory is the arena's. */
void events_init(struct events *events, struct arena *arena,
                 const struct reader_options *options);

/* Returns the id of the event, NO_EVENT for "". A new event may end the
   candidacy of others: "cycles:u" is a candidate for --event=cycles until
   "cycles" comes. The unit is that of a new event. */
uint32_t events_id(struct events *events, struct str name, struct str unit);
/* The same for an event of perf, whose unit is that of periods if its samples
   weigh by period: because the user says so or, if the user says nothing and
   the input has periods, because they are times. */
uint32_t events_perf_id(struct events *events, struct str name,
                        bool has_periods);
/* Is the event a candidate, or NO_EVENT if its samples count? */
bool events_is_candidate(const struct events *events, uint32_t event);
/* Counts n samples of an accepted thread, which have this cost together, or
   none if it is UNKNOWN. If no event is wanted, this may end the candidacy of
   other events. */
void events_count(struct events *events, uint32_t event, size_t n, double cost);
/* The input says that there are n more samples of the event. Those that come
   with a stack are not counted then. */
void events_declare(struct events *events, uint32_t event, size_t n);
/* Chooses another event to draw if the user named none, and the preferred one
   has no samples: the last of those that have some. Returns its id, else
   NO_EVENT. */
uint32_t events_pass_over(struct events *events);
/* Returns the id of the event to draw, as far as the input was read; NO_EVENT
   if there is none. It stands for all of its group. */
uint32_t events_drawn(const struct events *events);
/* Returns the name of what is drawn: that of the event or, if several are added
   up, what they have in common, in the arena, or the names that the user
   gave. */
struct str events_drawn_name(const struct events *events, uint32_t drawn,
                             struct arena *arena);
/* Are the samples of this event, or those without an event, in the picture?
   `drawn` is the result of events_drawn. If the user wants all events, all
   are. */
bool events_is_drawn(const struct events *events, uint32_t event,
                     uint32_t drawn);
/* Returns the number of samples of the drawn event, or of all if the user wants
   all, with those without an event if they count. events_costless returns how
   many of them have no cost. */
size_t events_samples(const struct events *events);
size_t events_costless(const struct events *events);
/* Returns the sum of the squares of the costs of the other samples of this
   event, or 0 if all cost the same. */
double events_squares(const struct events *events);

/* The reader calls this at the end of the input, with the input's name. If the
   drawn event has no samples, prints an error that lists the others and returns
   false. Otherwise warns if there are others and the user chose none.
   `threads` describes the accepted threads, "" for all. The hint says how to
   get events. */
bool events_report(const struct events *events, const char *input,
                   struct str threads, const char *hint);
/* Do events that are drawn have samples in different units? */
bool events_differ_in_unit(const struct events *events, uint32_t drawn);
