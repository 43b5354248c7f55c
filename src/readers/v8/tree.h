/*
 * The tree of stacks in V8's profiles and traces, with the samples of its
 * nodes; cpuprofile.c shows a piece of it. Its members may come in any order. A
 * profile in a trace comes in pieces, which v8_tree_append joins.
 */
#pragma once

#include "readers/frames/thread_stacks.h"
#include "readers/json_members.h"

/* Begin with v8_tree_start. */
struct v8_tree {
    struct profile *profile; /* has the texts */
    struct sink *sink;
    bool by_line;      /* samples are split by the line that was running */
    double start, end; /* microseconds, UNKNOWN if not given */
    bool has_times;    /* samples have times */
    size_t n_samples;

    struct arena arena; /* has all memory but that of the stacks */
    /* Private */
    LIST(struct v8_node) nodes;
    LIST(struct v8_tick) ticks; /* of all nodes */
    uint32_t root_text, idle_text; /* ids of "(root)" and "(idle)" */

    struct pairs ids;         /* the high and the low half of each id */
    LIST(struct v8_id) by_id; /* by number in ids */
    LIST(uint32_t) small;     /* by small id: 1 + its number, or 0 */

    LIST(uint32_t) samples; /* numbers of ids, or NO_ID */
    LIST(double) deltas; /* microseconds, by sample; may be more or fewer */
    size_t n_deltas;     /* number of deltas in the input */
    LIST(struct v8_sample) timed; /* by time; has all costs if times are
                                     needed */
    struct thread_stacks stacks; /* of one thread, 0; frames are nodes and lines
                                    of nodes */
    struct stack_owner owner;
    uint32_t empty;           /* the empty stack */
    double idle;              /* cost that is left out */
    size_t n_left_out;        /* samples of nodes that are no functions */
    bool in_seconds;          /* `start` and `end` are in seconds */

    LIST(struct v8_level) levels; /* open levels of nested nodes */
};

/* Begins a tree, whose texts are in the profile. */
void v8_tree_start(struct v8_tree *tree, struct profile *profile,
                   struct sink *sink, bool by_line);

/* The members of a tree. The tree must be both the row and json->reader. */
enum { N_V8_TREE_MEMBERS = 7 };
extern const struct json_member v8_tree_members[N_V8_TREE_MEMBERS];
/* Adds the nodes and the samples of the next piece of the tree. The piece is
   empty afterwards. */
void v8_tree_append(struct v8_tree *tree, struct v8_tree *piece);

/* Returns the unit of the costs. */
struct str v8_tree_unit(const struct v8_tree *tree);
/* Counts the samples of the whole tree in the sink, before sink_decide. Their
   event and thread are those of `sample`. */
void v8_tree_count(struct v8_tree *tree, const struct sample *sample);
/* Adds the samples that the sink wants, after sink_decide. Messages name the
   input. */
void v8_tree_fill(struct v8_tree *tree, struct input *input);
