/*
 * The programs and libraries in the memory of a process, for formats whose
 * stacks are addresses: the functions of each address, by the symbols of the
 * files on this machine and by DWARF (elf/resolver.h). Code without a symbol is
 * unresolved code of its module.
 */
#pragma once

#include "elf/resolver.h"
#include "model/profile.h"
#include "readers/reader.h"
#include "util/array.h"
#include "util/files/claims.h"

/* A part of a file in memory. */
struct code_mapping {
    uint64_t start, end; /* addresses; `end` is excluded */
    uint64_t offset;     /* file offset of the byte at `start` */
    struct str path;     /* "" if it is not known */
    uint32_t module;     /* of the resolver */
    bool is_linked;      /* addresses are those of the file */
    bool is_relative;    /* addresses count from the lowest one of the file */
};

/* The functions at an address, outermost first: the one whose code it is, then
   those that are inlined there. */
struct code_functions {
    const uint32_t *of; /* valid until the next call */
    uint32_t n;
};

/* Begin with code_map_init and end with code_map_free. */
struct code_map {
    struct profile *profile;
    const char *program; /* --program: the file of the first mapping; or NULL */
    bool addresses;      /* each address without a symbol is a function */
    bool lines;          /* each line of a function is a function */
    struct elf_parts parts;
    struct elf_resolver resolver;
    LIST(struct code_mapping) mappings; /* these lists are in its arena */
    struct claims claims;   /* private: the addresses of mappings */
    struct strings modules; /* "PATH BUILD-ID", with the ids of the resolver */
    struct pairs seen;      /* the addresses that were looked up */
    LIST(struct code_run) runs; /* by the ids in `seen` */
    LIST(uint32_t) functions;   /* of all addresses; those of one are
                                   contiguous */
};

/* `input` is the path of the profile: files are also looked for beside it. */
void code_map_init(struct code_map *map, struct profile *profile,
                   const char *input, const struct reader_options *options);
void code_map_free(struct code_map *map);

/* Adds a mapping, whose module need not be set, and returns its number. The
   build id is hexadecimal, or "". */
uint32_t code_map_add(struct code_map *map, struct code_mapping mapping,
                      struct str build_id);
/* Adds the mapping that a line of /proc/PID/maps describes, if it holds code.
   Returns false if the line is something else. A line with only start, end and
   path, as from old profilers, is accepted as well. */
bool code_map_add_line(struct code_map *map, struct str line);

/* Call this once, after all mappings were added and before code_map_find. If
   there are none, --program becomes one whose addresses are those of its
   file. */
void code_map_complete(struct code_map *map);

/* Returns the number of the mapping that has an address, or NO_ID. Of several,
   it is the one that was added first. */
uint32_t code_map_find(const struct code_map *map, uint64_t address);
/* Returns the functions at an address, at least one, which are added to the
   profile if they are new. The number of the mapping may be NO_ID. */
struct code_functions code_map_functions_in(struct code_map *map,
                                            uint32_t mapping, uint64_t address);
/* Does the same, but returns none if the address has no symbol. */
struct code_functions code_map_resolved_in(struct code_map *map,
                                           uint32_t mapping, uint64_t address);
/* Does the same as code_map_functions_in in the mapping that has the address,
   and caches the result. */
struct code_functions code_map_functions(struct code_map *map,
                                         uint64_t address);

/* Sets the function of an address. */
void code_map_name(struct code_map *map, uint64_t address, uint32_t function);

/* Prints a note on files of mappings that were not found. */
void code_map_report(const struct code_map *map, const char *input);
