/* Which functions the user means. */
#ifndef FILTER_PATTERNS_H
#define FILTER_PATTERNS_H

#include "model/profile.h"
#include "names/demangle.h"

/* Patterns in the order given. */
struct patterns {
    const char **texts;
    size_t n;
    struct demangler *names; /* NULL: names are compared as read only */
};

/* Names of another profile that stand for functions of this one, as the names
   of a cycle's members stand for the function that the cycle has become. */
struct aliases {
    const struct profile *profile; /* NULL: there are none */
    const uint32_t *function;      /* by function of that profile */
};

/* By function, in the arena: what its name is compared with besides itself. */
struct demangled *patterns_forms(struct arena *arena,
                                 const struct profile *profile,
                                 struct demangler *names);

/*
 * Marks the functions whose name, as read or demangled, or whose alias a
 * pattern matches. A pattern matches all functions of exactly that name; if
 * there is none, it is a glob (fnmatch). Returns false after a message that
 * names the nearest names if a pattern matches nothing; option is for that
 * message.
 */
bool patterns_match_names(const struct profile *profile, struct aliases aliases,
                          const struct patterns *patterns, const char *option,
                          bool *marked);

/* Marks the functions that one pattern matches; false if there is none. */
bool patterns_match_name(const struct profile *profile, struct demangler *names,
                const char *pattern, bool *marked);

/* The names, as they are shown, that are nearest to a pattern: "'a', 'b'". */
struct str patterns_nearest_names(struct arena *arena, const struct profile *profile,
                         struct demangler *names, const char *pattern);

/* Marks the functions whose module or file is, lies below, or matches as a
   glob one of the patterns. False after a message when nothing matches. */
bool patterns_match_paths(const struct profile *profile, const struct patterns *patterns,
                 bool *marked);

#endif
