/*
 * The stacks of a Firefox profile: from a place in the table of stacks to a
 * context of prof2dot's profile. A stack is a frame on top of another stack.
 */
#ifndef READERS_FIREFOX_STACKS_H
#define READERS_FIREFOX_STACKS_H

#include "readers/firefox/frames.h"

/* Finds the context of a stack, or NO_ID if it has no frame but "(root)", which
   is no function. Returns false if the profile is damaged there. */
bool firefox_stacks_context(struct firefox_frames *frames, uint32_t stack,
                            uint32_t *context);

#endif
