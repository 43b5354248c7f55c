/* The event stream (mode=events): each entry, exit and dependence, as they
   come. Names and modules go out when they are first seen. */
#ifndef BOP_EVENTS_H
#define BOP_EVENTS_H

#include "bop/core.h"

struct function;
struct literal;

void bop_event_thread(struct thread *t);
void bop_event_thread_ends(struct thread *t);
void bop_event_enter(struct thread *t, uint32_t function, site at);
void bop_event_leave(struct thread *t, uint32_t function);
void bop_event_dependence(struct thread *t, record w, uint32_t reader);
void bop_event_function(uint32_t id, const struct function *function);
void bop_event_literal(uint32_t id, const struct literal *literal);
void bop_event_module(uint32_t id);

/* path: of the trace. Both return 0 or errno. */
int bop_events_start(const char *path);
int bop_events_end(void);
/* After the end: it was none, the stream goes on. */
void bop_events_reopen(void);
/* In the child of a fork: what waits is the parent's; then, with a file of its
   own, names and the functions that run are told again. */
void bop_events_forget(void);
void bop_events_resume(void);
/* Writes what waits in buffers. */
int bop_events_flush(void);
bool bop_events_over(void); /* there were more than BOP_MAXEDGES */

#endif
