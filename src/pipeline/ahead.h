/*
 * Reads files in threads, ahead of the one that is added up. Each becomes a run
 * of its own with memory of its own, and its messages are kept, so the threads
 * share nothing but the options. The caller takes the files in order and adds
 * them up; the result is that of one thread, byte for byte.
 *
 * Only regular files of at most 16 MB are read ahead, to save memory; the
 * caller reads larger ones.
 */
#pragma once

#include "pipeline/run.h"

struct ahead;

/* A function that reads one file into a run that has only options. */
typedef enum exit_status ahead_read(struct run *part, const char *path);

/* Starts threads that read the files of the run from number `first` on. Returns
   NULL if one thread shall do everything. */
struct ahead *ahead_start(const struct run *run, size_t first,
                          ahead_read *read);

/* Waits for a file; files are taken in order. Prints its messages and returns
   its run, which is valid until the next call; the caller releases its
   profiles. *status is what reading returned. Returns NULL if the caller must
   read the file itself: it is large, or was read for another event than the run
   now counts. */
struct run *ahead_take(struct ahead *ahead, size_t file,
                       enum exit_status *status);

/* Ends the threads and releases what they have read. Does nothing for NULL. */
void ahead_end(struct ahead *ahead);
