/*
 * The fields of profiles of OpenTelemetry (OTLP) that are read, in protocol
 * buffers and in JSON, with the numbers of opentelemetry-proto 1.10 and later,
 * the alpha of 2026. Those of earlier releases changed from one to the next. A
 * request to a collector, ExportProfilesServiceRequest, has the fields of
 * ProfilesData.
 *
 * Source: opentelemetry/proto/profiles and opentelemetry/proto/common in the
 * repository open-telemetry/opentelemetry-proto.
 */
#pragma once

#include "input/json_reader.h"
#include "util/text/protobuf.h"

/* ProfilesData */
enum { OTLP_RESOURCES = 1, OTLP_DICTIONARY = 2 };
/* ProfilesDictionary */
enum {
    OTLP_MAPPING_TABLE = 1,
    OTLP_LOCATION_TABLE = 2,
    OTLP_FUNCTION_TABLE = 3,
    OTLP_STRING_TABLE = 5,
    OTLP_ATTRIBUTE_TABLE = 6,
    OTLP_STACK_TABLE = 7,
};
/* ResourceProfiles, Resource and ScopeProfiles */
enum { OTLP_RESOURCE = 1, OTLP_SCOPES = 2 };
enum { OTLP_RESOURCE_ATTRIBUTES = 1 };
enum { OTLP_PROFILES = 2 };
/* KeyValue and KeyValueAndUnit: the key is a text or the number of one. */
enum { OTLP_KEY = 1, OTLP_VALUE = 2, OTLP_UNIT = 3 };
/* AnyValue */
enum {
    OTLP_STRING_VALUE = 1,
    OTLP_BOOL_VALUE = 2,
    OTLP_INT_VALUE = 3,
    OTLP_DOUBLE_VALUE = 4,
    OTLP_STRING_INDEX = 8,
};
/* Profile and ValueType */
enum {
    OTLP_SAMPLE_TYPE = 1,
    OTLP_SAMPLES = 2,
    OTLP_TIME = 3,
    OTLP_DURATION = 4,
    OTLP_PROFILE_ATTRIBUTES = 11,
};
enum { OTLP_TYPE_NAME = 1, OTLP_TYPE_UNIT = 2 };
/* Sample; times are numbers of 8 bytes. */
enum {
    OTLP_STACK = 1,
    OTLP_SAMPLE_ATTRIBUTES = 2,
    OTLP_LINK = 3,
    OTLP_VALUES = 4,
    OTLP_TIMES = 5,
};
/* Mapping, Location, Line, Function and Stack */
enum {
    OTLP_START = 1,
    OTLP_LIMIT = 2,
    OTLP_OFFSET = 3,
    OTLP_MAPPED_FILE = 4,
    OTLP_MAPPING_ATTRIBUTES = 5,
};
enum { OTLP_MAPPING = 1, OTLP_ADDRESS = 2, OTLP_LINES = 3 };
enum { OTLP_LINE_FUNCTION = 1, OTLP_LINE_NUMBER = 2 };
enum {
    OTLP_NAME = 1,
    OTLP_SYSTEM_NAME = 2,
    OTLP_FILE = 3,
    OTLP_FIRST_LINE = 4,
};
enum { OTLP_LOCATIONS = 1 };

/* Takes the next of packed numbers of 8 bytes. Returns false if there is
   none. */
bool otlp_next_fixed(struct str *bytes, uint64_t *n);
/* Appends the current value, an object of JSON, as a message ProfilesData. */
void otlp_put_json(struct json_reader *json, struct buf *out);
