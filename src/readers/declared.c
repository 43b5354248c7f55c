#include "readers/declared.h"

#include "util/known.h"
#include "util/text/number.h"

bool declared_check(struct input *in, struct declared declared)
{
    double difference = fabs(declared.says - declared.found);
    if (!known(declared.says) || in->cut ||
        difference <= declared.rounding + LONG_SUM_ERROR * fabs(declared.says))
        return true;
    LOCAL_ARENA(scratch);
    struct str says = number_grouped(&scratch, declared.says);
    struct str found = number_grouped(&scratch, declared.found);
    if (str_eq(says, found)) {
        says = arena_printf(&scratch, "%.15g", declared.says);
        found = arena_printf(&scratch, "%.15g", declared.found);
    }
    input_cut(in, "%s says %s%s%.*s, but what was read adds up to %s: the "
                  "input is cut off or damaged",
              declared.where, says.s, declared.unit.len ? " " : "",
              (int)declared.unit.len, declared.unit.s, found.s);
    return false;
}
