/*
 * The numbers of the format perf.data. Sources: linux/perf_event.h, and
 * tools/perf/Documentation/perf.data-file-format.txt of Linux.
 */
#pragma once

/* Types of records. The kernel writes those below 64, perf the others. */
enum {
    RECORD_MMAP = 1,
    RECORD_LOST = 2,
    RECORD_COMM = 3,
    RECORD_FORK = 7,
    RECORD_SAMPLE = 9,
    RECORD_MMAP2 = 10,
    RECORD_LOST_SAMPLES = 13,
    RECORD_KSYMBOL = 17,
    RECORD_OF_PERF = 64,
    RECORD_ATTR = 64,
    RECORD_TRACING_DATA = 66,
    RECORD_BUILD_ID = 67,
    RECORD_AUXTRACE = 71,
    RECORD_EVENT_UPDATE = 78,
    RECORD_FEATURE = 80,
    RECORD_COMPRESSED = 81,
    RECORD_COMPRESSED2 = 83,
};

/* Bits of misc, whose meaning depends on the type. */
enum {
    MISC_CPU_MODE = 7, /* a mask: an enum perfdata_mode */
    MISC_COMM_EXEC = 1 << 13,
    MISC_FORK_EXEC = 1 << 13,
    MISC_MMAP_BUILD_ID = 1 << 14,
    MISC_BUILD_ID_SIZE = 1 << 15,
};

/* A bit of the protection of a mapping that simpleperf sets. */
enum { PROTECTION_JIT = 0x4000 };

/* The mode of the processor when it ran the code. */
enum perfdata_mode {
    MODE_UNKNOWN,
    MODE_KERNEL,
    MODE_USER,
    MODE_HYPERVISOR,
    MODE_GUEST_KERNEL,
    MODE_GUEST_USER,
};

/* Bits of sample_type, in the order of the fields in a sample but for
   SAMPLE_IDENTIFIER, which comes first. */
#define SAMPLE_IP (UINT64_C(1) << 0)
#define SAMPLE_TID (UINT64_C(1) << 1)
#define SAMPLE_TIME (UINT64_C(1) << 2)
#define SAMPLE_ADDR (UINT64_C(1) << 3)
#define SAMPLE_READ (UINT64_C(1) << 4)
#define SAMPLE_CALLCHAIN (UINT64_C(1) << 5)
#define SAMPLE_ID (UINT64_C(1) << 6)
#define SAMPLE_CPU (UINT64_C(1) << 7)
#define SAMPLE_PERIOD (UINT64_C(1) << 8)
#define SAMPLE_STREAM_ID (UINT64_C(1) << 9)
#define SAMPLE_RAW (UINT64_C(1) << 10)
#define SAMPLE_BRANCH_STACK (UINT64_C(1) << 11)
#define SAMPLE_REGS_USER (UINT64_C(1) << 12)
#define SAMPLE_STACK_USER (UINT64_C(1) << 13)
#define SAMPLE_IDENTIFIER (UINT64_C(1) << 16)

/* Bits of read_format. */
enum {
    READ_ENABLED = 1,
    READ_RUNNING = 2,
    READ_ID = 4,
    READ_GROUP = 8,
    READ_LOST = 16,
};

#define BRANCH_CALL_STACK (UINT64_C(1) << 11) /* of branch_sample_type */
#define BRANCH_HW_INDEX (UINT64_C(1) << 17) /* of branch_sample_type */

/* Features, which are sections behind the data or, in a pipe, records. */
enum {
    FEATURE_BUILD_ID = 2,
    FEATURE_OS_RELEASE = 4,
    FEATURE_ARCH = 6,
    FEATURE_EVENT_DESC = 12,
    FEATURE_FILE = 128, /* of simpleperf, as are the next */
    FEATURE_META_INFO = 129,
    FEATURE_FILE2 = 132,
    N_FEATURES = 256,
};
