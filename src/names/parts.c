#include "names/parts.h"

#include "names/base_name.h"
#include "names/strip.h"

static bool begins_part(struct str s)
{
    return s.len && (ascii_is_letter(s.s[0]) || s.s[0] == '_' ||
                     s.s[0] == '$' || s.s[0] == '(' || s.s[0] == '<' ||
                     (unsigned char)s.s[0] >= 0x80);
}

/* Do dots separate packages and classes? In ".func1.2", "w.js:12" and
   "_extensions..js" they do not. */
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

/* Returns the length of the separator of two parts that s begins with. */
static size_t separator_length(struct str s, bool dots)
{
    if (str_starts(s, S("::")))
        return s.len > 2 ? 2 : 0;
    bool single = str_starts(s, S("/")) || (dots && str_starts(s, S(".")));
    return single && begins_part(str_skip(s, 1)) ? 1 : 0;
}

/* Lists where parts end, as parts_find_ends does, or stores only the last end
   if `all` is false. */
static size_t find_ends(const struct brackets *b, size_t from, size_t to,
                        uint32_t *ends, bool all)
{
    struct str name = str_head(b->name, to);
    bool dots = dots_separate(str_skip(name, from));
    size_t n = 0;
    for (size_t at = from; at < to;) {
        size_t length = brackets_operator_length(name, at);
        /* "operator" before a type, which may have separators of its own */
        if (length && name.s[at + length - 1] == 'r')
            break;
        size_t separator =
            length ? 0 : separator_length(str_skip(name, at), dots);
        if (b->kind[at])
            length = b->partner[at] + 1 - at;
        if (separator == 2)
            dots = false;
        if (separator && at > from)
            ends[all ? n : 0] = (uint32_t)at;
        n += separator && at > from;
        at += length ? length : separator ? separator : 1;
    }
    return n;
}

size_t parts_find_ends(const struct brackets *b, size_t from, size_t to,
                       uint32_t *ends)
{
    return find_ends(b, from, to, ends, true);
}

void parts_find_own(const struct brackets *b, size_t from, size_t to,
                    size_t *own, size_t *end)
{
    uint32_t last;
    bool has_parts = find_ends(b, from, to, &last, false) > 0;
    *own = has_parts ? last + (b->name.s[last] == ':' ? 2 : 1) : from;
    for (*end = *own; *end < to;) {
        size_t length = brackets_operator_length(b->name, *end);
        if (!length && b->kind[*end] == BRACKET_ARGUMENTS)
            break;
        if (!length && b->kind[*end])
            length = b->partner[*end] + 1 - *end;
        *end += length ? length : 1;
    }
}

struct name_parts parts_of(struct str name)
{
    LOCAL_ARENA(scratch);
    struct name_parts parts = { name, name, name, name };
    struct str base = strip_parts(name).base;
    struct brackets b;
    size_t from, to, own, end;
    if (base.len && brackets_find(&b, &scratch, base) &&
        base_name_find(&b, &from, &to)) {
        parts_find_own(&b, from, to, &own, &end);
        size_t arguments_end =
            end < to && base.s[end] != '(' ? b.partner[end] + 1 : end;
        size_t before = (size_t)(base.s - name.s);
        parts.without_type = str_skip(name, before + from);
        parts.without_suffixes = str_skip(base, from);
        parts.without_parameters =
            str_skip(str_head(base, arguments_end), from);
        parts.own = str_skip(str_head(base, end), own);
    }
    return parts;
}
