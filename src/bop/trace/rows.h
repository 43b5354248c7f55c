/* The records of a trace that are sorted by places: calls, executions of
   statements, dependences. bop-trace(5) has their fields. */
#pragma once

#include "bop/base/base.h"
#include "bop/trace/text.h"

struct thread;

/* Adds a site as a field of a record. */
void bop_rows_site(struct text_buffer *text, site at);
/* Writes the records c, t and D of a sum of threads. */
void bop_rows(struct text_buffer *text, const struct thread *sum);
