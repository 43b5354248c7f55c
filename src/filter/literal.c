#include "filter/literal.h"

#include "util/text/utf8.h"

/* Appends the text as labels show it, but without blanks. */
static void put_compact(struct buf *out, struct str text)
{
    size_t from = out->len, to = out->len;
    utf8_clean(out, text);
    for (size_t i = from; i < out->len; i++)
        if (out->data[i] != ' ')
            out->data[to++] = out->data[i];
    out->len = to;
}

struct literal literal_of(struct arena *arena, const char *text)
{
    struct literal literal = { 0 };
    struct buf compact = { 0 };
    put_compact(&compact, str_of(text));
    struct str rest = buf_move(&compact, arena), piece;
    literal.pieces = NEW_N(arena, struct str, rest.len + 1);
    while (str_cut(rest, S(ELLIPSIS), &piece, &rest))
        literal.pieces[literal.n++] = piece;
    literal.pieces[literal.n++] = rest;
    return literal;
}

void literal_free(struct literal *literal)
{
    buf_free(&literal->compared);
}

static bool is_nothing(const struct literal *literal)
{
    for (size_t i = 0; i < literal->n; i++)
        if (literal->pieces[i].len)
            return false;
    return true;
}

/* Finds the pieces in the text, one after the other. */
static bool match(struct literal *literal, struct str text, bool all)
{
    const struct str *pieces = literal->pieces;
    size_t last = literal->n - 1;
    if (is_nothing(literal))
        return false;
    literal->compared.len = 0;
    put_compact(&literal->compared, text);
    struct str rest = buf_text(&literal->compared), before;
    if (all && last == 0)
        return str_eq(rest, pieces[0]);
    if (all && !str_take(&rest, pieces[0]))
        return false;
    if (all && !str_ends(rest, pieces[last]))
        return false;
    if (all)
        rest.len -= pieces[last].len;
    for (size_t i = all; i < literal->n - all; i++)
        if (pieces[i].len && !str_cut(rest, pieces[i], &before, &rest))
            return false;
    return true;
}

bool literal_is(struct literal *literal, struct str text)
{
    return match(literal, text, true);
}

bool literal_is_in(struct literal *literal, struct str text)
{
    return match(literal, text, false);
}
