/* The trace: where it is, and when it is written. */
#ifndef BOP_OUTPUT_H
#define BOP_OUTPUT_H

#include "bop/core.h"
#include "bop/text.h"

/* Finds the path and leaves a first line there, so that a program that is
   killed leaves a trace without an end. */
void bop_output_start(void);
/* In the child of a fork. */
void bop_output_forked(void);
/* What is known so far, to path or (NULL) to the trace. Returns 0 or errno. */
int bop_output(const char *path);
/* The path of the trace. */
const char *bop_output_path(void);

/* A word to who reads the trace: 'w', or '!': it is useless. */
void bop_remark(char kind, const char *text, const char *name);
bool bop_remarked(void);

/* records.c */
void bop_write_head(struct text *text);
void bop_write_modules(struct text *text);
void bop_write_module(struct text *text, uint32_t id);
/* cost and self of nobody: NULL, 0. */
struct function;
struct literal;
void bop_write_function(struct text *text, uint32_t id,
                        const struct function *function,
                        const struct tally *tally);
void bop_write_literal(struct text *text, uint32_t id,
                       const struct literal *literal);
void bop_write_site(struct text *text, site at);
/* All the rest, to the last line. */
void bop_write_totals(struct text *text);

#endif
