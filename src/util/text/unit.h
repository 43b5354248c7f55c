/* The units of times and sizes that profilers and people write. A profile has
   times in seconds and sizes in bytes, and util/text/number.h shows them as
   "1.23 s" and "4.5 MB". */
#pragma once

#include "util/text/str.h"

/* The unit of numbers when nothing says what they count. */
#define UNIT_COUNTS "counts"

struct unit {
    struct str base; /* "seconds" or "bytes" */
    double per_base; /* how many of the unit make one of the base: 1000 for
                        milliseconds, 0.001 for kilobytes */
};

/* Finds the unit of this name: "ns", "milliseconds", "kB", "MiB"... Returns
   false if it is neither a time nor a size. */
bool unit_find(struct str name, struct unit *unit);
/* Is it "seconds" or "bytes"? */
bool unit_is_base(struct str name);
