/* The records of a trace; bop-trace(5) has their fields. */
#pragma once

#include "bop/base/base.h"
#include "bop/trace/text.h"

struct function_cost;
struct literal;
struct traced_function;

/* Writes the first line and the record h. */
void bop_records_head(struct text_buffer *text);
void bop_records_module(struct text_buffer *text, uint32_t id);
void bop_records_modules(struct text_buffer *text);
void bop_records_literal(struct text_buffer *text, uint32_t id,
                         const struct literal *literal);
/* Writes the record f. cost is NULL if it only defines the function. */
void bop_records_function(struct text_buffer *text, uint32_t id,
                          const struct traced_function *function,
                          const struct function_cost *cost);
/* Writes all counts of all threads, and the last line. */
void bop_records_totals(struct text_buffer *text);
