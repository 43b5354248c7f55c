#include "readers/bop/updates.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "util/utf8.h"

enum { MOST_TEXT = 32 };

/* Reads a line of a file into *text, which must be freed. */
static bool read_line(const char *path, uint64_t line, char **text)
{
    struct stat info;
    size_t room = 0;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return false;
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    ssize_t n = -1;
    do
        n = getline(text, &room, file);
    while (n >= 0 && --line > 0);
    fclose(file);
    return n >= 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_word(char c)
{
    return c == '_' || c == '$' || (c >= '0' && c <= '9') ||
           (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool opens(char c)
{
    return c == '(' || c == '[';
}

static bool closes(char c)
{
    return c == ')' || c == ']';
}

/* Tells whether an operator that updates a variable is there. */
static bool is_operator(struct str s, size_t at)
{
    static const struct str operators[] = {
        STR("++"), STR("--"), STR("+="), STR("-="),
        STR("*="), STR("&="), STR("|="), STR("^="),
    };
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        if (at + 2 <= s.len && str_eq((struct str){ s.s + at, 2 }, operators[k]))
            return true;
    return false;
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

/* Returns where the operand begins that ends before `end`: a name with members
   and subscripts, or something in parentheses, with stars before it. */
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

/* Returns the position of the operator that gcc takes for the place of an
   operand: the star, or the last subscript or member; else its first byte. */
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

/* Tells whether a statement begins at a position, so that nobody uses its
   value. *in_head is set if it is in the head of a loop. */
static bool begins_statement(struct str s, size_t at, bool *in_head)
{
    static const struct str heads[] = { STR("for"), STR("if"), STR("while"),
                                        STR("else"), STR("do") };
    size_t depth = 0;
    for (size_t i = 0; i < at; i++) {
        depth += s.s[i] == '(';
        depth -= s.s[i] == ')' && depth;
    }
    *in_head = depth;
    while (at > 0 && is_blank(s.s[at - 1]))
        at--;
    if (at == 0 || s.s[at - 1] == ';' || s.s[at - 1] == '{' ||
        s.s[at - 1] == '}')
        return true;
    if (s.s[at - 1] == ')')
        at = opening(s, at - 1);
    while (at > 0 && is_blank(s.s[at - 1]))
        at--;
    size_t from = at;
    while (from > 0 && is_word(s.s[from - 1]))
        from--;
    for (size_t k = 0; k < sizeof heads / sizeof *heads; k++)
        if (str_eq((struct str){ s.s + from, at - from }, heads[k]))
            return true;
    return false;
}

/* Returns where the statement ends that goes on at a position: at a semicolon,
   or at the end of a loop's head. Returns 0 if it does not. */
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

/* Finds the update whose operator is at a position, if a reference at `read` is
   the one of its operand. Returns "" if there is none. */
static struct str find_update(struct str s, size_t at, size_t read)
{
    size_t end = at, next = at + 2;
    bool in_head;
    if (!is_operator(s, at))
        return S("");
    while (end > 0 && is_blank(s.s[end - 1]))
        end--;
    while (next < s.len && is_blank(s.s[next]))
        next++;
    bool is_step = s.s[at] == s.s[at + 1];
    bool is_before = is_step && next < s.len &&
                     (is_word(s.s[next]) || s.s[next] == '*' ||
                      s.s[next] == '(');
    size_t from = is_before ? at : operand_start(s, end);
    if ((from == end && !is_before) || !begins_statement(s, from, &in_head))
        return S("");
    size_t stop = statement_end(s, next, in_head);
    if (!stop || (is_step && !is_before && stop != next))
        return S("");
    size_t place = is_before ? operand_place(s, next, stop)
                             : operand_place(s, from, end);
    if (read != at && read != place)
        return S("");
    return (struct str){ s.s + from, stop - from };
}

struct str bop_update(struct arena *arena, const struct bop_place *wrote,
                      const struct bop_place *read, struct str variable)
{
    char *text = NULL;
    struct str update = S("");
    if (wrote->file.len && wrote->at_column && read->at_column &&
        read_line(arena_copy(arena, wrote->file).s, wrote->line, &text)) {
        struct str s = str_of(text);
        size_t at = wrote->at_column - 1;
        struct str found = find_update(s, at, read->at_column - 1);
        if (found.len && s.s[at] != s.s[at + 1] && variable.len) {
            const char *right = s.s + at + 2;
            size_t n = (size_t)(found.s + found.len - right);
            if (str_has((struct str){ right, n }, variable))
                found = S("");
        }
        update = utf8_shortened(arena, arena_copy(arena, found), MOST_TEXT);
    }
    free(text);
    return update;
}
