#include "readers/otlp/tables.h"

#include <inttypes.h>

#include "readers/otlp/fields.h"

enum { NUMBERS = 5 }; /* all fields that are single numbers are below */

/* Returns the number of a string among all strings; one that does not exist is
   counted. */
static uint64_t string_number(struct otlp_tables *tables, uint64_t place)
{
    bool exists = place < tables->dictionary->strings.n;
    tables->pprof.lost_strings += place && !exists;
    return exists ? tables->dictionary->strings.first + place : UINT64_MAX;
}

struct str otlp_string(struct otlp_tables *tables, uint64_t place)
{
    return pprof_string(&tables->pprof, string_number(tables, place));
}

/* ---- Attributes ---- */

static struct str value_of(struct otlp_tables *tables, struct str message)
{
    struct arena *arena = tables->pprof.arena;
    struct protobuf_field field;
    struct str value = S("");
    while (protobuf_next(&message, &field)) {
        double number;
        uint64_t n;
        if (field.number == OTLP_STRING_VALUE)
            value = field.bytes;
        else if (field.number == OTLP_STRING_INDEX)
            value = otlp_string(tables, field.value);
        else if (field.number == OTLP_BOOL_VALUE)
            value = field.value ? S("true") : S("false");
        else if (field.number == OTLP_INT_VALUE)
            value = arena_printf(arena, "%" PRId64, (int64_t)field.value);
        else if (field.number == OTLP_DOUBLE_VALUE &&
                 field.type == PROTOBUF_BYTES)
            value = field.bytes;
        else if (field.number == OTLP_DOUBLE_VALUE &&
                 otlp_next_fixed(&field.bytes, &n)) {
            memcpy(&number, &n, sizeof number);
            value = arena_printf(arena, "%g", number);
        }
    }
    tables->damaged += message.len > 0;
    return value;
}

struct otlp_attribute otlp_attribute(struct otlp_tables *tables,
                                     struct str message)
{
    struct otlp_attribute attribute = { S(""), S("") };
    struct protobuf_field field;
    struct str unit = S("");
    while (protobuf_next(&message, &field)) {
        if (field.number == OTLP_KEY)
            attribute.key = field.type == PROTOBUF_BYTES
                                ? field.bytes
                                : otlp_string(tables, field.value);
        else if (field.number == OTLP_VALUE)
            attribute.value = value_of(tables, field.bytes);
        else if (field.number == OTLP_UNIT)
            unit = otlp_string(tables, field.value);
    }
    tables->damaged += message.len > 0;
    /* The third field of a KeyValue is the number of its key, since 1.11. */
    if (!attribute.key.len)
        attribute.key = unit;
    else if (unit.len)
        attribute.value =
            arena_printf(tables->pprof.arena, "%.*s %.*s",
                         (int)attribute.value.len, attribute.value.s,
                         (int)unit.len, unit.s);
    return attribute;
}

/* ---- The other tables ---- */

static void add_mapping(struct otlp_tables *tables, struct str message)
{
    uint64_t numbers[NUMBERS], n;
    struct protobuf_field field;
    tables->damaged += !protobuf_numbers(message, numbers, NUMBERS);
    struct pprof_mapping mapping = {
        .start = numbers[OTLP_START],
        .end = numbers[OTLP_LIMIT],
        .offset = numbers[OTLP_OFFSET],
        .file = otlp_string(tables, numbers[OTLP_MAPPED_FILE]),
        .file_string = string_number(tables, numbers[OTLP_MAPPED_FILE]),
        .build_id = STR(""),
    };
    while (protobuf_next(&message, &field))
        while (field.number == OTLP_MAPPING_ATTRIBUTES &&
               protobuf_next_number(&field, &n)) {
            uint32_t place = otlp_place(&tables->dictionary->attributes, n);
            if (place != NO_ID && str_eq(tables->attributes.of[place].key,
                                         S("process.executable.build_id.gnu")))
                mapping.build_id = tables->attributes.of[place].value;
        }
    *PUSH_IN(tables->pprof.arena, &tables->pprof.mappings) = mapping;
}

