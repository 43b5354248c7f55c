#include "output/dot/placed.h"

#include <cgraph.h>

#include "output/dot/heap.h"
#include "util/diag.h"

struct placed_graph {
    Agraph_t *graph;
    struct heap heap;
};

static struct placed_object *object_of(void *object)
{
    return object;
}

static int read_piece(void *text, char *piece, int size)
{
    struct str *rest = text;
    size_t n = rest->len < (size_t)size ? rest->len : (size_t)size;
    memcpy(piece, rest->s, n);
    *rest = str_skip(*rest, n);
    return (int)n;
}

struct str placed_name(struct placed_object *object)
{
    return str_of(agnameof(object));
}

struct str placed_attribute(struct placed_object *object, const char *name)
{
    union {
        const char *constant;
        char *mutable;
    } u = { .constant = name };
    const char *value = agget(object, u.mutable);
    return value ? str_of(value) : S("");
}

double placed_number(struct placed_object *object, const char *name,
                     double other)
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

bool placed_box(const struct placed *placed, struct placed_object *object,
                struct point *low, struct point *high)
{
    struct str text = placed_attribute(object, "bb");
    return take_point(placed, &text, low) && str_take(&text, S(",")) &&
           take_point(placed, &text, high);
}

bool placed_point(const struct placed *placed, struct placed_object *object,
                  const char *name, struct point *point)
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

/* Frames are in a tree of subgraphs of a few levels. */
static void list_frames(struct placed *placed, struct arena *arena)
{
    LIST(Agraph_t *) open = { 0 };
    *PUSH_IN(arena, &open) = placed->graph->graph;
    while (open.n) {
        Agraph_t *graph = open.of[--open.n];
        if (str_starts(str_of(agnameof(graph)), S("cluster_")))
            *PUSH_IN(arena, &placed->frames) = object_of(graph);
        for (Agraph_t *g = agfstsubg(graph); g; g = agnxtsubg(g))
            *PUSH_IN(arena, &open) = g;
    }
}

static void list_objects(struct placed *placed, struct arena *arena)
{
    Agraph_t *graph = placed->graph->graph;
    list_frames(placed, arena);
    for (Agnode_t *n = agfstnode(graph); n; n = agnxtnode(graph, n)) {
        *PUSH_IN(arena, &placed->nodes) = object_of(n);
        for (Agedge_t *e = agfstout(graph, n); e; e = agnxtout(graph, e))
            *PUSH_IN(arena, &placed->edges) = object_of(e);
    }
}

bool placed_read(struct placed *placed, struct arena *arena, struct str text)
{
    struct placed_graph *read = NEW(arena, struct placed_graph);
    *placed = (struct placed){ .graph = read };
    static Agiodisc_t io = { .afread = read_piece };
    read->heap.discipline.io = &io;
    heap_set(&read->heap);
    agerrlevel_t level = agseterr(AGMAX);
    read->graph = agread(&text, &read->heap.discipline);
    agseterr(level);
    struct point low, high;
    if (!read->graph ||
        !placed_box(placed, object_of(read->graph), &low, &high))
        return diag_error("dot wrote no layout; --dot names another program, "
                          "and -T dot does without");
    /* The y of these was turned around with a height of 0. */
    placed->width = high.x - low.x;
    placed->height = low.y - high.y;
    list_objects(placed, arena);
    return true;
}

void placed_close(struct placed *placed)
{
    if (placed->graph && placed->graph->graph)
        agclose(placed->graph->graph);
}
