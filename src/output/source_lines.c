#include "output/source_lines.h"

#include <sys/stat.h>

#include "util/text/buf.h"
#include "util/text/utf8.h"

enum {
    MOST_COLUMNS = 1000, /* of a line, in characters */
    TAB = 4,             /* columns */
};

double *source_line_totals(struct arena *arena, const struct report *report)
{
    const struct profile *profile = report->profile;
    const struct costs *costs = report->costs;
    double *totals = NEW_N(arena, double, profile->n_functions);
    bool from_calls = profile->kind == FROM_CALLS;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        totals[f] = from_calls ? profile->functions[f].self : costs->total[f];
    for (uint32_t i = 0; from_calls && i < profile->n_calls; i++) {
        const struct call *call = &profile->calls[i];
        uint32_t cycle = costs->cycle[call->caller];
        bool is_back = call->caller == call->callee ||
                       (cycle && cycle == costs->cycle[call->callee]);
        totals[call->caller] += is_back ? UNKNOWN : call->cost;
    }
    return totals;
}

struct str source_line_text(struct arena *arena, struct str line)
{
    struct arena scratch = { 0 };
    struct buf text = { 0 };
    size_t column = 0;
    line = str_trim_end(line);
    for (size_t i = 0; i < line.len; i++) {
        bool is_tab = line.s[i] == '\t';
        size_t next = is_tab ? (column / TAB + 1) * TAB : column + 1;
        bool is_inner_byte = ((unsigned char)line.s[i] & 0xc0) == 0x80;
        if (!is_tab)
            buf_char(&text, line.s[i]);
        for (; is_tab && column < next; column++)
            buf_char(&text, ' ');
        column = is_inner_byte ? column : next;
    }
    struct str shown =
        utf8_shortened(arena, buf_move(&text, &scratch), MOST_COLUMNS);
    arena_free(&scratch);
    return shown;
}

bool source_lines_is_newer(const char *const *inputs, size_t n, time_t changed)
{
    struct stat state;
    for (size_t i = 0; i < n; i++)
        if (stat(inputs[i], &state) == 0 && changed > state.st_mtime)
            return true;
    return false;
}