static void add_function(struct otlp_tables *tables, struct str message)
{
    uint64_t numbers[NUMBERS];
    tables->damaged += !protobuf_numbers(message, numbers, NUMBERS);
    uint64_t name = string_number(tables, numbers[OTLP_NAME]);
    uint64_t system = string_number(tables, numbers[OTLP_SYSTEM_NAME]);
    bool has_name = pprof_string(&tables->pprof, name).len > 0;
    *PUSH_IN(tables->pprof.arena, &tables->pprof.functions) =
        (struct pprof_function){
            .name = has_name ? name : system,
            .system_name = system,
            .file = string_number(tables, numbers[OTLP_FILE]),
            .line = (int64_t)numbers[OTLP_FIRST_LINE] > 0
                        ? numbers[OTLP_FIRST_LINE]
                        : 0,
        };
}

static void add_location(struct otlp_tables *tables, struct str message)
{
    struct protobuf_field field;
    struct str rest = message;
    struct pprof_location location = {
        .message = message,
        .line_field = OTLP_LINES,
        .mapping = NO_ID,
        .first_function = (uint32_t)tables->dictionary->functions.first,
        .n_functions = (uint32_t)tables->dictionary->functions.n,
    };
    while (protobuf_next(&rest, &field)) {
        if (field.number == OTLP_ADDRESS) {
            location.address = field.value;
        } else if (field.number == OTLP_MAPPING) {
            location.mapping =
                otlp_place(&tables->dictionary->mappings, field.value);
            tables->pprof.lost_mappings += location.mapping == NO_ID;
        }
    }
    tables->damaged += rest.len > 0;
    *PUSH_IN(tables->pprof.arena, &tables->pprof.locations) = location;
}

/* ---- All tables of a message ---- */

/* Adds the entries of one table. */
static void add_table(struct otlp_tables *tables, struct str message,
                      uint64_t table)
{
    struct protobuf_field field;
    struct arena *arena = tables->pprof.arena;
    while (protobuf_next(&message, &field)) {
        if (field.number != table || field.type != PROTOBUF_BYTES)
            continue;
        if (table == OTLP_STRING_TABLE)
            *PUSH_IN(arena, &tables->pprof.strings) = field.bytes;
        else if (table == OTLP_STACK_TABLE)
            *PUSH_IN(arena, &tables->stacks) = field.bytes;
        else if (table == OTLP_ATTRIBUTE_TABLE) {
            struct otlp_attribute attribute =
                otlp_attribute(tables, field.bytes);
            *PUSH_IN(arena, &tables->attributes) = attribute;
        } else if (table == OTLP_MAPPING_TABLE)
            add_mapping(tables, field.bytes);
        else if (table == OTLP_FUNCTION_TABLE)
            add_function(tables, field.bytes);
        else
            add_location(tables, field.bytes);
    }
}

void otlp_tables_add(struct otlp_tables *tables, struct str message,
                     struct otlp_dictionary *dictionary)
{
    const struct pprof_tables *all = &tables->pprof;
    /* Each table refers to those before it. */
    const struct {
        uint64_t table;
        struct otlp_range *range;
        const size_t *n;
    } order[] = {
        { OTLP_STRING_TABLE, &dictionary->strings, &all->strings.n },
        { OTLP_ATTRIBUTE_TABLE, &dictionary->attributes,
          &tables->attributes.n },
        { OTLP_MAPPING_TABLE, &dictionary->mappings, &all->mappings.n },
        { OTLP_FUNCTION_TABLE, &dictionary->functions, &all->functions.n },
        { OTLP_LOCATION_TABLE, &dictionary->locations, &all->locations.n },
        { OTLP_STACK_TABLE, &dictionary->stacks, &tables->stacks.n },
    };
    *dictionary = (struct otlp_dictionary){ 0 };
    tables->dictionary = dictionary;
    for (size_t i = 0; i < ROWS(order); i++) {
        size_t first = *order[i].n;
        add_table(tables, message, order[i].table);
        order[i].range->first = first;
        order[i].range->n = *order[i].n - first;
    }
}
