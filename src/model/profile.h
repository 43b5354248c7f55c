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

/* The name of the function that stands for all code of a module without
   symbols. */
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

/* The same four texts as ids (profile_text_id). */
struct identity_ids {
    uint32_t name, module, file, tag;
};

/* A node of the call graph. */
struct function {
    struct identity is;
    bool nameless; /* there is no symbol: the reader made the name up */
    bool is_tag;   /* it is no function but a tag of samples, such as "comm:
                      make", which filter/tag_frames.h puts above their
                      stacks */
    bool is_under_study; /* traced by the statement, so its dependences name
                            single statements */
    bool is_line;  /* it stands for one line of a function; `line`, and the tag,
                      are that line's number */
    bool is_estimated; /* from calls: the total was not measured but estimated
                          before the input was written */
    struct str leaf; /* the costliest of the functions below it that a filter
                        merged into it, as read; "" if there is none */
    uint64_t line; /* first source line, or 0 if it is not known */
    uint64_t start; /* the first line of the whole function if this is one line
                       of it; 0 if it is not known */
    double self;   /* self cost, in the profile's unit */
    double count;  /* executions, self-calls included, or UNKNOWN */
    double total;  /* from calls: the measured cost, with all that it calls and
                      recursion counted once, or UNKNOWN */
    double entry;  /* from calls: the weight that enters it from outside the
                      profile; from stacks: the cost of the stacks that are
                      rooted in it */
};

/* Is the function one line of a function, with GRANULARITY_LINE? */
static inline bool function_is_line(const struct function *function)
{
    return function->is.tag.len && function->line;
}

/* Is the module a kernel: "[kernel.kallsyms]", or the path of its file? The
   names are those of Linux, also as a guest, and of Windows. */
bool identity_is_of_kernel(const struct identity *is);

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

/* Did the call happen? Not if its count is 0: `gprof -c` lists calls that it
   only finds in the program. A call without a known count did happen. */
static inline bool call_happened(const struct call *call)
{
    return call->count != 0 || call->weight > 0 || call->cost > 0;
}

/* Adds the count of `more` to that of `call`. A call that did not happen adds
   nothing, so it cannot turn UNKNOWN into a number. Call this before costs and
   weights are added, because they tell whether a call happened. */
static inline void call_add_count(struct call *call, const struct call *more,
                                  bool is_new)
{
    if (is_new || !call_happened(call))
        call->count = more->count;
    else if (call_happened(more))
        call->count = add_known(call->count, more->count);
}

/* Adds the count of `from` to that of `to`, and removes it from `from`. */
static inline void call_move_count(struct call *to, struct call *from)
{
    to->count = add_known(to->count, from->count);
    from->count = UNKNOWN;
}

/* One node of the tree of all distinct stacks. It stands for one stack: the
   functions of the contexts from a root down to it. A parent's id is less than
   the ids of its children. */
struct context {
    uint32_t parent;   /* the caller's context, or NO_ID in a root */
    uint32_t function; /* the innermost function of the stack; NO_ID in a
                          context that order_profile has to remove */
    uint32_t call;     /* the call from the parent's function to this one; NO_ID
                          in a root and, unless counted, in a raw profile */
    uint32_t child;    /* the child that was added first, or NO_ID */
    double self;       /* cost of the samples that have exactly this stack */
};

enum profile_kind {
    KIND_NONE, /* only functions were added so far; without any stack or call,
                  costs are counted as from stacks */
    FROM_STACKS,
    FROM_CALLS,
};

/* How reliable the costs of calls are in a profile from calls. */
enum call_costs {
    CALLS_ESTIMATED,     /* costs are shared among callers by weight; if calls
                            have costs, these are for information only */
    CALLS_MEASURED,      /* the cost of a call is measured, but calls in a cycle
                            overlap, as they do in callgrind's output */
    CALLS_MEASURED_ONCE, /* the same, but time in which a call is active more
                            than once is counted once, as Python's pstats does;
                            so costs are exact in cycles, too */
};

/* Who finds the functions that the compiler inlined in a profile as read. */
enum inlines_by {
    INLINES_UNKNOWN,
    INLINES_BY_US,   /* the reader finds all of them in the programs */
    INLINES_BY_PERF, /* perf does or not, by its version and options */
};

