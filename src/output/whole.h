/* Whole numbers for programs that read no others. Such programs keep them in 64
   bits with a sign: pprof by its format, others because their language does. */
#pragma once

#include "util/text/buf.h"
#include "util/text/str.h"

/* A column of costs and what makes whole numbers of them. */
struct whole_costs {
    double factor;   /* what costs are multiplied by */
    bool is_rounded; /* the costs are times or sizes */
    struct str unit; /* of the numbers */
};

/* Returns how costs of a unit are written: seconds as nanoseconds, and other
   costs as they are. */
struct whole_costs whole_costs_of(struct str unit);
/* Returns the number for a cost: a whole one, unless the cost is a fraction of
   something that is no time and no size. */
double whole_number(const struct whole_costs *costs, double cost);
/* Appends a number of at least 0 with all its digits and without exponent. */
void whole_put(struct buf *out, double number);
/* Does a sum of numbers fit 64 bits with a sign? Reports it if it does not; the
   message names the output and what was added up. */
bool whole_fits(const char *output, double sum, struct str name);
