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

/* The fields of the messages Sample, Label, Mapping, Function, Location and
   Line. */
enum { PPROF_SAMPLE_LOCATION = 1, PPROF_SAMPLE_VALUE, PPROF_SAMPLE_LABEL };
enum {
    PPROF_LABEL_KEY = 1, PPROF_LABEL_TEXT, PPROF_LABEL_NUMBER, PPROF_LABEL_UNIT
};
enum {
    PPROF_MAPPING_ID = 1, PPROF_MAPPING_START, PPROF_MAPPING_END,
    PPROF_MAPPING_OFFSET, PPROF_MAPPING_FILE, PPROF_MAPPING_BUILD_ID,
    PPROF_MAPPING_HAS_FUNCTIONS, PPROF_MAPPING_LAST_FLAG = 10
};
enum {
    PPROF_FUNCTION_ID = 1, PPROF_FUNCTION_NAME, PPROF_FUNCTION_SYSTEM_NAME,
    PPROF_FUNCTION_FILE, PPROF_FUNCTION_START
};
enum {
    PPROF_LOCATION_ID = 1, PPROF_LOCATION_MAPPING, PPROF_LOCATION_ADDRESS,
    PPROF_LOCATION_LINE
};
enum { PPROF_LINE_FUNCTION = 1, PPROF_LINE_NUMBER };

/* -T pprof appends this to the system name of a function whose name a reader
   made up; the reader of pprof takes it off again. */
#define PPROF_NO_SYMBOL " (no symbol)"
