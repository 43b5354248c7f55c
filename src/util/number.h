/* Numbers for people: always in the C locale. */
#ifndef LABELS_NUMBER_H
#define LABELS_NUMBER_H

#include "util/arena.h"
#include "util/str.h"

/* "23.0%", "100%", "<0.1%", "0%" of a share (0 to 1). */
struct str number_percent(struct arena *arena, double share);
/* "12,345": whole numbers in groups of three, others with up to two
   decimals. */
struct str number_grouped(struct arena *arena, double number);
/* A cost with its unit: "1.25 s" for seconds, "12,345 samples"; format
   (printf, one double) replaces all of it unless NULL. */
struct str number_cost(struct arena *arena, double cost, struct str unit,
                     const char *format);
/* Is it a printf format with exactly one conversion, of a double? */
bool number_is_format(struct str format);

#endif
