/*
 * What the parts of the run-time library share.
 *
 * The library lives inside the traced program: it must not call what the
 * program may have replaced, allocates with mmap only, keeps errno, and may be
 * interrupted by a signal handler that is itself traced. What is changed in
 * more than one step is therefore changed with signals blocked (enter_quiet),
 * and tables that grow leave their old copy alone: who was reading it goes on.
 */
#ifndef BOP_CORE_H
#define BOP_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bop/bytes.h"

#define EXPORTED __attribute__((visibility("default")))
#define INLINE static inline __attribute__((always_inline))
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

#define NO_ID UINT32_MAX

/* A place in the program: a return address, a literal (LITERAL and the id of
   a file and line), or 0: not known. */
typedef uintptr_t site;
#define LITERAL ((site)1 << 63)

/* Who wrote a byte: pseudo time (40 bits), context (24 bits). 0: nobody. */
typedef uint64_t record;
#define CONTEXT_BITS 24
#define MAX_CONTEXTS (1u << CONTEXT_BITS)
#define MAX_TIME ((uint64_t)1 << 40)

/* Place of a reference, toplev location, and thread. Number 0 stands for all
   beyond MAX_CONTEXTS. */
struct context {
    site at, top;
    uint32_t thread;
};

/* map.c: three numbers -> 0, 1, 2... Zeroed is empty. */
struct map {
    uint64_t (*keys)[3]; /* by id */
    struct map_slots *slots;
    uint32_t n;
    size_t room;
};

/* A dependence between two contexts, n times, over distances in pseudo time
   from min to max. Key 0: free. */
struct dependence {
    uint64_t key; /* writer << CONTEXT_BITS | reader */
    uint64_t n, min, max;
};

struct dependences {
    size_t mask, n; /* of the slots that follow */
    struct dependence slots[];
};

/* Costs are references: times of the clock without its ticks. */
struct cost {
    uint64_t n, inclusive;
    uint32_t active; /* how often it is on the stack; outermost counts */
};

struct call {
    struct cost cost;
    uint32_t caller, callee; /* functions */
    bool detail;             /* the callee is */
    bool counted;            /* false: SKETCH, and only DETAIL is wanted */
};

struct tally {
    struct cost cost;
    uint64_t self;
};

struct frame {
    uintptr_t cfa;     /* the first address above the frame */
    uint64_t psu;      /* pseudo time at entry, for the stack rule */
    uint64_t refs;     /* references at entry */
    uint32_t function; /* who pays */
    uint32_t call;     /* of the thread's calls, NO_ID: not counted */
    bool detail;
    bool literal; /* by bop_instm_func_entry */
};

#define CACHE 4096
#define CALL_CACHE 1024

struct context_slot {
    site at, top;
    uint32_t context;
};

struct call_slot {
    uintptr_t entry;
    site at;
    uint32_t caller, call;
};

struct literal_slot {
    const char *file;
    uint64_t line;
    site at;
};

struct thread {
    /* The clocks. */
    uint64_t psu, frozen;
    site top;
    bool detail;   /* of the innermost frame, as is cfa */
    uintptr_t cfa;
    uintptr_t stack, stack_size; /* lowest address, bytes */
    uint32_t id;                 /* 1, 2... in order of first reference */
    struct dependences *dependences;

    uint64_t ticks;    /* of the pseudo time, made by calls */
    uint64_t marked;   /* references when the innermost function last changed */
    uint64_t dropped, stale;
    uint64_t past_psu, past_ticks; /* before fork: the parent's */

    struct frame *frames; /* [0] is the root, above all functions */
    size_t depth, frames_room;
    struct map call_ids; /* (caller, site, entry) -> calls */
    struct call *calls;
    size_t calls_room;
    struct tally *tallies; /* by function */
    size_t tallies_room;
    struct map context_ids; /* (site, top) -> contexts */
    uint32_t *contexts;
    size_t contexts_room;

    site next_call; /* by bop_instm_call, for the next function */
    void *altstack; /* ours, or NULL */
    struct event_buffer *events;
    struct thread *next;
    bool ended; /* free for another one */

    struct context_slot context_cache[CACHE];
    struct call_slot call_cache[CALL_CACHE];
    struct literal_slot literal_cache[CALL_CACHE];
};

enum mode { MODE_AGG, MODE_EVENTS, MODE_NULL };

