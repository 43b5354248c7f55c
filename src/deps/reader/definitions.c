#include "deps/reader/definitions.h"

#include "util/text/buf.h"

enum { MOST_LINES = 8 /* of a definition */ };

/* Returns the text behind "name(" in a line, if it is a macro's definition or
   something but a type and other words can stand before it; else "". */
static struct str behind_name(struct str line, struct str name, bool *is_macro)
{
    struct str before, rest;
    str_take_blanks(&line);
    *is_macro = str_take(&line, S("#"));
    if (*is_macro) {
        str_take_blanks(&line);
        if (!str_take(&line, S("define")))
            return S("");
        str_take_blanks(&line);
        return str_take(&line, name) && str_take(&line, S("(")) ? line : S("");
    }
    if (!str_cut(line, S("("), &before, &rest))
        return S("");
    before = str_trim(before);
    if (!str_ends(before, name) || before.len == name.len ||
        str_starts(before, S("return ")))
        return S("");
    for (size_t i = 0; i < before.len; i++)
        if (!ascii_is_word(before.s[i]) && before.s[i] != ' ' &&
            before.s[i] != '*')
            return S("");
    return ascii_is_word(before.s[before.len - name.len - 1]) ? S("") : rest;
}

/* Returns the last word of a text. */
static struct str last_word(struct str s)
{
    s = str_trim(s);
    size_t from = s.len;
    while (from > 0 && ascii_is_word(s.s[from - 1]))
        from--;
    return str_skip(s, from);
}

/* Takes "a, b)" or "int a, int b)" off a text. */
static bool take_parameters(struct str *s, struct definition *found)
{
    struct str both, first, second;
    if (!str_cut(*s, S(")"), &both, s) ||
        !str_cut(both, S(","), &first, &second) || str_has(second, S(",")))
        return false;
    found->first = last_word(first);
    found->second = last_word(second);
    return found->first.len && found->second.len;
}

/* Returns a copy without blanks, ends of lines and parentheses around names. */
static struct str plain(struct arena *arena, struct str s)
{
    struct buf out = { 0 };
    for (size_t i = 0; i < s.len; i++) {
        size_t end = i + 1;
        while (s.s[i] == '(' && end < s.len && ascii_is_word(s.s[end]))
            end++;
        if (end > i + 1 && end < s.len && s.s[end] == ')') {
            buf_add(&out, (struct str){ s.s + i + 1, end - i - 1 });
            i = end;
        } else if ((unsigned char)s.s[i] > ' ' && s.s[i] != '\\') {
            buf_char(&out, s.s[i]);
        }
    }
    return buf_move(&out, arena);
}

/* Takes off the parentheses around all of a text. */
static struct str without_parentheses(struct str s)
{
    while (s.len > 1 && s.s[0] == '(') {
        size_t depth = 0, i = 0;
        do {
            depth += s.s[i] == '(';
            depth -= s.s[i] == ')';
        } while (depth && ++i < s.len);
        if (i + 1 != s.len)
            break;
        s = (struct str){ s.s + 1, s.len - 2 };
    }
    return s;
}

/* Reads the definition whose parameters begin in `rest`, which is behind the
   name in a line. */
static bool read_definition(struct arena *arena, struct sources *sources,
                            struct str file, uint64_t number, struct str rest,
                            bool is_macro, struct definition *found)
{
    struct buf text = { 0 };
    struct str body, line = rest;
    for (uint64_t i = 1; i <= MOST_LINES; i++) {
        buf_add(&text, line);
        if (is_macro ? !str_ends(str_trim_end(line), S("\\"))
                     : str_has(line, S("}")))
            break;
        if (!sources_line(sources, file, number + i, &line))
            break;
    }
    struct str all = buf_move(&text, arena);
    if (!take_parameters(&all, found))
        return false;
    if (is_macro) {
        found->value = without_parentheses(plain(arena, all));
        return true;
    }
    body = str_trim(all);
    if (!str_take(&body, S("{")))
        return false;
    body = str_trim(body);
    if (!str_take(&body, S("return")) || !str_cut(body, S(";"), &body, &rest) ||
        !str_eq(str_trim(rest), S("}")))
        return false;
    found->value = without_parentheses(plain(arena, body));
    return true;
}

/* Finds the definitions of a name in a file, which may depend on conditions.
   Returns false if one is of another kind, or not like the ones before. */
static bool find_in(struct arena *arena, struct sources *sources,
                    struct str file, struct str name,
                    struct definition *found)
{
    struct str line;
    struct definition one;
    bool is_macro;
    for (uint64_t i = 1; sources_line(sources, file, i, &line); i++) {
        struct str rest = behind_name(line, name, &is_macro);
        if (!rest.len || (!is_macro && str_has(rest, S(";")) &&
                          !str_has(rest, S("{"))))
            continue;
        if (!read_definition(arena, sources, file, i, rest, is_macro, &one))
            return false;
        if (found->value.len && !(str_eq(one.first, found->first) &&
                                  str_eq(one.second, found->second) &&
                                  str_eq(one.value, found->value)))
            return false;
        *found = one;
    }
    return true;
}

bool definition_find(struct arena *arena, struct sources *sources,
                     struct str file, struct str name,
                     struct definition *found)
{
    struct str line, header, rest;
    *found = (struct definition){ S(""), S(""), S("") };
    if (!find_in(arena, sources, file, name, found))
        return false;
    struct str folder = str_head(file, file.len - str_basename(file).len);
    for (uint64_t i = 1; sources_line(sources, file, i, &line); i++) {
        if (!str_take(&line, S("#include \"")) ||
            !str_cut(line, S("\""), &header, &rest))
            continue;
        struct str path = arena_printf(arena, "%.*s%.*s", (int)folder.len,
                                       folder.s, (int)header.len, header.s);
        if (!find_in(arena, sources, path, name, found))
            return false;
    }
    return found->value.len;
}
