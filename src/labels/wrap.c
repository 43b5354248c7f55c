#include "labels/wrap.h"

#include "names/brackets.h"
#include "util/utf8.h"

/* How good a line break behind a byte is. */
enum { NO_BREAK, POOR, FAIR, GOOD, BEST };

/* What is left to wrap, and the ranks of its bytes. */
struct rest {
    struct str text;
    const unsigned char *ranks;
    size_t codes;
};

static bool begins_digit(struct str s)
{
    return s.len && ascii_is_digit(s.s[0]);
}

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

/* "…::", "…/" and "….", for what leads to the name behind it. */
static bool ends_lead(struct str s)
{
    static const struct str leads[] = {
        STR(ELLIPSIS "::"), STR(ELLIPSIS "/"), STR(ELLIPSIS "."),
    };
    for (size_t i = 0; i < ROWS(leads); i++)
        if (str_ends(s, leads[i]))
            return true;
    return false;
}

/* "py:12", "js)": what ends the name of a file. */
static bool extension(struct str s)
{
    size_t n = 0;
    while (n < s.len && s.s[n] >= 'a' && s.s[n] <= 'z')
        n++;
    struct str after = str_skip(s, n);
    bool line = str_starts(after, S(":")) && begins_digit(str_skip(after, 1));
    return n > 0 && n <= 4 && (line || str_starts(after, S(")")));
}

/* Runs such as "..." or "__" stay in one piece, and so do "()", "<...>",
   ", ..." and "(anonymous namespace)".
   The parts of a name are better kept on a line than its arguments, and in
   those a type is better kept than a list of types. */
static int rank_of(char before, char c, struct str after, size_t depth)
{
    if (after.len == 0 || after.s[0] == c)
        return NO_BREAK;
    switch (c) {
    case ':':
        if (before == ':')
            return depth ? FAIR : BEST;
        return begins_digit(after) ? NO_BREAK : POOR;
    case '.':
        return begins_digit(after) || extension(after) ? NO_BREAK : GOOD;
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

/* Brackets that are part of an operator's symbol are no place for a break;
   where brackets do not fit, this is not known. */
static unsigned char *rank_bytes(struct arena *arena, struct str text)
{
    struct brackets nest;
    bool fits = brackets_find(&nest, arena, text);
    unsigned char *ranks = NEW_N(arena, unsigned char, text.len);
    size_t depth = 0;
    for (size_t at = 0; at < text.len; at++) {
        char c = text.s[at];
        if (fits && nest.group[at] == ARGUMENT_GROUP)
            depth = nest.partner[at] > at ? depth + 1 : depth - 1;
        if (!fits || nest.group[at] || (c != '<' && c != '('))
            ranks[at] = (unsigned char)rank_of(at ? text.s[at - 1] : '\0', c,
                                               str_skip(text, at + 1), depth);
        if (ends_lead(str_head(text, at + 1)))
            ranks[at] = NO_BREAK;
    }
    return ranks;
}

/* A place for a line break. */
struct place {
    size_t line;    /* bytes of the line before it */
    size_t next;    /* bytes up to the next line */
    size_t codes;   /* up to the next line */
    size_t columns; /* of the line */
    int rank;
};

/* Places come from left to right. */
static bool better(struct place place, struct place best, size_t width)
{
    bool late = place.columns * 2 > width, best_late = best.columns * 2 > width;
    if (best.rank == NO_BREAK || place.columns > width)
        return best.rank == NO_BREAK;
    return late != best_late ? late : place.rank >= best.rank;
}

/* The best place within two widths; if one fits, one in the later half of the
   width, so that "std::" does not get a line of its own, and the "_" in front
   of a mangled name never does. */
static struct place find_place(const struct rest *rest, size_t width)
{
    struct place best = { .rank = NO_BREAK };
    struct str after = rest->text;
    for (size_t n = 1; n <= 2 * width && after.len; n++) {
        utf8_next(&after);
        size_t end = rest->text.len - after.len;
        bool blank = rest->text.s[end - 1] == ' ';
        struct place place = { end - blank, end, n, n - blank,
                               rest->ranks[end - 1] };
        bool stump = place.rank == POOR && place.columns * 4 < width;
        if (place.rank && place.columns && !stump &&
            better(place, best, width))
            best = place;
    }
    return best;
}

static struct place break_hard(const struct rest *rest, size_t width)
{
    struct str after = rest->text;
    for (size_t n = 0; n < width; n++)
        utf8_next(&after);
    size_t line = rest->text.len - after.len;
    return (struct place){ line, line, width, width, POOR };
}

static void put_line(struct buf *out, struct rest *rest, struct place place)
{
    buf_add(out, str_trim_end(str_head(rest->text, place.line)));
    buf_char(out, '\n');
    rest->text = str_skip(rest->text, place.next);
    rest->ranks += place.next;
    rest->codes -= place.codes;
}

static void put_lines(struct buf *out, struct rest *rest, size_t width)
{
    while (width && rest->codes > width) {
        struct place place = find_place(rest, width);
        if (!place.rank && rest->codes <= 2 * width)
            break;
        put_line(out, rest, place.rank ? place : break_hard(rest, width));
    }
    buf_add(out, rest->text);
}

struct str wrap_name(struct arena *arena, struct str name, size_t width)
{
    struct arena scratch = { 0 };
    struct buf out = { 0 };
    struct rest rest = { .text = utf8_cleaned(arena, name) };
    rest.codes = utf8_length(rest.text);
    if (rest.codes <= width)
        return rest.text;
    rest.ranks = rank_bytes(&scratch, rest.text);
    put_lines(&out, &rest, width);
    arena_free(&scratch);
    return buf_move(&out, arena);
}
