#include "deps/outputs/unknown.h"

#include "util/text/buf.h"

enum { MOST_NAMES = 3 };

struct str unknown_text(struct arena *arena, const struct report *report,
                        struct str names)
{
    struct buf out = { 0 };
    struct str one;
    size_t n = 0;
    while (str_take_part(&names, S(", "), &one)) {
        one = arena_copy(arena, one);
        const struct demangled *forms =
            demangle_all(report->demangler, arena, &one, 1);
        if (n < MOST_NAMES)
            buf_printf(&out, "%s`%s`",
                       n == 0      ? "calls "
                       : names.len ? ", "
                                   : " and ",
                       forms->simple.s);
        n++;
    }
    if (n > MOST_NAMES)
        buf_printf(&out, " and %zu other%s", n - MOST_NAMES,
                   n > MOST_NAMES + 1 ? "s" : "");
    buf_printf(&out, ", which %s not traced (build %s with bop-cc, or see KNOWN "
                     "FUNCTIONS in bop-cc(1))",
               n > 1 ? "are" : "is", n > 1 ? "them" : "it");
    return buf_move(&out, arena);
}