struct profile {
    enum profile_kind kind;
    bool is_raw;                 /* from stacks, as a reader makes it: until
                                    order_profile (filter/order.h) adds them,
                                    functions have no entry, and contexts no
                                    calls, or their own if they are counted */
    enum call_costs call_costs;
    bool has_inlines;            /* functions that the compiler inlined are
                                    frames of their own */
    bool has_plain_names;        /* '.' separates no classes or packages in
                                    names: it is a letter in R */
    enum inlines_by inlines_by;
    bool is_sampled;             /* costs come from samples even if their unit
                                    is often counted exactly, such as bytes or
                                    cycles */
    bool weighs;                 /* a sample of perf costs its period, so
                                    samples differ in cost */
    struct {
        double n, cost, squares;
    } counted_samples;           /* if the unit is not samples: the number of
                                    samples that the reader counted, their cost,
                                    and the sum of the squares of their costs.
                                    All are 0 if it does not count; squares are
                                    0 if all samples cost the same */
    struct str unit;             /* of all costs: "samples", "seconds"... */
    struct str event;            /* the event that was counted, or "" if the
                                    input does not say */
    struct sampling_rate rate;   /* how often samples of the event were taken */
    struct str sample_period;    /* how many events a sample stands for, as the
                                    input writes it; "" if it does not say */
    struct str selected_threads; /* the threads that options select, as "comm
                                    bash, tid 17"; "" if they select all */
    struct input_stats stats;    /* of the inputs that were read */
    struct inventory inventory;  /* of the inputs that were read */

    struct function *functions;
    size_t functions_room;
    struct call *calls;
    size_t calls_room;
    struct context *contexts;
    size_t contexts_room;
    uint32_t n_functions, n_calls, n_contexts;
    double unlisted; /* the self cost, part of the whole, of functions that the
                        input counted but did not list */
    struct dependences *dependences; /* from calls; NULL: none */
    struct samples samples; /* from stacks: how the costs of contexts are spread
                               over events, tags and time, as far as an option
                               needs that */

    struct profile_index *index; /* private */
};

/* Returns an empty profile whose unit is "samples". The struct is in the arena;
   the rest of its memory is released by profile_free. */
struct profile *profile_new(struct arena *arena);
/* Returns an empty profile with the properties of another one: kind, unit,
   event, inventory, dimensions of samples and others, but no stats, because it
   was not read. */
struct profile *profile_like(struct arena *arena, const struct profile *other);
/* Returns the same with the functions and calls of the other profile, without
   their costs. It has the texts of the other profile, which must live as long,
   and cannot get more functions. */
struct profile *profile_twin(struct arena *arena, const struct profile *other);
/* Makes room for the functions, calls and contexts of another profile in one
   that has none. */
void profile_make_room(struct profile *profile, const struct profile *other);
/* Frees the memory that only more functions, calls and contexts, and finding
   them, would need. */
void profile_shrink(struct profile *profile);
/* Frees the functions but keeps their number. Calls and contexts stay. No
   function or text may be asked for after that. */
void profile_free_functions(struct profile *profile);
/* Frees the texts. Neither they nor functions and calls by their keys may be
   asked for afterwards. */
void profile_free_texts(struct profile *profile);
/* Does nothing for NULL. */
void profile_free(struct profile *profile);
/* Replaces everything in the profile except its stats by the contents of
   another profile, which must not be used or freed any more. */
void profile_move(struct profile *profile, struct profile *from);
/* Does the profile have the samples of this event (id in the inventory)? */
bool profile_counts_event(const struct profile *profile, uint32_t event);
/* Each of these sets one text of the profile to a copy of its argument. */
void profile_set_unit(struct profile *profile, struct str unit);
void profile_set_event(struct profile *profile, struct str event);
void profile_set_sample_period(struct profile *profile, struct str period);
void profile_set_selected_threads(struct profile *profile, struct str threads);

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
/* Fetches the memory in which profile_call will look for this call. */
void profile_prefetch_call(const struct profile *profile, uint32_t caller,
                           uint32_t callee);
/* Returns the context of a function that is called in the context `parent`, or
   of the root of a stack if parent is NO_ID. */
