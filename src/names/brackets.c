#include "names/brackets.h"

bool brackets_is_word(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '_' || c == '$' ||
           (unsigned char)c >= 0x80;
}

/* Longer symbols before those they begin with. */
static const struct str symbols[] = {
    STR("()"),  STR("[]"), STR("\"\""), STR("<=>"), STR("<<="), STR(">>="),
    STR("->*"), STR("->"), STR("<<"),   STR(">>"),  STR("<="),  STR(">="),
    STR("<"),   STR(">"),  STR("=="),   STR("!="),  STR("&&"),  STR("||"),
    STR("++"),  STR("--"), STR("+="),   STR("-="),  STR("*="),  STR("/="),
    STR("%="),  STR("^="), STR("&="),   STR("|="),  STR("="),   STR("+"),
    STR("-"),   STR("*"),  STR("/"),    STR("%"),   STR("^"),   STR("&"),
    STR("|"),   STR("!"),  STR("~"),    STR(","),
};

static size_t symbol_length(struct str s)
{
    /* "operator<<int>" is LLVM's way to write "operator< <int>". */
    if (str_starts(s, S("<<")) && s.len > 2 && brackets_is_word(s.s[2]))
        return 1;
    return str_starts_any(s, symbols, ROWS(symbols));
}

size_t brackets_operator_length(struct str name, size_t at)
{
    struct str word = S("operator"), rest = str_skip(name, at);
    if (at >= name.len || name.s[at] != 'o') /* most often, and cheap */
        return 0;
    if (!str_take(&rest, word) || rest.len == 0)
        return 0;
    if (at > 0 && brackets_is_word(name.s[at - 1]))
        return 0;
    size_t symbol = symbol_length(rest);
    return symbol || rest.s[0] == ' ' ? word.len + symbol : 0;
}

/* What is needed while the brackets are being found. */
struct finder {
    struct brackets *nest;
    size_t *open, n_open; /* brackets not closed yet, outermost first */
    size_t behind;        /* the byte behind the last operator's symbol */
    size_t converts;      /* n_open where "operator char*" was met */
    size_t first_dot;
};

/* "::<T>" holds arguments, "::<impl A for B>" and "::<lambda(int)>" do not;
   that "::<A as B>" does not either is found out later, by look_for_as. */
static bool arguments_after_colons(struct str name, size_t at)
{
    struct str inside = str_skip(name, at + 1);
    return at >= 2 && name.s[at - 1] == ':' && name.s[at - 2] == ':' &&
           !str_starts(inside, S("impl ")) && !str_starts(inside, S("lambda"));
}

/* Go's "main.Map[go.shape.int]", but not "table[3]", "f[abi:cxx11]" or
   FlameGraph's "a.b_[j]". */
static bool type_arguments(const struct finder *finder, struct str inside)
{
    return inside.len &&
           (brackets_is_word(inside.s[0]) || inside.s[0] == '[' ||
            inside.s[0] == '*') &&
           !ascii_is_digit(inside.s[0]) &&
           !str_starts(inside, S("abi:")) && finder->first_dot != SIZE_MAX;
}

static bool one_of(char c, const char *set)
{
    for (; *set; set++)
        if (c == *set)
            return true;
    return false;
}

/* ":12" before it: Python's "json/decoder.py:12(decode)" has the name there. */
static bool behind_line(struct str before)
{
    size_t len = before.len;
    while (len && ascii_is_digit(before.s[len - 1]))
        len--;
    return len < before.len && len > 1 && before.s[len - 1] == ':' &&
           before.s[len - 2] != ':';
}

static enum group group_of(const struct finder *finder, size_t at)
{
    struct str name = finder->nest->name;
    char before = at ? name.s[at - 1] : ' ';
    bool arguments = false;
    if (name.s[at] == '<')
        arguments = brackets_is_word(before) || one_of(before, ")]}") ||
                    at == finder->behind || arguments_after_colons(name, at);
    if (name.s[at] == '(')
        arguments =
            brackets_is_word(before) || one_of(before, ">)]}'") ||
            at == finder->behind ||
            (finder->n_open == finder->converts && one_of(before, "*&"));
    if (name.s[at] == '(' && behind_line(str_head(name, at)))
        arguments = false;
    if (name.s[at] == '[')
        arguments =
            brackets_is_word(before) && before != '_' &&
            type_arguments(finder, str_skip(name, at + 1));
    return arguments ? ARGUMENT_GROUP : NAME_GROUP;
}

