/*
 * The tables to which profiles of OpenTelemetry refer by index. An input may
 * hold several messages, each with its own tables; here they are concatenated,
 * most of them in tables of pprof, from which OTLP derives.
 */
#pragma once

#include "readers/pprof/tables.h"

struct otlp_attribute {
    struct str key, value; /* the value as text, with its unit */
};

/* The part of a table that belongs to a message. */
struct otlp_range {
    uint64_t first, n;
};

struct otlp_dictionary {
    struct otlp_range strings, mappings, locations, functions, attributes,
        stacks;
};

/* Empty if all but the arena of `pprof` is zeroed, which has all memory. */
struct otlp_tables {
    const struct otlp_dictionary *dictionary; /* of the message that is being
                                                 read */
    struct pprof_tables pprof; /* strings, mappings, functions, locations */
    LIST(struct otlp_attribute) attributes;
    LIST(struct str) stacks; /* messages */
    size_t damaged; /* invalid profiles, tables and entries */
    size_t lost; /* references to attributes and stacks that do not exist */
};

/* Adds the tables of a message, ProfilesDictionary, which become the current
   dictionary. */
void otlp_tables_add(struct otlp_tables *tables, struct str message,
                     struct otlp_dictionary *dictionary);
/* Returns an attribute, a message KeyValue or KeyValueAndUnit. */
struct otlp_attribute otlp_attribute(struct otlp_tables *tables,
                                     struct str message);
/* Returns a string of the current dictionary; "" if it does not exist, which is
   counted. */
struct str otlp_string(struct otlp_tables *tables, uint64_t place);

/* Returns the index in the whole table, or NO_ID if the part does not have
   it. */
static inline uint32_t otlp_place(const struct otlp_range *range,
                                  uint64_t place)
{
    return place < range->n ? (uint32_t)(range->first + place) : NO_ID;
}
