#include "output/wing.h"

#include "deps/outputs/deps.h"
#include "output/dot/drawing.h"
#include "output/dot/escape.h"

enum { TIP_LIMIT = 300 }; /* bytes of a line in a tooltip */

static struct color dep_color(const struct drawing *d,
                              enum dependence_kind kind)
{
    const struct theme *theme = d->report->look->theme;
    return dependence_is_across(kind) ? theme->across_threads
                                      : theme->dependence;
}

/* Do the arrows of dependences affect the ranks? If they are few and between
   functions they do: the reader stands below the writer, which keeps their
   labels legible. Otherwise ranks follow calls and statements alone. */
static bool deps_shape_layout(const struct drawing *d, const struct deps *deps)
{
    return deps->detailed && d->report->look->deps.by == DEPS_FUNCTION;
}

static struct str dep_tooltip(struct drawing *d, struct str text)
{
    struct buf tip = { 0 };
    struct str line;
    while (str_cut(text, S("\n"), &line, &text)) {
        escape_tooltip(&tip, line, TIP_LIMIT);
        buf_add(&tip, S("\\n"));
    }
    escape_tooltip(&tip, text, TIP_LIMIT);
    return buf_move(&tip, d->arena);
}

static void draw_dependence(struct drawing *d, const struct deps *deps,
                            const struct dep_arrow *arrow)
{
    bool threads = dependence_is_across(arrow->kind);
    const char *style =
        dependence_base(arrow->kind) == DEPENDS ? "dashed" : "dotted";
    struct str tooltip = dep_tooltip(d, arrow->tooltip);
    Agedge_t *edge = agedge(d->graph, agnode(d->graph, mut(arrow->from.s), 1),
                            agnode(d->graph, mut(arrow->to.s), 1), NULL, 1);
    set(edge, "id", arrow->id.s);
    set(edge, "class", threads ? "dep threads" : "dep");
    dot_set_edge_text(d, edge, arrow->id, arrow->label,
                      dep_color(d, arrow->kind),
                      theme_edge_font_size(d->report->look->theme, 0), 0);
    set(edge, "tooltip", tooltip.s);
    set(edge, "labeltooltip", tooltip.s);
    set(edge, "style",
        threads ? arena_printf(d->arena, "%s,bold", style).s : style);
    set(edge, "arrowhead", threads ? "empty" : "vee");
    set_color(d, edge, "color", dep_color(d, arrow->kind));
    set_color(d, edge, "fontcolor", dep_color(d, arrow->kind));
    if (!deps_shape_layout(d, deps) && !arrow->is_forward)
        set(edge, "constraint", "false");
    set_number(edge, "fontsize",
               theme_edge_font_size(d->report->look->theme, 0));
    set_number(edge, "arrowsize", .7);
}

static void draw_statement(struct drawing *d,
                           const struct dep_statement *statement)
{
    const struct theme *theme = d->report->look->theme;
    Agnode_t *node = agnode(d->graph, mut(statement->id.s), 1);
    struct buf tip = { 0 };
    escape_tooltip(&tip, statement->place, TIP_LIMIT);
    if (statement->tooltip.len) {
        buf_add(&tip, S("\\n"));
        escape_tooltip(&tip, statement->tooltip, TIP_LIMIT);
    }
    struct str tooltip = buf_move(&tip, d->arena);
    set(node, "id", statement->id.s);
    set(node, "class", "statement");
    set(node, "tooltip", tooltip.s);
    set(node, "style", "solid");
    set_color(d, node, "color", dep_color(d, DEPENDS));
    struct box box =
        box_of_text(d->arena, statement->label, theme_edge_font_size(theme, 0));
    dot_set_box(d, node, &box, theme_background(theme));
}

/* Draws the line that joins a function with its first statement, or a statement
   with the next one. */
static void draw_spine(struct drawing *d, const char *from, const char *to)
{
    Agedge_t *edge = agedge(d->graph, agnode(d->graph, mut(from), 1),
                            agnode(d->graph, mut(to), 1), NULL, 1);
    set(edge, "class", "spine");
    set(edge, "tooltip", " ");
    set_color(d, edge, "color", dep_color(d, DEPENDS));
    set(edge, "arrowhead", "none");
    set(edge, "weight", "1000");
    set_number(edge, "penwidth", .5);
}

void deps_draw(struct drawing *d)
{
    if (!d->unfolded->profile->dependences)
        return;
    const struct deps *deps = deps_of(d->arena, d->unfolded);
    for (size_t i = 0; i < deps->n_statements; i++)
        draw_statement(d, &deps->statements[i]);
    for (size_t i = 0; i < deps->n_statements; i++) {
        const struct dep_statement *s = &deps->statements[i];
        if (s->above.len && d->in_view[s->function])
            draw_spine(d, s->above.s, s->id.s);
    }
    for (size_t i = 0; i < deps->n_arrows; i++)
        draw_dependence(d, deps, &deps->arrows[i]);
}

void deps_mark_boxes(const struct report *report, bool *marked)
{
    LOCAL_ARENA(scratch);
    if (report->look->deps.by != DEPS_NONE && report->profile->dependences)
        dependences_mark(report->profile->dependences,
                         deps_view(&scratch, report), marked);
}

size_t deps_count_arrows(struct arena *arena, const struct report *report)
{
    return report->profile->dependences ? deps_of(arena, report)->n_arrows : 0;
}
