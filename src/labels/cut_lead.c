/* Names without what is around them and what leads to them. */
#include "labels/cut.h"
#include "names/strip.h"
#include "util/utf8.h"

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

/* From the last one to the one that is kept. */
void cut_suffixes(struct cut *cut)
{
    struct strip_parts parts = strip_parts(cut->text);
    struct str rest = cut->text;
    if (parts.suffixes.len == 0)
        return;
    size_t to = (size_t)(parts.suffixes.s + parts.suffixes.len - rest.s);
    size_t from = rest.len = to;
    while (strip_suffix(&rest) && !cut_keeps(cut, rest.len, to))
        from = rest.len;
    cut_copy(cut, 0, from);
    cut_copy(cut, to, cut->text.len);
    cut_finish(cut);
}

/* Of a lambda of the JVM: it has another one in each run. */
void cut_address(struct cut *cut)
{
    struct str before, rest;
    uint64_t address;
    if (!str_cut(cut->text, S("$$Lambda"), &before, &rest) ||
        !str_cut(rest, S("/0x"), &before, &rest))
        return;
    size_t from = cut->text.len - rest.len;
    bool taken = str_take_hex(&rest, &address);
    size_t to = cut->text.len - rest.len;
    if (!taken || cut_keeps(cut, from, to))
        return;
    cut_copy(cut, 0, from);
    buf_add(&cut->out, S(ELLIPSIS));
    cut_copy(cut, to, cut->text.len);
    cut_finish(cut);
}

/* The bytes of a path of folders that begins here. */
static size_t folders_at(const struct cut *cut, size_t at)
{
    char before = at ? cut->text.s[at - 1] : ' ';
    size_t end = at;
    if (before != ' ' && before != '(')
        return 0;
    while (end < cut->text.len && cut->text.s[end] != ' ' &&
           !cut->nest.group[end])
        end++;
    return strip_folders_length(str_skip(str_head(cut->text, end), at));
}

/* The bytes that lead to a type or a file, if it is worth to leave them out. */
static size_t lead_at(const struct cut *cut, size_t at)
{
    size_t length = brackets_path_begins(cut->text, at) ? brackets_path_length(&cut->nest, at)
                                               : 0;
    if (!length)
        length = folders_at(cut, at);
    return length > 3 ? length : 0;
}

/* "…::", "…/", and with what is kept "…/part/…/". */
static void put_lead(struct cut *cut, size_t at, size_t to)
{
    bool folders = cut->text.s[to - 1] == '/';
    struct str sign = folders ? S(ELLIPSIS "/") : S(ELLIPSIS "::");
    size_t from = cut->kept, end = cut->kept;
    if (!cut_keeps(cut, at, to)) {
        buf_add(&cut->out, sign);
        return;
    }
    while (from > at && cut->text.s[from - 1] != sign.s[sign.len - 1])
        from--;
    while (cut->text.s[end] != sign.s[sign.len - 1])
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
    size_t inside = 0; /* brackets end here */
    for (size_t at = 0; at < cut->text.len;) {
        bool own = at >= cut->from && at < cut->to && at >= inside;
        size_t length = own ? 0 : lead_at(cut, at);
        if (brackets_open_at(&cut->nest, at) && cut->nest.partner[at] > inside)
            inside = cut->nest.partner[at];
        if (length)
            put_lead(cut, at, at + length);
        else
            cut_copy(cut, at, at + 1);
        at += length ? length : 1;
    }
    cut_finish(cut);
}

/* ---- Leading parts ---- */

static bool begins_part(struct str s)
{
    return s.len && (ascii_is_letter(s.s[0]) || s.s[0] == '_' || s.s[0] == '$' ||
                     s.s[0] == '(');
}

/* Do dots separate packages and classes? Not those of ".func1.2", "w.js:12"
   or "_extensions..js". */
static bool dots_separate(struct str own)
{
    for (size_t at = 0; at < own.len; at++) {
        struct str after = str_skip(own, at + 1);
        if (own.s[at] == '.' && !begins_part(after))
            return false;
        if (own.s[at] == ':')
            return str_starts(after, S(":"));
    }
    return true;
}

/* The bytes of what separates two parts here. */
static size_t separator(struct str s, bool dots)
{
    if (str_starts(s, S("::")))
        return s.len > 2 ? 2 : 0;
    bool single = str_starts(s, S("/")) || (dots && str_starts(s, S(".")));
    return single && begins_part(str_skip(s, 1)) ? 1 : 0;
}

/* Where the parts of the own name end; returns how many do. */
static size_t find_ends(const struct cut *cut, size_t *ends)
{
    struct str own = str_skip(str_head(cut->text, cut->to), cut->from);
    bool dots = dots_separate(own);
    size_t n = 0;
    for (size_t at = cut->from; at < cut->to;) {
        struct str rest = str_skip(str_head(cut->text, cut->to), at);
        size_t length = brackets_operator_length(cut->text, at);
        size_t separates = length ? 0 : separator(rest, dots);
        if (cut->nest.group[at])
            length = cut->nest.partner[at] + 1 - at;
        if (separates == 2)
            dots = false;
        if (separates && at > cut->from)
            ends[n++] = at;
        at += length ? length : separates ? separates : 1;
    }
    return n;
}

/* The end up to which parts are left out: two stay at least. */
static size_t choose_end(const struct cut *cut, const size_t *ends, size_t n)
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

/* "ns::…", "…::ns::…" or nothing but the ellipsis. */
static void put_kept_part(struct cut *cut, const size_t *ends, size_t last)
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
    size_t *ends = NEW_N(cut->arena, size_t, cut->text.len);
    size_t n = find_ends(cut, ends);
    if (n < 2)
        return;
    size_t last = choose_end(cut, ends, n);
    cut_copy(cut, 0, cut->from);
    put_kept_part(cut, ends, last);
    cut_copy(cut, ends[last], cut->text.len);
    cut_finish(cut);
}
