/* The messages of the wing on standard error. The program has the wing if this
   file is linked and not none.c. */
#include "deps/dependence.h"
#include "output/report.h"
#include "output/wing.h"
#include "util/diag.h"

const bool deps_are_built_in = true;

void deps_warn(const struct report *report)
{
    enum deps_by by = report->look->deps.by;
    const struct dependences *found = dependences_of(report->profile);
    if (!found->recorded && found->n == 0 &&
        (by == DEPS_TOPLEV || by == DEPS_SITE))
        diag_warn("--deps=%s: the input has no dependences; traces of "
                  "programs that bop-cc compiled have them, see bop-cc(1)",
                  by == DEPS_TOPLEV ? "toplev" : "site");
}
