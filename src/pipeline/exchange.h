/*
 * Profiles that are written for other programs. They have all events of the
 * input, not only the one that is drawn, in whole numbers, so that the order in
 * which files are added up makes no difference.
 */
#pragma once

#include "pipeline/run.h"

/* Adjusts the reader's options for one file. */
void exchange_options(const struct run *run, const struct reader *reader,
                      struct reader_options *options);
/* Returns the profile with rows of all events, taken from options->all_events
   if the reader has filled it. What is not returned of the two is freed. The
   event of the result is the one that would be drawn. Returns a profile from
   calls as it is. Returns NULL after a message if its costs are no whole
   numbers; `name` is the input. */
struct profile *exchange_profile(struct profile *profile,
                                 const struct reader_options *options,
                                 const char *name);
/* Gives two profiles that are to be added up the same event: the name that
   comes first in the order of bytes. */
void exchange_agree(struct profile *a, struct profile *b);
