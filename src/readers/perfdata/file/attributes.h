/*
 * The recorded events: for each its attributes, which define the fields of its
 * samples, its name, and the ids by which samples refer to it.
 */
#pragma once

#include "readers/perfdata/file/bytes.h"
#include "util/arena.h"
#include "util/array.h"
#include "util/map.h"

struct perfdata_attribute {
    uint32_t type;
    uint64_t config, sample_type, read_format, branch_sample_type;
    uint64_t period; /* of all samples; 0: each sample has its own */
    uint64_t frequency;      /* samples per second; 0: there is a period */
    uint64_t user_registers; /* a bit for each register in a sample */
    bool sample_id_all;      /* records other than samples have a time */
    struct str name;         /* "" if it is not known */
    uint64_t named;          /* n_names when it got its name or was added */
    uint32_t kind;           /* number of its type and configuration */
};

/* Empty if all but the arena is zeroed. */
struct perfdata_attributes {
    struct arena *arena; /* has all memory */
    LIST(struct perfdata_attribute);
    struct pairs ids;      /* by which samples refer to events */
    LIST(uint32_t) owners; /* by the ids in `ids` */
    struct pairs configs;  /* the configurations of events */
    struct pairs kind_ids; /* (type, id in `configs`) */
    LIST(struct perfdata_kind) kinds; /* by the ids in `kind_ids` */
    uint64_t n_names; /* names that were given to events or kinds */
};

/* Adds the attributes in `bytes`, the struct of linux/perf_event.h in the
   length of any version of Linux. Returns the number of the event, or NO_ID if
   there are too few bytes. */
uint32_t perfdata_attributes_add(struct perfdata_attributes *attributes,
                                 struct perfdata_bytes bytes, bool is_big);
/* Adds the ids of an event, an array of u64, except those of other events. */
void perfdata_attributes_ids(struct perfdata_attributes *attributes,
                             uint32_t attribute, struct perfdata_bytes ids);
/* Names an event. */
void perfdata_attributes_name(struct perfdata_attributes *attributes,
                              uint32_t attribute, struct str name);
/* Names all events of one type and configuration that were added so far. It
   takes effect in perfdata_attributes_complete, unless they are named again
   before. */
void perfdata_attributes_name_kind(struct perfdata_attributes *attributes,
                                   uint64_t type, uint64_t config,
                                   struct str name);
/* Gives events without a name the name that perf derives from type and
   configuration. Call this after all events were added and named. */
void perfdata_attributes_complete(struct perfdata_attributes *attributes);
/* Returns the event that has an id, or NO_ID. */
uint32_t perfdata_attributes_find(const struct perfdata_attributes *attributes,
                                  uint64_t id);
