#include "output/deps/line.h"

#include "util/buf.h"
#include "util/number.h"

struct str line_short(struct arena *arena, struct str place, struct str before)
{
    struct str file, line, other, unused;
    place = str_basename(place);
    if (str_cut_last(place, S(":"), &file, &line) &&
        str_cut_last(str_basename(before), S(":"), &other, &unused) &&
        str_eq(file, other))
        return arena_printf(arena, ":%.*s", (int)line.len, line.s);
    return place;
}

/* Splits "FILE:LINE"; the line is 0 if there is none. */
static struct str split_place(struct str place, uint64_t *line)
{
    struct str file = place, number;
    *line = 0;
    if (str_cut_last(place, S(":"), &file, &number))
        str_take_digits(&number, line);
    return file;
}

int line_compare(struct str a, struct str b)
{
    uint64_t a_line, b_line;
    struct str a_file = split_place(a, &a_line);
    struct str b_file = split_place(b, &b_line);
    int order = str_cmp(a_file, b_file);
    return order ? order : (a_line > b_line) - (a_line < b_line);
}
