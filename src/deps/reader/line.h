/*
 * The fields of a record of a trace, each preceded by one blank. A function
 * moves *s past the next field and returns true, or returns false if there is
 * none or if it is not of that kind.
 */
#pragma once

#include "deps/dependence.h"
#include "deps/reader/trace.h"

/* Takes a text, decodes it, and puts it into the trace's arena; "-" is "". */
bool bop_line_text(struct bop_trace *trace, struct str *s, struct str *text);
/* Take a decimal number. */
bool bop_line_number(struct str *s, uint64_t *number);
bool bop_line_count(struct str *s, double *count);
/* Takes the number of a module, function or thread: less than NO_ID. */
bool bop_line_id(struct str *s, uint32_t *number);
/* Takes such a number and looks up its id; fails if no earlier record has
   defined it. */
bool bop_line_defined(struct str *s, const struct pairs *ids, uint32_t *id);
/* Takes the number of a literal: eight hexadecimal digits, the first of them 8
   or more. */
bool bop_line_literal(struct str *s, uint32_t *number);
/* Takes a site, which may be new, and returns its id. */
bool bop_line_site(struct bop_trace *trace, struct str *s, uint32_t *site);
/* Takes the name of a kind, such as "R". *frees is set if "F" precedes it: the
   later access frees the memory. */
bool bop_line_kind(struct str *s, enum dependence_kind *kind, bool *frees);