/* The whole process. */
struct tracer {
    volatile bool off; /* nothing is recorded any more, or yet, or a pause */
    bool started;
    bool dead;         /* for good: no symbols, no file, no memory */
    bool full;         /* the pseudo time has come to its end */
    int pauses;
    bool doc;         /* sem=doc */
    bool words;       /* granule=4 */
    bool detail_only; /* calls=detail */
    bool stats;
    bool one_thread; /* so far */
    enum mode mode;
    uint64_t max_edges;
    int pid;
    uint64_t start; /* of the process, in ticks since boot; exec keeps it */
    int signal; /* that ends the program, or 0 */
    char exe[4096];
};

extern struct tracer bop;
extern __thread struct thread *bop_self
    __attribute__((tls_model("initial-exec")));

/* memory.c. Zeroed memory, never NULL: ends tracing and the program if there
   is none, since nothing could be told any more. */
void *bop_memory(size_t size);
void *bop_map(size_t size); /* or NULL */
void bop_release(void *p, size_t size);
/* A copy with room for more than n items of that size; the old one stays. */
void *bop_grow(void *old, size_t n, size_t *room, size_t size);
void bop_sort(void *items, size_t n, size_t size,
              int (*compare)(const void *, const void *));
char *bop_copy(const char *text, size_t n);

/* quiet.c. No signal and no other thread until the end. */
struct quiet {
    int error;
    uint64_t signals[16]; /* a sigset_t */
};
void bop_quiet(struct quiet *quiet);
void bop_loud(const struct quiet *quiet);
/* The same but for other threads. */
void bop_block(struct quiet *quiet);
void bop_unblock(const struct quiet *quiet);

static inline uint64_t bop_mix(uint64_t x)
{
    x *= 0x9e3779b97f4a7c15u;
    return x ^ x >> 32;
}

/* map.c */
uint32_t bop_map_find(const struct map *map, uint64_t a, uint64_t b,
                      uint64_t c);
uint32_t bop_map_add(struct map *map, uint64_t a, uint64_t b, uint64_t c);
void bop_map_clear(struct map *map);
void bop_dependences_new(struct thread *t);
void bop_dependences_clear(struct dependences *d);
struct dependence *bop_dependence(struct thread *t, uint64_t key);

/* Mostly it is where it is looked for first. */
INLINE struct dependence *find_dependence(struct thread *t, uint64_t key)
{
    struct dependences *d = t->dependences;
    struct dependence *slot = &d->slots[bop_mix(key) & d->mask];
    return likely(slot->key == key) ? slot : bop_dependence(t, key);
}

/* thread.c */
struct thread *bop_thread(void);        /* NULL: tracing is off */
struct thread *bop_thread_always(void); /* in a pause, too; NULL: for good */
void bop_threads_start(void);
struct thread *bop_threads(void);
struct thread *bop_ended(void); /* what ended threads had found, or NULL */
/* In the child of a fork: all counts begin again. */
void bop_threads_forked(void);
const struct context *bop_context(uint32_t id);
uint32_t bop_context_of(struct thread *t, site at, site top);

/* counts.c: what a thread has counted. bop_counts_sum: all threads together,
   functions that still run included; valid until the next sum. */
struct thread *bop_counts_new(void);
void bop_counts_add(struct thread *to, const struct thread *from);
void bop_counts_clear(struct thread *t);   /* a thread that ended */
void bop_counts_restart(struct thread *t); /* one that goes on */
const struct thread *bop_counts_sum(void);

/* access.c, for access.h */
void bop_met(struct thread *t, record w, uintptr_t addr, site at);
void bop_read_range(struct thread *t, uintptr_t addr, size_t n, site at);
void bop_write_range(struct thread *t, uintptr_t addr, size_t n, site at);

/* calls.c */
void bop_enter(uintptr_t entry, site at, uintptr_t cfa);
void bop_leave(uintptr_t cfa);
void bop_repair(struct thread *t, uintptr_t cfa);
void bop_enter_literal(struct thread *t, uint32_t function);
void bop_leave_literal(struct thread *t, const char *name);
void bop_tick(struct thread *t, site at);
void bop_account(struct thread *t);

/* start.c */
void bop_start(void);
void bop_end(void);
void bop_stop(void); /* for good */

/* report.c: on standard error. */
void bop_say(const char *what, const char *name, int error);

static inline uint64_t bop_refs(const struct thread *t)
{
    return t->psu - t->ticks;
}

#endif
