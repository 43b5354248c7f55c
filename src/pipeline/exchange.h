/*
 * Profiles for other programs. An output that these read has all events of the
 * input and not only the one that is drawn, in whole numbers, so that it makes
 * no difference in which order files are added up, and which of them first.
 */
#pragma once

#include "pipeline/run.h"

/* Adjusts the options of one file. */
void exchange_options(const struct run *run, const struct reader *reader,
                      struct reader_options *options);
/* Returns the profile with the rows of all events, which are those of
   options->all_events if the reader has filled these. Both are released but for
   what is returned. The profile's event is the one that would be drawn. A
   profile from calls is returned as it is. Returns NULL after a message if its
   costs are no whole numbers; `name` is the input. */
struct profile *exchange_profile(struct profile *profile,
                                 const struct reader_options *options,
                                 const char *name);
/* Makes the events of two profiles that are to be added up equal: whichever
   name comes first in the order of bytes. */
void exchange_agree(struct profile *a, struct profile *b);
