#include "readers/bop/updates.h"

#include "util/text/utf8.h"

enum { MOST_TEXT = 32 };

static bool is_word(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '_' || c == '$';
}

static bool opens(char c)
{
    return c == '(' || c == '[';
}

static bool closes(char c)
{
    return c == ')' || c == ']';
}

/* Returns the position behind the blanks at `at`. */
static size_t skip_blanks(struct str s, size_t at)
{
    while (at < s.len && ascii_is_blank(s.s[at]))
        at++;
    return at;
}

/* Returns the position where the blanks before `at` begin. */
static size_t skip_blanks_back(struct str s, size_t at)
{
    while (at > 0 && ascii_is_blank(s.s[at - 1]))
        at--;
    return at;
}

/* Tells whether an operator that updates a variable is at a position, which may
   be beyond the line. */
static bool is_operator(struct str s, size_t at)
{
    static const struct str operators[] = {
        STR("++"), STR("--"), STR("+="), STR("-="),
        STR("*="), STR("&="), STR("|="), STR("^="),
    };
    return str_starts_any(str_skip(s, at), operators, ROWS(operators)) > 0;
}

/* Returns the position of the bracket that matches the closing one at `at`, or
   0. */
static size_t opening(struct str s, size_t at)
{
    size_t depth = 0;
    for (size_t i = at + 1; i-- > 0;) {
        depth += closes(s.s[i]);
        if (opens(s.s[i]) && --depth == 0)
            return i;
    }
    return 0;
}

/* Returns the first position of the operand before `end`: of a name with
   members and subscripts, or of an expression in parentheses, and of the stars
   before it. Returns `end` if there is no operand. */
static size_t operand_start(struct str s, size_t end)
{
    size_t i = end;
    while (i > 0) {
        if (closes(s.s[i - 1])) {
            bool is_subscript = s.s[i - 1] == ']';
            i = opening(s, i - 1);
            if (is_subscript)
                continue;
        } else {
            while (i > 0 && is_word(s.s[i - 1]))
                i--;
        }
        if (i > 0 && s.s[i - 1] == '.')
            i--;
        else if (i > 1 && s.s[i - 1] == '>' && s.s[i - 2] == '-')
            i -= 2;
        else
            break;
    }
    while (i > 0 && s.s[i - 1] == '*')
        i--;
    return i;
}

/* Returns the position that gcc gives to a read of an operand: that of the
   star, of the last subscript or of the last member, else the first one. */
static size_t operand_place(struct str s, size_t from, size_t end)
{
    while (end > from + 1 && s.s[from] == '(' && s.s[end - 1] == ')') {
        from++;
        end--;
    }
    size_t at = from, depth = 0;
    for (size_t i = from; s.s[from] != '*' && i < end; i++) {
        bool is_arrow = s.s[i] == '-' && i + 1 < end && s.s[i + 1] == '>';
        if (!depth && (s.s[i] == '[' || s.s[i] == '.' || is_arrow))
            at = i;
        depth += opens(s.s[i]);
        depth -= closes(s.s[i]) && depth;
    }
    return at;
}

static bool is_in_parentheses(struct str s, size_t at)
{
    size_t depth = 0;
    for (size_t i = 0; i < at; i++) {
        depth += s.s[i] == '(';
        depth -= s.s[i] == ')' && depth;
    }
    return depth > 0;
}

/* Tells whether a statement begins at a position: at the start of the line,
   behind a semicolon or a brace, or behind "else" or "if (...)". */
static bool begins_statement(struct str s, size_t at)
{
    static const struct str heads[] = { STR("for"), STR("if"), STR("while"),
                                        STR("else"), STR("do") };
    at = skip_blanks_back(s, at);
    if (at == 0 || s.s[at - 1] == ';' || s.s[at - 1] == '{' ||
        s.s[at - 1] == '}')
        return true;
    if (s.s[at - 1] == ')')
        at = skip_blanks_back(s, opening(s, at - 1));
    size_t from = at;
    while (from > 0 && is_word(s.s[from - 1]))
        from--;
    for (size_t k = 0; k < ROWS(heads); k++)
        if (str_eq((struct str){ s.s + from, at - from }, heads[k]))
            return true;
    return false;
}

/* Returns the position of the end of the statement that `at` is in: of the
   semicolon or, in the head of a loop, of the closing parenthesis. Returns 0 if
   a comma or another bracket comes before. */
static size_t statement_end(struct str s, size_t at, bool in_head)
{
    size_t depth = 0;
    for (; at < s.len; at++) {
        if (!depth && s.s[at] == (in_head ? ')' : ';'))
            return at;
        if (!depth && (closes(s.s[at]) || s.s[at] == ';' || s.s[at] == ','))
            return 0;
        depth += opens(s.s[at]);
        depth -= closes(s.s[at]) && depth;
    }
    return 0;
}

/* Positions in a line that has an update. */
struct update {
    size_t from, end; /* the statement is [from, end) */
    size_t right;     /* what is behind the operator begins here */
    size_t place;     /* what gcc takes for the place of the operand */
    bool is_step;     /* the operator is ++ or -- */
};

/* Finds the update whose operator is at a position. Returns false if there is
   none whose value nobody uses. */
static bool find_update(struct str s, size_t at, struct update *update)
{
    if (!is_operator(s, at))
        return false;
    size_t left = skip_blanks_back(s, at), right = skip_blanks(s, at + 2);
    bool is_step = s.s[at] == s.s[at + 1];
    bool is_prefix =
        is_step && right < s.len &&
        (is_word(s.s[right]) || s.s[right] == '*' || s.s[right] == '(');
    size_t from = is_prefix ? at : operand_start(s, left);
    if ((from == left && !is_prefix) || !begins_statement(s, from))
        return false;
    size_t end = statement_end(s, right, is_in_parentheses(s, from));
    if (!end || (is_step && !is_prefix && end != right))
        return false;
    *update = (struct update){
        .from = from,
        .end = end,
        .right = right,
        .place = is_prefix ? operand_place(s, right, end)
                           : operand_place(s, from, left),
        .is_step = is_step,
    };
    return true;
}

struct str bop_update(struct arena *arena, struct sources *sources,
                      const struct bop_place *wrote,
                      const struct bop_place *read, struct str variable)
{
    struct str s;
    struct update update;
    if (!wrote->file.len || !wrote->at_column || !read->at_column ||
        !sources_line(sources, wrote->file, wrote->line, &s))
        return S("");
    size_t at = wrote->at_column - 1, read_at = read->at_column - 1;
    if (!find_update(s, at, &update) ||
        (read_at != at && read_at != update.place))
        return S("");
    struct str right = { s.s + update.right, update.end - update.right };
    if (!update.is_step && variable.len && str_has(right, variable))
        return S("");
    struct arena scratch = { 0 };
    struct str text = { s.s + update.from, update.end - update.from };
    text = arena_copy(arena, utf8_shortened(&scratch, text, MOST_TEXT));
    arena_free(&scratch);
    return text;
}
