/*
 * The neutral form of a function's name, which stays the same when the source
 * is moved, compiled again, or edited elsewhere. It lacks numbers of compilers,
 * lines and columns, suffixes, hashes and folders:
 *
 *     f(long)::{lambda(long)#2}::operator()(long)    numbers 2
 *     main.run.func2.1                               numbers 2, 1
 *     A.lambda$each$0                                numbers 0
 *     (anonymous routes.js:5:15)                     numbers 5, 15
 *     (anonymous routes.js:1:1)                      the code of the file
 *     {closure:/srv/app/a.php:6-8}                   numbers 6, 8; no folders
 *     camlA__fun_191                                 numbers 191
 *     f.constprop.0, f::h0123456789abcdef            neither suffix nor hash
 *
 * Two functions may have the same neutral name. Their numbers rise in the order
 * of the source.
 */
#pragma once

#include "util/text/buf.h"

enum { NEUTRAL_NUMBERS = 6 }; /* further numbers are removed and not stored */

struct neutral_name {
    struct str text;
    uint64_t numbers[NEUTRAL_NUMBERS];
    uint32_t n;
    uint64_t line;   /* the number that is a line, or 0 */
    bool has_hash;   /* a hash of Rust was taken out */
    bool is_closure; /* it has no name of its own, in Rust or PHP */
};

/* Must the name be demangled to find its neutral form? Other mangled names only
   have suffixes to remove. */
bool neutral_needs_demangled(struct str name);

/* Returns the neutral form of a name, which is mangled or demangled. Its text
   replaces that of the buffer, and is valid until the buffer changes. */
struct neutral_name neutral_name_of(struct buf *out, struct str name);

/*
 * Returns the name without the versions that libraries put into names, as an
 * inline namespace or at the end of a namespace, in the arena and terminated:
 *
 *     fmt::v8::vformat(int)               fmt::vformat(int)
 *     std::__1::sort<lib::abi_v3_1::A>    std::sort<lib::A>
 *     absl::lts_20230125::Now()           absl::Now()
 *     icu_72::UnicodeString::doAppend     icu_::UnicodeString::doAppend
 *     _ZN3fmt2v87vformatEi                _ZN3fmt7vformatEi
 *
 * The result of a mangled name cannot be demangled.
 */
struct str neutral_cut_versions(struct arena *arena, struct str name);
