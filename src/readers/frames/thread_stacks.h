/*
 * The stacks of the threads of an input that describes its frames or threads
 * only at its end. Each distinct stack of a thread is stored once, as a node of
 * a tree, with its cost and its numbers of samples and calls, so memory does
 * not grow with the number of samples unless their times are needed. Frames and
 * threads are numbers that the reader chooses.
 *
 * For inputs with the begins and ends of functions, struct open_frames has the
 * frames of a thread that are open at a time.
 */
#pragma once

#include "readers/choose/sink.h"
#include "util/array.h"
#include "util/files/paths.h"

/* Begin with thread_stacks_begin. */
struct thread_stacks {
    bool keeps_times; /* each cost is kept, with its time */
    /* Private */
    struct arena *arena; /* has all memory */
    struct paths nodes; /* paths of a thread and its frames, outermost first */
    LIST(struct node_sums) sums; /* by node */
    LIST(struct timed_cost) timed;
    LIST(struct filled) filled; /* by node */
    struct index whole; /* the stacks of thread_stacks_whole */
};

/* Begins without stacks, in the memory of the sink that will get them. */
void thread_stacks_begin(struct thread_stacks *stacks, const struct sink *sink);
/* Returns the empty stack of a thread. */
uint32_t thread_stacks_root(struct thread_stacks *stacks, uint32_t thread);
/* Returns the stack that has one more frame. */
uint32_t thread_stacks_push(struct thread_stacks *stacks, uint32_t stack,
                            uint32_t frame);
/* Returns the stack of a thread with these frames, outermost first. This is
   faster than pushing them if the stack came before. */
uint32_t thread_stacks_whole(struct thread_stacks *stacks, uint32_t thread,
                             const uint32_t *frames, uint32_t n);
/* Returns the stack with the same thread and frames as one of another set. */
uint32_t thread_stacks_copy(struct thread_stacks *stacks,
                            const struct thread_stacks *from, uint32_t stack);
/* Adds n samples with this cost in total to a stack. `at` is their time, in any
   unit, or UNKNOWN. */
void thread_stacks_add(struct thread_stacks *stacks, uint32_t stack,
                       double cost, size_t n, double at);
/* Counts a call of the innermost function. A stack with a call is a context
   even if it costs nothing. */
void thread_stacks_call(struct thread_stacks *stacks, uint32_t stack);

/* A thread, which the reader describes before its samples are counted. */
struct stack_owner {
    struct sample sample; /* its event and its thread; `cost` converts costs to
                             the unit of the event */
    double start;         /* the time at which it begins, in its unit of time */
    double second;        /* units of time in a second; UNKNOWN: it has no
                             times */
};

/* Finds the function of a frame, or NO_ID if the input lacks the frame.
   Functions are added in the order of stacks or, if n is not 0, of the frames,
   which are below n. `find` may be called several times for a frame. */
struct frame_functions {
    uint32_t (*find)(void *reader, uint32_t frame);
    void *reader;
    uint32_t n;
};

/* Counts the samples of all stacks, before sink_decide. */
void thread_stacks_count(struct thread_stacks *stacks, struct sink *sink,
                         const struct stack_owner *owners);
/* Adds the samples that the sink wants, after sink_decide. Returns the number
   of stacks that are left out because the input lacks one of their frames. */
size_t thread_stacks_fill(struct thread_stacks *stacks, struct sink *sink,
                          const struct stack_owner *owners,
                          struct frame_functions functions);
/* Adds, after that, the counts of calls of all stacks that were added. With
   --time they are unknown. */
void thread_stacks_add_calls(const struct thread_stacks *stacks,
                             struct sink *sink,
                             const struct stack_owner *owners);

/* A frame that is open. */
struct open_frame {
    uint32_t frame, stack;
    bool is_timed; /* its end was known when it began */
    double limit;  /* the time when it or a frame around it ends; INFINITY: not
                      known */
};

/* Begin with open_frames_start. */
struct open_frames {
    uint32_t root; /* the empty stack of the thread */
    LIST(struct open_frame); /* outermost first */
    double at; /* the time up to which costs were added; UNKNOWN at first */
    double looked_at, opened; /* frames: see open_frames_close */
};

void open_frames_start(struct open_frames *open, struct thread_stacks *stacks,
                       uint32_t thread);
/* Moves to a later time, and adds the time until then to the open frames. Does
   nothing and returns false if the time is earlier. */
bool open_frames_move(struct open_frames *open, struct thread_stacks *stacks,
                      double at);
/* Opens a frame that ends at `end` (INFINITY: not known), or with the frame
   around it. */
void open_frames_push(struct open_frames *open, struct thread_stacks *stacks,
                      uint32_t frame, double end);
/* Closes the innermost frame with this number and unknown end, and all frames
   inside it. Returns false if it was not the innermost of all, or not open. */
bool open_frames_close(struct open_frames *open, uint32_t frame);
