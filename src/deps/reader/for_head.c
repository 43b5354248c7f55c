#include "deps/reader/for_head.h"

/* Returns the position behind the literal whose quote is at `at`. */
static size_t skip_literal(struct str s, size_t at)
{
    char quote = s.s[at++];
    while (at < s.len && s.s[at] != quote)
        at += s.s[at] == '\\' ? 2 : 1;
    return at + 1;
}

/* Reads the head whose parenthesis opens at a position. Returns false if it does
   not end in the line, or is one of a range. */
static bool read_head(struct str s, size_t word, size_t open,
                      struct for_head *head)
{
    size_t depth = 0, parts = 0;
    *head = (struct for_head){ .is_for = true, .word = word + 1 };
    for (size_t i = open; i < s.len; i++) {
        char c = s.s[i];
        if (c == '"' || c == '\'') {
            i = skip_literal(s, i) - 1;
        } else if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if (c == ')' || c == ']' || c == '}') {
            if (--depth)
                continue;
            head->close = i + 1;
            return parts == 2;
        } else if (c == ';' && depth == 1) {
            *(parts++ ? &head->step : &head->condition) = i + 1;
        } else if (c == ',' && depth == 1) {
            head->word = 0;
        }
    }
    return false;
}

/* Returns the position of the next word "for" with a parenthesis behind it, from
   `at` on, and sets *open to that; or the end of the line. */
static size_t next_for(struct str s, size_t at, size_t *open)
{
    for (; at < s.len; at++) {
        if (!str_starts(str_skip(s, at), S("for")) ||
            (at && ascii_is_word(s.s[at - 1])))
            continue;
        *open = at + 3;
        while (*open < s.len && ascii_is_blank(s.s[*open]))
            ++*open;
        if (*open < s.len && s.s[*open] == '(')
            return at;
    }
    return s.len;
}

struct for_head for_head_in(struct str line, uint64_t column)
{
    struct for_head only = { .is_for = str_has(line, S("for")) }, head;
    size_t n = 0, open = 0;
    bool is_other = str_has(line, S("while")) || str_has(line, S("goto"));
    for (size_t at = 0; (at = next_for(line, at, &open)) < line.len; at += 3) {
        bool is_whole = read_head(line, at, open, &head);
        if (!is_whole || !head.word)
            head = (struct for_head){ .is_for = true };
        if (head.close && column >= head.word && column < head.close)
            return head;
        if (n++ || is_other)
            head = (struct for_head){ .is_for = true };
        only = head;
    }
    return only;
}

bool for_head_has(const struct for_head *head, uint64_t column)
{
    return column >= head->word && column < head->close &&
           (column < head->condition || column > head->step);
}
