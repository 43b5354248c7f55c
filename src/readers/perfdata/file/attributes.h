/*
 * The events that were recorded: for each its attributes, which say what its
 * samples consist of, its name and the ids by which samples refer to it.
 */
#pragma once

#include "readers/perfdata/file/bytes.h"
#include "util/arena.h"
#include "util/array.h"
#include "util/map.h"

struct perfdata_attribute {
    uint32_t type;
    uint64_t config, sample_type, read_format, branch_sample_type;
    uint64_t period; /* of all samples, or 0: each tells its own */
    uint64_t frequency;      /* samples in a second, or 0: there is a period */
    uint64_t user_registers; /* a bit for each that a sample has */
    bool sample_id_all;      /* records that are no samples tell their time */
    struct str name;         /* "" if it is not known */
    uint64_t named;          /* how many names had been given when it got this
                                one or was added */
    uint32_t kind;           /* number of its type and configuration */
};

/* Empty if all but the arena is zeroed. */
struct perfdata_attributes {
    struct arena *arena; /* has all memory */
    LIST(struct perfdata_attribute);
    struct pairs ids; /* by which samples refer to events */
    LIST(uint32_t) owners; /* by these */
    struct pairs configs, kind_ids; /* configurations, and (type, id of that) */
    LIST(struct perfdata_kind) kinds; /* by id of the latter */
    uint64_t n_names; /* names that were given to events or kinds */
};

/* Adds the attributes that begin with `bytes`, as linux/perf_event.h has them:
   a longer or shorter struct of another version of Linux is taken as well.
   Returns its number, or NO_ID if the bytes are too few. */
uint32_t perfdata_attributes_add(struct perfdata_attributes *attributes,
                                 struct perfdata_bytes bytes, bool is_big);
/* Adds the ids of an event, an array of u64. An id that another event has
   stays with that. */
void perfdata_attributes_ids(struct perfdata_attributes *attributes,
                             uint32_t attribute, struct perfdata_bytes ids);
/* Names an event. */
void perfdata_attributes_name(struct perfdata_attributes *attributes,
                              uint32_t attribute, struct str name);
/* Names all events of one type and configuration that were added so far. They
   have the name after perfdata_attributes_complete, unless they get another one
   before that. */
void perfdata_attributes_name_kind(struct perfdata_attributes *attributes,
                                   uint64_t type, uint64_t config,
                                   struct str name);
/* Names the events that have no name after their type and configuration, as
   perf does. Call this when all events have been added and named. */
void perfdata_attributes_complete(struct perfdata_attributes *attributes);
/* Returns the event that has an id, or NO_ID. */
uint32_t perfdata_attributes_find(const struct perfdata_attributes *attributes,
                                  uint64_t id);
