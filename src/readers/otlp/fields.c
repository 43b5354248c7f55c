#include "readers/otlp/fields.h"

bool otlp_next_fixed(struct str *bytes, uint64_t *n)
{
    if (bytes->len < 8)
        return false;
    *n = 0;
    for (int i = 7; i >= 0; i--)
        *n = *n << 8 | (unsigned char)bytes->s[i];
    *bytes = str_skip(*bytes, 8);
    return true;
}

/* ---- JSON ---- */

/* The messages, and the kinds of other values. */
enum type {
    NUMBER,
    FIXED, /* a number of 8 bytes */
    TEXT,
    DATA,
    TABLES,
    RESOURCE_PROFILES,
    RESOURCE,
    SCOPE_PROFILES,
    ATTRIBUTE,
    ANY_VALUE,
    PROFILE,
    TYPE,
    SAMPLE,
    MAPPING,
    LOCATION,
    LINE,
    FUNCTION,
    STACK,
};

static const struct row {
    enum type of;
    uint64_t number;
    enum type type;
    const char *names; /* separated by blanks */
} rows[] = {
    { DATA, OTLP_RESOURCES, RESOURCE_PROFILES, "resourceProfiles" },
    { DATA, OTLP_DICTIONARY, TABLES, "dictionary" },
    { TABLES, OTLP_MAPPING_TABLE, MAPPING, "mappingTable" },
    { TABLES, OTLP_LOCATION_TABLE, LOCATION, "locationTable" },
    { TABLES, OTLP_FUNCTION_TABLE, FUNCTION, "functionTable" },
    { TABLES, OTLP_STRING_TABLE, TEXT, "stringTable" },
    { TABLES, OTLP_ATTRIBUTE_TABLE, ATTRIBUTE, "attributeTable" },
    { TABLES, OTLP_STACK_TABLE, STACK, "stackTable" },
    { RESOURCE_PROFILES, OTLP_RESOURCE, RESOURCE, "resource" },
    { RESOURCE_PROFILES, OTLP_SCOPES, SCOPE_PROFILES, "scopeProfiles" },
    { RESOURCE, OTLP_RESOURCE_ATTRIBUTES, ATTRIBUTE, "attributes" },
    { SCOPE_PROFILES, OTLP_PROFILES, PROFILE, "profiles" },
    { ATTRIBUTE, OTLP_KEY, TEXT, "key" },
    { ATTRIBUTE, OTLP_KEY, NUMBER, "keyStrindex" },
    { ATTRIBUTE, OTLP_VALUE, ANY_VALUE, "value" },
    { ATTRIBUTE, OTLP_UNIT, NUMBER, "unitStrindex" },
    { ANY_VALUE, OTLP_STRING_VALUE, TEXT, "stringValue" },
    { ANY_VALUE, OTLP_BOOL_VALUE, NUMBER, "boolValue" },
    { ANY_VALUE, OTLP_INT_VALUE, NUMBER, "intValue" },
    { ANY_VALUE, OTLP_DOUBLE_VALUE, TEXT, "doubleValue" },
    { ANY_VALUE, OTLP_STRING_INDEX, NUMBER, "stringValueStrindex" },
    { PROFILE, OTLP_SAMPLE_TYPE, TYPE, "sampleType" },
    { PROFILE, OTLP_SAMPLES, SAMPLE, "samples sample" },
    { PROFILE, OTLP_TIME, NUMBER, "timeUnixNano" },
    { PROFILE, OTLP_DURATION, NUMBER, "durationNano" },
    { PROFILE, OTLP_PROFILE_ATTRIBUTES, NUMBER, "attributeIndices" },
    { TYPE, OTLP_TYPE_NAME, NUMBER, "typeStrindex" },
    { TYPE, OTLP_TYPE_UNIT, NUMBER, "unitStrindex" },
    { SAMPLE, OTLP_STACK, NUMBER, "stackIndex" },
    { SAMPLE, OTLP_SAMPLE_ATTRIBUTES, NUMBER, "attributeIndices" },
    { SAMPLE, OTLP_VALUES, NUMBER, "values" },
    { SAMPLE, OTLP_TIMES, FIXED, "timestampsUnixNano" },
    { MAPPING, OTLP_START, NUMBER, "memoryStart" },
    { MAPPING, OTLP_LIMIT, NUMBER, "memoryLimit" },
    { MAPPING, OTLP_OFFSET, NUMBER, "fileOffset" },
    { MAPPING, OTLP_MAPPED_FILE, NUMBER, "filenameStrindex" },
    { MAPPING, OTLP_MAPPING_ATTRIBUTES, NUMBER, "attributeIndices" },
    { LOCATION, OTLP_MAPPING, NUMBER, "mappingIndex" },
    { LOCATION, OTLP_ADDRESS, NUMBER, "address" },
    { LOCATION, OTLP_LINES, LINE, "lines line" },
    { LINE, OTLP_LINE_FUNCTION, NUMBER, "functionIndex" },
    { LINE, OTLP_LINE_NUMBER, NUMBER, "line" },
    { FUNCTION, OTLP_NAME, NUMBER, "nameStrindex" },
    { FUNCTION, OTLP_SYSTEM_NAME, NUMBER, "systemNameStrindex" },
    { FUNCTION, OTLP_FILE, NUMBER, "filenameStrindex" },
    { FUNCTION, OTLP_FIRST_LINE, NUMBER, "startLine" },
    { STACK, OTLP_LOCATIONS, NUMBER, "locationIndices" },
};

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

