#include "names/version.h"

#include "names/brackets.h"
#include "util/text/buf.h"

/* Returns what is left of the name of a namespace without its version, which is
   "" if it is nothing else. */
static struct str without_version(struct str word)
{
    size_t end = word.len;
    bool has_number = false;
    while (end && (ascii_is_digit(word.s[end - 1]) || word.s[end - 1] == '_'))
        has_number |= word.s[--end] != '_';
    struct str before = str_head(word, end), number = str_skip(word, end);
    if (!has_number)
        return word;
    if (before.len == 0 || str_eq(before, S("v")) || str_eq(before, S("_V")) ||
        str_ends(before, S("_v")) || str_eq(before, S("lts")))
        return S("");
    return str_starts(number, S("_")) ? str_head(word, end + 1) : word;
}

/* Takes the name of a namespace with its "::" off the front of *rest, or any
   other word, or one byte. */
static void cut_word(struct buf *out, struct str *rest)
{
    size_t end = 0;
    while (end < rest->len && brackets_is_word(rest->s[end]))
        end++;
    struct str word = str_head(*rest, end ? end : 1), kept = word;
    *rest = str_skip(*rest, word.len);
    if (end && str_starts(*rest, S("::")))
        kept = without_version(word);
    if (!kept.len)
        str_take(rest, S("::"));
    buf_add(out, kept);
}

/* The same for a mangled name, in which "3fmt2v8" are names with their lengths;
   the name of a namespace has another one behind it. */
static void cut_mangled_word(struct buf *out, struct str *rest)
{
    struct str after = *rest;
    uint64_t length;
    if (!str_take_digits(&after, &length) || length == 0 ||
        length > after.len) {
        size_t digits = str_digits_end(*rest, 0);
        struct str part = str_head(*rest, digits ? digits : 1);
        buf_add(out, part);
        *rest = str_skip(*rest, part.len);
        return;
    }
    struct str word = str_head(after, (size_t)length);
    struct str behind = str_skip(after, word.len);
    struct str kept = behind.len && ascii_is_digit(behind.s[0])
                          ? without_version(word)
                          : word;
    if (kept.len == word.len)
        kept = str_head(*rest, rest->len - behind.len);
    buf_add(out, kept);
    *rest = behind;
}

struct str version_cut(struct arena *arena, struct str name)
{
    struct buf out = { 0 };
    bool is_mangled = str_starts(name, S("_Z"));
    struct str rest = name;
    while (rest.len)
        if (is_mangled)
            cut_mangled_word(&out, &rest);
        else
            cut_word(&out, &rest);
    return buf_move(&out, arena);
}
