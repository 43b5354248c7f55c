#include "deps/outputs/line.h"

/* "FILE:LINE" or "FILE:LINE:COLUMN". Numbers are 0 if they are not there. */
struct place {
    struct str file;
    uint64_t line, column;
};

/* Cuts ":NUMBER" off the end of a text. */
static bool cut_number(struct str *text, uint64_t *number)
{
    struct str before, digits;
    if (!str_cut_last(*text, S(":"), &before, &digits) ||
        !str_take_digits(&digits, number) || digits.len)
        return false;
    *text = before;
    return true;
}

static struct place split(struct str text)
{
    struct place place = { .file = text };
    if (cut_number(&place.file, &place.line) &&
        cut_number(&place.file, &place.column)) {
        uint64_t line = place.column;
        place.column = place.line;
        place.line = line;
    }
    return place;
}

struct str line_short(struct arena *arena, struct str place, struct str before)
{
    place = str_basename(place);
    struct str file = split(place).file;
    if (file.len < place.len && str_eq(file, split(str_basename(before)).file))
        return arena_printf(arena, "%.*s", (int)(place.len - file.len),
                            place.s + file.len);
    return place;
}

int line_compare(struct str a, struct str b)
{
    struct place p = split(a), q = split(b);
    int order = str_cmp(p.file, q.file);
    order = order ? order : COMPARE(p.line, q.line);
    return order ? order : COMPARE(p.column, q.column);
}
