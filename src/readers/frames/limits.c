#include "readers/frames/limits.h"

const struct frame_limit limits_perf[] = {
    { .frames = KERNEL_MAX_FRAMES, .breaks = true, .cure = KERNEL_CURE },
    { .frames = ANY_FRAMES, .cure = KERNEL_CURE },
    { .cure = NULL },
};

const struct frame_limit limits_perf_script[] = {
    { .frames = KERNEL_MAX_FRAMES, .breaks = true, .cure = PERF_SCRIPT_CURE },
    { .frames = ANY_FRAMES, .cure = PERF_SCRIPT_CURE },
    { .cure = NULL },
};

/* The sampling heap profiler keeps 128 frames. */
const struct frame_limit limits_v8[] = {
    { .frames = V8_MAX_FRAMES, .unnamed = 2, .grows = true, .cure = V8_CURE },
    { .frames = 128,
      .cure = "no option of node --heap-prof keeps more than 128 frames" },
    { .cure = NULL },
};

/* kperf of macOS kept 128 frames, and later 256 and 512. */
#define APPLE_CURE "no option of Instruments keeps more frames"

const struct frame_limit limits_apple[] = {
    { .frames = 128, .cure = APPLE_CURE },
    { .frames = 256, .cure = APPLE_CURE },
    { .frames = 512, .cure = APPLE_CURE },
    { .cure = NULL },
};
