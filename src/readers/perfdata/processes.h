/*
 * Knows what the processes of a recording had in memory, and the names of their
 * threads, at every time. The kernel records each mapping of a file (MMAP,
 * MMAP2), new process and thread (FORK), and name (COMM). A new program
 * replaces all mappings of its process; a new process begins with those of its
 * parent. Where mappings overlap, the newest one counts.
 *
 * Changes are added in any order. After perfdata_processes_sort, look-ups for
 * any time are possible.
 */
#pragma once

#include "readers/choose/sink.h"
#include "readers/perfdata/file/sample.h"
#include "readers/perfdata/mapping_tree.h"
#include "util/array.h"
#include "util/map.h"

/* The name of a thread from a time on. */
struct perfdata_name {
    uint32_t thread;
    uint32_t order;
    uint64_t time;
    uint32_t comm;   /* id in comms; NO_ID: the name of `parent` at that time */
    uint32_t parent; /* the thread that started this one, if comm is NO_ID */
};

/* Empty if all but the arena is zeroed. */
struct perfdata_processes {
    struct arena *arena; /* has all memory */
    LIST(struct perfdata_change) changes; /* sorted by process, then by time */
    LIST(struct perfdata_name) names;     /* sorted by thread, then by time */
    struct pairs pids, tids; /* (number, 0): processes and threads */
    struct strings comms;
    struct mapping_tree tree; /* without nodes: look-ups scan the changes */
    uint64_t steps; /* steps of scans that a tree might have saved */
};

/* These add a change at a time. */
void perfdata_processes_map(struct perfdata_processes *processes, uint32_t pid,
                            uint64_t time, struct perfdata_mapping mapping);
void perfdata_processes_fork(struct perfdata_processes *processes,
                             uint64_t time, uint32_t pid, uint32_t parent,
                             uint32_t tid, uint32_t parent_tid, bool has_maps);
void perfdata_processes_comm(struct perfdata_processes *processes,
                             uint64_t time, uint32_t pid, uint32_t tid,
                             struct str comm, bool is_exec);
/* Call this after all changes were added. */
void perfdata_processes_sort(struct perfdata_processes *processes);

/* Returns the number of the state of a process at a time, or 0 if nothing is
   known of the process. All look-ups in one state have the same results. The
   numbers of a process ascend with time. */
uint32_t perfdata_processes_state(const struct perfdata_processes *processes,
                                  uint32_t pid, uint64_t time);
/* Returns the mapping that has an address in a state, or NULL. */
const struct perfdata_mapping *
perfdata_processes_find(struct perfdata_processes *processes, uint32_t state,
                        uint64_t address);
/* Is it certain, without a long search, that an address has the same mapping in
   two states of a process? */
bool perfdata_processes_same(const struct perfdata_processes *processes,
                             uint32_t older, uint32_t newer, uint64_t address);
/* Returns the id in `comms` of the name of a thread at a time, or NO_ID. */
uint32_t perfdata_processes_name(const struct perfdata_processes *processes,
                                 uint32_t tid, uint64_t time);

/* The threads of samples and their names. */

/* Set the first three, and leave the others zeroed. */
struct perfdata_threads {
    struct arena *arena; /* has all memory */
    const struct perfdata_processes *processes;
    struct sink *sink;
    struct pairs ids, named; /* (pid, tid), and (id of that, name) */
    LIST(uint32_t); /* by id in `named`: the thread of the sink */
};

/* Returns the name of the thread of a sample, which may be in the arena. `comm`
   is the result of perfdata_processes_name. */
struct str perfdata_threads_comm(const struct perfdata_processes *processes,
                                 const struct perfdata_sample *sample,
                                 uint32_t comm, struct arena *arena);
/* Returns the thread of the sink that a sample was taken in. */
uint32_t perfdata_threads_find(struct perfdata_threads *threads,
                               const struct perfdata_sample *sample);
