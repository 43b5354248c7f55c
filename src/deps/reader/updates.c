#include "deps/reader/updates.h"

#include "deps/reader/definitions.h"
#include "deps/reader/for_head.h"
#include "util/text/buf.h"
#include "util/text/utf8.h"

enum {
    MOST_TEXT = 32,
    MOST_LINES = 3, /* from a condition to what depends on it, and beyond */
    MOST_HEAD = 8,  /* lines of the head of a function */
};

static bool is_word(char c)
{
    return ascii_is_word(c) || c == '$';
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

/* Tells whether a text has a name that is not part of a longer one. */
static bool has_name(struct str s, struct str name)
{
    for (size_t i = 0; i + name.len <= s.len; i++)
        if (str_starts(str_skip(s, i), name) &&
            (i == 0 || !is_word(s.s[i - 1])) &&
            (i + name.len == s.len || !is_word(s.s[i + name.len])))
            return true;
    return false;
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
        struct str before = { s.s, i };
        if (str_ends(before, S(".")))
            i--;
        else if (str_ends(before, S("->")))
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
    while (end > from + 1 && s.s[from] == '(' && s.s[end - 1] == ')')
        from++;
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

/* ---- Updates by an operator ---- */

/* Returns what an operator of two characters does. */
static struct str operator_reduction(const char *operator)
{
    switch (operator[0]) {
    case '*':
        return S("product");
    case '&':
        return S("and");
    case '|':
        return S("or");
    case '^':
        return S("xor");
    default:
        return S("sum");
    }
}

/* Does what is added use the operand, as in "v[i] += v[i - 1]"? Two calls of an
   operator [] in one statement may have one place, so the places of the reads do
   not tell. */
static bool uses_operand(struct str s, const struct update *update, size_t at)
{
    struct str operand = str_head(str_skip(s, update->from), at - update->from);
    struct str right = { s.s + update->right, update->end - update->right };
    struct str before, inside;
    if (!str_cut(operand, S("["), &before, &inside))
        before = operand;
    before = str_trim(before);
    return before.len && has_name(right, before);
}

/* Finds a text like "n++" or "n += x" with its operator at a position. */
static bool by_operator(struct str s, size_t at, size_t read_at,
                        struct str variable, struct bop_update *found)
{
    struct update update;
    if (!find_update(s, at, &update) ||
        (read_at != at && read_at != update.place))
        return false;
    struct str right = { s.s + update.right, update.end - update.right };
    if (!update.is_step && ((variable.len && has_name(right, variable)) ||
                            uses_operand(s, &update, at)))
        return false;
    *found = (struct bop_update){
        { s.s + update.from, update.end - update.from },
        operator_reduction(s.s + at),
    };
    return true;
}

/* ---- Updates by an assignment ---- */

/* The functions below look at text without blanks. */

/* Returns the position of the first of some characters outside of brackets, or
   the length. */
static size_t find_outside(struct str s, const char *characters)
{
    size_t depth = 0;
    for (size_t i = 0; i < s.len; i++) {
        if (!depth && strchr(characters, s.s[i]))
            return i;
        depth += opens(s.s[i]);
        depth -= closes(s.s[i]) && depth;
    }
    return s.len;
}

/* Returns the position of the bracket that closes the one at the start, or the
   length. */
static size_t find_closing(struct str s)
{
    size_t depth = 0;
    for (size_t i = 0; i < s.len; i++) {
        depth += opens(s.s[i]);
        if (closes(s.s[i]) && --depth == 0)
            return i;
    }
    return s.len;
}

/* Splits "a<b" or "a>=b" into its sides. Returns '<', '>' or 0. */
static char split_comparison(struct str s, struct str *left, struct str *right)
{
    size_t at = find_outside(s, "<>=!&|?:,;");
    if (at >= s.len || (s.s[at] != '<' && s.s[at] != '>'))
        return 0;
    *left = str_head(s, at);
    *right = str_skip(s, at + 1);
    str_take(right, S("="));
    return right->len && find_outside(*right, "<>=!&|?:,;") == right->len
               ? s.s[at]
               : 0;
}

/* Returns "min" or "max" if the variable becomes the other side of the
   comparison when it holds. */
static struct str comparison_reduction(struct str comparison, struct str name,
                                       struct str becomes)
{
    struct str left, right;
    char sign = split_comparison(comparison, &left, &right);
    if (sign && str_eq(left, name) && str_eq(right, becomes))
        return sign == '<' ? S("max") : S("min");
    if (sign && str_eq(right, name) && str_eq(left, becomes))
        return sign == '<' ? S("min") : S("max");
    return S("");
}

/* Finds "name < x ? x : name" and the like. */
static struct str choice_reduction(struct str s, struct str name)
{
    size_t question = find_outside(s, "?"), colon = find_outside(s, ":");
    if (question >= colon || colon >= s.len)
        return S("");
    struct str condition = str_head(s, question);
    struct str yes = { s.s + question + 1, colon - question - 1 };
    struct str no = str_skip(s, colon + 1);
    if (condition.len && condition.s[0] == '(' &&
        condition.s[condition.len - 1] == ')')
        condition = (struct str){ condition.s + 1, condition.len - 2 };
    struct str found = S("");
    if (str_eq(no, name) && !has_name(yes, name))
        return comparison_reduction(condition, name, yes);
    if (str_eq(yes, name) && !has_name(no, name))
        found = comparison_reduction(condition, name, no);
    return !found.len ? found : str_eq(found, S("min")) ? S("max") : S("min");
}

/* Functions and macros of two values, of which only those of the library are
   known to do what their names say. */
static const struct {
    struct str function, reduction;
    bool is_known;
} calls[] = {
    { STR("fmin("), STR("min"), true },
    { STR("fmax("), STR("max"), true },
    { STR("fminf("), STR("min"), true },
    { STR("fmaxf("), STR("max"), true },
    { STR("std::min("), STR("min"), true },
    { STR("std::max("), STR("max"), true },
    { STR("min("), STR("min"), false },
    { STR("max("), STR("max"), false },
    { STR("MIN("), STR("min"), false },
    { STR("MAX("), STR("max"), false },
};

/* Finds "fmin(name, x)" and the like. */
static struct str call_reduction(struct str s, struct str name)
{
    for (size_t i = 0; i < ROWS(calls); i++) {
        struct str inner = s;
        if (!str_take(&inner, calls[i].function) || !str_ends(inner, S(")")))
            continue;
        inner.len--;
        size_t comma = find_outside(inner, ",)");
        struct str a = str_head(inner, comma), b = str_skip(inner, comma + 1);
        if (find_outside(b, ",)") < b.len)
            continue;
        if ((str_eq(a, name) && !has_name(b, name)) ||
            (str_eq(b, name) && !has_name(a, name)))
            return calls[i].reduction;
    }
    return S("");
}

/* Tells whether an assignment in a text without blanks calls a function or a
   macro that does something else than its name says. */
static bool is_misnamed(struct sources *sources, struct str file,
                        struct str text, struct str name)
{
    struct arena arena = { 0 };
    bool is = false;
    for (size_t i = 0; i < ROWS(calls); i++) {
        struct str call = calls[i].function, kind = calls[i].reduction;
        struct definition found;
        if (calls[i].is_known ||
            !str_has(text, arena_printf(&arena, "%.*s=%s", (int)name.len,
                                        name.s, call.s)))
            continue;
        call.len--;
        is |= !definition_find(&arena, sources, file, call, &found) ||
              !str_eq(choice_reduction(found.value, found.first), kind) ||
              !str_eq(choice_reduction(found.value, found.second), kind);
    }
    arena_free(&arena);
    return is;
}

/* Finds "name + x" and the like. The operators in x bind at least as tightly,
   and none of them is the inverse of a product. */
static struct str operation_reduction(struct str s, struct str name)
{
    static const struct {
        char operator;
        const char *others; /* that x must not have */
    } rows[] = { { '+', "<>=!&|^?:," },     { '-', "<>=!&|^?:," },
                 { '*', "+-/%<>=!&|^?:," }, { '&', "<>=!|^?:," },
                 { '|', "<>=!&^?:," },      { '^', "<>=!&|?:," } };
    struct str rest = s;
    if (!str_take(&rest, name) || !rest.len)
        return S("");
    for (size_t i = 0; i < ROWS(rows); i++)
        if (rest.s[0] == rows[i].operator&& !(rest.len > 1 &&
                                              rest.s[1] == rows[i].operator) &&
            !has_name(rest, name) &&
            find_outside(str_skip(rest, 1), rows[i].others) == rest.len - 1)
            return operator_reduction(rest.s);
    return S("");
}

/* Returns which reduction an assignment to a variable is, such as "sum". The
   condition of the assignment is "" if there is none. */
static struct str assigned_reduction(struct str condition, struct str name,
                                     struct str value)
{
    struct str found = S("");
    if (condition.len && !has_name(value, name))
        return comparison_reduction(condition, name, value);
    if (has_name(condition, name))
        return found;
    found = operation_reduction(value, name);
    if (!found.len)
        found = call_reduction(value, name);
    if (!found.len)
        found = choice_reduction(value, name);
    return found;
}

/* Appends a line without blanks and without a comment at its end. */
static void add_line(struct buf *out, struct str line)
{
    for (size_t i = 0; i < line.len; i++) {
        if (str_starts(str_skip(line, i), S("//")))
            break;
        if ((unsigned char)line.s[i] > ' ')
            buf_char(out, line.s[i]);
    }
}

/* Cuts "if(CONDITION)" off the start of a text. */
static bool take_condition(struct str *s, struct str *condition)
{
    *condition = S("");
    if (!str_starts(*s, S("if(")))
        return false;
    size_t end = 2 + find_closing(str_skip(*s, 2));
    if (end >= s->len)
        return false;
    *condition = (struct str){ s->s + 3, end - 3 };
    *s = str_skip(*s, end + 1);
    return true;
}

/* Is this "at = i", the place of a minimum? A condition decides about anything
   else that it lets happen. */
static bool is_argument(struct str statement)
{
    struct str name, value;
    if (!str_cut(statement, S("="), &name, &value))
        return false;
    for (size_t i = 0; i < name.len; i++)
        if (!is_word(name.s[i]))
            return false;
    return name.len && value.len && !str_has(value, S("=")) &&
           !str_has(value, S("(")) && !str_has(value, S("++")) &&
           !str_has(value, S("--"));
}

/* Looks for one assignment to the variable, alone or in a block that an
   argument, the place of a minimum, belongs to. */
static struct str statements_reduction(struct str s, struct str name)
{
    struct str condition, found = S(""), statement;
    bool is_conditional = take_condition(&s, &condition);
    bool is_block = str_take(&s, S("{"));
    bool others = false;
    for (bool more = true; more;) {
        size_t end = find_outside(s, ";{}");
        if (end >= s.len || s.s[end] != ';')
            break;
        statement = str_head(s, end);
        s = str_skip(s, end + 1);
        more = is_block;
        if (str_take(&statement, name) && str_take(&statement, S("="))) {
            if (found.len)
                return S("");
            found = assigned_reduction(condition, name, statement);
            if (!found.len)
                return found;
        } else if (is_argument(statement)) {
            others = true;
        } else {
            return S("");
        }
    }
    if (str_starts(s, S("}")))
        s = str_skip(s, 1);
    if (is_conditional && str_starts(s, S("else")))
        return S("");
    if (!others || !found.len)
        return found;
    return !has_name(condition, name) ? S("")
           : str_eq(found, S("min")) ? S("argmin")
           : str_eq(found, S("max")) ? S("argmax")
                                     : S("");
}

/* Finds an update by an assignment in the lines from the read to the write, or
   to the end of the block that begins there. */
static bool by_assignment(struct sources *sources,
                          const struct bop_place *wrote,
                          const struct bop_place *read, struct str variable,
                          struct bop_update *found)
{
    struct buf text = { 0 };
    struct str line, first = S("");
    if (!variable.len || read->line > wrote->line ||
        wrote->line - read->line > MOST_LINES)
        return false;
    uint64_t last = read->line;
    for (uint64_t i = read->line; i <= wrote->line + MOST_LINES; i++) {
        if (!sources_line(sources, read->file, i, &line))
            break;
        last = i;
        if (i == read->line)
            first = line;
        add_line(&text, line);
        struct str all = buf_text(&text);
        if (i >= wrote->line &&
            (str_ends(all, S(";")) || str_ends(all, S("}"))) &&
            (!str_has(all, S("{")) || str_ends(all, S("}"))))
            break;
    }
    /* The next line may begin with "else". */
    for (size_t n = text.len;
         text.len == n && sources_line(sources, read->file, ++last, &line);)
        add_line(&text, line);
    struct str all = buf_text(&text);
    /* The head of a loop may stand before. */
    if (str_starts(all, S("for("))) {
        all = str_skip(all, 4 + find_closing(str_skip(all, 3)));
        str_take(&all, S("{"));
    }
    found->reduction = statements_reduction(all, variable);
    if (is_misnamed(sources, wrote->file, all, variable))
        found->reduction = S("");
    found->text = str_trim(first);
    buf_free(&text);
    return found->reduction.len;
}

/* Returns the position of the operator in the last part of the head of a for
   loop whose word is at a position, or that position. */
static size_t step_operator(struct str s, size_t at)
{
    struct for_head head = for_head_in(s, at + 1);
    if (head.word == at + 1)
        for (size_t i = head.step; i + 1 < head.close; i++)
            if (is_operator(s, i))
                return i;
    return at;
}

struct bop_update bop_update(struct arena *arena, struct sources *sources,
                             const struct bop_place *wrote,
                             const struct bop_place *read, struct str variable)
{
    struct str s;
    struct bop_update found = { S(""), S("") };
    if (!wrote->file.len || !str_eq(wrote->file, read->file) ||
        !wrote->at_column || !read->at_column ||
        !sources_line(sources, wrote->file, wrote->line, &s))
        return found;
    size_t wrote_at = step_operator(s, wrote->at_column - 1);
    size_t read_at = wrote->at_column == read->at_column
                         ? wrote_at
                         : read->at_column - 1;
    if (!(wrote->line == read->line &&
          by_operator(s, wrote_at, read_at, variable, &found)) &&
        !by_assignment(sources, wrote, read, variable, &found))
        return (struct bop_update){ S(""), S("") };
    struct arena scratch = { 0 };
    found.text =
        arena_copy(arena, utf8_shortened(&scratch, found.text, MOST_TEXT));
    arena_free(&scratch);
    return found;
}

/* ---- How a variable is named ---- */

/* Returns the position behind the name, members and subscripts that begin at
   one. */
static size_t operand_end(struct str s, size_t at)
{
    for (;;) {
        while (at < s.len && is_word(s.s[at]))
            at++;
        struct str rest = str_skip(s, at);
        if (str_starts(rest, S("[")))
            at += find_closing(rest) + 1;
        else if (str_starts(rest, S("->")))
            at += 2;
        else if (str_starts(rest, S(".")))
            at++;
        else
            return at < s.len ? at : s.len;
    }
}

/* Returns the position of the next place from `at` on where a text has a name
   that is neither a part of a longer one nor a member, or the length. */
static size_t find_name(struct str s, size_t at, struct str name)
{
    for (; at + name.len <= s.len; at++) {
        struct str before = { s.s, at };
        if (str_starts(str_skip(s, at), name) &&
            (at == 0 || !is_word(s.s[at - 1])) && !str_ends(before, S(".")) &&
            !str_ends(before, S("->")) &&
            (at + name.len == s.len || !is_word(s.s[at + name.len])))
            return at;
    }
    return s.len;
}

/* Tells how a line names a variable, but for a comment at its end. */
static enum bop_naming naming_in(struct str s, struct str name)
{
    enum bop_naming naming = BOP_OTHERWISE;
    struct str comment;
    if (!str_cut(s, S("//"), &s, &comment))
        str_cut(s, S("/*"), &s, &comment);
    for (size_t at = 0; (at = find_name(s, at, name)) < s.len; at++) {
        size_t end = skip_blanks(s, at + name.len);
        bool is_array = end < s.len && s.s[end] == '[';
        while (end < s.len && s.s[end] == '[')
            end = skip_blanks(s, end + find_closing(str_skip(s, end)) + 1);
        if (end < s.len && s.s[end] == '.')
            continue;
        if (is_array)
            return BOP_AS_ARRAY;
        naming = BOP_AS_SCALAR;
    }
    return naming;
}

/* Tells whether an access in a line, at a column, is one by a pointer: "*p", and
   not a product. */
static bool is_by_pointer(struct str line, uint64_t column, struct str name)
{
    if (!column || column > line.len || line.s[column - 1] != '*')
        return false;
    size_t before = skip_blanks_back(line, column - 1);
    if (before && (is_word(line.s[before - 1]) || closes(line.s[before - 1])))
        return false;
    struct str operand = str_skip(line, skip_blanks(line, column));
    size_t end = operand_end(operand, 0);
    return end && !has_name(str_head(operand, end), name);
}

static bool ends_statement(struct str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (strchr(";{}", line.s[i]))
            return true;
    return false;
}

/* Is an operator that writes at a position? */
static bool is_assignment(struct str s, size_t at)
{
    struct str rest = str_skip(s, at);
    return is_operator(s, at) ||
           (str_starts(rest, S("=")) && !str_starts(rest, S("=="))) ||
           str_starts(rest, S("<<=")) || str_starts(rest, S(">>=")) ||
           str_starts(rest, S("/=")) || str_starts(rest, S("%="));
}

/* Finds what an operator at a column writes to. Returns false if there is no
   operator, or none behind its operand. */
static bool find_written(struct str line, uint64_t column, struct str *operand)
{
    if (!column || column > line.len || !is_assignment(line, column - 1))
        return false;
    size_t end = skip_blanks_back(line, column - 1);
    size_t from = operand_start(line, end);
    *operand = (struct str){ line.s + from, end - from };
    return operand->len;
}

enum bop_naming bop_naming(struct sources *sources,
                           const struct bop_place *place, struct str variable,
                           bool writes)
{
    enum bop_naming naming = BOP_OTHERWISE;
    struct str line, operand;
    for (size_t i = 0; i < variable.len; i++)
        if (!is_word(variable.s[i]))
            return BOP_AS_SCALAR;
    for (uint64_t i = 0; i <= MOST_LINES && naming == BOP_OTHERWISE; i++) {
        if (!sources_line(sources, place->file, place->line + i, &line))
            return i ? naming : BOP_AS_ARRAY;
        if (!i && writes && find_written(line, place->at_column, &operand))
            return naming_in(operand, variable);
        if (!i && is_by_pointer(line, place->at_column, variable))
            break;
        naming = naming_in(line, variable);
        if (ends_statement(line))
            break;
    }
    return naming;
}

static bool is_blank_or_ends(struct str line)
{
    return str_trim(line).len == 0 || ends_statement(line) ||
           str_has(line, S("*/")) || str_has(line, S("#"));
}

bool bop_is_parameter(struct sources *sources, const struct bop_place *function,
                      struct str variable)
{
    struct str line, rest;
    /* Compilers take the line of the name or that of the brace. */
    uint64_t from = function->line, end = from + MOST_HEAD;
    while (from > 1 && function->line - from < MOST_HEAD &&
           sources_line(sources, function->file, from - 1, &line) &&
           !is_blank_or_ends(line))
        from--;
    for (bool is_last = false; from < end && !is_last; from++) {
        if (!sources_line(sources, function->file, from, &line))
            return false;
        is_last = str_cut(line, S("{"), &line, &rest);
        if (find_name(line, 0, variable) < line.len)
            return true;
    }
    return false;
}

/* ---- What is accessed ---- */

/* Returns the range [*from, *end) of the operand that an access is about. */
static void find_operand(struct str s, size_t at, size_t *from, size_t *end)
{
    *from = *end = at;
    if (is_assignment(s, at) && skip_blanks_back(s, at) > 0) {
        *end = skip_blanks_back(s, at);
    } else if (s.s[at] == '*') {
        *end = operand_end(s, at + 1);
        return;
    } else {
        bool is_member = s.s[at] == '.' || s.s[at] == '[' ||
                         str_starts(str_skip(s, at), S("->"));
        *end = is_member || is_word(s.s[at]) ? operand_end(s, at) : at;
    }
    *from = operand_start(s, *end);
    while (*from > 0 && s.s[*from] == '(' && is_word(s.s[*from - 1]))
        *from = operand_start(s, *from); /* f(x)->y */
}

/* Finds the operand in the place of the variable that a declaration gives its
   value, as gcc names the column of the variable. */
static void pass_initialization(struct str s, size_t *from, size_t *end)
{
    struct str rest = str_skip(s, *end);
    str_take_blanks(&rest);
    if (!str_take(&rest, S("=")) || str_starts(rest, S("=")))
        return;
    str_take_blanks(&rest);
    *from = s.len - rest.len;
    *end = operand_end(s, *from + str_starts(rest, S("*")));
    if (!str_starts(str_skip(s, *end), S(";")))
        *end = *from;
}

static bool is_keyword(struct str word)
{
    static const struct str rows[] = { STR("delete"), STR("do"),
                                       STR("for"),    STR("if"),
                                       STR("new"),    STR("return"),
                                       STR("switch"), STR("this"),
                                       STR("throw"),  STR("while") };
    for (size_t i = 0; i < ROWS(rows); i++)
        if (str_eq(word, rows[i]))
            return true;
    return false;
}

/* Tells whether the text of an operand says more than that there is one. */
static bool is_name(struct str text, bool is_at_word)
{
    if (str_has(text, S("->")) || str_has(text, S("[")) ||
        str_has(text, S(".")) || str_starts(text, S("*")))
        return true;
    return is_at_word && text.len && !ascii_is_digit(text.s[0]) &&
           !is_keyword(text);
}

struct str bop_expression(struct arena *arena, struct str line, uint64_t column)
{
    size_t from, end, depth = 0;
    struct buf out = { 0 };
    struct str text = S("");
    if (!column || column > line.len)
        return text;
    find_operand(line, column - 1, &from, &end);
    if (is_word(line.s[column - 1]))
        pass_initialization(line, &from, &end);
    for (size_t i = from; i < end && i < line.len; i++) {
        char c = line.s[i];
        depth -= closes(c) && depth;
        if (!depth && !ascii_is_blank(c))
            buf_char(&out, c);
        depth += c == '[' || (c == '(' && (depth || (i > from &&
                                                     is_word(line.s[i - 1]))));
    }
    struct str rest = str_skip(line, end < line.len ? end : line.len);
    str_take_blanks(&rest);
    if (end > from && is_word(line.s[end - 1]) && str_starts(rest, S("(")))
        buf_add(&out, S("()"));
    text = buf_text(&out);
    if (text.len <= MOST_TEXT && is_name(text, is_word(line.s[column - 1])))
        text = arena_copy(arena, text);
    else
        text = S("");
    buf_free(&out);
    return text;
}
