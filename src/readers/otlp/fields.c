#include "readers/otlp/fields.h"

/* ---- The table ---- */

enum { VERSIONS = OTLP_JSON };

static const struct row {
    enum otlp_message of;
    enum otlp_id id;
    enum otlp_message type;    /* of the value */
    uint8_t numbers[VERSIONS]; /* 0: the version does not have it */
    const char *names;         /* in JSON, separated by blanks */
} rows[] = {
#define ROW(of, id, type, names, ...) \
    { OTLP_##of, OTLP_##id, OTLP_##type, { __VA_ARGS__ }, names },
#define ALL(n) n, n, n, n, n, n, n
    ROW(DATA, RESOURCES, RESOURCE_PROFILES, "resourceProfiles", ALL(1))
    ROW(DATA, DICTIONARY, TABLES, "dictionary", 0, 0, 0, 2, 2, 2, 2)
    ROW(TABLES, MAPPING_TABLE, MAPPING, "mappingTable mapping",
        3, 3, 2, 1, 1, 1, 1)
    ROW(TABLES, LOCATION_TABLE, LOCATION, "locationTable location",
        4, 4, 3, 2, 2, 2, 2)
    ROW(TABLES, FUNCTION_TABLE, FUNCTION, "functionTable function",
        5, 6, 4, 3, 3, 3, 3)
    ROW(TABLES, STRING_TABLE, TEXT, "stringTable", 6, 10, 6, 5, 5, 5, 5)
    ROW(TABLES, ATTRIBUTE_TABLE, ATTRIBUTE, "attributeTable",
        16, 7, 7, 6, 6, 6, 6)
    ROW(TABLES, STACK_TABLE, STACK, "stackTable", 0, 0, 0, 0, 7, 7, 7)
    ROW(RESOURCE_PROFILES, OF_RESOURCE, RESOURCE, "resource", ALL(1))
    ROW(RESOURCE_PROFILES, SCOPES, SCOPE_PROFILES, "scopeProfiles", ALL(2))
    ROW(RESOURCE, ATTRIBUTES, ATTRIBUTE, "attributes", ALL(1))
    ROW(ATTRIBUTE, KEY, TEXT, "key", ALL(1))
    ROW(ATTRIBUTE, KEY, NUMBER, "keyStrindex", 0)
    ROW(ATTRIBUTE, VALUE, ANY_VALUE, "value", ALL(2))
    ROW(ATTRIBUTE, UNIT, NUMBER, "unitStrindex", ALL(3))
    ROW(ANY_VALUE, STRING_VALUE, TEXT, "stringValue", ALL(1))
    ROW(ANY_VALUE, BOOL_VALUE, NUMBER, "boolValue", ALL(2))
    ROW(ANY_VALUE, INT_VALUE, NUMBER, "intValue", ALL(3))
    ROW(ANY_VALUE, DOUBLE_VALUE, TEXT, "doubleValue", ALL(4))
    ROW(ANY_VALUE, STRING_INDEX, NUMBER, "stringValueStrindex", ALL(8))
    ROW(SCOPE_PROFILES, PROFILES, CONTAINER, "profiles", ALL(2))
    ROW(CONTAINER, INNER, PROFILE, "profile", 8)
    ROW(PROFILE, SAMPLE_TYPE, TYPE, "sampleType", ALL(1))
    ROW(PROFILE, SAMPLES, SAMPLE, "samples sample", ALL(2))
    ROW(PROFILE, LOCATIONS, NUMBER, "locationIndices", 15, 5, 3, 3, 0, 0, 0)
    ROW(PROFILE, TIME, NUMBER, "timeUnixNano timeNanos", 9, 11, 4, 4, 3, 3, 3)
    ROW(PROFILE, DURATION, NUMBER, "durationNano durationNanos",
        10, 12, 5, 5, 4, 4, 4)
    ROW(PROFILE, INDICES, NUMBER, "attributeIndices", 0, 22, 14, 14, 12, 11, 11)
    ROW(TYPE, NAME, NUMBER, "typeStrindex type", ALL(1))
    ROW(TYPE, UNIT, NUMBER, "unitStrindex unit", ALL(2))
    ROW(SAMPLE, LOCATIONS, NUMBER, "locationIndex", 1, 0, 0, 0, 0, 0, 0)
    ROW(SAMPLE, STACK_INDEX, NUMBER, "stackIndex", 0, 0, 0, 0, 1, 1, 1)
    ROW(SAMPLE, FIRST, NUMBER, "locationsStartIndex", 7, 1, 1, 1, 0, 0, 0)
    ROW(SAMPLE, LENGTH, NUMBER, "locationsLength", 8, 2, 2, 2, 0, 0, 0)
    ROW(SAMPLE, VALUES, NUMBER, "values value", 2, 3, 3, 3, 2, 2, 4)
    ROW(SAMPLE, INDICES, NUMBER, "attributeIndices attributes",
        10, 4, 4, 4, 3, 3, 2)
    ROW(SAMPLE, TIMES, NUMBER, "timestampsUnixNano", 13, 6, 6, 6, 5, 5, 5)
    ROW(MAPPING, START, NUMBER, "memoryStart", 2, 1, 1, 1, 1, 1, 1)
    ROW(MAPPING, LIMIT, NUMBER, "memoryLimit", 3, 2, 2, 2, 2, 2, 2)
    ROW(MAPPING, OFFSET, NUMBER, "fileOffset", 4, 3, 3, 3, 3, 3, 3)
    ROW(MAPPING, FILE, NUMBER, "filenameStrindex filename", 5, 4, 4, 4, 4, 4, 4)
    ROW(MAPPING, BUILD_ID, NUMBER, "buildId", 6, 0, 0, 0, 0, 0, 0)
    ROW(MAPPING, INDICES, NUMBER, "attributeIndices attributes",
        12, 5, 5, 5, 5, 5, 5)
    ROW(LOCATION, MAPPING_INDEX, NUMBER, "mappingIndex", 2, 1, 1, 1, 1, 1, 1)
    ROW(LOCATION, ADDRESS, NUMBER, "address", 3, 2, 2, 2, 2, 2, 2)
    ROW(LOCATION, LINES, LINE, "lines line", 4, 3, 3, 3, 3, 3, 3)
    ROW(LINE, FUNCTION_INDEX, NUMBER, "functionIndex", ALL(1))
    ROW(LINE, START, NUMBER, "line", ALL(2))
    ROW(FUNCTION, NAME, NUMBER, "nameStrindex name", 2, 1, 1, 1, 1, 1, 1)
    ROW(FUNCTION, SYSTEM_NAME, NUMBER, "systemNameStrindex systemName",
        3, 2, 2, 2, 2, 2, 2)
    ROW(FUNCTION, FILE, NUMBER, "filenameStrindex filename",
        4, 3, 3, 3, 3, 3, 3)
    ROW(FUNCTION, START, NUMBER, "startLine", 5, 4, 4, 4, 4, 4, 4)
    ROW(STACK, LOCATIONS, NUMBER, "locationIndices", ALL(1))
#undef ROW
#undef ALL
};

/* Does a message have the fields of a row? In JSON, what has a profile may be
   the profile, and all that ever had tables may have them. */
static bool has_row(enum otlp_version version, enum otlp_message message,
                    const struct row *row)
{
    static const enum otlp_message holders[] = {
        [OTLP_1_3] = OTLP_PROFILE, [OTLP_1_4] = OTLP_PROFILE,
        [OTLP_1_6] = OTLP_DATA,
    };
    if (row->of == message)
        return true;
    if (version == OTLP_JSON)
        return row->of == OTLP_TABLES
                   ? message == OTLP_DATA || message == OTLP_PROFILE ||
                         message == OTLP_CONTAINER
                   : row->of == OTLP_PROFILE && message == OTLP_CONTAINER;
    return row->of == OTLP_TABLES && version <= OTLP_1_6 &&
           message == holders[version];
}

/* In JSON, fields have the numbers of the last version, where these cannot
   clash with others. */
static uint8_t number_of(enum otlp_version version, const struct row *row)
{
    if (version != OTLP_JSON)
        return row->numbers[version];
    uint8_t number = row->numbers[VERSIONS - 1];
    return number && row->of != OTLP_TABLES ? number
                                            : (uint8_t)(32 + row->id);
}

void otlp_fields_of(struct otlp_fields *fields, enum otlp_version version)
{
    *fields = (struct otlp_fields){ .version = version };
    for (size_t i = 0; i < ROWS(rows); i++)
        for (int m = 0; m < OTLP_MESSAGES; m++)
            if (has_row(version, (enum otlp_message)m, &rows[i]))
                fields->ids[m][number_of(version, &rows[i])] =
                    (uint8_t)rows[i].id;
    for (int m = 0; m < OTLP_MESSAGES; m++)
        fields->ids[m][0] = OTLP_UNKNOWN;
    if (version != OTLP_1_3 && version != OTLP_JSON)
        memcpy(fields->ids[OTLP_CONTAINER], fields->ids[OTLP_PROFILE],
               OTLP_NUMBERS);
}

uint64_t otlp_number(const struct otlp_fields *fields,
                     enum otlp_message message, enum otlp_id id)
{
    uint64_t number = OTLP_NUMBERS - 1;
    while (number && fields->ids[message][number] != id)
        number--;
    return number;
}

bool otlp_next(const struct otlp_fields *fields, enum otlp_message message,
               struct str *bytes, struct protobuf_field *field)
{
    if (!protobuf_next(bytes, field))
        return false;
    field->number = field->number < OTLP_NUMBERS
                        ? fields->ids[message][field->number]
                        : OTLP_UNKNOWN;
    return true;
}

/* Times are numbers of 8 bytes since 1.8. */
bool otlp_next_number(const struct otlp_fields *fields,
                      struct protobuf_field *field, uint64_t *n)
{
    bool is_fixed = field->number == OTLP_TIMES &&
                    fields->version >= OTLP_1_8 && fields->version != OTLP_JSON;
    if (!is_fixed || field->type == PROTOBUF_VARINT)
        return protobuf_next_number(field, n);
    if (field->bytes.len < 8)
        return false;
    *n = otlp_fixed_64(field->bytes);
    field->bytes = str_skip(field->bytes, 8);
    return true;
}

/* ---- Profiles and their version ---- */

/* The way to the profiles has had the same numbers in all versions. */
static bool add_scope(struct otlp_profiles *profiles, struct arena *arena,
                      struct str scope, struct str resource)
{
    struct protobuf_field field;
    while (protobuf_next(&scope, &field))
        if (field.number == 2 && field.type == PROTOBUF_BYTES)
            *PUSH_IN(arena, profiles) =
                (struct otlp_profile){ .message = field.bytes,
                                       .resource = resource };
    return !scope.len;
}

static bool add_resource(struct otlp_profiles *profiles, struct arena *arena,
                         struct str message)
{
    struct protobuf_field field;
    struct str rest = message, resource = S("");
    bool good = true;
    while (protobuf_next(&rest, &field))
        if (field.number == 1)
            resource = field.bytes;
    good = !rest.len;
    for (rest = message; protobuf_next(&rest, &field);)
        if (field.number == 2)
            good &= add_scope(profiles, arena, field.bytes, resource);
    return good;
}

bool otlp_profiles_add(struct otlp_profiles *profiles, struct arena *arena,
                       struct str data)
{
    struct protobuf_field field;
    bool good = true;
    while (protobuf_next(&data, &field))
        if (field.number == 1)
            good &= add_resource(profiles, arena, field.bytes);
    return good && !data.len;
}

/* The fields of a message, by number. */
struct shape {
    unsigned types[24]; /* bits 1 << type */
    struct str last[24]; /* the bytes of the last one */
};

static struct shape shape_of(struct str message)
{
    struct shape shape = { .types = { 0 } };
    struct protobuf_field field;
    while (protobuf_next(&message, &field))
        if (field.number < ROWS(shape.types)) {
            shape.types[field.number] |= 1u << field.type;
            shape.last[field.number] = field.bytes;
        }
    return shape;
}

enum {
    VARINT = 1 << PROTOBUF_VARINT,
    FIXED = 1 << PROTOBUF_FIXED_64,
    BYTES = 1 << PROTOBUF_BYTES,
};

/* Returns whether a sample is as in 1.10 (1) or before (-1): `values` and
   `attribute_indices` have changed places with each other and the index of a
   link. 0: it could be either. */
static int order_of(struct str sample, size_t n_attributes)
{
    struct shape shape = shape_of(sample);
    struct protobuf_field field = { .bytes = shape.last[2] };
    uint64_t n, count = 0, most = 0;
    if (shape.types[4] & BYTES || shape.types[3] & VARINT)
        return 1;
    if (shape.types[3] & BYTES || shape.types[4] & VARINT)
        return -1;
    if (!(shape.types[2] & BYTES))
        return 0;
    field.type = PROTOBUF_BYTES;
    for (; protobuf_next_number(&field, &n); count++)
        most = n > most ? n : most;
    /* A sample has values or times, and as many times as values. */
    if (!shape.types[5] || most >= n_attributes)
        return -1;
    return count != shape.last[5].len / 8;
}

static bool is_before_1_10(const struct otlp_profiles *profiles,
                           size_t n_attributes)
{
    struct protobuf_field field;
    int order = 0;
    for (size_t i = 0; i < profiles->n && !order; i++) {
        struct str rest = profiles->of[i].message;
        while (!order && protobuf_next(&rest, &field))
            if (field.number == 2)
                order = order_of(field.bytes, n_attributes);
    }
    return order < 0;
}

/* The version of profiles that have tables of their own. */
static enum otlp_version version_without_tables(struct str profile)
{
    struct shape shape = shape_of(profile);
    if (shape.types[10] & BYTES && shape.types[6] & BYTES)
        return OTLP_1_4;
    bool is_container = shape.types[8] & BYTES &&
                        (shape.types[2] | shape.types[3]) & FIXED;
    return is_container ? OTLP_1_3 : OTLP_1_10;
}

/* The version of profiles whose tables are in a dictionary. */
static enum otlp_version
version_with_dictionary(struct str dictionary,
                        const struct otlp_profiles *profiles)
{
    struct protobuf_field field;
    struct str rest = dictionary;
    size_t n_attributes = 0;
    unsigned keys = 0, stacks = 0, thirds = 0;
    bool has_gap = false; /* the number 7 was that of comments */
    while (protobuf_next(&rest, &field)) {
        n_attributes += field.number == 6;
        if (field.number == 6)
            keys |= shape_of(field.bytes).types[1];
        else if (field.number == 7)
            stacks |= field.bytes.len ? shape_of(field.bytes).types[1] : BYTES;
    }
    for (size_t i = 0; i < profiles->n; i++) {
        struct shape shape = shape_of(profiles->of[i].message);
        thirds |= shape.types[3];
        has_gap |= shape.types[8] & BYTES || shape.types[9] & VARINT ||
                   shape.types[12];
    }
    if (keys & BYTES || (!(stacks & BYTES) && thirds & BYTES))
        return OTLP_1_7;
    if (!is_before_1_10(profiles, n_attributes))
        return OTLP_1_10;
    return has_gap ? OTLP_1_8 : OTLP_1_9;
}

enum otlp_version otlp_version(struct str data,
                               const struct otlp_profiles *profiles)
{
    struct shape shape = shape_of(data);
    for (size_t i = 3; i < ROWS(shape.types); i++)
        if (shape.types[i])
            return OTLP_1_6;
    if (shape.types[2] & BYTES)
        return version_with_dictionary(shape.last[2], profiles);
    return profiles->n ? version_without_tables(profiles->of[0].message)
                       : OTLP_1_10;
}

/* ---- JSON ---- */

/* Is this one of the names? Names may be "stackIndex" or "stack_index". */
static bool is_named(const char *names, struct str name)
{
    while (*names) {
        size_t i = 0;
        for (; *names && *names != ' '; names++) {
            i += i < name.len && name.s[i] == '_';
            if (i < name.len && ascii_lower(name.s[i]) == ascii_lower(*names))
                i++;
            else
                i = name.len + 1;
        }
        if (i == name.len)
            return true;
        names += *names == ' ';
    }
    return false;
}

static const struct row *find_row(enum otlp_message message, struct str name)
{
    for (size_t i = 0; i < ROWS(rows); i++)
        if (has_row(OTLP_JSON, message, &rows[i]) &&
            is_named(rows[i].names, name))
            return &rows[i];
    return NULL;
}

/* Returns the number that the current value is, or 0. */
static uint64_t number_in(const struct json_reader *json)
{
    uint64_t n = json->type == JSON_TRUE;
    double negative;
    if (!json_reader_id(json, &n) && json_reader_number(json, &negative) &&
        negative < 0 && negative > -1e18)
        n = (uint64_t)(int64_t)negative;
    return n;
}

/* Calls itself for the fields of messages in messages, as deep as the table
   goes. */
static void put_message(struct json_reader *json, enum otlp_message message,
                        struct buf *out);

/* Appends the current value, which is no array. Numbers of an array are packed,
   without the number of the field. */
static void put_value(struct json_reader *json, const struct row *row,
                      bool is_packed, struct buf *out)
{
    uint64_t number = number_of(OTLP_JSON, row);
    if (row->type == OTLP_TEXT) {
        protobuf_put_bytes(out, number, json->text);
    } else if (row->type != OTLP_NUMBER) {
        LOCAL_BUF(inner);
        put_message(json, row->type, &inner);
        protobuf_put_bytes(out, number, buf_text(&inner));
    } else if (is_packed) {
        protobuf_put_varint(out, number_in(json));
    } else {
        protobuf_put_varint(out, number << 3 | PROTOBUF_VARINT);
        protobuf_put_varint(out, number_in(json));
    }
}

static void put_message(struct json_reader *json, enum otlp_message message,
                        struct buf *out)
{
    size_t members = json->type == JSON_OBJECT ? json_reader_open(json) : 0;
    while (json_reader_next(json, members)) {
        const struct row *row = find_row(message, json->name);
        size_t items = json->type == JSON_ARRAY ? json_reader_open(json) : 0;
        LOCAL_BUF(packed);
        bool is_packed = items && row && row->type == OTLP_NUMBER;
        if (!row || json->type == JSON_NULL)
            continue;
        if (!items)
            put_value(json, row, false, out);
        while (json_reader_next(json, items))
            put_value(json, row, is_packed, is_packed ? &packed : out);
        if (is_packed)
            protobuf_put_bytes(out, number_of(OTLP_JSON, row),
                               buf_text(&packed));
    }
}

void otlp_put_json(struct json_reader *json, struct buf *out)
{
    put_message(json, OTLP_DATA, out);
}
