/*
 * The functions and stacks of a Firefox profile: from a place in the table of
 * stacks to a context of prof2dot's profile.
 *
 * A stack is a frame on top of another stack. In a raw profile, a frame has a
 * text that says what it is:
 *
 *     walk (https://example.org/w.js:3:14)    the begin of a function
 *     walk (a.js -> b.js:3) [12]              loaded by a.js; source 12
 *     memcpy (in libc.so)
 *     0x100000f84                             an address without a symbol
 *     PresShell::DoFlushLayout                a label in the code of Firefox
 *
 * In a processed profile, a frame refers to a function, the function to its
 * name, its source file and a resource, and the resource to a library. A
 * function without a symbol has an address in its library as its name.
 */
#ifndef READERS_FIREFOX_FRAMES_H
#define READERS_FIREFOX_FRAMES_H

#include "model/profile.h"
#include "readers/firefox/tables.h"
#include "readers/reader.h"

/* The tables in which the frames of a thread are looked up. */
struct firefox_frames {
    struct profile *profile;
    const struct reader_options *options;
    struct firefox_tables *own, *shared; /* of the thread; of all threads */
    const struct firefox_libs *libs;
    uint32_t *path; /* scratch */
    size_t path_room;
};

/* Finds the context of a stack, or NO_ID if it has no frame but "(root)", which
   is no function. Returns false if the profile is damaged there. */
bool firefox_frames_context(struct firefox_frames *frames, uint32_t stack,
                            uint32_t *context);

#endif
