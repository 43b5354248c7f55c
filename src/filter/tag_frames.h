/*
 * Tags as frames, the option --tags: above each stack stand the tags of its
 * samples, such as "comm: make" and below it "pid: 4711". They come after all
 * filters, so that these work on functions only.
 */
#pragma once

#include "model/profile.h"

/*
 * Returns a new profile with the tags of these keys, separated by commas, as
 * outermost frames in this order; the key "event" stands for the event of a
 * sample. Samples without the tag get the value "[unknown]". The profile must
 * be from stacks and keep the tags, and events if these are wanted. Functions
 * keep their ids; the new ones are marked as tags, with the key in their
 * identity. The samples are used up: the new profile keeps none. End with
 * profile_free.
 */
struct profile *tag_frames_add(struct arena *arena,
                               const struct profile *profile, const char *keys);

/* Returns a new profile in which a function is another one for each value of a
   key: its identity has the value as its tag, before a tab and the tag that it
   had. The rest is as above. */
struct profile *tag_frames_spread(struct arena *arena,
                                  const struct profile *profile,
                                  struct str key);

/* Returns the value that a row has for a key, "[unknown]" if it has none. */
struct str tag_frames_value(const struct samples *samples,
                            const struct sample_row *row, struct str key);
