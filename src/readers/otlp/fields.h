/*
 * The messages of profiles of OpenTelemetry (OTLP), in protocol buffers and in
 * JSON. The numbers of their fields changed between releases, so readers use
 * ids, and the table in fields.c has the number of each id in each release of
 * opentelemetry-proto:
 *
 *     1.3          v1experimental: a profile is in a container and has its own
 *                  tables
 *     1.4, 1.5     v1development: no container
 *     1.6          all profiles share the tables of ProfilesData
 *     1.7          the tables are a message, ProfilesDictionary
 *     1.8          a table of stacks; one type of samples in a profile
 *     1.9          the fields of Profile are numbered without gaps
 *     1.10, 1.11   the alpha of 2026: those of Sample are in another order
 *
 * A file does not name its release; otlp_version finds it. JSON is converted to
 * protocol buffers with a numbering of our own. A request to a collector,
 * ExportProfilesServiceRequest, has the fields of ProfilesData.
 *
 * Source: opentelemetry/proto/profiles and opentelemetry/proto/common in the
 * repository open-telemetry/opentelemetry-proto.
 */
#pragma once

#include "input/json_reader.h"
#include "util/array.h"
#include "util/text/protobuf.h"

enum otlp_version {
    OTLP_1_3, OTLP_1_4, OTLP_1_6, OTLP_1_7, OTLP_1_8, OTLP_1_9, OTLP_1_10,
    OTLP_JSON
};

enum otlp_message {
    OTLP_NUMBER, /* no message */
    OTLP_TEXT,   /* not a message either */
    OTLP_DATA,
    OTLP_TABLES, /* ProfilesDictionary, or the message with these tables */
    OTLP_RESOURCE_PROFILES,
    OTLP_RESOURCE,
    OTLP_ATTRIBUTE, /* KeyValue or KeyValueAndUnit */
    OTLP_ANY_VALUE,
    OTLP_SCOPE_PROFILES,
    OTLP_CONTAINER, /* contains a profile; in JSON perhaps the profile itself */
    OTLP_PROFILE,
    OTLP_TYPE,
    OTLP_SAMPLE,
    OTLP_MAPPING,
    OTLP_LOCATION,
    OTLP_LINE,
    OTLP_FUNCTION,
    OTLP_STACK,
    OTLP_MESSAGES,
};

/* The fields, each of which may be in several messages. */
enum otlp_id {
    OTLP_UNKNOWN,
    OTLP_RESOURCES, OTLP_DICTIONARY,                       /* ProfilesData */
    OTLP_MAPPING_TABLE, OTLP_LOCATION_TABLE, OTLP_FUNCTION_TABLE,
    OTLP_STRING_TABLE, OTLP_ATTRIBUTE_TABLE, OTLP_STACK_TABLE,
    OTLP_OF_RESOURCE, OTLP_SCOPES, OTLP_PROFILES,
    OTLP_INNER,                          /* the profile of a container */
    OTLP_ATTRIBUTES, OTLP_INDICES,       /* attributes, or indices of them */
    OTLP_SAMPLE_TYPE, OTLP_SAMPLES, OTLP_LOCATIONS, OTLP_TIME, OTLP_DURATION,
    OTLP_KEY, OTLP_VALUE, OTLP_UNIT,     /* a key: a text or its place */
    OTLP_STRING_VALUE, OTLP_BOOL_VALUE, OTLP_INT_VALUE, OTLP_DOUBLE_VALUE,
    OTLP_STRING_INDEX,
    OTLP_STACK_INDEX, OTLP_FIRST, OTLP_LENGTH, OTLP_VALUES, OTLP_TIMES,
    OTLP_NAME, OTLP_SYSTEM_NAME, OTLP_FILE, OTLP_START, OTLP_LIMIT,
    OTLP_OFFSET, OTLP_BUILD_ID, OTLP_MAPPING_INDEX, OTLP_ADDRESS, OTLP_LINES,
    OTLP_FUNCTION_INDEX,
    OTLP_IDS
};

enum { OTLP_NUMBERS = 96 }; /* all numbers of fields are less */

/* The ids of fields by number, in one version. */
struct otlp_fields {
    enum otlp_version version;
    uint8_t ids[OTLP_MESSAGES][OTLP_NUMBERS];
};

/* A profile, or the container of one, and its resource. */
struct otlp_profile {
    struct str message, resource;
};
struct otlp_profiles {
    LIST(struct otlp_profile);
};

/* Returns the version of a message ProfilesData with these profiles, the last
   of those that fit. */
enum otlp_version otlp_version(struct str data,
                               const struct otlp_profiles *profiles);
/* Sets *fields to those of a version. */
void otlp_fields_of(struct otlp_fields *fields, enum otlp_version version);

/* Takes the next field, whose number becomes its id. Returns false as
   protobuf_next does. */
bool otlp_next(const struct otlp_fields *fields, enum otlp_message message,
               struct str *bytes, struct protobuf_field *field);
/* Takes the next number of a repeated field, as protobuf_next_number does. */
bool otlp_next_number(const struct otlp_fields *fields,
                      struct protobuf_field *field, uint64_t *n);
/* Returns the number of 8 bytes. */
static inline uint64_t otlp_fixed_64(struct str bytes)
{
    uint64_t n = 0;
    for (int i = 7; i >= 0; i--)
        n = n << 8 | (unsigned char)bytes.s[i];
    return n;
}
/* Returns the number of a field in a message, or 0. */
uint64_t otlp_number(const struct otlp_fields *fields,
                     enum otlp_message message, enum otlp_id id);

/* Appends the profiles of ProfilesData, of any version, in the arena. Returns
   false if the data are damaged. */
bool otlp_profiles_add(struct otlp_profiles *profiles, struct arena *arena,
                       struct str data);
/* Appends the current value, an object of JSON, as a message of OTLP_JSON. */
void otlp_put_json(struct json_reader *json, struct buf *out);
