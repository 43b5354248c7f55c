/*
 * Granularity: joins functions of a profile, so that one box stands for a file,
 * a module, a class or a package. Like the filters it makes a profile from a
 * profile, and it comes before them.
 */
#pragma once

#include "filter/hide_calls.h"
#include "model/granularity.h"

/* Functions of equal keys become one. Keys of different kinds differ. */
enum key_kind { KEY_NONE, KEY_NAME, KEY_FILE, KEY_MODULE };

struct key {
    enum key_kind kind;
    struct str text;
};

/* Returns the word for a granularity in options, such as "module". */
const char *granularity_name(enum granularity granularity);

/*
 * Returns a new profile in which all functions with the same key are one. End
 * with profile_free. The keys are
 *
 *     FILE     the source file
 *     MODULE   the module
 *     CLASS    the class in the demangled name, else the source file
 *     PACKAGE  the package in the demangled name, or that of a Python file,
 *              else the module
 *
 * and the new function is named by the class or package, or by the file or
 * module without its folders. It has the module and file that all its functions
 * have in common. A function without a key stays as it is. With LINE, functions
 * are not joined but get the name "f (a.c:12)". Returns NULL after a message if
 * no function has a key. The granularity must not be FUNCTION or ADDRESS.
 *
 * From stacks, neighbouring frames that become one function become one frame.
 * That is exact, and samples keep their dimensions. From calls, counts and self
 * costs are summed, and calls inside of a group become self-calls. The weight
 * of a call becomes its estimated cost, because counts of calls to different
 * functions cannot be compared; so other functions keep their costs as long as
 * there are no cycles. If all functions stay apart, as most lines do, weights
 * and measured costs stay as they are.
 */
struct profile *granularity_apply(struct arena *arena,
                                  const struct profile *profile,
                                  enum granularity granularity,
                                  call_cost_estimate *estimate);

/* Returns the keys by function, in the arena. */
struct key *granularity_keys(struct arena *arena, const struct profile *profile,
                             enum granularity granularity);
/* Joins functions in the same way, by keys that the caller chose (by function).
   If there is no key, the new profile is a copy. */
struct profile *granularity_join(struct arena *arena,
                                 const struct profile *profile,
                                 const struct key *keys,
                                 call_cost_estimate *estimate);
