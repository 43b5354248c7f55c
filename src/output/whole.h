/* Whole numbers for programs that cannot read others. They keep them in signed
   64 bits: pprof by its format, others because of their language. */
#pragma once

#include "util/text/buf.h"
#include "util/text/str.h"

/* How a column of costs becomes whole numbers. */
struct whole_costs {
    double factor;   /* what costs are multiplied by */
    bool is_rounded; /* costs are times or sizes, which may be rounded */
    struct str unit; /* of the numbers */
};

/* Returns how costs of a unit are written: seconds as nanoseconds, and other
   costs as they are. */
struct whole_costs whole_costs_of(struct str unit);
/* Returns the number for a cost. It is whole, unless the cost is a fraction
   that is neither a time nor a size. */
double whole_number(const struct whole_costs *costs, double cost);
/* Appends a number of at least 0 with all its digits and without exponent. */
void whole_put(struct buf *out, double number);
/* Does a sum of numbers fit into signed 64 bits? If not, a message names the
   output and what was added up. */
bool whole_fits(const char *output, double sum, struct str name);
