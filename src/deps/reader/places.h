/*
 * Finds the source lines of a trace's sites in the debug information of the
 * modules, which may be at their paths or in the folder of the trace.
 */
#pragma once

#include "deps/reader/source_facts.h"
#include "deps/reader/sums.h"

/* All texts are in the trace's arena. */
struct bop_place {
    struct str text; /* "FILE:LINE", "MODULE+0xADDRESS", or "": nowhere */
    struct str statement; /* the same for the statement of the function whose
                             code it is, into which other functions may be
                             inlined */
    struct str file; /* "" if not known */
    uint64_t line;   /* 0 if not known */
    uint64_t column; /* of the statement; 0 if not known */
    uint64_t at_column; /* of the place itself; 0 if not known */
    uint32_t function; /* the trace's function that has the site, or NO_ID */
    struct str name;   /* a name for the function if that is NO_ID */
    struct str variable; /* if the site is data: its name, or "" */
    struct str expression; /* the source's expression for the data, or "" */
    struct str allocation; /* if memory is allocated there: `text` or, if
                              inlined functions allocate it for their callers,
                              the place in the first function that does not */
};

/* Data in the frames of a function of the trace, between two distances below
   the CFA. */
struct bop_local {
    uint32_t function; /* or NO_ID if the data is elsewhere */
    uint64_t least, most;
    struct str name; /* the variable that contains all of it, or "" */
};

/* Returns the places by site, and adds the facts of the modules about their
   source. Sets the names of `locals`, which has one for each dependence. Warns
   of modules that are missing or lack line numbers; `input` is the path of the
   trace. `inlines` is set if inlined functions are looked for. */
struct bop_place *bop_places(struct bop_trace *trace,
                             const struct bop_sums *sums, bool inlines,
                             const char *input, struct bop_local *locals,
                             struct source_facts *facts);
