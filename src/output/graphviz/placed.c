#include "output/graphviz/placed.h"

#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "util/diag.h"

static int read_piece(void *text, char *piece, int size)
{
    struct str *rest = text;
    size_t n = rest->len < (size_t)size ? rest->len : (size_t)size;
    memcpy(piece, rest->s, n);
    *rest = str_skip(*rest, n);
    return (int)n;
}

struct str placed_attribute(void *object, const char *name)
{
    union {
        const char *constant;
        char *mutable;
    } u = { .constant = name };
    const char *value = agget(object, u.mutable);
    return value ? str_of(value) : S("");
}

double placed_number(void *object, const char *name, double other)
{
    struct str text = placed_attribute(object, name);
    double number;
    return str_take_number(&text, &number) ? number : other;
}

/* Takes a number up to the next comma or blank. */
static bool take_coordinate(struct str *text, double *number)
{
    size_t n = 0;
    while (n < text->len && text->s[n] != ',' && text->s[n] != ' ')
        n++;
    struct str digits = str_head(*text, n);
    *text = str_skip(*text, n);
    return str_take_number(&digits, number) && digits.len == 0;
}

/* Takes "12.5,-3". */
static bool take_point(const struct placed *placed, struct str *text,
                       struct point *point)
{
    if (!take_coordinate(text, &point->x) || !str_take(text, S(",")) ||
        !take_coordinate(text, &point->y))
        return false;
    point->y = placed->height - point->y;
    return true;
}

bool placed_box(const struct placed *placed, void *object, struct point *low,
                struct point *high)
{
    struct str text = placed_attribute(object, "bb");
    return take_point(placed, &text, low) && str_take(&text, S(",")) &&
           take_point(placed, &text, high);
}

bool placed_point(const struct placed *placed, void *object, const char *name,
                  struct point *point)
{
    struct str text = placed_attribute(object, name);
    return take_point(placed, &text, point);
}

bool placed_line(const struct placed *placed, struct arena *arena,
                 struct str *text, struct placed_line *line)
{
    LIST(struct point) points = { 0 };
    struct str curve;
    struct point point;
    *line = (struct placed_line){ 0 };
    if (!str_take_part(text, S(";"), &curve))
        return false;
    for (;;) {
        while (str_take(&curve, S(" ")))
            continue;
        if (str_take(&curve, S("s,")))
            line->has_start = take_point(placed, &curve, &line->start);
        else if (str_take(&curve, S("e,")))
            line->has_end = take_point(placed, &curve, &line->end);
        else if (take_point(placed, &curve, &point))
            *PUSH_IN(arena, &points) = point;
        else
            break;
    }
    line->points = points.of;
    line->n = points.n;
    return line->n > 0;
}

bool placed_read(struct placed *placed, struct str text)
{
    *placed = (struct placed){ 0 };
    Agiodisc_t io = { .afread = read_piece };
    placed->heap.discipline.io = &io;
    heap_set(&placed->heap);
    agerrlevel_t level = agseterr(AGMAX);
    placed->graph = agread(&text, &placed->heap.discipline);
    agseterr(level);
    struct point low, high;
    if (!placed->graph || !placed_box(placed, placed->graph, &low, &high))
        return diag_error("dot wrote no layout; --dot names another program, "
                          "and -T dot does without");
    /* The y of these was turned around with a height of 0. */
    placed->width = high.x - low.x;
    placed->height = low.y - high.y;
    return true;
}

void placed_close(struct placed *placed)
{
    if (placed->graph)
        agclose(placed->graph);
}
