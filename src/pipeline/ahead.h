/*
 * Reads files ahead of the one that is added up. Each becomes a run of its own,
 * in memory of its own, and its messages are kept, so the threads share nothing
 * but the options. The caller takes the files in their order and adds them up;
 * the result is that of one thread, byte for byte.
 *
 * Only regular files of some MB are read ahead, so that memory holds few inputs
 * at a time. A large file is left to the caller.
 */
#pragma once

#include "pipeline/run.h"

struct ahead;

/* Reads one file into a run that has options only. */
typedef enum exit_status ahead_read(struct run *part, const char *path);

/* Begins to read the files of the run from number `first` on. Returns NULL if
   one thread is to do everything. */
struct ahead *ahead_start(const struct run *run, size_t first,
                          ahead_read *read);

/* Waits for a file, the next one or, for the first call, the first. Prints its
   messages and returns its run, which is valid until the next call. *status is
   what reading it returned. The caller releases its profiles. Returns NULL if
   the caller must read the file itself: it is large, or was read for another
   event than that which the run counts by now. */
struct run *ahead_take(struct ahead *ahead, size_t file,
                       enum exit_status *status);

/* Ends the threads, and releases what they have read. NULL is allowed. */
void ahead_end(struct ahead *ahead);
