/* With mode=events, each entry, exit and dependence is written to the trace
   when it happens. Records that define functions, literals and modules are
   written before the first event that uses them. */
#pragma once

#include "bop/base/base.h"
#include "bop/state/shadow.h"

struct literal;
struct thread;
struct traced_function;

/* Begins the trace, which is open for appending and whose path must stay valid,
   and writes its head. This and the next two functions return 0 or an errno. */
int bop_events_start(const char *path, int fd);
/* Writes the events that wait in buffers. */
int bop_events_flush(void);
/* Writes the waiting events, the totals and the last line. */
int bop_events_end(void);
/* Removes the totals and the last line, because exec has failed and the program
   goes on. */
void bop_events_reopen(void);

/* Drops the waiting events in the child of a fork, because they are the
   parent's. */
void bop_events_forget(void);
/* Defines all names again and enters the functions that run, when the child of
   a fork has started its own trace. */
void bop_events_resume(void);

/* Are later events missing because there are too many? */
bool bop_events_over(void);

/* Call these when a thread begins and when it ends. */
void bop_events_thread(struct thread *t);
void bop_events_thread_ends(struct thread *t);

/* These write an event: a thread enters a function from a site, leaves a
   function, or has read the byte at addr, whose shadow word is w. */
void bop_events_enter(struct thread *t, uint32_t function, site at);
void bop_events_leave(struct thread *t, uint32_t function);
void bop_events_dependence(struct thread *t, shadow_word w, uint32_t reader,
                           uintptr_t addr);

/* These define the number of a function, a literal or a module for later
   events. */
void bop_events_function(uint32_t id, const struct traced_function *function);
void bop_events_literal(uint32_t id, const struct literal *literal);
void bop_events_module(uint32_t id);
