/*
 * The first pass over a recording, which reads everything but samples: the
 * events, the memory of processes, the names of threads, and losses.
 */
#pragma once

#include "readers/perfdata/code/modules.h"
#include "readers/perfdata/file/sample.h"
#include "readers/perfdata/processes.h"

struct perfdata_prescan {
    uint64_t lost_events, lost_chunks; /* as in struct input_stats */
    uint64_t unknown; /* records of the kernel that are too short */
    bool has_aux;     /* the recording has data of a hardware tracer */
};

/* Fills in the attributes of the header, the processes and the modules.
   Reports where the records are damaged. */
struct perfdata_prescan perfdata_prescan(struct input *in, int fd,
                                       struct perfdata_header *header,
                                       struct perfdata_processes *processes,
                                       struct perfdata_modules *modules);
