/*
 * The fields of profile.proto, the format of pprof.
 *
 * Source: proto/profile.proto in the repository google/pprof.
 */
#pragma once

/* The fields of the message Profile. */
enum {
    PPROF_SAMPLE_TYPE = 1,
    PPROF_SAMPLE = 2,
    PPROF_MAPPING = 3,
    PPROF_LOCATION = 4,
    PPROF_FUNCTION = 5,
    PPROF_STRING = 6,
    PPROF_DROP_FRAMES = 7,
    PPROF_KEEP_FRAMES = 8,
    PPROF_TIME = 9,
    PPROF_DURATION = 10,
    PPROF_PERIOD_TYPE = 11,
    PPROF_PERIOD = 12,
    PPROF_COMMENT = 13,
    PPROF_DEFAULT_SAMPLE_TYPE = 14,
    PPROF_LAST_FIELD = 15,
};

/* The fields of the message Sample. */
enum {
    PPROF_SAMPLE_LOCATION = 1,
    PPROF_SAMPLE_VALUE = 2,
    PPROF_SAMPLE_LABEL = 3,
};

/* The field of the message Location that is a line. */
enum { PPROF_LOCATION_LINE = 4 };
