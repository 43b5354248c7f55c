/*
 * The event stream (mode=events): each entry, exit and dependence is written
 * to the trace as it comes. Records that define functions, literals and
 * modules are written before the first event that uses them.
 */
#ifndef BOP_EVENTS_H
#define BOP_EVENTS_H

#include "bop/base.h"
#include "bop/shadow.h"

struct literal;
struct thread;
struct traced_function;

/* Opens the trace, whose path must stay valid, and writes its head. This and
   the next two return 0 or an errno value. */
int bop_events_start(const char *path);
/* Writes the events that wait in buffers. */
int bop_events_flush(void);
/* Writes these, the totals and the last line. */
int bop_events_end(void);
/* exec has failed, so the program goes on: takes the end back. */
void bop_events_reopen(void);

/* In the child of a fork: drops the events that wait, which are the
   parent's. */
void bop_events_forget(void);
/* Later in the child, when its trace has been started: defines the names again
   and enters the functions that run. */
void bop_events_resume(void);

/* Are there BOP_MAXEDGES events, so that later ones are missing? */
bool bop_events_over(void);

/* A thread has begun; it ends. */
void bop_events_thread(struct thread *t);
void bop_events_thread_ends(struct thread *t);

/* A thread enters a function from a site, leaves it, or has read a byte that
   has the shadow word w. */
void bop_events_enter(struct thread *t, uint32_t function, site at);
void bop_events_leave(struct thread *t, uint32_t function);
void bop_events_dependence(struct thread *t, shadow_word w, uint32_t reader);

/* Something has a number that events will use. */
void bop_events_function(uint32_t id, const struct traced_function *function);
void bop_events_literal(uint32_t id, const struct literal *literal);
void bop_events_module(uint32_t id);

#endif
