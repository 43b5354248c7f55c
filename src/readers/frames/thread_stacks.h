/*
 * The stacks of the threads of an input that says only at its end what its
 * frames or threads are. Each distinct stack of a thread is kept once, as a
 * node of a tree, with its cost and the number of its samples and calls, so
 * memory does not grow with the number of samples, unless somebody asks for
 * their times. Frames and threads are numbers of the reader.
 *
 * Inputs that say when functions begin and end use struct open_frames: the
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
    struct paths nodes; /* a thread, and frames from the outermost one on */
    LIST(struct node_sums) sums; /* by node */
    LIST(struct timed_cost) timed;
    LIST(struct filled) filled; /* by node */
    struct index whole; /* the stacks that were asked for as a whole */
};

/* Begins without stacks. The sink, which has the memory, will get them. */
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
/* Adds n samples to a stack, which cost this together and were taken at this
   time, in any unit; UNKNOWN: the input does not tell it. */
void thread_stacks_add(struct thread_stacks *stacks, uint32_t stack,
                       double cost, size_t n, double at);
/* Counts a call of the innermost function. A stack with a call is a context
   even if it costs nothing. */
void thread_stacks_call(struct thread_stacks *stacks, uint32_t stack);

/* A thread, which the reader describes before its samples are counted. */
struct stack_owner {
    struct sample sample; /* its event and its thread; `cost` is what a cost
                             of 1 is in the unit of the event */
    double start;         /* when its times begin, in its unit of times */
    double second;        /* how many units a second has; UNKNOWN: its times
                             are none */
};

/* How the function of a frame is found, or NO_ID if the input does not have the
   frame. Functions come in the order of stacks, or in that of frames if n is
   not 0: these are below n then. A frame is looked for several times. */
struct frame_functions {
    uint32_t (*find)(void *reader, uint32_t frame);
    void *reader;
    uint32_t n;
};

/* Counts the samples of all stacks, before sink_decide. */
void thread_stacks_count(struct thread_stacks *stacks, struct sink *sink,
                         const struct stack_owner *owners);
/* Adds those that the sink wants, after sink_decide. Returns how many stacks
   are left out because of a frame that the input does not have. */
size_t thread_stacks_fill(struct thread_stacks *stacks, struct sink *sink,
                          const struct stack_owner *owners,
                          struct frame_functions functions);
/* Then adds the numbers of calls of all stacks in the picture. With --time,
   nobody knows them. */
void thread_stacks_add_calls(const struct thread_stacks *stacks,
                             struct sink *sink,
                             const struct stack_owner *owners);

/* A frame that is open. */
struct open_frame {
    uint32_t frame, stack;
    bool is_timed; /* it is known from the start when it ends */
    double limit;  /* when it or a frame around it ends; INFINITY: not known */
};

/* Begin with open_frames_start. Zeroed it was never begun. */
struct open_frames {
    uint32_t root; /* the empty stack of the thread */
    LIST(struct open_frame); /* outermost first */
    double at; /* the time up to which costs were added; UNKNOWN at first */
    double looked_at, opened; /* frames: see open_frames_close */
};

void open_frames_start(struct open_frames *open, struct thread_stacks *stacks,
                       uint32_t thread);
/* Moves to a later time, and gives the time until then to the frames that are
   open. Returns false if the time is earlier, and then does nothing. */
bool open_frames_move(struct open_frames *open, struct thread_stacks *stacks,
                      double at);
/* Opens a frame that ends at `end` (INFINITY: not known), or with the frame
   around it. */
void open_frames_push(struct open_frames *open, struct thread_stacks *stacks,
                      uint32_t frame, double end);
/* Closes the innermost frame of this number whose end was not known, with those
   in it. Returns false if it is not the innermost of all, or not open. */
bool open_frames_close(struct open_frames *open, uint32_t frame);
