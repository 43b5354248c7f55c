/* Patterns by which the user names functions of a profile. No pattern matches a
   tag, because tags are no functions. */
#pragma once

#include "model/profile.h"
#include "names/demangle.h"

/* Holds the patterns of one option, in the order given. */
struct patterns {
    const char **texts;
    size_t n;
    struct demangler *names; /* NULL: names are compared only as read */
};

/* Aliases: functions of another profile whose names stand for functions of this
   one. For example, the names of a cycle's members stand for the collapsed
   cycle. */
struct aliases {
    const struct profile *profile; /* NULL: there are none */
    const uint32_t *function;      /* by function of that profile */
};

/* Returns the demangled forms of all names, by function in the arena. */
struct demangled *patterns_forms(struct arena *arena,
                                 const struct profile *profile,
                                 struct demangler *names);

/* The texts by which a pattern can name a function, in the order in which they
   are tried. */
enum pattern_form {
    PATTERN_NAME,  /* the name as read, demangled, and with its symbol in
                      brackets, as labels show it */
    PATTERN_SHORT, /* without return type, without suffixes and without
                      parameters, and as --strip shows it */
    PATTERN_OWN,   /* the function's own name, without classes and scopes */
    N_PATTERN_FORMS
};
enum { PATTERN_MOST_TEXTS = 7 }; /* of one form */

/* Stores the texts of one form of a name (room: PATTERN_MOST_TEXTS) and returns
   their number. They end in a NUL and live as long as the name, its demangled
   forms and the arena. */
size_t patterns_list_forms(struct arena *arena, struct str name,
                           const struct demangled *demangled,
                           enum pattern_form form, struct str *texts);

/*
 * Marks (by function) the functions whose name or alias a pattern matches. A
 * pattern is compared with each form in turn, exactly and then as a literal
 * (filter/regex.h); if nothing is equal, it is a glob (fnmatch), in which "…"
 * also matches any text. The first of these steps that matches any function
 * decides. Returns false after a message that names the option and the nearest
 * names if a pattern matches nothing.
 */
bool patterns_match_names(const struct profile *profile, struct aliases aliases,
                          const struct patterns *patterns, const char *option,
                          bool *marked);

/* Marks (by function) the functions that one pattern matches by name, as in
   patterns_match_names but without aliases and messages. Returns false if it
   matches nothing. */
bool patterns_match_name(const struct profile *profile, struct demangler *names,
                         const char *pattern, bool *marked);

/* Returns the names nearest to a pattern, in the arena and as they are
   displayed, for messages: "; the nearest are 'a' and 'b'", or "" if none is
   near. */
struct str patterns_nearest_names(struct arena *arena,
                                  const struct profile *profile,
                                  struct demangler *names, const char *pattern);

/* Marks (by function) the functions whose module or file is a path that a
   pattern names or matches as a glob, or lies below such a folder. Returns
   false after a message that names modules if a pattern matches nothing. */
bool patterns_match_paths(const struct profile *profile,
                          const struct patterns *patterns, bool *marked);
