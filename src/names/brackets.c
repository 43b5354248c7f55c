#include "names/brackets.h"

bool brackets_is_word(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '_' || c == '$' ||
           (unsigned char)c >= 0x80;
}

/* ---- Operators ---- */

/* The symbols of C++ operators. A symbol stands before those that are its
   beginning. */
static const struct str symbols[] = {
    STR("()"),  STR("[]"), STR("\"\""), STR("<=>"), STR("<<="), STR(">>="),
    STR("->*"), STR("->"), STR("<<"),   STR(">>"),  STR("<="),  STR(">="),
    STR("<"),   STR(">"),  STR("=="),   STR("!="),  STR("&&"),  STR("||"),
    STR("++"),  STR("--"), STR("+="),   STR("-="),  STR("*="),  STR("/="),
    STR("%="),  STR("^="), STR("&="),   STR("|="),  STR("="),   STR("+"),
    STR("-"),   STR("*"),  STR("/"),    STR("%"),   STR("^"),   STR("&"),
    STR("|"),   STR("!"),  STR("~"),    STR(","),
};

/* LLVM writes "operator<<int>" for "operator< <int>". */
static size_t symbol_length(struct str s)
{
    if (str_starts(s, S("<<")) && s.len > 2 && brackets_is_word(s.s[2]))
        return 1;
    return str_starts_any(s, symbols, ROWS(symbols));
}

size_t brackets_operator_length(struct str name, size_t at)
{
    struct str word = S("operator"), rest = str_skip(name, at);
    if (at >= name.len || name.s[at] != 'o') /* cheap, and nearly always so */
        return 0;
    if (!str_take(&rest, word) || rest.len == 0)
        return 0;
    if (at > 0 && brackets_is_word(name.s[at - 1]))
        return 0;
    size_t symbol = symbol_length(rest);
    return symbol || rest.s[0] == ' ' ? word.len + symbol : 0;
}

/* ---- Pairs ---- */

/* The state of the search while it goes through the name. The partner of a
   bracket that is not closed yet is the one around it that is not closed
   either. */
struct finder {
    struct brackets *brackets;
    uint32_t innermost;  /* the last bracket that is not closed yet */
    size_t n_open;       /* how many are not; innermost is undefined for 0 */
    size_t operator_end; /* the byte behind the last operator's symbol */
    size_t conversion;   /* n_open at the last conversion operator, as in
                            "operator char*" */
    size_t first_dot;    /* SIZE_MAX before the first '.' */
};

static bool is_one_of(char c, const char *set)
{
    for (; *set; set++)
        if (c == *set)
            return true;
    return false;
}

/* In Rust, "::<T>" encloses arguments; "::<impl A for B>" and GCC's
   "::<lambda(int)>" are names. So is "::<A as B>", which check_as finds out
   later. */
static bool are_arguments_after_colons(struct str name, size_t at)
{
    struct str inside = str_skip(name, at + 1);
    return at >= 2 && name.s[at - 1] == ':' && name.s[at - 2] == ':' &&
           !str_starts(inside, S("impl ")) && !str_starts(inside, S("lambda"));
}

/* Is it the inside of Go's "main.Map[go.shape.int]"? The names "table[3]",
   "f[abi:cxx11]" and FlameGraph's "a.b_[j]" have brackets of other kinds. */
static bool are_go_arguments(const struct finder *finder, struct str inside)
{
    return inside.len &&
           (brackets_is_word(inside.s[0]) || is_one_of(inside.s[0], "[*")) &&
           !ascii_is_digit(inside.s[0]) && !str_starts(inside, S("abi:")) &&
           finder->first_dot != SIZE_MAX;
}

/* Does the text end in ":" and a number, as in "json/decoder.py:12(decode)"?
   The name of a Python function follows in parentheses then. */
static bool ends_in_line(struct str before)
{
    size_t len = before.len;
    while (len && ascii_is_digit(before.s[len - 1]))
        len--;
    return len < before.len && len > 1 && before.s[len - 1] == ':' &&
           before.s[len - 2] != ':';
}

static enum bracket_kind kind_of(const struct finder *finder, size_t at)
{
    struct str name = finder->brackets->name;
    char before = at ? name.s[at - 1] : ' ';
    bool behind_word = brackets_is_word(before);
    bool behind_operator = at == finder->operator_end;
    bool arguments = false;
    switch (name.s[at]) {
    case '<':
        arguments = behind_word || is_one_of(before, ")]}") ||
                    behind_operator || are_arguments_after_colons(name, at);
        break;
    case '(':
        arguments =
            (behind_word || is_one_of(before, ">)]}'") || behind_operator ||
             (finder->n_open == finder->conversion &&
              is_one_of(before, "*&"))) &&
            !ends_in_line(str_head(name, at));
        break;
    case '[':
        arguments = behind_word && before != '_' &&
                    are_go_arguments(finder, str_skip(name, at + 1));
        break;
    }
    return arguments ? BRACKET_ARGUMENTS : BRACKET_NAME;
}

