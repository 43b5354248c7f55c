#include "output/deps/data_names.h"

#include "util/text/buf.h"

void data_names_add(struct data_names *names, struct str expression)
{
    for (int i = 0; i < names->n; i++)
        if (str_eq(names->of[i], expression))
            return;
    if (names->n == DATA_NAMES)
        names->has_more = true;
    else if (expression.len)
        names->of[names->n++] = expression;
}

struct str data_names_text(struct arena *arena, struct str variable,
                           const struct data_names *names, const char *quote)
{
    struct buf out = { 0 };
    if (variable.len)
        buf_printf(&out, "%s%s%s", quote, variable.s, quote);
    else if (!names->n)
        buf_add(&out, S("memory without a name"));
    for (int i = 0; i < names->n && !variable.len; i++)
        buf_printf(&out, "%s%s%s%s", i ? ", " : "", quote, names->of[i].s,
                   quote);
    if (!variable.len && names->has_more)
        buf_add(&out, S(", ..."));
    return buf_move(&out, arena);
}
