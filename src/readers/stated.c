#include "readers/stated.h"

#include <math.h>

#include "util/known.h"
#include "util/text/number.h"

/* The error of a sum of many doubles, as a share of it. */
#define SUM_ERROR 1e-9

bool stated_check(struct input *in, struct stated stated)
{
    double difference = fabs(stated.says - stated.found);
    if (!known(stated.says) || in->cut ||
        difference <= stated.rounding + SUM_ERROR * fabs(stated.says))
        return true;
    LOCAL_ARENA(scratch);
    struct str says = number_grouped(&scratch, stated.says);
    struct str found = number_grouped(&scratch, stated.found);
    if (str_eq(says, found)) {
        says = arena_printf(&scratch, "%.15g", stated.says);
        found = arena_printf(&scratch, "%.15g", stated.found);
    }
    input_cut(in, "%s says %s%s%.*s, but what was read adds up to %s: the "
                  "input is cut off or damaged",
              stated.where, says.s, stated.unit.len ? " " : "",
              (int)stated.unit.len, stated.unit.s, found.s);
    return false;
}
