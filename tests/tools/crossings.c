/*
 * Measures how tangled a layout is. Reads the output of "dot -Tplain" from
 * standard input and prints
 *
 *     NODES nodes, EDGES edges, N crossings, LENGTH in of edges, WxH in
 *
 * Each point where two edges cross counts, unless both begin or both end at the
 * same node: such edges run side by side for a while. Curves are approximated by
 * STEPS straight pieces each.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 8 };

struct point {
    double x, y;
};

struct edge {
    char tail[64], head[64];
    struct point *points, low, high; /* low and high: the bounding box */
    size_t n;
};

static struct edge *edges;
static size_t n_edges, n_nodes;
static double width, height;

/* Returns the point at t, from 0 to 1, of the Bezier curve with four control
   points. */
static struct point curve(const struct point *p, double t)
{
    double s = 1 - t;
    double a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    return (struct point){ a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                           a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y };
}

static void add_point(struct edge *edge, struct point p)
{
    if (edge->n == 0)
        edge->low = edge->high = p;
    edge->points[edge->n++] = p;
    edge->low = (struct point){ fmin(edge->low.x, p.x), fmin(edge->low.y, p.y) };
    edge->high =
        (struct point){ fmax(edge->high.x, p.x), fmax(edge->high.y, p.y) };
}

/* Adds the edge of a line "edge TAIL HEAD N X Y X Y ... [LABEL X Y] STYLE
   COLOR". */
static void add_edge(char *rest)
{
    struct edge *edge;
    int used = 0;
    size_t n = 0;
    edges = realloc(edges, (n_edges + 1) * sizeof *edges);
    edge = &edges[n_edges];
    memset(edge, 0, sizeof *edge);
    if (sscanf(rest, "%63s %63s %zu%n", edge->tail, edge->head, &n, &used) != 3)
        return;
    struct point *control = calloc(n, sizeof *control);
    edge->points = calloc(n * STEPS + 1, sizeof *edge->points);
    rest += used;
    for (size_t i = 0; i < n; i++) {
        control[i].x = strtod(rest, &rest);
        control[i].y = strtod(rest, &rest);
    }
    for (size_t i = 0; i + 3 < n; i += 3)
        for (int step = i ? 1 : 0; step <= STEPS; step++)
            add_point(edge, curve(control + i, (double)step / STEPS));
    free(control);
    n_edges++;
}

static void read_line(char *line)
{
    if (strncmp(line, "graph ", 6) == 0)
        sscanf(line, "graph %*f %lf %lf", &width, &height);
    if (strncmp(line, "node ", 5) == 0)
        n_nodes++;
    if (strncmp(line, "edge ", 5) == 0)
        add_edge(line + 5);
}

/* Returns a positive number if c is on one side of the line through a and b, a
   negative one if it is on the other side. */
static double side(struct point a, struct point b, struct point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Do the lines from a to b and from c to d cross? */
static int cross(struct point a, struct point b, struct point c, struct point d)
{
    return (side(a, b, c) > 0) != (side(a, b, d) > 0) &&
           (side(c, d, a) > 0) != (side(c, d, b) > 0);
}

/* Do the bounding boxes have no point in common? */
static int apart(const struct edge *a, const struct edge *b)
{
    return a->high.x < b->low.x || b->high.x < a->low.x ||
           a->high.y < b->low.y || b->high.y < a->low.y;
}

static long crossings(const struct edge *a, const struct edge *b)
{
    long n = 0;
    if (apart(a, b) || strcmp(a->tail, b->tail) == 0 ||
        strcmp(a->head, b->head) == 0)
        return 0;
    for (size_t i = 0; i + 1 < a->n; i++)
        for (size_t j = 0; j + 1 < b->n; j++)
            n += cross(a->points[i], a->points[i + 1], b->points[j],
                       b->points[j + 1]);
    return n;
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    long n = 0;
    double length = 0;
    while (getline(&line, &room, stdin) > 0)
        read_line(line);
    for (size_t i = 0; i < n_edges; i++) {
        const struct edge *e = &edges[i];
        for (size_t p = 0; p + 1 < e->n; p++)
            length += hypot(e->points[p + 1].x - e->points[p].x,
                            e->points[p + 1].y - e->points[p].y);
        for (size_t j = i + 1; j < n_edges; j++)
            n += crossings(e, &edges[j]);
    }
    printf("%zu nodes, %zu edges, %ld crossings, %.0f in of edges, "
           "%.1fx%.1f in\n", n_nodes, n_edges, n, length, width, height);
    for (size_t i = 0; i < n_edges; i++)
        free(edges[i].points);
    free(edges);
    free(line);
    return 0;
}
