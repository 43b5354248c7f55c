/* The thread that a sample was taken in, as the header above a stack of perf
   script names it. */
#ifndef READERS_PERF_THREADS_H
#define READERS_PERF_THREADS_H

#include "model/inventory.h"

/* Splits the front of a header, as in struct perf_header, into its columns.
   Those that it does not have are "". `sure` says that the line is a header,
   and not just text that may be the name of a thread. */
struct listed_thread perf_thread(struct str front, bool sure);
/* Does the front tell the processor? perf records it if it records all
   processes (-a). */
bool perf_thread_has_cpu(struct str front);

#endif
