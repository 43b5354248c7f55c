/*
 * The events that were recorded: for each its attributes, which say what its
 * samples consist of, its name and the ids by which samples refer to it.
 */
#ifndef READERS_PERFDATA_FILE_ATTRIBUTES_H
#define READERS_PERFDATA_FILE_ATTRIBUTES_H

#include "readers/perfdata/code/symbols.h"
#include "readers/perfdata/file/bytes.h"
#include "util/arena.h"
#include "util/array.h"
#include "util/index.h"
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

/* Zeroed is empty; free the arena at the end. */
struct perfdata_attributes {
    struct arena arena; /* has all of this */
    LIST(struct perfdata_attribute);
    LIST(uint64_t) ids; /* by the id that the index gives */
    LIST(uint32_t) owners;
    struct index index;
    LIST(struct perfdata_kind) kinds; /* the types and configurations of
                                         events */
    struct index kind_index;
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

/*
 * Symbols in the recording itself. simpleperf of Android puts those of files
 * with samples into a feature, because the files stay on the phone.
 * FEATURE_FILE has for each file
 *
 *     u32 size of the rest, path and NUL, u32 type, u64 lowest address of code,
 *     u32 number of symbols, for each: u64 address, u32 size, name and NUL,
 *     files of Dalvik: u32 n, u64 offsets[n],
 *     ELF files: u64 offset of the lowest address in the file, or nothing
 *
 * and FEATURE_FILE2, for each file, u32 size and a message of protocol buffers
 * with the same. Source: record_file_format.h and record_file.proto of
 * simpleperf, in the repository platform/system/extras of Android.
 */

enum perfdata_recorded_type {
    RECORDED_KERNEL,
    RECORDED_KERNEL_MODULE,
    RECORDED_ELF,
    RECORDED_DEX, /* code of Dalvik: symbols are at offsets of the file */
};

struct perfdata_recorded_file {
    uint32_t type;    /* an enum perfdata_recorded_type, or another number */
    uint64_t address; /* the lowest one of its code */
    uint64_t offset;  /* of that in the file; UINT64_MAX: not known */
    struct perfdata_symbols symbols;
};

/* Zeroed is empty; release with perfdata_recorded_free. */
struct perfdata_recorded {
    struct strings paths;
    LIST(struct perfdata_recorded_file); /* by id of the path */
    struct arena texts; /* has the files, too */
};

/* Adds the files of FEATURE_FILE. Files and symbols that are damaged are left
   out. */
void perfdata_recorded_take(struct perfdata_recorded *recorded,
                            struct perfdata_bytes bytes);
/* Does the same for FEATURE_FILE2. */
void perfdata_recorded_take_messages(struct perfdata_recorded *recorded,
                                     struct perfdata_bytes bytes);
/* Returns the file with a path, or NULL. It is valid until another is added. */
const struct perfdata_recorded_file *
perfdata_recorded_find(const struct perfdata_recorded *recorded,
                       struct str path);
/* Returns the address at which the symbols have the byte at an offset of a
   file. `mapped` is the offset at which its mapping begins. */
uint64_t perfdata_recorded_address(const struct perfdata_recorded_file *file,
                                   uint64_t offset, uint64_t mapped);
void perfdata_recorded_free(struct perfdata_recorded *recorded);

#endif
