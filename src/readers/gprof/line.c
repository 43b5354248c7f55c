/*
 * The lines of a gprof call graph:
 *
 *     index % time    self  children    called     name
 *                                                      <spontaneous>
 *     [1]    100.0    0.00    0.12                 main [1]
 *                     0.01    0.00    2000/8000        term <cycle 2> [12]
 *     -----------------------------------------------
 *     [2]     34.6    0.03    0.02    8000+1003707 <cycle 2 as a whole> [2]
 *                     0.01    0.01  362954+202441      factor <cycle 2> [11]
 *
 * An index in parentheses belongs to a function without an entry of its own.
 * Words are translated, numbers may have a decimal comma, wide columns shift
 * or touch each other, and from 10000 on the index at the margin is cut off.
 * So a line is recognised by the order of its numbers and by the index at its
 * end.
 */
#include "readers/gprof/line.h"

#include "util/known.h"

/* A byte of a letter that is not ASCII counts as a letter. */
static bool is_letter(char c)
{
    return ascii_is_letter(c) || (unsigned char)c >= 0x80;
}

static bool has_digit(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (ascii_is_digit(s.s[i]))
            return true;
    return false;
}

static bool is_blank_at(struct str s, size_t at)
{
    return at < s.len && ascii_is_blank(s.s[at]);
}

/* Returns the end of a number with a decimal sign, or 0 if s does not begin
   with one. */
static size_t decimal_end(struct str s)
{
    size_t sign = str_digits_end(s, 0);
    if (sign == 0 || sign >= s.len || (s.s[sign] != '.' && s.s[sign] != ','))
        return 0;
    size_t end = str_digits_end(s, sign + 1);
    return end > sign + 1 ? end : 0;
}

/* Takes a percentage or a time, which always has a decimal sign. If the next
   column touches it, it ends after the number of decimals that gprof prints.
   Where gprof divides by zero it prints "inf", "nan" or "-nan": UNKNOWN. */
static bool take_time(struct str *s, size_t decimals, double *time)
{
    struct str rest = *s;
    str_take_blanks(&rest);
    struct str word = rest;
    str_take(&word, S("-"));
    if ((str_take(&word, S("nan")) || str_take(&word, S("inf"))) &&
        is_blank_at(word, 0)) {
        *s = word;
        *time = UNKNOWN;
        return true;
    }
    size_t sign = str_digits_end(rest, 0), end = decimal_end(rest);
    if (!end)
        return false;
    if (!is_blank_at(rest, end)) {
        if (end <= sign + 1 + decimals)
            return false;
        end = sign + 1 + decimals;
    }
    *s = str_skip(rest, end);
    return str_number(str_head(rest, end), time);
}

static bool take_count(struct str *s, double *count)
{
    uint64_t n;
    if (!str_take_digits(s, &n))
        return false;
    *count = (double)n;
    return true;
}

/* Takes "300", "300/45300" or "300+7". The name follows, so there must be a
   blank after it. */
static bool take_called(struct str *s, struct gprof_line *line)
{
    struct str rest = *s;
    double calls, total = UNKNOWN, self_calls = UNKNOWN;
    str_take_blanks(&rest);
    if (!take_count(&rest, &calls) ||
        (str_take(&rest, S("/")) && !take_count(&rest, &total)) ||
        (str_take(&rest, S("+")) && !take_count(&rest, &self_calls)) ||
        !is_blank_at(rest, 0))
        return false;
    line->calls = calls;
    line->total = total;
    line->self_calls = self_calls;
    *s = rest;
    return true;
}

/* Cuts " [12]" or " (12)" off the end, and returns the digits as well. */
static bool cut_index(struct str *s, struct str *digits, uint32_t *index)
{
    uint64_t n;
    char close = s->len ? s->s[s->len - 1] : '\0';
    size_t start = s->len ? s->len - 1 : 0;
    while (start && ascii_is_digit(s->s[start - 1]))
        start--;
    *digits = str_skip(str_head(*s, s->len - 1), start);
    struct str number = *digits;
    if ((close != ']' && close != ')') || start < 2 ||
        s->s[start - 1] != (close == ']' ? '[' : '(') ||
        !ascii_is_blank(s->s[start - 2]) || !str_take_digits(&number, &n) ||
        n >= UINT32_MAX)
        return false;
    *index = (uint32_t)n;
    *s = str_trim_end(str_head(*s, start - 1));
    return true;
}

/* Could this be words of some language? Template arguments and types have
   other characters. */
static bool is_prose(struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        char c = s.s[i];
        if (!ascii_is_digit(c) && !ascii_is_blank(c) && !is_letter(c) &&
            !str_has(S(".-\'"), str_head(str_skip(s, i), 1)))
            return false;
    }
    return true;
}

/* Recognises "<cycle 3>", "<hela cykel 3>", "<3. ciklus>" and so on: a number
   and other words between angle brackets. */
static bool is_cycle(struct str s)
{
    size_t numbers = 0, words = 0;
    struct str word;
    if (!str_take(&s, S("<")) || !str_ends(s, S(">")))
        return false;
    s.len--;
    if (!is_prose(s))
        return false;
    while (str_take_word(&s, &word)) {
        size_t n = str_digits_end(word, 0);
        if (n == word.len || (n && !is_letter(word.s[n])))
            numbers++;
        else
            words++;
    }
    return numbers == 1 && words;
}