/* Returns the place of the innermost open bracket, which is open no more. */
static uint32_t pop_open(struct finder *finder)
{
    uint32_t open = finder->innermost;
    finder->innermost = finder->brackets->partner[open];
    finder->n_open--;
    return open;
}

/* Returns the innermost open bracket, or NUL. */
static char innermost(const struct finder *finder)
{
    return finder->n_open ? finder->brackets->name.s[finder->innermost] : '\0';
}

/* Closes the innermost bracket, which must be `opener`. A '<' or '>' without a
   partner inside other brackets compares numbers. */
static bool close_pair(struct finder *finder, size_t at, char opener)
{
    struct brackets *b = finder->brackets;
    if (opener == '<' && finder->n_open && innermost(finder) != '<')
        return true;
    while (opener != '<' && innermost(finder) == '<')
        b->kind[pop_open(finder)] = BRACKET_NONE;
    if (innermost(finder) != opener)
        return false;
    uint32_t open = pop_open(finder);
    b->partner[open] = (uint32_t)at;
    b->partner[at] = open;
    b->kind[at] = b->kind[open];
    return true;
}

/* Rust's "::<A as B>" is a type and part of the name, and so is "_<A as B>" as
   old tools write it. */
static void check_as(struct finder *finder, size_t at)
{
    struct str name = finder->brackets->name;
    if (innermost(finder) != '<' || !str_starts(str_skip(name, at), S(" as ")))
        return;
    uint32_t open = finder->innermost;
    char before = open ? name.s[open - 1] : ' ';
    if (before == ':' || (open == 1 && before == '_'))
        finder->brackets->kind[open] = BRACKET_NAME;
}

/* Looks at one byte. Returns false when it closes what is not open. */
static bool find_at(struct finder *finder, size_t at)
{
    char c = finder->brackets->name.s[at];
    switch (c) {
    case '(':
    case '<':
    case '[':
    case '{':
        finder->brackets->kind[at] = (unsigned char)kind_of(finder, at);
        finder->brackets->partner[at] = finder->innermost;
        finder->innermost = (uint32_t)at;
        finder->n_open++;
        return true;
    case ')':
        return close_pair(finder, at, '(');
    case '>':
        return close_pair(finder, at, '<');
    case ']':
        return close_pair(finder, at, '[');
    case '}':
        return close_pair(finder, at, '{');
    case ' ':
        check_as(finder, at);
        return true;
    case '.':
        if (finder->first_dot == SIZE_MAX)
            finder->first_dot = at;
        return true;
    default:
        return true;
    }
}

/* Returns the length of an operator or a "->" at this place: their bytes are no
   brackets. */
static size_t opaque_length(struct finder *finder, size_t at)
{
    struct str name = finder->brackets->name;
    size_t length = brackets_operator_length(name, at);
    if (length) {
        struct str rest = str_skip(name, at + length);
        finder->operator_end = at + length + str_starts(rest, S(" <"));
        if (str_starts(rest, S(" ")))
            finder->conversion = finder->n_open;
        return length;
    }
    return str_starts(str_skip(name, at), S("->")) ? 2 : 0;
}

bool brackets_find(struct brackets *brackets, struct arena *arena,
                   struct str name)
{
    *brackets = (struct brackets){ .name = name };
    if (name.len > UINT32_MAX)
        return false;
    brackets->partner = NEW_N(arena, uint32_t, name.len);
    brackets->kind = NEW_N(arena, unsigned char, name.len);
    struct finder finder = { .brackets = brackets,
                             .operator_end = SIZE_MAX,
                             .first_dot = SIZE_MAX };
    for (size_t at = 0; at < name.len;) {
        size_t length = opaque_length(&finder, at);
        if (length == 0 && !find_at(&finder, at))
            return false;
        at += length ? length : 1;
    }
    return finder.n_open == 0;
}

bool brackets_open_at(const struct brackets *brackets, size_t at)
{
    return brackets->kind[at] && brackets->partner[at] > at;
}

/* ---- Paths of types ---- */

bool brackets_path_begins(struct str name, size_t at)
{
    char before = at ? name.s[at - 1] : ' ';
    return brackets_is_word(name.s[at]) && !brackets_is_word(before) &&
           before != ':';
}

size_t brackets_path_length(const struct brackets *brackets, size_t at)
{
    struct str name = brackets->name;
    size_t length = 0;
    for (size_t i = at; i < name.len; i++) {
        if (brackets_is_word(name.s[i]))
            continue;
        if (i == at || !str_starts(str_skip(name, i), S("::")) ||
            i + 2 == name.len ||
            (!brackets_is_word(name.s[i + 2]) &&
             brackets->kind[i + 2] != BRACKET_NAME))
            break;
        length = i + 2 - at;
        i++;
    }
    return length;
}
