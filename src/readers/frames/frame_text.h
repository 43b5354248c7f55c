/*
 * The text by which a profiler names a frame, taken apart into function, file
 * and line. It is the one place that knows these forms:
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
 * V8, cProfile and torch print the line where the function begins, the others the line
 * that was running. All lines of a function, and all code that V8's compilers
 * made of it, are one function.
 */
#pragma once

#include "model/profile.h"
#include "util/text/buf.h"

/* All texts are parts of the text of the frame. */
struct frame_text {
    struct str name;  /* the whole text if it has no form that is known; "" if
                         the function has no name */
    struct str file;  /* as the text has it, "" if it has none */
    struct str begin; /* "12" or "12:3", the line and column where the function
                         begins, or "" if they are not known */
    uint64_t line;    /* of `begin`, or the line that was running; 0: not
                         known */
    bool is_v8;
};

/* Returns the name of the function of a frame that has been taken apart: a
   function of V8 without a name is named by its place. The text is that of the
   frame, or in the buffer. */
struct str frame_text_name(const struct frame_text *frame, struct buf *buf);

/* frame_text_function for a frame that has been taken apart, or whose parts the
   input gives one by one. */
uint32_t frame_text_add(struct profile *profile, const struct frame_text *frame,
                        struct str module);

/*
 * Returns the function of a frame with this text, which is in this module (or
 * "") and is added to the profile if it is new. Its line is the one where it
 * begins, or else the smallest of its frames so far. A function of V8 that has
 * no name is named by its place, "(anonymous w.js:3:140)".
 */
uint32_t frame_text_function(struct profile *profile, struct str text,
                             struct str module);
/* Returns the function of all code of a module that has no symbol, or, if
   `addresses` and there is an address, of this one address. */
uint32_t frame_text_unresolved(struct profile *profile, struct str address,
                               struct str module, bool addresses);
/* Names code without a symbol by its place in its module: "libc.so.6+0x1f84",
   or "0x1f84" if the module is not known. */
struct str frame_text_place(struct arena *arena, struct str module,
                            uint64_t offset);
/* Returns the function that frame_text_function returned for this text and this
   module, or NO_ID if the profile does not have it. */
uint32_t frame_text_find(const struct profile *profile, struct str text,
                         struct str module);
