/*
 * Removes the versions that libraries put into names, as an inline namespace or
 * at the end of a namespace:
 *
 *     fmt::v8::vformat(int)               fmt::vformat(int)
 *     std::__1::sort<lib::abi_v3_1::A>    std::sort<lib::A>
 *     absl::lts_20230125::Now()           absl::Now()
 *     icu_72::UnicodeString::doAppend     icu_::UnicodeString::doAppend
 *     _ZN3fmt2v87vformatEi                _ZN3fmt7vformatEi
 */
#pragma once

#include "util/arena.h"
#include "util/text/str.h"

/* Returns the name without versions, in the arena and terminated. The result of
   a mangled name cannot be demangled. */
struct str version_cut(struct arena *arena, struct str name);
