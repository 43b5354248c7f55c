/* Matches patterns with groups, alternatives and stars by backtracking. */
#include "work.h"

/* The rest of the pattern, which has to match after a part of it. Continuations
   are linked. */
struct rest {
    const char *pattern;
    const struct rest *next;
};

static bool match(const char *pattern, const char *s, const struct rest *rest);

static bool match_rest(const char *s, const struct rest *rest)
{
    return rest ? match(rest->pattern, s, rest->next) : true;
}

static const char *end_of_group(const char *pattern)
{
    int depth = 0;
    do {
        depth += (*pattern == '(') - (*pattern == ')');
        pattern++;
    } while (depth);
    return pattern;
}

static bool match_group(const char *pattern, const char *s,
                        const struct rest *rest)
{
    struct rest after = { end_of_group(pattern), rest };
    int depth = 0;
    for (const char *p = pattern; p < after.pattern; p++) {
        depth += (*p == '(') - (*p == ')');
        if (depth == 1 && (p == pattern || *p == '|') && match(p + 1, s, &after))
            return true;
    }
    return false;
}

static bool match_char(char pattern, char c)
{
    return c && (pattern == '.' || pattern == c);
}

static bool match_star(const char *pattern, const char *s,
                       const struct rest *rest)
{
    for (const char *e = s;; e++) {
        if (match(pattern + 2, e, rest))
            return true;
        if (!match_char(*pattern, *e))
            return false;
    }
}

static bool match(const char *pattern, const char *s, const struct rest *rest)
{
    if (*pattern == '\0' || *pattern == ')' || *pattern == '|')
        return match_rest(s, rest);
    if (*pattern == '(')
        return match_group(pattern, s, rest);
    if (pattern[1] == '*')
        return match_star(pattern, s, rest);
    return match_char(*pattern, *s) && match(pattern + 1, s + 1, rest);
}

static int search(const char *pattern, const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += match(pattern, s, NULL);
    return n;
}

int main(void)
{
    static const char *const patterns[] = { "a(b|c)d", "a*b(c*|d)e", ".*x",
                                            "(a|b(c|d*)e)f" };
    char text[101];
    int n = 0;
    for (int round = 0; round < 60; round++) {
        for (int i = 0; i < 100; i++)
            text[i] = (char)('a' + random_below(6));
        text[100] = '\0';
        for (int i = 0; i < 4; i++)
            n += search(patterns[i], text);
    }
    return n < 0;
}
