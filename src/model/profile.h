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
#pragma once

#include "model/dependence.h"
#include "model/input_stats.h"
#include "model/inventory.h"
#include "model/rate.h"
#include "model/samples.h"
#include "util/arena.h"
#include "util/index.h"
#include "util/known.h"
#include "util/text/str.h"

/* The name of the function to which readers add all code of a module for which
   there is no symbol. */
#define UNRESOLVED S("[unknown]")

/* -T pprof appends this to system names of functions that are nameless but have
   a name that a reader made up; the reader of pprof takes it off again. */
#define PPROF_NO_SYMBOL " (no symbol)"

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

/* The same as ids of texts of the profile: see profile_text_id. */
struct identity_ids {
    uint32_t name, module, file, tag;
};

/* A node of the call graph. */
struct function {
    struct identity is;
    bool nameless; /* there is no symbol: the reader made the name up */
    bool is_tag;   /* no function but a tag of samples, such as "comm: make",
                      which filter/tag_frames.h puts above their stacks */
    bool detail;   /* under study: its dependences name single statements */
    bool is_line;  /* it is one line of a function: `line`, and its tag is that
                      number */
    struct str leaf; /* the costliest function below it that a filter took into
                        it, as read; "" if there is none */
    uint64_t line; /* first source line, or 0 if it is not known */
    uint64_t start; /* the first line of the whole function if this is one line
                       of it; 0 if it is not known */
    double self;   /* self cost, in the profile's unit */
    double count;  /* executions, self-calls included, or UNKNOWN */
    double total;  /* from calls: the measured cost of the function with all it
                      calls, recursion counted once, or UNKNOWN */
    bool is_estimated; /* from calls: the total was not measured but estimated
                          before the input was written */
    double entry;  /* from calls: the weight that enters it from outside the
                      profile; from stacks: the cost of the stacks that are
                      rooted in it */
};

/* Is the function one line of a function, with GRANULARITY_LINE? */
static inline bool function_is_line(const struct function *function)
{
    return function->is.tag.len && function->line;
}

/* An edge of the call graph: all calls from one function to another. */
struct call {
    uint32_t caller, callee; /* functions */
    double count;            /* executions, or UNKNOWN */
    double cost;             /* measured inclusive cost, or UNKNOWN: see enum
                                call_costs */
    bool is_estimated;       /* the input says that `cost` is an estimate */
    double weight;           /* from calls: a callee's cost is shared among its
                                callers by weight; from stacks: not used */
};

/* Did the call happen, as far as the input says? A call that was counted 0 times
   did not: `gprof -c` lists such calls, which it finds in the program. One whose
   count is not known did. */
static inline bool call_happened(const struct call *call)
{
    return call->count != 0 || call->weight > 0 || call->cost > 0;
}

/* Adds the count of another call to that of a call, which may be new. A call
   that did not happen adds nothing, so that a count that is not known stays
   UNKNOWN. This looks at costs and weights, which are added after it. */
static inline void call_add_count(struct call *call, const struct call *more,
                                  bool is_new)
{
    if (is_new || !call_happened(call))
        call->count = more->count;
    else if (call_happened(more))
        call->count = add_known(call->count, more->count);
}

/* One node of the tree of all distinct stacks. It stands for one stack: the
   functions of the contexts from a root down to it. A parent's id is less than
   the ids of its children. */
struct context {
    uint32_t parent;   /* the caller's context, or NO_ID in a root */
    uint32_t function; /* the innermost function of the stack */
    uint32_t call;     /* the call from the parent's function to this one, or
                          NO_ID in a root and if the profile is raw */
    uint32_t child;    /* the child that was added first, or NO_ID */
    double self;       /* cost of the samples that have exactly this stack */
};

enum profile_kind {
    KIND_NONE, /* only functions were added so far; without any stack or call,
                  costs are counted as from stacks */
    FROM_STACKS,
    FROM_CALLS,
};

/* The worth of the costs of calls in a profile from calls. */
enum call_costs {
    CALLS_ESTIMATED,     /* costs are shared among callers by weight; if calls
                            have costs, these are for information only */
    CALLS_MEASURED,      /* the cost of a call is measured, but calls in a cycle
                            overlap, as they do in callgrind's output */
    CALLS_MEASURED_ONCE, /* the same, but time in which a call is active more
                            than once is counted once, as Python's pstats does;
                            so costs are exact in cycles, too */
};

