#include "labels/cut.h"

#include "names/affix.h"
#include "names/parts.h"
#include "names/strip.h"
#include "util/array.h"
#include "util/text/utf8.h"

bool cut_keeps(const struct cut *cut, size_t from, size_t to)
{
    return cut->kept >= from && cut->kept < to;
}

void cut_copy(struct cut *cut, size_t from, size_t to)
{
    if (cut_keeps(cut, from, to))
        cut->moved = cut->out.len + cut->kept - from;
    buf_add(&cut->out, str_skip(str_head(cut->text, to), from));
}

void cut_finish(struct cut *cut)
{
    cut->text = buf_move(&cut->out, cut->arena);
    cut->kept = cut->moved;
    cut->out = (struct buf){ 0 };
}

/* ---- Parameters and template arguments ---- */

/* Finds the argument with the byte that must stay, among those of the bracket
   `open`. */
static void find_argument(const struct cut *cut, size_t open, size_t *from,
                          size_t *to)
{
    const struct brackets *b = &cut->brackets;
    *from = open + 1;
    *to = b->partner[open];
    for (size_t at = open + 1; at < *to; at++) {
        if (b->kind[at])
            at = b->partner[at];
        else if (cut->text.s[at] == ',' && at > cut->kept)
            *to = at;
        else if (cut->text.s[at] == ',')
            *from = at + 1;
    }
}

struct skip {
    size_t from, to; /* the end of the argument, the closing bracket */
};

/* The rest of each bracket within which an argument must stay. Brackets are
   nested, and the innermost one is the last. */
struct skips {
    LIST(struct skip);
};

/* Leaves out the arguments of the bracket `open`, except the one that must
   stay. Returns where to go on: at that argument or at the closing bracket. */
static size_t elide(struct cut *cut, size_t open, struct skips *skips)
{
    size_t close = cut->brackets.partner[open], from = close, to = close;
    if (cut_keeps(cut, open, close + 1))
        find_argument(cut, open, &from, &to);
    if (from > open + 1)
        buf_add(&cut->out, S(ELLIPSIS));
    if (from > open + 1 && from < close)
        buf_char(&cut->out, ',');
    if (to < close)
        *PUSH(skips) = (struct skip){ to, close };
    return from;
}

/* Copies the text without parameters and without arguments that are nested
   deeper than `deepest`. */
static void put_shallow(struct cut *cut, size_t deepest)
{
    const struct brackets *b = &cut->brackets;
    struct skips skips = { 0 };
    size_t depth = 0;
    cut->out.len = 0;
    for (size_t at = 0; at < cut->text.len;) {
        if (skips.n && skips.of[skips.n - 1].from == at) {
            buf_add(&cut->out, S(", " ELLIPSIS));
            at = skips.of[--skips.n].to;
        }
        bool is_argument = b->kind[at] == BRACKET_ARGUMENTS;
        bool opens = is_argument && brackets_open_at(b, at);
        bool parameters = opens && depth == 0 && cut->text.s[at] == '(';
        bool elided = opens && (depth >= deepest || parameters);
        depth += opens;
        depth -= is_argument && !opens;
        cut_copy(cut, at, at + 1);
        at = elided ? elide(cut, at, &skips) : at + 1;
    }
    LIST_FREE(&skips);
}

