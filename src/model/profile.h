/*
 * The profile, which readers fill and all later stages read: functions, the
 * calls between them and, if the input has whole stacks, the tree of all
 * distinct stacks. A node of that tree is a context.
 *
 * A profile is either from stacks or from calls. The first call of
 * profile_context or of profile_call decides. In a profile from stacks, the
 * contexts hold the costs, the functions hold their sums, and adding a context
 * also adds the call that leads to it. In a profile from calls, functions have
 * self cost and count, calls have count, weight and perhaps cost, and there
 * may be dependences.
 *
 * Functions, calls and contexts have ids 0..n-1 in the order in which they
 * were added; the ids index the arrays. Adding may move the arrays. The texts
 * belong to the profile and live as long as it does; each ends in a NUL.
 */
#ifndef MODEL_PROFILE_H
#define MODEL_PROFILE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "model/dependence.h"
#include "model/input_stats.h"
#include "util/arena.h"
#include "util/index.h"
#include "util/str.h"

/* A number that the profile does not have. It is a NAN, not zero. */
#define UNKNOWN ((double)NAN)

static inline bool known(double x)
{
    return !isnan(x);
}

/* x if it is known, else the other number. */
static inline double known_or(double x, double otherwise)
{
    return known(x) ? x : otherwise;
}

/* The sum of the numbers that are known; UNKNOWN if neither is. If only one is
   known, the result is a lower bound. */
static inline double add_known(double a, double b)
{
    return known(a) && known(b) ? a + b : known(a) ? a : b;
}

/* The name of the function to which readers add all code of a module for which
   there is no symbol. */
#define UNRESOLVED S("[unknown]")

/* Two functions are the same if these four texts are equal. A text that the
   format does not have is "". */
struct identity {
    struct str name;   /* as read, not demangled */
    struct str module; /* path of the binary, library or image, as read */
    struct str file;   /* source file, if the format tells functions apart by
                          it */
    struct str tag;    /* anything else by which the format tells functions
                          apart: an address, an index */
};

/* A node of the call graph. */
struct function {
    struct identity is;
    bool nameless; /* there is no symbol: the reader made the name up */
    bool detail;   /* under study: its dependences name single statements */
    uint64_t line; /* first source line, or 0 if it is not known */
    double self;   /* self cost, in the profile's unit */
    double count;  /* executions, self-calls included, or UNKNOWN */
    double entry;  /* from calls: the weight that enters it from outside the
                      profile; from stacks: the cost of the stacks that are
                      rooted in it */
};

/* An edge of the call graph: all calls from one function to another. */
struct call {
    uint32_t caller, callee; /* functions */
    double count;            /* executions, or UNKNOWN */
    double cost;             /* measured inclusive cost, or UNKNOWN */
    double weight;           /* from calls: a callee's cost is shared among its
                                callers by weight; from stacks: not used */
};

/* One node of the tree of all distinct stacks. It stands for one stack: the
   functions of the contexts from a root down to it. A parent's id is less than
   the ids of its children. */
struct context {
    uint32_t parent;   /* the caller's context, or NO_ID in a root */
    uint32_t function; /* the innermost function of the stack */
    uint32_t call;     /* the call from the parent's function to this one, or
                          NO_ID in a root */
    uint32_t child;    /* the child that was added first, or NO_ID */
    double self;       /* cost of the samples that have exactly this stack */
};

/* An event that the inputs recorded, whether the profile counts it or not. */
struct event_samples {
    struct str name;
    double samples; /* of the selected threads, or UNKNOWN */
};

enum profile_kind {
    KIND_NONE, /* not decided yet: the profile has only functions */
    FROM_STACKS,
    FROM_CALLS,
};

struct profile {
    enum profile_kind kind;
    struct str unit;             /* of all costs: "samples", "seconds"... */
    struct str event;            /* the event that was counted, or "" if the
                                    input does not say */
    struct str sample_period;    /* how many events a sample stands for, as the
                                    input writes it; "" if it does not say */
    struct str selected_threads; /* the threads whose cost the profile has,
                                    "comm bash, tid 17"; "" for all threads of
                                    the input */
    struct input_stats stats;    /* of the inputs that were read */
    struct event_samples *events; /* all events that the inputs recorded, in
                                     order of first appearance; empty if the
                                     inputs do not say */
    size_t events_room;
    uint32_t n_events;

