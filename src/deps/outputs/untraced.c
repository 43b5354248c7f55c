#include "deps/outputs/untraced.h"

#include "deps/dependence.h"
#include "util/text/buf.h"
#include "util/text/number.h"

enum { MOST_NAMES = 3 };

struct str untraced_callees(struct arena *arena, const struct report *report,
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

/* Puts "a.o, b.o, c.o, ...". */
static void put_names(struct buf *out, struct str names)
{
    struct str name;
    for (int n = 0; n <= MOST_NAMES && str_take_word(&names, &name); n++) {
        buf_add(out, n ? S(", ") : S(""));
        buf_add(out, n < MOST_NAMES ? name : S("..."));
    }
}

/* Returns "libraries (2: libm.so.6, libz.so.1)". */
static struct str spot_text(struct arena *arena, const struct blind_spot *spot)
{
    struct buf out = { 0 };
    buf_add(&out, spot->what);
    if (known(spot->count)) {
        buf_printf(&out, " (%s%s", number_grouped(arena, spot->count).s,
                   spot->names.len ? ": " : "\u00d7");
        put_names(&out, spot->names);
        buf_char(&out, ')');
    }
    return buf_move(&out, arena);
}

/* Puts a part of the sentence, on a line of its own if the last line becomes
   too long. */
static void put_part(struct buf *out, size_t *line, size_t width,
                     struct str separator, struct str part)
{
    buf_add(out, separator);
    if (width && *line && *line + separator.len + 1 + part.len > width) {
        buf_add(out, S("\n   "));
        *line = 3;
    } else {
        buf_char(out, ' ');
        *line += separator.len + 1;
    }
    buf_add(out, part);
    *line += part.len;
}

struct str untraced_text(struct arena *arena, const struct report *report,
                         size_t width)
{
    const struct dependences *d = dependences_of(report->profile);
    struct buf out = { 0 };
    struct str begin = S("not traced:");
    size_t line = begin.len;
    if (d->blind.n)
        buf_add(&out, begin);
    for (uint32_t i = 0; i < d->blind.n; i++)
        put_part(&out, &line, width, i ? S(",") : S(""),
                 spot_text(arena, &d->blind.of[i]));
    if (d->statements.n && (!d->anti || !d->output)) {
        struct str only = S("only flow dependences were recorded, unless "
                            "BOP_KINDS=raw,war,waw is set");
        if (d->blind.n)
            put_part(&out, &line, width, S(";"), only);
        else
            buf_add(&out, only);
    }
    return buf_move(&out, arena);
}
