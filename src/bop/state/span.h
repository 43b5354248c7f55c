/*
 * The measured critical path, for BOP_SPAN. A timeline is a schedule of
 * executions on as many processors as they can use: an execution starts when
 * those have ended whose writes it reads, and takes as long as it makes
 * references. The span of a timeline is the time when its last execution ends.
 *
 * There is a timeline of the whole program, one without the dependences of each
 * candidate (cuts.h), and one for each function under study and each loop that
 * runs, which knows only what the function or loop itself has written. A shadow
 * memory for each timeline has the time when the last write to each byte is
 * ready. The timelines of threads share the shadow memory of their level, whose
 * words also have the number of the function's run or the loop's.
 *
 * An execution is a row of executions of toplev locations (steps.h) that stand
 * in one source line, in one iteration of each loop, with ascending addresses.
 * What passes from one to the next in registers so stays within an execution.
 * A call of a function under study splits its line: what runs in the function
 * starts after the part before the call, and the part behind the call after the
 * function's last execution. Code outside of functions under study is one row
 * of executions.
 */
#ifndef BOP_SPAN_H
#define BOP_SPAN_H

#include "bop/base/base.h"
#include "bop/base/ids.h"
#include "bop/program/lines.h"
#include "bop/state/shadow.h"

struct thread;

enum {
    SPAN_PROGRAMS = 9, /* the timeline of the program, and those without
                          candidates 1 to 8 */
    SPAN_LEVELS = 8,   /* functions and loops that are nested deeper have no
                          timeline */
    SPAN_LINES = SPAN_PROGRAMS + SPAN_LEVELS
};

/* Sums over all measured runs of a function or loop, in references. */
struct span_sum {
    uint64_t work, span;
};

/* A function under study or a loop that runs, here or in the thread that has
   created this one. */
struct span_region {
    uint32_t function, nest; /* one of them; 0: not that */
    uint64_t number;     /* in the words of its timeline, which other threads
                            may have written */
    uint64_t began;      /* pseudo time of its first reference */
    uint64_t references; /* of the thread before it */
    uint64_t joined;     /* references of threads that were joined */
    uint64_t end;        /* of its executions so far, theirs included */
};

/* The regions that a new thread works for, from the outermost. */
struct span_regions {
    struct span_region of[SPAN_LEVELS];
    size_t n;
#ifdef BOP_SPAN_LOG
    uint32_t thread; /* whose regions they are */
#endif
};

/* A call of a function under study. */
struct span_call {
    uint64_t base[SPAN_LINES]; /* its executions do not start before */
    uint64_t most[SPAN_PROGRAMS]; /* when all so far have ended */
    struct source_line line;   /* of the call; 0 if its caller is not under
                                  study */
    site from;                 /* of the call */
    bool has_region;
#ifdef BOP_SPAN_LOG
    struct span_range {
        uint32_t first, last;
    } after;              /* executions in the log that it waits for */
    uint32_t outside, latest;
#endif
};

/* A read at one site that has met a write at another one. */
struct span_link {
    uint64_t length; /* of the chain of executions that have waited for it */
    uint64_t end;    /* of the last one of these */
};

/* Memory that the execution which runs has written. */
struct span_piece {
    uintptr_t addr;
    size_t n;
    uint64_t before; /* the time of the write before, if the piece is part of a
                        sum; else 0 */
};

#define SPAN_CACHE 1024

struct span_line_slot {
    site at;
    struct source_line line;
};

/* The state of a thread, or a sum of threads, of which only `ends` and what
   follows it are used. */
struct span {
    bool busy; /* guards against signal handlers that are traced */
    uint64_t began, references; /* of the execution that runs: its first pseudo
                                   time, those of the thread before it */
    uint64_t start[SPAN_LINES];
    uint64_t last_end[SPAN_LINES]; /* of the execution before */
    site last;                     /* the latest toplev location, or 0 */
    struct source_line line;       /* of the execution */
    site wrote, read;              /* what it has waited for longest, or 0 */
    bool is_outside;               /* of functions under study */
    uint64_t outside[SPAN_PROGRAMS]; /* when the last one outside ended */
    bool has_returned;               /* a function, at that line and site */
    struct source_line returned_at;
    site returned_from;
    uint64_t returned[SPAN_LINES];
    struct span_piece *pieces;
    size_t n_pieces, pieces_room;
    struct span_region regions[SPAN_LEVELS];
    size_t n_regions; /* those without a timeline included */
    size_t n_outer;   /* the first ones: of the thread that has created this
                         one */
    struct span_call *calls; /* [0] is outside of all */
    size_t n_calls, calls_room;
    struct span_line_slot lines[SPAN_CACHE];
#ifdef BOP_SPAN_LOG
    uint32_t number, thread, outside_number;
    struct span_range returned_in;
#endif

    uint64_t ends[SPAN_PROGRAMS];
    struct id_table link_ids; /* (wrote, read) */
    struct span_link *links;
    size_t links_room;
};

/* Gives a thread its state. */
void bop_span_start(struct thread *t);
/* Begins an execution at a toplev location, or goes on with the one that runs.
   0: the code that follows is not part of a function under study. The clocks
   have not advanced yet. */
void bop_span_begin(struct thread *t, site at);
/* Says that the next reference is made by the instruction of the last one. */
INLINE void bop_span_join(struct span *span)
{
    if (unlikely(span != NULL) && span->last)
        span->last--;
}
/* Ends the execution that runs. The next reference belongs to another one. */
void bop_span_end(struct thread *t);

/* The execution reads at a site what somebody has written at addr before. */
void bop_span_read(struct thread *t, shadow_word w, uintptr_t addr, site at);
/* It writes n bytes, of which the shadow memory does not know yet. */
void bop_span_write(struct thread *t, uintptr_t addr, size_t n, site at);
/* It moves n bytes. */
void bop_span_move(struct thread *t, uintptr_t to, size_t n);

/* A function under study is called at a site, by code under study or not, and
   returns. Its runs have a timeline, unless one of them is running already. */
void bop_span_enter(struct thread *t, site call, bool by_study,
                    uint32_t function);
void bop_span_leave(struct thread *t);
/* A loop begins and ends. */
void bop_span_begin_loop(struct thread *t, uint32_t nest);
void bop_span_end_loop(struct thread *t);

/*
 * What a thread does that is created in a function or loop, and joined there,
 * counts as a part of it. A thread tells the new one its regions; a thread that
 * ends leaves what it has done; and the thread that joins it gets that. The
 * handle is a pthread_t.
 */
void bop_span_regions(const struct thread *t, struct span_regions *to);
void bop_span_work_for(struct thread *t, const struct span_regions *regions);
void bop_span_ended(const struct thread *t, uintptr_t handle);
void bop_span_joined(struct thread *t, uintptr_t handle);

/* Adds the span and the links of a thread to those of a sum, as if all
   that runs ended now. */
void bop_span_add(struct thread *sum, const struct thread *t);
void bop_span_clear(struct thread *t);
/* Forgets all times, in the child of a fork. */
void bop_span_forked(struct thread *t);

#ifdef BOP_SPAN_LOG
void bop_span_log(const char *what, uint32_t thread, uintptr_t addr, size_t n,
                  site at);
#else
#define bop_span_log(what, thread, addr, n, at) ((void)0)
#endif

#endif
