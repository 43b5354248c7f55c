/* Names without parameters, and without template arguments from a depth on. */
#include "labels/cut.h"
#include "util/utf8.h"

/* The argument with the kept byte, of those that open here. */
static void find_argument(const struct cut *cut, size_t open, size_t *from,
                          size_t *to)
{
    const struct brackets *nest = &cut->nest;
    *from = open + 1;
    *to = nest->partner[open];
    for (size_t at = open + 1; at < *to; at++) {
        if (nest->group[at])
            at = nest->partner[at];
        else if (cut->text.s[at] == ',' && at > cut->kept)
            *to = at;
        else if (cut->text.s[at] == ',')
            *from = at + 1;
    }
}

/* Leaves out what is in these brackets, but the argument that is kept; where
   that ends, `ends` says where the brackets do. Where to go on. */
static size_t elide(struct cut *cut, size_t open, size_t *ends)
{
    size_t close = cut->nest.partner[open], from = close, to = close;
    if (cut_keeps(cut, open, close + 1))
        find_argument(cut, open, &from, &to);
    if (from > open + 1)
        buf_add(&cut->out, S(ELLIPSIS));
    if (from > open + 1 && from < close)
        buf_char(&cut->out, ',');
    if (to < close)
        ends[to] = close;
    return from;
}

/* Leaves out parameters, and other arguments within so many others. */
static void put_shallow(struct cut *cut, size_t deepest)
{
    const struct brackets *nest = &cut->nest;
    size_t *ends = NEW_N(cut->arena, size_t, cut->text.len + 1), depth = 0;
    cut->out.len = 0;
    for (size_t at = 0; at < cut->text.len;) {
        if (ends[at]) {
            buf_add(&cut->out, S(", " ELLIPSIS));
            at = ends[at];
        }
        bool argument = nest->group[at] == ARGUMENT_GROUP;
        bool open = argument && brackets_open_at(nest, at);
        bool parameters = open && depth == 0 && cut->text.s[at] == '(';
        bool shown = depth < deepest && !parameters;
        depth += open;
        depth -= argument && !open;
        cut_copy(cut, at, at + 1);
        at = open && !shown ? elide(cut, at, ends) : at + 1;
    }
}

static size_t deepest_of(const struct brackets *nest)
{
    size_t depth = 0, deepest = 0;
    for (size_t at = 0; at < nest->name.len; at++) {
        if (nest->group[at] != ARGUMENT_GROUP)
            continue;
        depth = brackets_open_at(nest, at) ? depth + 1 : depth - 1;
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

void cut_parameters(struct cut *cut)
{
    put_shallow(cut, deepest_of(&cut->nest));
    cut_finish(cut);
}

/* The more depth, the longer. */
void cut_arguments(struct cut *cut)
{
    size_t fits = 0, not = deepest_of(&cut->nest);
    while (fits + 1 < not) {
        size_t depth = fits + (not - fits) / 2;
        put_shallow(cut, depth);
        if (utf8_length(buf_text(&cut->out)) <= cut->limit)
            fits = depth;
        else
            not = depth;
    }
    put_shallow(cut, fits);
    cut_finish(cut);
}
