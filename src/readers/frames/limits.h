/*
 * Limits of frames that several readers share: of the kernel, V8,
 * async-profiler and Apple's profilers.
 */
#pragma once

#include "model/input_stats.h"

/* The kernel walks stacks for perf, bcc and bpftrace up to
   kernel.perf_event_max_stack frames, which is 127 by default. */
#define KERNEL_MAX_FRAMES 127
#define KERNEL_CURE "sysctl kernel.perf_event_max_stack=1024"
#define PERF_SCRIPT_CURE KERNEL_CURE ", and perf script --max-stack=1024"

/* async-profiler keeps 2048 by default (DEFAULT_JSTACKDEPTH of its
   arguments.h). */
#define ASYNC_PROFILER_MAX_FRAMES 2048
#define ASYNC_PROFILER_CURE "async-profiler --jstackdepth 8192"

/* V8 keeps 255 return addresses (kMaxFramesCount of v8-profiler and
   tick-sample.h) and the place of execution. It leaves out frames of its own,
   and adds inlined functions. */
#define V8_MAX_FRAMES 256
#define V8_CURE                                                     \
    "no option of V8 keeps more than 255 frames; perf record -g "   \
    "node --perf-basic-prof does, with sysctl "                     \
    "kernel.perf_event_max_stack=1024"

#define ANY_CURE "raise the limit of frames of the profiler"

extern const struct frame_limit limits_perf[];        /* of perf.data */
extern const struct frame_limit limits_perf_script[]; /* of texts of perf */
extern const struct frame_limit limits_v8[];
extern const struct frame_limit limits_apple[];
