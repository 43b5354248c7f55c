/*
 * What compilers, linkers and profilers put around the name of a function:
 * prefixes such as "vtable for ", suffixes such as ".isra.0", and marks such
 * as "_[k]". All functions cut slices and copy nothing.
 */
#pragma once

#include "util/text/str.h"

/* Cuts a profiler's mark off the end, as in "sys_read_[k]". */
void affix_cut_mark(struct str *name);

/*
 * Cuts off a tail by which the name means another function or place: "'2" for a
 * level of recursion, "+0x1f" for an offset, "@plt" for a stub and "
 * (inlined)". Returns that tail, or "".
 */
struct str affix_cut_tail(struct str *name);

/* Cuts off one suffix of a compiler, such as "::h0123456789abcdef" or
   ".isra.0", or the version of a symbol. Returns false, and changes nothing,
   when there is none. */
bool affix_cut_suffix(struct str *name);

/* Cuts off Rust's "::h0123456789abcdef" alone. */
bool affix_cut_hash(struct str *name);

/* Returns the length of the prefixes that a name begins with. */
size_t affix_prefix_length(struct str name);
