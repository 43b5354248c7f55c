#include "labels/wrap.h"

#include "names/brackets.h"
#include "util/text/utf8.h"

/* The quality of a line break behind a byte. */
enum break_quality { NO_BREAK, POOR, FAIR, GOOD, BEST };

/* The text that is not in lines yet. */
struct unwrapped {
    struct str text;
    const unsigned char *quality; /* by byte of the text: enum break_quality */
    size_t codes;                 /* the number of code points */
};

static bool begins_digit(struct str s)
{
    return s.len && ascii_is_digit(s.s[0]);
}

/* Would a break before s cut "()", "<>" or a bracket with an ellipsis? */
static bool begins_empty(struct str s)
{
    return str_starts(s, S(ELLIPSIS)) || str_starts(s, S(">")) ||
           str_starts(s, S(")"));
}

static bool begins_ellipsis(struct str s)
{
    str_take(&s, S(" "));
    return str_starts(s, S(ELLIPSIS));
}

/* Does s end in "…::", "…/" or "….", which belong to the name behind them? */
static bool ends_in_lead(struct str s)
{
    static const struct str leads[] = {
        STR(ELLIPSIS "::"), STR(ELLIPSIS "/"), STR(ELLIPSIS "."),
    };
    for (size_t i = 0; i < ROWS(leads); i++)
        if (str_ends(s, leads[i]))
            return true;
    return false;
}

/* Does s begin with the extension of a file, as in "py:12" and "js)"? */
static bool begins_extension(struct str s)
{
    size_t n = 0;
    while (n < s.len && s.s[n] >= 'a' && s.s[n] <= 'z')
        n++;
    struct str after = str_skip(s, n);
    bool line = str_starts(after, S(":")) && begins_digit(str_skip(after, 1));
    return n > 0 && n <= 4 && (line || str_starts(after, S(")")));
}

/*
 * Returns the quality of a break behind c. Runs such as "..." and "__" stay in
 * one piece, and so do "()", "<...>", ", ..." and "(anonymous namespace)". A
 * break between the parts of a name is better than one inside a part with its
 * arguments; among arguments, a break between types is better than one inside a
 * type. `depth` is the number of argument brackets around c.
 */
static enum break_quality quality_of(char before, char c, struct str after,
                                     size_t depth)
{
    if (after.len == 0 || after.s[0] == c)
        return NO_BREAK;
    switch (c) {
    case ':':
        if (before == ':')
            return depth ? FAIR : BEST;
        return begins_digit(after) ? NO_BREAK : POOR;
    case '.':
        return begins_digit(after) || begins_extension(after) ? NO_BREAK
                                                              : GOOD;
    case ',':
        return begins_ellipsis(after) ? NO_BREAK : GOOD;
    case ' ':
        return begins_empty(after) || str_starts(after, S("namespace)"))
                   ? NO_BREAK
                   : GOOD;
    case '/':
        return GOOD;
    case '<':
    case '(':
        return begins_empty(after) ||
                       str_starts(after, S("anonymous namespace)"))
                   ? NO_BREAK
                   : FAIR;
    case '_':
        return POOR;
    default:
        return NO_BREAK;
    }
}

/* Returns the quality of a break behind each byte. A '<' or '(' that is part of
   an operator's symbol allows none; if the brackets of the text do not match,
   all of them are taken for brackets. */
static unsigned char *rate_breaks(struct arena *arena, struct str text)
{
    struct brackets brackets;
    bool matched = brackets_find(&brackets, arena, text);
    unsigned char *quality = NEW_N(arena, unsigned char, text.len);
    size_t depth = 0;
    for (size_t at = 0; at < text.len; at++) {
        char c = text.s[at], before = at ? text.s[at - 1] : '\0';
        if (matched && brackets.kind[at] == BRACKET_ARGUMENTS)
            depth = brackets_open_at(&brackets, at) ? depth + 1 : depth - 1;
        if (!matched || brackets.kind[at] || (c != '<' && c != '('))
            quality[at] = (unsigned char)quality_of(
                before, c, str_skip(text, at + 1), depth);
        if (ends_in_lead(str_head(text, at + 1)))
            quality[at] = NO_BREAK;
    }
    return quality;
}

/* A place for a line break. */
struct line_break {
    size_t line;    /* bytes of the line before it */
    size_t next;    /* bytes up to the next line: a blank is dropped */
    size_t codes;   /* code points up to the next line */
    size_t columns; /* of the line */
    enum break_quality quality;
};

/*
 * Is `b` better than `best`, which is further left? A break within the width is
 * better than none and than one beyond it. One in the right half of the width
 * is better than one in the left half, so that "std::" does not get a line of
 * its own; otherwise quality decides, and between equals the one further right.
 */
static bool is_better(struct line_break b, struct line_break best, size_t width)
{
    bool late = b.columns * 2 > width, best_late = best.columns * 2 > width;
    if (best.quality == NO_BREAK || b.columns > width)
        return best.quality == NO_BREAK;
    return late != best_late ? late : b.quality >= best.quality;
}

/* Finds the best break within two widths. A poor one never leaves a short line,
   such as the "_" at the start of a mangled name. */
static struct line_break find_break(const struct unwrapped *rest, size_t width)
{
    struct line_break best = { .quality = NO_BREAK };
    struct str after = rest->text;
    for (size_t n = 1; n <= 2 * width && after.len; n++) {
        utf8_next(&after);
        size_t end = rest->text.len - after.len;
        bool blank = rest->text.s[end - 1] == ' ';
        struct line_break b = { end - blank, end, n, n - blank,
                                rest->quality[end - 1] };
        bool short_line = b.quality == POOR && b.columns * 4 < width;
        if (b.quality && b.columns && !short_line && is_better(b, best, width))
            best = b;
    }
    return best;
}

/* Breaks a word at the width. */
static struct line_break break_word(const struct unwrapped *rest, size_t width)
{
    struct str after = rest->text;
    for (size_t n = 0; n < width; n++)
        utf8_next(&after);
    size_t line = rest->text.len - after.len;
    return (struct line_break){ line, line, width, width, POOR };
}

struct str wrap_name(struct arena *arena, struct str name, size_t width)
{
    LOCAL_ARENA(scratch);
    struct buf out = { 0 };
    struct unwrapped rest = { .text = utf8_cleaned(arena, name) };
    rest.codes = utf8_length(rest.text);
    if (rest.codes <= width || width == 0)
        return rest.text;
    rest.quality = rate_breaks(&scratch, rest.text);
    while (rest.codes > width) {
        struct line_break b = find_break(&rest, width);
        if (!b.quality && rest.codes <= 2 * width)
            break;
        if (!b.quality)
            b = break_word(&rest, width);
        buf_add(&out, str_trim_end(str_head(rest.text, b.line)));
        buf_char(&out, '\n');
        rest.text = str_skip(rest.text, b.next);
        rest.quality += b.next;
        rest.codes -= b.codes;
    }
    buf_add(&out, rest.text);
    return buf_move(&out, arena);
}