/* Who would tell functions that the compiler inlined, of a profile as read. */
enum inlines_by {
    INLINES_UNKNOWN,
    INLINES_BY_US,   /* the reader finds all of them in the programs */
    INLINES_BY_PERF, /* it depends on the version of perf and its options */
};

struct profile {
    enum profile_kind kind;
    bool is_raw;                 /* from stacks, as a reader makes it: contexts
                                    have no calls, and functions no entry, until
                                    order_profile (filter/order.h) adds them */
    enum call_costs call_costs;
    bool has_inlines;            /* the input tells functions that the compiler
                                    inlined, as frames of their own */
    bool has_plain_names;        /* no part of a name is a class or package: '.'
                                    is a letter in R */
    enum inlines_by inlines_by;
    bool is_sampled;             /* costs come from samples, even if their unit
                                    is one that others count exactly: bytes of
                                    a heap, cycles of periods */
    bool weighs;                 /* samples of perf cost their periods, so that
                                    some cost more than others */
    struct {
        double n, cost, squares;
    } counted_samples;           /* of a profile whose unit is not samples, the
                                    samples that the reader counted, what they
                                    cost, and the sum of the squares of their
                                    costs: one costs cost / n. All are 0 if the
                                    reader does not count; squares are 0 if all
                                    samples cost the same */
    struct str unit;             /* of all costs: "samples", "seconds"... */
    struct str event;            /* the event that was counted, or "" if the
                                    input does not say */
    struct sampling_rate rate;   /* at which samples of the event were taken */
    struct str sample_period;    /* how many events a sample stands for, as the
                                    input writes it; "" if it does not say */
    struct str selected_threads; /* the threads whose cost the profile has,
                                    "comm bash, tid 17"; "" for all threads of
                                    the input */
    struct input_stats stats;    /* of the inputs that were read */
    struct inventory inventory;  /* of the inputs that were read */

    struct function *functions;
    size_t functions_room;
    struct call *calls;
    size_t calls_room;
    struct context *contexts;
    size_t contexts_room;
    uint32_t n_functions, n_calls, n_contexts;
    double unlisted; /* a part of the whole: the self cost of functions that the
                        input counted but did not list */
    struct dependences *dependences; /* from calls: or NULL */
    struct samples samples; /* from stacks: how the costs of contexts are spread
                               over events, tags and time, as far as an option
                               needs that */

    struct profile_index *index; /* private */
};

/* Returns an empty profile whose unit is "samples". The struct is in the arena;
   the rest of its memory is released by profile_free. */
struct profile *profile_new(struct arena *arena);
/* Returns an empty profile of the same kind, is_sampled, unit, event, sample
   period and selected threads as another one, with the same inventory, which
   keeps the same dimensions of samples. It has no stats, because it was not
   read. */
struct profile *profile_like(struct arena *arena, const struct profile *other);
/* NULL is no profile. */
void profile_free(struct profile *profile);
/* Replaces everything in the profile except its stats by the contents of
   another profile, which must not be used or freed any more. */
void profile_move(struct profile *profile, struct profile *from);
/* Are the samples of an event of the inventory in the profile? */
bool profile_counts_event(const struct profile *profile, uint32_t event);
/* Each of these sets one text of the profile to a copy of its argument. */
void profile_unit(struct profile *profile, struct str unit);
void profile_event(struct profile *profile, struct str event);
void profile_sample_period(struct profile *profile, struct str period);
void profile_selected_threads(struct profile *profile, struct str threads);

/* Lists the event of the profile, if it has one, in its inventory. */
void profile_list_event(struct profile *profile);

/* Each of these finds a function, call or context, or adds it, and returns its
   id. A new function has self and entry 0, and count and total UNKNOWN; a new
   call has count and cost UNKNOWN and weight 0; a new context has self 0. */
uint32_t profile_function(struct profile *profile, struct identity is);
uint32_t profile_function_of_ids(struct profile *profile,
                                 struct identity_ids is);
uint32_t profile_call(struct profile *profile, uint32_t caller,
                      uint32_t callee);
/* Returns the context of a function that is called in the context `parent`, or
   of the root of a stack if parent is NO_ID. */
uint32_t profile_context(struct profile *profile, uint32_t parent,
                         uint32_t function);
/* The same for callers that know the call from the function of the parent, or
   give NO_ID. */
uint32_t profile_context_of_call(struct profile *profile, uint32_t parent,
                                 uint32_t function, uint32_t call);
/* Moves all contexts of another profile to one that has none, without their
   samples; they keep their ids and their costs. `functions` is by function of
   `from`, and no two functions may become one. Neither profile is raw. `from`
   can only be freed afterwards. */
