/*
 * The intervals of Chrome's traces: events that open a frame (B), close one
 * (E), or do both (X, with a duration), each in one thread.
 *
 * They need not come in order: many programs write an interval when it ends,
 * after those inside it. So the events of a thread are kept, in 24 bytes each,
 * until they can be sorted. If they come in order of time, written when
 * intervals begin, they are processed at once.
 */
#pragma once

#include "readers/frames/thread_stacks.h"

/* The name of an end that closes the innermost frame. */
#define INTERVALS_ANY_NAME (NO_ID - 1)

/* Is empty if all but `stacks` is zeroed; the arena of the stacks owns all
   memory. */
struct intervals {
    struct thread_stacks stacks; /* the frames are names */
    LIST(struct interval_thread) threads; /* private, by thread */
    size_t n_streamed; /* kept events of threads whose events are in order */

    /* Out: */
    LIST(uint32_t) probed; /* by number of a probe: 1 + the stack that its
                              thread had then, or 0 */
    size_t n;          /* intervals: B and X */
    size_t unmatched;  /* E that do not close the innermost frame */
    size_t unclosed;   /* B without an E */
    size_t overlong;   /* X that end after the frame around them, and are cut
                          there */
    size_t late;       /* events before events that were processed already, to
                          whose time they are moved */
};

/* These take an event of a thread. Threads and names of frames are numbers;
   times are in microseconds. */
void intervals_begin(struct intervals *intervals, uint32_t thread,
                     uint32_t name, double at);
void intervals_end(struct intervals *intervals, uint32_t thread, uint32_t name,
                   double at);
void intervals_whole(struct intervals *intervals, uint32_t thread,
                     uint32_t name, double at, double duration);
/* Asks for the stack of a thread at a time, with frames that begin then. */
void intervals_probe(struct intervals *intervals, uint32_t thread,
                     uint32_t number, double at);
/* Turns all events that are still kept into costs of `stacks`. */
void intervals_finish(struct intervals *intervals);