static const struct row *find_row(enum type message, struct str name)
{
    for (size_t i = 0; i < ROWS(rows); i++)
        if (rows[i].of == message && is_named(rows[i].names, name))
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
static void put_message(struct json_reader *json, enum type message,
                        struct buf *out);

/* Appends the number that the current value is, without that of its field. */
static void put_number(const struct json_reader *json, enum type type,
                       struct buf *out)
{
    uint64_t n = number_in(json);
    if (type == NUMBER)
        protobuf_put_varint(out, n);
    else
        for (int i = 0; i < 8; i++, n >>= 8)
            buf_char(out, (char)(n & 0xff));
}

/* Appends the current value, which is no number. */
static void put_value(struct json_reader *json, const struct row *row,
                      struct buf *out)
{
    LOCAL_BUF(inner);
    if (row->type != TEXT)
        put_message(json, row->type, &inner);
    protobuf_put_bytes(out, row->number,
                       row->type == TEXT ? json->text : buf_text(&inner));
}

/* Numbers of an array are packed, and one alone is a field of its own. */
static void put_numbers(struct json_reader *json, const struct row *row,
                        struct buf *out)
{
    LOCAL_BUF(packed);
    size_t items = json->type == JSON_ARRAY ? json_reader_open(json) : 0;
    if (!items) {
        protobuf_put_varint(out, row->number << 3 | PROTOBUF_VARINT);
        put_number(json, NUMBER, out);
        return;
    }
    while (json_reader_next(json, items))
        put_number(json, row->type, &packed);
    protobuf_put_bytes(out, row->number, buf_text(&packed));
}

static void put_message(struct json_reader *json, enum type message,
                        struct buf *out)
{
    size_t members = json->type == JSON_OBJECT ? json_reader_open(json) : 0;
    while (json_reader_next(json, members)) {
        const struct row *row = find_row(message, json->name);
        if (!row || json->type == JSON_NULL)
            continue;
        if (row->type <= FIXED) {
            put_numbers(json, row, out);
            continue;
        }
        size_t items = json->type == JSON_ARRAY ? json_reader_open(json) : 0;
        if (!items)
            put_value(json, row, out);
        while (json_reader_next(json, items))
            put_value(json, row, out);
    }
}

void otlp_put_json(struct json_reader *json, struct buf *out)
{
    put_message(json, DATA, out);
}
