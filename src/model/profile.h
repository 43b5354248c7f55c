/*
 * What every reader fills and every analysis reads: functions, the calls
 * between them and, where the input has whole stacks, the tree of distinct
 * stacks.
 *
 * A profile is from stacks or from calls; the first of profile_context and
 * profile_call that a reader uses says which. From stacks, costs stand in the
 * contexts (and summed in the functions), and entering a context makes the
 * call to it as well. From calls, functions have self cost and count, calls
 * have count, weight and perhaps cost; there may be dependences.
 *
 * Ids are 0..n-1 in the order of first sight and index the arrays. All texts
 * belong to the profile and live as long as it does.
 */
#ifndef MODEL_PROFILE_H
#define MODEL_PROFILE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "model/dependence.h"
#include "model/input_stats.h"
#include "util/arena.h"
#include "util/map.h"
#include "util/str.h"

/* What a profile does not say. Not zero. */
#define UNKNOWN ((double)NAN)

static inline bool known(double x)
{
    return !isnan(x);
}

static inline double known_or(double x, double otherwise)
{
    return known(x) ? x : otherwise;
}

/* The sum as far as it is known: UNKNOWN only if both are. */
static inline double add_known(double a, double b)
{
    return known(a) && known(b) ? a + b : known(a) ? a : b;
}

/* The name that readers give to all code of a module that has no symbol. */
#define UNRESOLVED S("[unknown]")

/* Two functions are the same if these four are. "" where there is none. */
struct identity {
    struct str name;   /* as read, not demangled */
    struct str module; /* binary, library or image: the whole path as read */
    struct str file;   /* source file, where it tells functions apart */
    struct str tag;    /* what else the format tells apart: address, index */
};

struct function {
    struct identity is;
    bool nameless; /* the reader made the name up: there is no symbol */
    bool detail;   /* under study: dependences are told by its statements */
    uint64_t line; /* first source line; 0: unknown */
    double self;   /* cost in the profile's unit */
    double count;  /* executions, self-calls included, or UNKNOWN */
    double entry;  /* from calls: weight that comes from outside the profile;
                      from stacks: cost of the stacks rooted here */
};

struct call {
    uint32_t caller, callee; /* functions */
    double count;            /* executions, or UNKNOWN */
    double cost;             /* measured inclusive cost, or UNKNOWN */
    double weight;           /* from calls: shares the callee's cost among its
                                callers; from stacks: not used */
};

/* One node of the tree of stacks. Parents come before children. */
struct context {
    uint32_t parent;   /* a context, or NO_ID: the root of a stack */
    uint32_t function; /* the innermost function of the stack */
    uint32_t call;     /* from the parent's function, or NO_ID at a root */
    uint32_t child;    /* the first called in it, or NO_ID */
    double self;       /* cost of the samples with exactly this stack */
};

enum profile_kind { KIND_NONE, FROM_STACKS, FROM_CALLS };

struct profile {
    enum profile_kind kind;
    struct str unit;  /* of all costs: "samples", "seconds"... */
    struct str event; /* what was counted, "" if the input does not say */
    struct str each;  /* how many of them a sample stands for, as the input
                         has it; "" if it does not say */
    struct str part;  /* whose cost that is: "comm bash, tid 17"; "": all that
                         the input has */
    struct input_stats stats; /* of the inputs it was read from */

    struct function *functions;
    size_t functions_room;
    struct call *calls;
    size_t calls_room;
    struct context *contexts;
    size_t contexts_room;
    uint32_t n_functions, n_calls, n_contexts;
    struct dependences dependences;

    struct arena texts;
    struct strings names;        /* every text of an identity, once */
    struct pairs places, labels; /* (module, file) and (name, tag) */
    struct pairs identities;     /* (place, label) -> function */
    uint32_t *named;             /* by name: the function that has no more
                                    than that + 1, or 0 where not known */
    size_t named_room;
    struct pairs ends;           /* (caller, callee) -> call */
    struct pairs paths;          /* (parent + 1, function): roots, and the
                                    children of a context but the first */
    uint32_t *path_contexts;     /* of each */
    size_t path_contexts_room;
};

/* An empty profile in the arena, its unit "samples". End with profile_free. */
struct profile *profile_new(struct arena *arena);
/* The same of the kind, unit, event, each and part of another one, not of its
   stats: that is of what was read. */
struct profile *profile_like(struct arena *arena, const struct profile *other);
void profile_free(struct profile *profile);
/* Empties it: as profile_new made it, but for its stats. */
void profile_clear(struct profile *profile);
void profile_unit(struct profile *profile, struct str unit);
void profile_event(struct profile *profile, struct str event);
void profile_each(struct profile *profile, struct str each);
void profile_part(struct profile *profile, struct str part);

/* Each finds or adds. New functions have self and entry 0 and count UNKNOWN;
   new calls have count and cost UNKNOWN and weight 0. */
uint32_t profile_function(struct profile *profile, struct identity is);
uint32_t profile_call(struct profile *profile, uint32_t caller,
                      uint32_t callee);
/* Has memory fetched, so that profile_call waits less soon after it. */
void profile_expect_call(const struct profile *profile, uint32_t caller,
                         uint32_t callee);
/* The context of function called in the context parent (NO_ID: none). */
uint32_t profile_context(struct profile *profile, uint32_t parent,
                         uint32_t function);

/* The function, or NO_ID. */
uint32_t profile_find_function(const struct profile *profile,
                               const struct identity *is);
/* The function of the same identity, with all of from but its costs. */
uint32_t profile_copy_function(struct profile *profile,
                               const struct function *from);
/* A function by its name alone. */
uint32_t profile_named(struct profile *profile, struct str name);
/* The call, or NO_ID. */
uint32_t profile_find_call(const struct profile *profile, uint32_t caller,
                           uint32_t callee);
/* Adds the cost of a sample to its context and to the functions in it. */
void profile_sample(struct profile *profile, uint32_t context, double cost);
/* The same, if the outermost function of that stack is known. */
void profile_sample_below(struct profile *profile, uint32_t root,
                          uint32_t context, double cost);

/* Divides all costs from stacks, as for another unit. */
void profile_divide(struct profile *profile, double divisor);

/* The functions from a context out to the root of its stack, into path, which
   has room for n_contexts. Returns how many they are. */
uint32_t profile_path(const struct profile *profile, uint32_t context,
                      uint32_t *path);
/* By context: does a stack end here? So it does where there is cost, and,
   without cost, where no longer stack holds it. */
bool *profile_stack_ends(struct arena *arena, const struct profile *profile);

/* The sum of all self costs. */
double profile_whole(const struct profile *profile);

/* Entries from counts (gprof): count - sum over the callers, at least 0; 1
   without callers. Self-calls do not count. */
void profile_entries_by_count(struct profile *profile);

/* "stacks" or "calls". */
const char *profile_kind_name(const struct profile *profile);

#endif