static void open_group(struct finder *finder, size_t at)
{
    finder->nest->group[at] = (unsigned char)group_of(finder, at);
    finder->open[finder->n_open++] = at;
}

static char innermost(const struct finder *finder)
{
    return finder->n_open
               ? finder->nest->name.s[finder->open[finder->n_open - 1]]
               : '\0';
}

static void pair(struct finder *finder, size_t at)
{
    struct brackets *nest = finder->nest;
    size_t open = finder->open[--finder->n_open];
    nest->partner[open] = at;
    nest->partner[at] = open;
    nest->group[at] = nest->group[open];
}

/* A '<' or '>' that has no partner inside other brackets compares numbers. */
static bool close_group(struct finder *finder, size_t at, char wanted)
{
    if (wanted == '<' && finder->n_open && innermost(finder) != '<')
        return true;
    while (wanted != '<' && innermost(finder) == '<')
        finder->nest->group[finder->open[--finder->n_open]] = NO_GROUP;
    if (innermost(finder) != wanted)
        return false;
    pair(finder, at);
    return true;
}

/* "::<A as B>" is a type, part of the name: no arguments; so is "_<A as B>",
   as old tools write it. */
static void look_for_as(struct finder *finder, size_t at)
{
    if (innermost(finder) != '<' ||
        !str_starts(str_skip(finder->nest->name, at), S(" as ")))
        return;
    size_t open = finder->open[finder->n_open - 1];
    char before = open ? finder->nest->name.s[open - 1] : ' ';
    if (before == ':' || (open == 1 && before == '_'))
        finder->nest->group[open] = NAME_GROUP;
}

static char opener_of(char c)
{
    return c == ')'   ? '('
           : c == '>' ? '<'
           : c == ']' ? '['
           : c == '}' ? '{'
                      : 0;
}

/* False when a bracket closes what is not open. */
static bool look_at(struct finder *finder, size_t at)
{
    char c = finder->nest->name.s[at], opener = opener_of(c);
    if (one_of(c, "(<[{"))
        open_group(finder, at);
    if (c == ' ')
        look_for_as(finder, at);
    if (c == '.' && finder->first_dot == SIZE_MAX)
        finder->first_dot = at;
    return !opener || close_group(finder, at, opener);
}

/* The bytes at this place that hold no bracket whatever they look like. */
static size_t opaque(struct finder *finder, size_t at)
{
    struct str name = finder->nest->name;
    size_t length = brackets_operator_length(name, at);
    if (length) {
        struct str rest = str_skip(name, at + length);
        finder->behind = at + length + str_starts(rest, S(" <"));
        if (str_starts(rest, S(" ")))
            finder->converts = finder->n_open;
        return length;
    }
    return name.s[at] == '-' && str_starts(str_skip(name, at), S("->")) ? 2 : 0;
}

bool brackets_open_at(const struct brackets *nest, size_t at)
{
    return nest->group[at] && nest->partner[at] > at;
}

size_t brackets_path_length(const struct brackets *nest, size_t at)
{
    struct str name = nest->name;
    size_t length = 0;
    for (size_t i = at; i < name.len; i++) {
        if (brackets_is_word(name.s[i]))
            continue;
        if (i == at || !str_starts(str_skip(name, i), S("::")) ||
            i + 2 == name.len ||
            (!brackets_is_word(name.s[i + 2]) && nest->group[i + 2] != NAME_GROUP))
            break;
        length = i + 2 - at;
        i++;
    }
    return length;
}

bool brackets_path_begins(struct str name, size_t at)
{
    char before = at ? name.s[at - 1] : ' ';
    return brackets_is_word(name.s[at]) && !brackets_is_word(before) && before != ':';
}

bool brackets_find(struct brackets *nest, struct arena *arena, struct str name)
{
    *nest = (struct brackets){ .name = name };
    nest->partner = NEW_N(arena, size_t, name.len);
    nest->group = NEW_N(arena, unsigned char, name.len);
    struct finder finder = { .nest = nest,
                             .behind = SIZE_MAX,
                             .first_dot = SIZE_MAX };
    finder.open = NEW_N(arena, size_t, name.len);
    for (size_t at = 0; at < name.len;) {
        size_t length = opaque(&finder, at);
        if (length == 0 && !look_at(&finder, at))
            return false;
        at += length ? length : 1;
    }
    return finder.n_open == 0;
}
