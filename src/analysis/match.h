/* Which functions the user means. */
#ifndef ANALYSIS_MATCH_H
#define ANALYSIS_MATCH_H

#include "analysis/collapse.h"
#include "util/demangle.h"

/* Patterns in the order given. */
struct patterns {
    const char **texts;
    size_t n;
    struct demangler *names; /* NULL: names are compared as read only */
};

/* By function, in the arena: what its name is compared with besides itself. */
struct demangled *function_forms(struct arena *arena,
                                 const struct profile *profile,
                                 struct demangler *names);

/*
 * Marks the functions whose name, as read or demangled, a pattern matches: all
 * of that very name, or if there is none, all that match it as a glob
 * (fnmatch). False after a
 * message when a pattern matches nothing; it names the nearest names. option
 * is for the message. The name of a member stands for its collapsed cycle;
 * collapsed is NULL where cycles are not.
 */
bool match_names(const struct profile *profile,
                 const struct collapsed *collapsed,
                 const struct patterns *patterns, const char *option,
                 bool *marked);

/* Marks the functions that one pattern matches; false if there is none. */
bool match_name(const struct profile *profile, struct demangler *names,
                const char *pattern, bool *marked);

/* The names, as they are shown, that are nearest to a pattern: "'a', 'b'". */
struct str nearest_names(struct arena *arena, const struct profile *profile,
                         struct demangler *names, const char *pattern);

/* Marks the functions whose module or file is, lies below, or matches as a
   glob one of the patterns. False after a message when nothing matches. */
bool match_paths(const struct profile *profile, const struct patterns *patterns,
                 bool *marked);

#endif
