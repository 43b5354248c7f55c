/*
 * Splits the text by which a profiler names a frame into function, file and
 * line. Only this file knows these forms:
 *
 *     JS:*walk /app/w.js:3:140         V8, also LazyCompile:, Function:,
 *                                      Script: and Eval:
 *     py::walk:/app/w.py               perf trampolines of CPython
 *     walk (app/w.py:12)               py-spy; Foo.bar(Foo.java:12)
 *     walk - /app/w.rb:12              rbspy
 *     app/w.py:walk:12                 austin, also "<frozen os>:walk:12"
 *     walk:/app/w.php:12
 *     app/w.py:12(walk)                cProfile
 *     app/w.py(12): walk               torch's profiler
 *
 * V8, cProfile and torch print the line where the function begins, the others
 * the line that was running. All lines of a function, and all code that V8's
 * compilers made of it, are one function.
 */
#pragma once

#include "model/profile.h"
#include "util/text/buf.h"

/* All texts are parts of the text of the frame. */
struct frame_text {
    struct str name;  /* the whole text if its form is not known; "" if the
                         function has no name */
    struct str file;  /* as the text has it, "" if it has none */
    struct str begin; /* "12" or "12:3", the line and column where the function
                         begins, or "" if they are not known */
    uint64_t line;    /* of `begin`, or the line that was running; 0: not
                         known */
    bool is_v8;
};

/* Cuts ":12" or ":12:3" off the end of a path. Returns "12" or "12:3", or "" if
   there is no such end. */
struct str frame_text_cut_position(struct str *path);

/* Returns the name of the function of a split frame; a function of V8 without a
   name is named by its place. The text is a part of the frame's, or in the
   buffer. */
struct str frame_text_name(const struct frame_text *frame, struct buf *buf);

/* Does what frame_text_function does, for a frame that is split already. */
uint32_t frame_text_add(struct profile *profile, const struct frame_text *frame,
                        struct str module);

/*
 * Returns the function of a frame with this text in this module (or ""), which
 * is added to the profile if it is new. Its line is where it begins, else the
 * smallest line of its frames so far. A function of V8 that has no name is
 * named by its place, "(anonymous w.js:3:140)".
 */
uint32_t frame_text_function(struct profile *profile, struct str text,
                             struct str module);
/* Returns the function for all code of a module without a symbol or, if
   `addresses` is set and the address is not "", for this address only. */
uint32_t frame_text_unresolved(struct profile *profile, struct str address,
                               struct str module, bool addresses);
/* Returns a name for code without a symbol: "libc.so.6+0x1f84", or "0x1f84" if
   the module is not known. */
struct str frame_text_place(struct arena *arena, struct str module,
                            uint64_t offset);
/* Returns what frame_text_function returned for this text and module, or NO_ID
   if the profile does not have the function. */
uint32_t frame_text_find(const struct profile *profile, struct str text,
                         struct str module);