    struct function *functions;
    size_t functions_room;
    struct call *calls;
    size_t calls_room;
    struct context *contexts;
    size_t contexts_room;
    uint32_t n_functions, n_calls, n_contexts;
    struct dependences dependences;

    struct profile_index *index; /* private */
};

/* An empty profile whose unit is "samples". The struct is in the arena; the
   rest of its memory is released by profile_free. */
struct profile *profile_new(struct arena *arena);
/* An empty profile of the same kind, unit, events, sample period and selected
   threads as another one. It has no stats, because it was not read. */
struct profile *profile_like(struct arena *arena, const struct profile *other);
void profile_free(struct profile *profile);
/* Empties the profile, as profile_new made it, but keeps its stats. */
void profile_clear(struct profile *profile);
/* Replaces everything in the profile except its stats by the contents of
   another profile, which must not be used or freed any more. */
void profile_move(struct profile *profile, struct profile *from);
/* Each of these sets one text of the profile to a copy of its argument. */
void profile_unit(struct profile *profile, struct str unit);
void profile_event(struct profile *profile, struct str event);
void profile_sample_period(struct profile *profile, struct str period);
void profile_selected_threads(struct profile *profile, struct str threads);
/* Adds a number of samples, or UNKNOWN, to the event of this name in the list
   of recorded events. */
void profile_add_event(struct profile *profile, struct str name,
                       double samples);

/* Each of these finds a function, call or context, or adds it, and returns its
   id. A new function has self and entry 0 and count UNKNOWN; a new call has
   count and cost UNKNOWN and weight 0; a new context has self 0. */
uint32_t profile_function(struct profile *profile, struct identity is);
uint32_t profile_call(struct profile *profile, uint32_t caller,
                      uint32_t callee);
/* The context of a function that is called in the context `parent`, or of the
   root of a stack if parent is NO_ID. */
uint32_t profile_context(struct profile *profile, uint32_t parent,
                         uint32_t function);
/* The function that has this name, and "" for the other three texts. */
uint32_t profile_named(struct profile *profile, struct str name);
/* The function of the same identity as `from`, a function of another profile.
   Copies everything except self and entry. */
uint32_t profile_copy_function(struct profile *profile,
                               const struct function *from);
/* Starts to load into the cache what a profile_call some time later reads. */
void profile_prefetch_call(const struct profile *profile, uint32_t caller,
                           uint32_t callee);

/* Each of these returns an id, or NO_ID if there is no such function or
   call. */
uint32_t profile_find_function(const struct profile *profile,
                               const struct identity *is);
uint32_t profile_find_call(const struct profile *profile, uint32_t caller,
                           uint32_t callee);

/* Adds the cost of a sample: to self of its context and of the innermost
   function, and to entry of the outermost one. */
void profile_sample(struct profile *profile, uint32_t context, double cost);
/* profile_sample for callers that know the outermost function, `root`. */
void profile_sample_below(struct profile *profile, uint32_t root,
                          uint32_t context, double cost);

/* Divides all costs of a profile from stacks, to convert their unit. */
void profile_divide(struct profile *profile, double divisor);

/* Writes the functions of a context's stack to path, innermost first, and
   returns their number. The path has room for n_contexts functions. */
uint32_t profile_path(const struct profile *profile, uint32_t context,
                      uint32_t *path);
/* By context, in the arena: true if its stack is one of the profile, rather
   than only a part of longer ones. This holds if it has self cost or no
   children. */
bool *profile_stack_ends(struct arena *arena, const struct profile *profile);

/* The sum of the self costs of all functions. */
double profile_whole(const struct profile *profile);

/* Sets the entry of every function of a profile whose calls have counts, such
   as one of gprof: its count minus the counts of all calls of it, but at least
   0; 1 if no function calls it. Self-calls are left out. */
void profile_entries_by_count(struct profile *profile);

/* "stacks" or "calls": what the profile is from. */
const char *profile_kind_name(const struct profile *profile);

#endif