uint32_t profile_context(struct profile *profile, uint32_t parent,
                         uint32_t function);
/* The same, for callers that know the call from the parent's function to this
   one; else `call` is NO_ID. */
uint32_t profile_context_of_call(struct profile *profile, uint32_t parent,
                                 uint32_t function, uint32_t call);
/* Moves all contexts of `from` to a profile that has none. They keep their ids
   and costs but lose their samples. `functions` and `calls` have the new ids by
   id of `from`; no two may be equal. Neither profile is raw. Afterwards `from`
   may only be freed. */
void profile_take_contexts(struct profile *profile, struct profile *from,
                           const uint32_t *functions, const uint32_t *calls);

/* Returns the function with this name; its other three texts are "". Adds it if
   it is new. */
uint32_t profile_named(struct profile *profile, struct str name);
/* profile_text_id returns the id of a text, which it adds if it is new; the id
   of "" is 0. profile_text returns the text of an id: the very text that names
   of functions point to. */
uint32_t profile_text_id(struct profile *profile, struct str text);
struct str profile_text(const struct profile *profile, uint32_t id);
/* Finds or adds the function with the identity of `from`, a function of another
   profile. Copies everything but self, total, entry and is_estimated. */
uint32_t profile_copy_function(struct profile *profile,
                               const struct function *from);

/* Each of these returns an id, or NO_ID if there is no such function or
   call. */
uint32_t profile_find_function(const struct profile *profile,
                               const struct identity *is);
uint32_t profile_find_call(const struct profile *profile, uint32_t caller,
                           uint32_t callee);

/* Adds the cost of a sample: to self of its context and of the innermost
   function, and, unless the profile is raw, to entry of the outermost one. */
void profile_sample(struct profile *profile, uint32_t context, double cost);

/* Adds n to the count of a context's function and of the call that leads to the
   context. */
void profile_count(struct profile *profile, uint32_t context, double n);

/* Divides all costs, samples included, to convert their unit. In a profile from
   calls, weights and entries stay as they are. */
void profile_divide(struct profile *profile, double divisor);
/* Do the costs come from samples, and so vary by chance? If the reader does not
   say so, costs in samples do, and so do seconds and plain counts unless calls
   were measured. */
bool profile_is_sampled(const struct profile *profile);
/* Returns the mean cost of a sample: 1 in units of samples; 0 if it is unknown
   or the costs do not come from samples. */
double profile_sample_cost(const struct profile *profile);
/* Returns the cost that equal samples would need to make costs vary as much as
   the real ones: sum(w^2) / sum(w) over the costs w of samples. 0 as above. */
double profile_sample_quantum(const struct profile *profile);
/* Declares that each sample has this cost, above 0. Call it when the profile
   has all its costs, and before their unit is converted. */
void profile_count_samples(struct profile *profile, double cost);
/* Converts a time to seconds and a size to bytes; other units stay. Readers
   call this only if they derive weights from costs; later the program calls it
   for every profile. */
void profile_convert_unit(struct profile *profile);

/* Writes the functions of a context's stack to path, innermost first, and
   returns their number. The path has room for n_contexts functions. */
uint32_t profile_path(const struct profile *profile, uint32_t context,
                      uint32_t *path);
/* Returns, by context in the arena, whether its stack is one of the profile and
   not only a part of longer ones: it has self cost or no children. */
bool *profile_stack_ends(struct arena *arena, const struct profile *profile);

/* Returns the sum of the self costs of all functions and of what is
   unlisted. */
double profile_whole(const struct profile *profile);

/* Sets the entry of every function of a profile whose calls have counts, such
   as one of gprof: its count minus the counts of all calls of it, but at least
   0; 1 if no function calls it. Self-calls are left out. */
void profile_entries_by_count(struct profile *profile);
/* Sets the entry of every function of a profile whose calls have a cost as
   weight, such as one of OProfile. The entry is the cost that no recorded call
   of the function explains: self + outgoing - incoming, but at least 0. If the
   total of a function was measured, it is total - incoming, because the costs
   of calls in a cycle overlap. Self-calls are left out. */
void profile_entries_by_weight(struct profile *profile);

/* Returns "stacks" or "calls". */
const char *profile_kind_name(const struct profile *profile);
