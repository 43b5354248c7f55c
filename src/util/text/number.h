/* Numbers as text for labels and messages, always in the C locale. The texts
   are in the arena and end in a NUL. */
#pragma once

#include "util/arena.h"
#include "util/text/str.h"

/* Returns a share (0 to 1) as "23.0%", "100%", "<0.1%" or "0%". */
struct str number_percent(struct arena *arena, double share);
/* Returns a number as "12,345" or "1,234.5": groups of three digits and at most
   two decimals. From 1e15 on it is "1e+15". */
struct str number_grouped(struct arena *arena, double number);
/* Returns a cost with its unit: "12,345 samples", "1 sample". Seconds and
   bytes, which unit_is_base tells, are scaled: "1.25 s", "3.5 ms", "4.5 MB". If
   format is not NULL, the text is what printf(3) makes of it and the cost;
   number_is_format must accept the format. */
struct str number_cost(struct arena *arena, double cost, struct str unit,
                       const char *format);
/* True for a printf format with exactly one conversion, which takes a double
   and has a width and precision of at most 100. */
bool number_is_format(struct str format);
