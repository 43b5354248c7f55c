#include "deps/outputs/data_names.h"

#include "deps/outputs/line.h"
#include "util/text/buf.h"

void data_names_add(struct data_names *names, struct str expression,
                    struct str allocated)
{
    for (int i = 0; i < names->n; i++) {
        struct data_name *name = &names->of[i];
        if (!str_eq(name->allocated, allocated))
            continue;
        if (!name->expression.len)
            name->expression = expression;
        if (!expression.len || str_eq(name->expression, expression))
            return;
    }
    if (!expression.len && !allocated.len)
        return;
    if (names->n == DATA_NAMES)
        names->has_more = true;
    else
        names->of[names->n++] = (struct data_name){ expression, allocated };
}

static void put_name(struct buf *out, const struct data_names *names, int i,
                     const char *quote, struct str place)
{
    const struct data_name *name = &names->of[i];
    if (!name->expression.len) {
        buf_printf(out, "memory allocated at %s", place.s);
        return;
    }
    buf_printf(out, "%s%s%s", quote, name->expression.s, quote);
    bool is_last = i + 1 == names->n ||
                   !str_eq(name[1].allocated, name->allocated) ||
                   !name[1].expression.len;
    if (*quote && is_last && place.len)
        buf_printf(out, " (allocated at %s)", place.s);
}

struct str data_names_text(struct arena *arena, struct str variable,
                           const struct data_names *names, const char *quote,
                           struct str near)
{
    struct buf out = { 0 };
    if (variable.len)
        return arena_printf(arena, "%s%s%s", quote, variable.s, quote);
    if (!names->n)
        return S("memory without a name");
    for (int i = 0; i < names->n; i++) {
        if (i)
            buf_add(&out, S(", "));
        put_name(&out, names, i, quote,
                 line_short(arena, names->of[i].allocated, near));
    }
    if (names->has_more)
        buf_add(&out, S(", ..."));
    return buf_move(&out, arena);
}
