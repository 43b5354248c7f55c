/* The samples of other profilers than V8's in a trace: the arrays "samples" and
   "stackFrames", which chrome.c shows. */
#ifndef READERS_CHROME_SAMPLES_H
#define READERS_CHROME_SAMPLES_H

#include "readers/chrome/threads.h"
#include "readers/frames/thread_stacks.h"

/* Zeroed is empty; release with trace_samples_free. */
struct trace_samples {
    struct pairs rows;   /* thread and stack frame, a text */
    double *weights;     /* by row */
    size_t weights_room;
    struct stack_frame *frames; /* private, by text */
    size_t frames_room;
};

/* Reads the current value, "samples", and counts those of each thread. */
void trace_samples_read(struct trace_samples *samples,
                        struct trace_threads *threads,
                        struct json_reader *json);
/* Reads the current value, "stackFrames", which may come behind. */
void trace_samples_read_frames(struct trace_samples *samples,
                               struct trace_threads *threads,
                               struct json_reader *json);
/* Adds all samples to stacks whose frames are texts, of which there are
   n_texts. Returns how many rows are left out because their stack frame does
   not exist. */
size_t trace_samples_add(const struct trace_samples *samples,
                         struct thread_stacks *stacks, size_t n_texts);
void trace_samples_free(struct trace_samples *samples);

#endif
