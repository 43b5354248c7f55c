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
 * Profilers keep only some number of innermost frames of each stack. The row of
 * a reader (readers/reader.h) names the limits of its profilers, and
 * quality/stack_quality.h finds the stacks that were cut there.
 */

/* Readers give this name to an outermost function if the input says that frames
   are missing there. */
#define FRAMES_TRUNCATED S("[truncated]")

/* The limit is not known, because an option of the profiler sets it. */
enum { ANY_FRAMES = 0 };

/* A limit of a profiler. A list ends with a row whose `cure` is NULL. */
struct frame_limit {
    uint32_t frames;     /* the most frames, or ANY_FRAMES */
    uint32_t unnamed;    /* how many frames less than that a cut stack may have,
                            because the profiler leaves out those that it
                            cannot name */
    bool grows;          /* cut stacks may have more frames, because inlined
                            functions or those of the kernel are not counted */
    bool breaks;         /* stacks may also be cut at other functions, whose
                            callers the profiler fails to find */
    const char *events;  /* the events with this limit, separated by blanks;
                            NULL: all */
    const char *cure;    /* how to raise the limit, as the profiler calls it */
};

/* All numbers are counts, not costs. */
struct input_stats {
    bool walked; /* a profiler walked the stacks of a running program, so that
                    they may be incomplete */
    bool is_whole; /* the profiler saw each call and each return, so that no
                      stack can be cut */
    bool no_chains; /* the profiler recorded positions without callers, so
                       stacks have only inlined frames besides the position */
    const struct frame_limit *limits; /* limits of the profilers; NULL: none are
                                         known */
    const char *exact_by; /* how to record stacks, which make totals exact, if
                             this input has only calls; NULL: unknown */
    uint32_t frame_limit; /* the most frames that the profiler kept, if the
                             input says so; else 0 */
    uint32_t deepest; /* frames of the deepest stack before the reader removed
                         innermost ones; 0 if the reader removes none */
    double skipped_lines; /* lines that the reader did not understand */
    double cut_inputs;    /* inputs that are damaged or cut off */
    double empty_samples; /* samples without any frame, or UNKNOWN */
    double other_samples; /* samples of events that are not drawn, or
                             UNKNOWN */
    double lost_events;   /* events that the profiler lost because it had no
                             room for them; mostly UNKNOWN, because few inputs
                             say */
    double lost_chunks;   /* how many times it lost some, or UNKNOWN */
    bool has_other_builds; /* some programs on disk are not the builds that ran,
                              so they give no names; a message has said so */
    bool lacks_files; /* some programs are not on this machine, or may not be
                         read, so they give no names; a message has said so */
    const char *why_no_kernel; /* "CAUSE; CURE", or "CAUSE", if a reader that
                                  looks for symbols of the kernel found none */
    bool has_copies; /* stacks were unwound from copies of stack memory, some of
                        which were too small */
};

/* Returns the stats of an input about which nothing is known. */
struct input_stats input_stats_unknown(void);
/* Adds the stats of another input. */
void input_stats_add(struct input_stats *stats, const struct input_stats *more);

/* The stats as texts such as "prof2dot: lost_events 12", for formats that carry
   comments. input_stats_text returns text i, counted from 0, in the arena, or
   "" if there is nothing to say; input_stats_texts returns how many texts there
   are. */
struct str input_stats_text(struct arena *arena,
                            const struct input_stats *stats, size_t i);
size_t input_stats_texts(void);
/* Adds the number of such a text. Returns false if it is another text. */
bool input_stats_take_text(struct input_stats *stats, struct str text);
