/*
 * The intervals of Chrome's traces: events that open a frame (B), close one
 * (E), or do both (X, with a duration), each in one thread.
 *
 * They need not come in order: many programs write an interval when it ends, so
 * behind those in it. The events of a thread are therefore kept, in 24 bytes
 * each, until they can be sorted. A thread whose events come in order of time,
 * and prove to be written at the start of intervals, gives its events away as
 * it goes.
 */
#pragma once

#include "readers/frames/thread_stacks.h"

/* The name of an end that closes the innermost frame. */
#define INTERVALS_ANY_NAME (NO_ID - 1)

/* Empty if all but the stacks is zeroed, to whose arena the memory belongs. */
struct intervals {
    struct thread_stacks stacks; /* the frames are names */
    LIST(struct interval_thread) threads; /* private, by thread */
    size_t n_streamed; /* kept events of threads whose events are in order */

    /* Out: */
    LIST(uint32_t) probed; /* by number of a probe: 1 + the stack, in `stacks`,
                              that its thread had then; 0: none */
    size_t n;          /* intervals: B and X */
    size_t unmatched;  /* E that close no frame, or not the innermost one */
    size_t unclosed;   /* B without an E */
    size_t overlong;   /* X that end after the frame around them: cut there */
    size_t late;       /* events before the time of events that were given
                          away: moved there */
};

/* Each of these takes an event of a thread: a number, as is the name of a
   frame. The unit of times is microseconds. */
void intervals_begin(struct intervals *intervals, uint32_t thread,
                     uint32_t name, double at);
void intervals_end(struct intervals *intervals, uint32_t thread, uint32_t name,
                   double at);
void intervals_whole(struct intervals *intervals, uint32_t thread,
                     uint32_t name, double at, double duration);
/* Asks for the stack that a thread has at a time, with what begins then. */
void intervals_probe(struct intervals *intervals, uint32_t thread,
                     uint32_t number, double at);
/* Turns all events that are still kept into costs of `stacks`. */
void intervals_finish(struct intervals *intervals);