static size_t find_depth(const struct brackets *b)
{
    size_t depth = 0, deepest = 0;
    for (size_t at = 0; at < b->name.len; at++) {
        if (b->kind[at] != BRACKET_ARGUMENTS)
            continue;
        depth = brackets_open_at(b, at) ? depth + 1 : depth - 1;
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

void cut_parameters(struct cut *cut)
{
    put_shallow(cut, find_depth(&cut->brackets));
    cut_finish(cut);
}

/* A larger depth makes the text longer, so a binary search finds the largest
   one that fits. */
void cut_arguments(struct cut *cut)
{
    size_t fits = 0, too_deep = find_depth(&cut->brackets);
    while (fits + 1 < too_deep) {
        size_t depth = fits + (too_deep - fits) / 2;
        put_shallow(cut, depth);
        if (utf8_length(buf_text(&cut->out)) <= cut->limit)
            fits = depth;
        else
            too_deep = depth;
    }
    put_shallow(cut, fits);
    cut_finish(cut);
}

/* ---- Around the name ---- */

void cut_return_type(struct cut *cut)
{
    if (cut->from == cut->start || cut->text.s[cut->from - 1] != ' ' ||
        cut_keeps(cut, cut->start, cut->from))
        return;
    cut_copy(cut, 0, cut->start);
    cut_copy(cut, cut->from, cut->text.len);
    cut_finish(cut);
}

/* Suffixes go from the last one back to the one that must stay. */
void cut_suffixes(struct cut *cut)
{
    struct strip_parts parts = strip_parts(cut->text);
    struct str rest = cut->text;
    if (parts.suffixes.len == 0)
        return;
    size_t to = (size_t)(parts.suffixes.s + parts.suffixes.len - rest.s);
    size_t from = rest.len = to;
    while (affix_cut_suffix(&rest) && !cut_keeps(cut, rest.len, to))
        from = rest.len;
    cut_copy(cut, 0, from);
    cut_copy(cut, to, cut->text.len);
    cut_finish(cut);
}

void cut_address(struct cut *cut)
{
    struct str before, rest;
    uint64_t address;
    if (!str_cut(cut->text, S("$$Lambda"), &before, &rest) ||
        !str_cut(rest, S("/0x"), &before, &rest))
        return;
    size_t from = cut->text.len - rest.len;
    bool found = str_take_hex(&rest, &address);
    size_t to = cut->text.len - rest.len;
    if (!found || cut_keeps(cut, from, to))
        return;
    cut_copy(cut, 0, from);
    buf_add(&cut->out, S(ELLIPSIS));
    cut_copy(cut, to, cut->text.len);
    cut_finish(cut);
}

/* Returns the length of the folders of a path that begins at this place. */
static size_t folders_length(const struct cut *cut, size_t at)
{
    char before = at ? cut->text.s[at - 1] : ' ';
    size_t end = at;
    if (before != ' ' && before != '(')
        return 0;
    while (end < cut->text.len && cut->text.s[end] != ' ' &&
           !cut->brackets.kind[end])
        end++;
    return strip_folders_length(str_skip(str_head(cut->text, end), at));
}

/* Returns the length of what leads to a type or a file; 0 if an ellipsis would
   not be shorter. */
static size_t lead_length(const struct cut *cut, size_t at)
{
    size_t length = 0;
    if (brackets_path_begins(cut->text, at))
        length = brackets_path_length(&cut->brackets, at);
    if (!length)
        length = folders_length(cut, at);
    return length > 3 ? length : 0;
}

/* Replaces scopes by "…::" and folders by "…/". A part that must stay remains
   between two of these, as in "…/part/…/". */
static void put_lead(struct cut *cut, size_t at, size_t to)
{
    bool folders = cut->text.s[to - 1] == '/';
    struct str sign = folders ? S(ELLIPSIS "/") : S(ELLIPSIS "::");
    char separator = folders ? '/' : ':';
    size_t from = cut->kept, end = from;
    if (!cut_keeps(cut, at, to)) {
        buf_add(&cut->out, sign);
        return;
    }
    while (from > at && cut->text.s[from - 1] != separator)
        from--;
    while (cut->text.s[end] != separator)
        end++;
    end += folders || cut->text.s[end + 1] != ':' ? 1 : 2;
    if (from > at)
        buf_add(&cut->out, sign);
    cut_copy(cut, from, end);
    if (end < to)
        buf_add(&cut->out, sign);
}

void cut_paths(struct cut *cut)
{
    const struct brackets *b = &cut->brackets;
    size_t brackets_end = 0; /* of the outermost brackets */
    for (size_t at = 0; at < cut->text.len;) {
        bool own = at >= cut->from && at < cut->to && at >= brackets_end;
        size_t length = own ? 0 : lead_length(cut, at);
        if (brackets_open_at(b, at) && b->partner[at] > brackets_end)
            brackets_end = b->partner[at];
        if (length)
            put_lead(cut, at, at + length);
        else
            cut_copy(cut, at, at + 1);
        at += length ? length : 1;
    }
    cut_finish(cut);
}

/* ---- Leading parts of the name ---- */

/* Returns the index of the end up to which parts are left out: the first with
   which the name fits, but at least two parts stay. */
static size_t choose_end(const struct cut *cut, const uint32_t *ends, size_t n)
{
    size_t length = utf8_length(cut->text) + 1, start = cut->from;
    for (size_t i = 0; i + 1 < n; i++) {
        struct str part = str_skip(str_head(cut->text, ends[i]), start);
        length -= utf8_length(part);
        start = ends[i];
        if (length <= cut->limit)
            return i;
    }
    return n - 2;
}

/* Replaces the parts up to the end number `last` by an ellipsis, or by
   "…::ns::…" if one of them must stay, without the ellipsis on a side where
   nothing is left out. */
static void put_leading(struct cut *cut, const uint32_t *ends, size_t last)
{
    size_t i = 0;
    if (cut_keeps(cut, cut->from, ends[last])) {
        while (ends[i] < cut->kept)
            i++;
        if (i > 0)
            buf_add(&cut->out, S(ELLIPSIS));
        cut_copy(cut, i ? ends[i - 1] : cut->from, ends[i]);
        if (i == last)
            return;
        cut_copy(cut, ends[i], ends[i] + (cut->text.s[ends[i]] == ':' ? 2 : 1));
    }
    buf_add(&cut->out, S(ELLIPSIS));
}

void cut_leading(struct cut *cut)
{
    uint32_t *ends = NEW_N(cut->scratch, uint32_t, cut->text.len);
    size_t n = parts_find_ends(&cut->brackets, cut->from, cut->to, ends);
    if (n < 2)
        return;
    size_t last = choose_end(cut, ends, n);
    cut_copy(cut, 0, cut->from);
    put_leading(cut, ends, last);
    cut_copy(cut, ends[last], cut->text.len);
    cut_finish(cut);
}
