/*
 * The call chains below one row of perf report, and their stacks.
 *
 * perf prints the chains as a tree of shares, from the callers to the callees
 * (caller order) or the other way round (callee order). Shares are rounded
 * percentages of the whole or ("fractal") of the line above, or counts, and
 * small branches are missing. But the row has the cost of its function, so its
 * stacks always get exactly this cost; the part that no chain explains becomes
 * a stack of the function alone.
 */
#pragma once

#include "readers/choose/sink.h"
#include "util/array.h"

enum chains_order { CHAINS_ANY, CHAINS_CALLER, CHAINS_CALLEE };

/* A function in a chain; ids of texts are those of the profile. */
struct chains_node {
    uint32_t parent; /* the node before it in the chain, or NO_ID */
    uint32_t name;   /* text, or NO_ID for "[...]", which perf left out */
    double value;    /* inclusive, as perf prints it; UNKNOWN: the whole value
                        of `parent`, or of the row */
};

/* The modules of functions by name, which only rows have. Is empty if zeroed;
   end with LIST_FREE. */
struct chains_modules {
    LIST(uint32_t); /* 1 + a text; 0: not known; NO_ID: there are several */
};

/* A row, and its nodes, parents first. */
struct chains {
    struct sample sample; /* its event and thread */
    uint32_t name; /* text of the row's function */
    uint32_t module;
    bool nameless; /* the name is an address */
    double inclusive; /* share of the function with all it calls, in % */
    double self;      /* of the function itself */
    bool has_children; /* chains may be calls made by the function */
    bool has_percents; /* values are percentages, not counts */
    bool skips_first;  /* the first function of each chain is not printed */
    double whole;      /* if values are counts: that of the whole event */
    LIST(struct chains_node) nodes;
};

/* Stores the module of a row's function. */
void chains_modules_add(struct chains_modules *modules, uint32_t name,
                        uint32_t module);
/* Adds a node and returns its index. */
uint32_t chains_add(struct chains *chains, uint32_t parent, uint32_t name,
                    double value);
/* Returns the sum of the first values in each chain. */
double chains_sum(const struct chains *chains);
/* Finds the order of the chains; CHAINS_ANY if they do not show it. */
enum chains_order chains_order(const struct chains *chains);
/* Adds the stacks of the chains; 1 % costs `percent`. `addresses` is as in
   frame_text_unresolved. */
void chains_add_stacks(const struct chains *chains, enum chains_order order,
                       struct sink *sink, const struct chains_modules *modules,
                       double percent, bool addresses);
void chains_free(struct chains *chains);
