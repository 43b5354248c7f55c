/*
 * The option --tags: tags of samples become frames above their stacks, such as
 * "comm: make" and below it "pid: 4711". This comes after all filters, so that
 * these see functions only.
 */
#pragma once

#include "model/profile.h"

/*
 * Returns a new profile in which the tags of these keys (separated by commas)
 * are the outermost frames, in this order; the key "event" stands for the event
 * of a sample. Samples without the tag get the value "[unknown]". The profile
 * must be from stacks and keep the tags, and events if these are wanted.
 * Functions keep their ids; the tags are added with is_tag and the key in their
 * identity. The new profile keeps no rows of samples. End with profile_free.
 */
struct profile *tag_frames_add(struct arena *arena,
                               const struct profile *profile, const char *keys);

/* Returns a new profile in which each function is split by the values of a key:
   the tag of its identity is the value, a tab and the tag it had. The rest is
   as above. */
struct profile *tag_frames_spread(struct arena *arena,
                                  const struct profile *profile,
                                  struct str key);

/* Returns the value that a row has for a key, "[unknown]" if it has none. */
struct str tag_frames_value(const struct samples *samples,
                            const struct sample_row *row, struct str key);
