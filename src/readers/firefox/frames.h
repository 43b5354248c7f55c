/*
 * The functions of the frames of a Firefox profile. In a raw profile, a frame
 * has a text that says what it is:
 *
 *     walk (https://example.org/w.js:3:14)    the begin of a function
 *     walk (a.js -> b.js:3) [12]              loaded by a.js; source 12
 *     memcpy (in libc.so)
 *     0x100000f84                             an address without a symbol
 *     PresShell::DoFlushLayout                a label in the code of Firefox
 *
 * In a processed profile, a frame refers to a function, the function to its
 * name, its source file and a resource, and the resource to a library. A
 * function without a symbol has an address in its library as its name. If the
 * library is on this machine, its symbols and DWARF name the functions there.
 */
#pragma once

#include "model/profile.h"
#include "readers/firefox/tables.h"
#include "readers/frames/code_map.h"
#include "readers/reader.h"

/* The functions of a frame: a part of those of all frames. */
struct firefox_run {
    size_t first;
    uint32_t n;
};

/* The tables in which the frames of a thread are looked up. Begin with
   firefox_frames_init and free the code map at the end. */
struct firefox_frames {
    struct arena *arena; /* has the lists */
    struct profile *profile;
    const struct reader_options *options;
    struct firefox_tables *own, *shared; /* of the thread; of all threads */
    struct firefox_libs *libs;
    struct code_map code;
    LIST(uint32_t) functions; /* of frames, outermost first */
    LIST(struct firefox_run) runs;
    LIST(uint32_t) path; /* scratch */
};

/* Tables and libraries are set later. `input` is the path of the profile. */
void firefox_frames_init(struct firefox_frames *frames, struct arena *arena,
                         struct profile *profile, const char *input,
                         const struct reader_options *options);

/* Returns the table of the thread or else that of all threads. */
#define FIREFOX_TABLE(frames, name) \
    ((frames)->own->name.exists ? &(frames)->own->name \
                                : &(frames)->shared->name)

/* Values of firefox_tables.runs for damaged frames and for "(root)". */
#define FIREFOX_BAD_FRAME NO_ID
#define FIREFOX_ROOT_FRAME (NO_ID - 1)

/*
 * The stacks of a Firefox profile: each row of the table of stacks is a frame
 * on top of another stack, and becomes a context.
 */

/* Finds the context of a stack, NO_ID if its only frame is "(root)", which is
   no function. Returns false if the profile is damaged there. */
bool firefox_stacks_context(struct firefox_frames *frames, uint32_t stack,
                            uint32_t *context);
