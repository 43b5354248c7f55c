#include "util/text/symbol.h"

enum { LONGEST = 64 }; /* bytes of a version that is looked for */

/* Can this be a version? One that is not the default has no small letters. */
static bool is_version(struct str s, bool is_default)
{
    bool has_lower = false, has_underscore = false;
    for (size_t i = 0; i < s.len; i++) {
        char c = s.s[i];
        if (!ascii_is_letter(c) && !ascii_is_digit(c) && c != '_' && c != '.')
            return false;
        has_lower = has_lower || (c >= 'a' && c <= 'z');
        has_underscore = has_underscore || c == '_';
    }
    return s.len && (is_default || str_eq(s, S("Base")) ||
                     (has_underscore && !has_lower));
}

bool symbol_cut_version(struct str *name)
{
    struct str tail =
        str_skip(*name, name->len > LONGEST ? name->len - LONGEST : 0);
    struct str before, version;
    if (!str_cut_last(tail, S("@"), &before, &version))
        return false;
    bool is_default = str_ends(before, S("@"));
    size_t length = version.len + 1 + is_default;
    if (length >= name->len || !is_version(version, is_default))
        return false;
    name->len -= length;
    return true;
}
