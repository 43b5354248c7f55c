/* Samples in a trace of profilers other than V8's: the arrays "samples" and
   "stackFrames", see chrome.c. */
#pragma once

#include "input/json_reader.h"
#include "readers/frames/thread_stacks.h"
#include "util/array.h"
#include "util/map.h"

/* The threads of a trace, which have numbers. */

/* A thread with events, or a process, whose tid is NO_ID. Members are texts of
   the profile. */
struct trace_thread {
    uint32_t pid, tid, name;
};

/* Empty if all but the arena is zeroed. */
struct trace_threads {
    struct arena *arena; /* has all memory */
    struct pairs ids; /* pid, tid */
    LIST(struct trace_thread); /* by number in ids */
};

/* Returns the number of a thread, or of a process if tid is NO_ID. */
uint32_t trace_threads_id(struct trace_threads *threads, uint32_t pid,
                          uint32_t tid);

/* The caller sets the first two fields. The arena of the threads owns all
   memory. */
struct trace_samples {
    struct trace_threads *threads; /* a sample adds its thread */
    bool keeps_times;    /* each sample is kept, with its time */
    struct pairs rows;   /* thread and stack frame, a text */
    LIST(struct row_sums) sums; /* private, by row */
    LIST(struct timed_sample) timed;
    LIST(struct stack_frame) frames; /* private, by text */
};

/* Read the current value, an element of "samples" or a member of
   "stackFrames". */
void trace_samples_read(struct json_reader *json, void *samples);
void trace_samples_read_frame(struct json_reader *json, void *samples);
/* Adds all samples to stacks whose frames are texts of the profile. Returns how
   many rows are left out because their stack frame does not exist. */
size_t trace_samples_add(const struct trace_samples *samples,
                         struct thread_stacks *stacks);
