/* The stack of functions of each thread: maintains it at entry and exit, makes
   the tick of a call from DETAIL code, and counts calls and their costs. */
#pragma once

#include "bop/base/base.h"

struct thread;

/* Costs are memory references, without the ticks of the pseudo time. */
struct call_cost {
    uint64_t calls;
    uint64_t inclusive; /* with all functions called; recursive calls count
                           once */
    uint32_t active;    /* number of its frames on the stack now */
};

/* The calls of one function from one site in another. */
struct call_edge {
    struct call_cost cost;
    uint32_t caller, callee; /* functions */
    bool is_under_study;     /* as the callee is */
    bool counted;            /* false: SKETCH, while calls=detail */
    bool foreign;            /* other code than traced code makes the call */
};

struct function_cost {
    struct call_cost cost;
    uint64_t self;
};

struct stack_frame {
    uintptr_t cfa;        /* the first address above it, as DWARF's CFA */
    uint64_t pseudo_time; /* at entry; older writes to the stack are stale */
    uint64_t references;  /* at entry */
    uint32_t function;    /* the function that is charged with references */
    uint32_t call;        /* a call_edge of the thread; NO_ID if not counted */
    bool is_under_study;
    bool by_api; /* entered by bop_instm_func_entry */
    site libc_call; /* the frame is one of libc, called here; else 0 */
    site top;       /* if under study: the statement before entry */
    uint32_t loops; /* number of loops that ran before entry */
};

/* Each thread keeps its recent calls in a direct-mapped cache. */
#define CALL_CACHE 1024

struct call_slot {
    uintptr_t entry;
    site at;
    uint32_t caller, call;
};

/* Call this when the present thread enters a function. entry is an address in
   the function, `at` the site of the call, and cfa the end of its frame. */
void bop_calls_enter(uintptr_t entry, site at, uintptr_t cfa);
/* Call this when the present thread leaves the function whose frame ends at
   cfa. */
void bop_calls_leave(uintptr_t cfa);

/*
 * Call this when the present thread is about to call a function of libc from
 * that site, and the function may call functions of the program. Its frame ends
 * at cfa. The functions that it calls back count as called from the site, and
 * belong to one execution of a statement. bop_calls_leave ends it.
 */
void bop_calls_enter_libc(site at, uintptr_t cfa);

/* Enter and leave functions that the program names through bop.h. */
void bop_calls_enter_by_api(struct thread *t, uint32_t function);
void bop_calls_leave_by_api(struct thread *t, const char *name);

/*
 * Drops the frames above the function whose frame ends at cfa. Since that
 * function runs, longjmp or an exception has left them. A cfa that is not on
 * the stack changes nothing, because code without frame pointers passes any
 * value.
 */
void bop_calls_unwind(struct thread *t, uintptr_t cfa);

/*
 * Returns the site at which a block counts as allocated. That is the site of
 * the call of malloc or the like, by a function whose frame ends at cfa. If the
 * name of that function says that it allocates memory for its caller, it is the
 * site of its own call, and so on.
 */
site bop_calls_allocation(site at, uintptr_t cfa);

/* Makes a tick, because DETAIL code calls a function: both clocks advance,
   unless sem=doc. */
void bop_calls_tick(struct thread *t, site at);

/* Charges the references since the last call or return to the innermost
   function. */
void bop_calls_charge(struct thread *t);
