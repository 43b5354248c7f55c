#include "pipeline/lines.h"

#include "pipeline/read.h"
#include "util/diag.h"

enum exit_status lines_find(struct run *run)
{
    struct run *lines = NEW(&run->arena, struct run);
    if (!(run->supported & ASK_LINES) ||
        run->options.read.granularity != GRANULARITY_FUNCTION)
        return EXIT_OK;
    *lines = (struct run){ .options = run->options, .wants_lines = true };
    run->lines = lines;
    diag_once(true);
    enum exit_status status = run_prepare(lines);
    if (status == EXIT_OK)
        run_find_costs(lines);
    diag_once(false);
    if (status == EXIT_OK)
        run->report.lines = &lines->report;
    return status;
}
