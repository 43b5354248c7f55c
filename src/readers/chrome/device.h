/*
 * The work of GPUs in a trace, as torch's profiler (Kineto) and others write it
 * after CUPTI or ROCm: an interval of a device has the number, "correlation",
 * of the call that launched it, which becomes its caller:
 *
 *     {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 7,
 *      "tid": 7, "ts": 20, "dur": 5, "args": {"correlation": 31}}
 *     {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7,
 *      "ts": 27, "dur": 90, "args": {"correlation": 31}}
 *
 * or flow events link the events that begin at their times:
 *
 *     {"ph": "s", "cat": "ac2g", "id": 31, "pid": 7, "tid": 7, "ts": 20}
 *     {"ph": "f", "cat": "ac2g", "id": 31, "pid": 0, "tid": 7, "ts": 27}
 *
 * Source: libkineto/src/output_json.cpp in the repository pytorch/kineto.
 */
#pragma once

#include "readers/chrome/intervals.h"
#include "util/map.h"

/* The categories of events. */
enum trace_category {
    CATEGORY_HOST,   /* or none */
    CATEGORY_DEVICE, /* work of a device */
    CATEGORY_SPAN,   /* spans work of a device, or waits for it there */
    CATEGORY_FLOW,
};

/* Is empty if all but `stacks` is zeroed; the arena of the stacks owns all
   memory. */
struct trace_device {
    struct pairs links; /* correlations: their high and low halves */
    LIST(uint32_t) launches; /* by link: the name of the call, or 0 */
    LIST(struct device_work) work; /* private */
    LIST(struct device_flow) flows; /* private */
    struct thread_stacks stacks; /* stacks of the threads that launched the
                                    work, else of the devices */
    size_t without_launch; /* work without a launch in the trace */
};

enum trace_category trace_device_category(struct str text);

/* Sets the call of a correlation: its name, and its thread and start. 0: it has
   no known call. */
void trace_device_launch(struct trace_device *device,
                         struct intervals *intervals, uint32_t thread,
                         uint32_t name, double at, uint64_t correlation);
/* Adds the end of a flow: its time and thread. */
void trace_device_flow(struct trace_device *device, uint32_t thread, double at,
                       uint64_t correlation);
/* Adds work of a thread of a device; correlation UINT64_MAX: none. */
void trace_device_work(struct trace_device *device, uint32_t thread,
                       uint32_t name, double at, double duration,
                       uint64_t correlation);
/* Turns the work into costs of `stacks`, after intervals_finish. */
void trace_device_finish(struct trace_device *device,
                         const struct intervals *intervals);