/* Cuts the cycle off the end of the name, if there is one. */
static void cut_cycle(struct gprof_line *line)
{
    struct str before, after, name = line->name;
    if (!str_ends(name, S(">")) || !str_cut_last(name, S("<"), &before, &after))
        return;
    if (before.len && ascii_is_blank(before.s[before.len - 1]) &&
        is_cycle(str_skip(name, before.len))) {
        line->name = str_trim_end(before);
        line->in_cycle = true;
    }
}

/* Reads a primary line; s begins after the '[' at the margin. */
static enum gprof_kind primary_line(struct str s, struct gprof_line *line)
{
    double percent;
    struct str margin = str_head(s, str_digits_end(s, 0)), index;
    s = str_skip(s, margin.len);
    bool closed = str_take(&s, S("]"));
    if (!cut_index(&s, &index, &line->index) || margin.len == 0 ||
        !(closed ? str_eq(index, margin) : str_starts(index, margin)))
        return GPROF_OTHER;
    if (!take_time(&s, 1, &percent) || !take_time(&s, 2, &line->self) ||
        !take_time(&s, 2, &line->children))
        return GPROF_OTHER;
    take_called(&s, line);
    line->name = str_trim(s);
    if (is_cycle(line->name))
        return GPROF_CYCLE;
    cut_cycle(line);
    return line->name.len ? GPROF_PRIMARY : GPROF_OTHER;
}

static enum gprof_kind relative_line(struct str s, struct gprof_line *line)
{
    struct str index;
    bool has_index = cut_index(&s, &index, &line->index);
    if (take_time(&s, 2, &line->self))
        take_time(&s, 2, &line->children);
    take_called(&s, line);
    struct str name = line->name = str_trim(s);
    if (!has_index)
        return str_starts(name, S("<")) && str_ends(name, S(">")) &&
                       !has_digit(name)
                   ? GPROF_SPONTANEOUS
                   : GPROF_OTHER;
    cut_cycle(line);
    return line->name.len ? GPROF_RELATIVE : GPROF_OTHER;
}

static bool is_dashes(struct str s)
{
    size_t n = 0;
    while (n < s.len && s.s[n] == '-')
        n++;
    return n > 1 && n == s.len;
}

/* Recognises "index % time    self  children    called     name" in any
   language: five words or more without a digit, '%' in one of the first
   three. */
static bool is_header(struct str s)
{
    size_t words = 0;
    struct str word, rest = s;
    bool percent = false;
    if (ascii_is_blank(s.s[0]) || s.s[0] == '%' || has_digit(s))
        return false;
    while (str_take_word(&rest, &word))
        if (++words <= 3)
            percent = percent || str_has(word, S("%"));
    return percent && words >= 5;
}

enum gprof_kind gprof_line(struct str text, struct gprof_line *line)
{
    struct str s = str_trim_end(text);
    *line = (struct gprof_line){ .self = UNKNOWN,
                                 .children = UNKNOWN,
                                 .calls = UNKNOWN,
                                 .total = UNKNOWN,
                                 .self_calls = UNKNOWN };
    if (s.len == 0)
        return GPROF_BLANK;
    if (is_dashes(s))
        return GPROF_DASHES;
    if (is_header(s))
        return GPROF_HEADER;
    return str_take(&s, S("[")) ? primary_line(s, line)
                                : relative_line(s, line);
}

bool gprof_line_is_heading(struct str text)
{
    return !has_digit(text);
}

/* Takes the calls and the times per call, if they are there. */
static void take_calls(struct str *s, double *calls)
{
    struct str rest = *s;
    double count, time;
    str_take_blanks(&rest);
    if (take_count(&rest, &count) && take_time(&rest, 2, &time) &&
        take_time(&rest, 2, &time) && is_blank_at(rest, 0)) {
        *calls = count;
        *s = rest;
    }
}

bool gprof_line_row(struct str text, struct gprof_line_row *row)
{
    struct str rest = text, digits;
    struct gprof_line line = { 0 };
    *row = (struct gprof_line_row){ .calls = UNKNOWN };
    if (!take_time(&rest, 2, &row->percent) ||
        !take_time(&rest, 2, &row->cumulative) ||
        !take_time(&rest, 2, &row->self) || !is_blank_at(rest, 0) ||
        !known(row->percent + row->cumulative + row->self))
        return false;
    take_calls(&rest, &row->calls);
    line.name = str_trim(rest);
    row->has_index = cut_index(&line.name, &digits, &line.index);
    if (row->has_index)
        cut_cycle(&line);
    row->name = line.name;
    return row->name.len > 0;
}

/* Is there a percent sign before or after s[start, end)? */
static bool is_percentage(struct str s, size_t start, size_t end)
{
    return (start && s.s[start - 1] == '%') || (end < s.len && s.s[end] == '%');
}

/* Languages differ in the order of the words and of the two numbers that have
   decimals, of which one is a percentage. */
bool gprof_line_granularity(struct str text, double *whole)
{
    size_t percentages = 0, times = 0;
    for (size_t start = 0, end; start < text.len; start = end) {
        struct str rest = str_skip(text, start);
        size_t length = decimal_end(rest);
        end = start + length;
        if (length == 0)
            end = str_digits_end(text, start) + 1;
        else if (is_percentage(text, start, end))
            percentages++;
        else if (str_number(str_head(rest, length), whole))
            times++;
    }
    return percentages == 1 && times == 1;
}
