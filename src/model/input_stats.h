/*
 * Facts about the quality of an input that only its reader knows, such as
 * skipped lines and lost events; quality/stack_quality.h finds other facts in
 * the profile. They belong to the profile that was read; profiles that later
 * stages make from it have none.
 */
#pragma once

#include "util/arena.h"
#include "util/text/str.h"

/*
 * Profilers keep a limited number of frames of a stack: the innermost ones.
 * The row of a reader (readers/reader.h) has the limits of its profilers, and
 * quality/stack_quality.h finds the stacks that were cut there.
 */

/* Readers give this name to an outermost function if the input says that frames
   are missing there. */
#define FRAMES_TRUNCATED S("[truncated]")

/* The limit is some number, which an option of the profiler sets. */
enum { ANY_FRAMES = 0 };

/* The last row of a list has no cure. */
struct frame_limit {
    uint32_t frames;     /* at most, or ANY_FRAMES */
    uint32_t unnamed;    /* how many frames less than that a cut stack may have,
                            because the profiler leaves out those that it
                            cannot name */
    bool grows;          /* cut stacks can have more frames: inlined functions,
                            or those of the kernel, do not count */
    bool breaks;         /* the profiler fails to find the callers of some
                            functions, so that stacks begin in those, too */
    const char *events;  /* those that have this limit, separated by blanks;
                            NULL: all */
    const char *cure;    /* what users can do, in words of the profiler */
};

/* The numbers are counts, not costs. */
struct input_stats {
    bool walked; /* a profiler walked the stacks of a running program, so that
                    they may be incomplete */
    bool is_whole; /* the profiler saw each call and each return, so that no
                      stack can be cut */
    bool no_chains; /* the profiler recorded where the program was, and no
                       callers: stacks have no frames but inlined ones */
    const struct frame_limit *limits; /* those of its profilers; NULL: none are
                      known */
    const char *exact_by; /* what records stacks, which make totals exact, where
                      this input has calls only; NULL: nothing is known */
    uint32_t frame_limit; /* the number of frames that the profiler kept at
                      most, if the input states it; 0: it does not */
    uint32_t deepest; /* frames of the deepest stack, with those that the reader
                      takes away at the inner ends of stacks; 0: it takes none
                      away */
    double skipped_lines; /* lines that the reader did not understand */
    double cut_inputs;    /* inputs that are damaged or cut off */
    double empty_samples; /* samples without any frame, or UNKNOWN */
    double other_samples; /* samples of events that are not drawn, or
                             UNKNOWN */
    double lost_events;   /* events that the profiler lost because it had no
                             room for them; mostly UNKNOWN, because few inputs
                             say */
    double lost_chunks;   /* how many times it lost some, or UNKNOWN */
    bool has_other_builds; /* programs are not those that ran, so that they give
                              no names; the user was told */
    bool has_copies; /* stacks were found in copies of the memory, which were
                        too small for some of them */
};

/* Returns the stats of an input about which nothing is known. */
struct input_stats input_stats_unknown(void);
/* Adds the stats of another input. */
void input_stats_add(struct input_stats *stats, const struct input_stats *more);

/* The stats as texts, for formats that carry comments: "prof2dot: lost_events
   12". The first returns text i, counting from 0, in the arena; "" if there is
   nothing to say; and the second returns how many i there are. */
struct str input_stats_text(struct arena *arena,
                            const struct input_stats *stats, size_t i);
size_t input_stats_texts(void);
/* Adds what such a text says. Returns false if it is something else. */
bool input_stats_take_text(struct input_stats *stats, struct str text);