void profile_take_contexts(struct profile *profile, struct profile *from,
                           const uint32_t *functions);

/* New ids of functions and calls, by the old ones, and the contexts in their
   new order: by depth, and then in the order of their parents. A profile from
   stacks needs no calls, and one from calls no contexts. */
struct profile_places {
    const uint32_t *functions, *calls, *contexts;
};

/* Gives everything in the profile new ids. A profile from stacks is not raw
   afterwards: it has the calls of its contexts, in their order. */
void profile_renumber(struct profile *profile,
                      const struct profile_places *places);
/* Returns the function that has this name, and "" for the other three texts. */
uint32_t profile_named(struct profile *profile, struct str name);
/* Return the id of a text, which is added to the texts of the profile if it is
   new, and the text that has an id. That of "" is 0. A name of a function is
   the text itself, not a copy. */
uint32_t profile_text_id(struct profile *profile, struct str text);
struct str profile_text(const struct profile *profile, uint32_t id);
/* Returns the function of the same identity as `from`, a function of another
   profile. Copies everything except self, total, entry and is_estimated. */
uint32_t profile_copy_function(struct profile *profile,
                               const struct function *from);
/* Prefetches into the processor's cache what profile_call with the same
   arguments will read. It changes nothing but the speed. */
void profile_prefetch_call(const struct profile *profile, uint32_t caller,
                           uint32_t callee);

/* Each of these returns an id, or NO_ID if there is no such function or
   call. */
uint32_t profile_find_function(const struct profile *profile,
                               const struct identity *is);
uint32_t profile_find_call(const struct profile *profile, uint32_t caller,
                           uint32_t callee);

/* Adds the cost of a sample: to self of its context and of the innermost
   function, and, unless the profile is raw, to entry of the outermost one. */
void profile_sample(struct profile *profile, uint32_t context, double cost);

/* Adds to the number of executions of the function of a context, and of the
   call that leads there. */
void profile_count(struct profile *profile, uint32_t context, double n);

/* Divides all costs, samples included, to convert their unit. In a profile from
   calls, weights and entries stay as they are. */
void profile_divide(struct profile *profile, double divisor);
/* Do the costs come from samples, so that chance has a part in them? If the
   reader does not know, instructions, bytes and measured calls are counted
   exactly, and samples are what their name says. */
bool profile_is_sampled(const struct profile *profile);
/* Returns the mean cost of a sample, which is 1 in a unit of samples. 0 if the
   reader does not know it or the costs come from no samples. */
double profile_sample_cost(const struct profile *profile);
/* Returns the cost of the samples that, all of them equal, would make costs
   vary as much as those of the profile do: sum(w^2) / sum(w) for samples of
   costs w. 0 as above. */
double profile_sample_quantum(const struct profile *profile);
/* Says that each sample has this cost, which is above 0. To be called when the
   profile has all costs, before their unit is converted. */
void profile_count_samples(struct profile *profile, double cost);
/* Converts a time to seconds and a size to bytes; other units stay. A reader
   calls this if it makes weights of costs; the program does for all others. */
void profile_convert_unit(struct profile *profile);

/* Writes the functions of a context's stack to path, innermost first, and
   returns their number. The path has room for n_contexts functions. */
uint32_t profile_path(const struct profile *profile, uint32_t context,
                      uint32_t *path);
/* By context, in the arena: true if its stack is one of the profile, rather
   than only a part of longer ones. This holds if it has self cost or no
   children. */
bool *profile_stack_ends(struct arena *arena, const struct profile *profile);

/* Returns the sum of the self costs of all functions and of what is
   unlisted. */
double profile_whole(const struct profile *profile);

/* Sets the entry of every function of a profile whose calls have counts, such
   as one of gprof: its count minus the counts of all calls of it, but at least
   0; 1 if no function calls it. Self-calls are left out. */
void profile_entries_by_count(struct profile *profile);
/* Sets the entry of every function of a profile whose calls have a cost as
   weight, such as one of OProfile. What leaves a function, its self cost and
   the cost of its calls, has entered it; what the calls of it do not explain
   came from outside the profile: self + outgoing - incoming, but at least 0.
   If the total of a function was measured, it is total - incoming, because the
   costs of calls in a cycle overlap. Self-calls are left out. */
void profile_entries_by_weight(struct profile *profile);

/* "stacks" or "calls": what the profile is from. */
const char *profile_kind_name(const struct profile *profile);
