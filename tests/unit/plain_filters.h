/* Filters on plain stacks, by what the manual says of each one, and random
   choices of filters. */
#ifndef UNIT_PLAIN_FILTERS_H
#define UNIT_PLAIN_FILTERS_H

#include "filter/filter.h"
#include "plain.h"

/* These functions apply each filter to one plain stack. `marked` is by number
   of the function. */

static inline bool has_match(const struct stack *s, const bool *marked)
{
    for (uint32_t i = 0; i < s->depth; i++)
        if (marked[s->f[i]])
            return true;
    return false;
}

static inline struct stack plain_focus(struct stack s, const bool *marked)
{
    s.depth = has_match(&s, marked) ? s.depth : 0;
    return s;
}

static inline struct stack plain_ignore(struct stack s, const bool *marked)
{
    s.depth = has_match(&s, marked) ? 0 : s.depth;
    return s;
}

static inline struct stack plain_show_from(struct stack s, const bool *marked)
{
    while (s.depth && !marked[s.f[0]]) {
        s.depth--;
        memmove(s.f, s.f + 1, s.depth * sizeof *s.f);
    }
    return s;
}

static inline struct stack plain_prune_from(struct stack s, const bool *marked)
{
    uint32_t depth = s.depth;
    while (depth && !marked[s.f[depth - 1]])
        depth--;
    s.depth = depth ? depth : s.depth;
    return s;
}

static inline struct stack plain_hide(struct stack s, const bool *marked)
{
    bool kept[FUNCTIONS];
    for (uint32_t f = 0; f < FUNCTIONS; f++)
        kept[f] = !marked[f];
    return only_kept(&s, kept);
}

static inline struct stack plain_show(struct stack s, const bool *marked)
{
    return only_kept(&s, marked);
}

/* A frame inside another one of the same function stands for what leads to
   that. */
static inline struct stack plain_collapse(struct stack s, const bool *marked)
{
    struct stack above[DEPTH]; /* what is left with each frame at its end */
    for (uint32_t i = 0; i < s.depth; i++) {
        uint32_t k = marked[s.f[i]] ? 0 : i;
        while (s.f[k] != s.f[i])
            k++;
        above[i] = i ? above[i - 1] : (struct stack){ .depth = 0 };
        if (k < i)
            above[i] = above[k];
        else
            above[i].f[above[i].depth++] = s.f[i];
        above[i].cost = s.cost;
    }
    return s.depth ? above[s.depth - 1] : s;
}

static struct stack (*const plain_filters[N_FILTERS])(struct stack,
                                                      const bool *) = {
    [FOCUS] = plain_focus,         [IGNORE] = plain_ignore,
    [SHOW_FROM] = plain_show_from, [PRUNE_FROM] = plain_prune_from,
    [HIDE] = plain_hide,           [SHOW] = plain_show,
    [COLLAPSE] = plain_collapse,
};

/* Drops empty stacks. */
static inline void add_plain(struct stacks *p, struct stack s)
{
    if (s.depth)
        p->of[p->n++] = s;
}

static inline struct stacks
filter_plainly(const struct stacks *p, enum filter filter, const bool *marked)
{
    struct stacks left = { .n_functions = p->n_functions };
    for (uint32_t i = 0; i < p->n; i++)
        add_plain(&left, plain_filters[filter](p->of[i], marked));
    return left;
}

/* Only the last piece of a stack keeps its cost. */
static inline struct stacks break_plainly(const struct stacks *p, uint32_t from,
                                          uint32_t to)
{
    struct stacks left = { .n_functions = p->n_functions };
    for (uint32_t i = 0; i < p->n; i++) {
        struct stack piece = { .cost = 0 };
        const struct stack *s = &p->of[i];
        for (uint32_t k = 0; k < s->depth; k++) {
            if (k && s->f[k - 1] == from && s->f[k] == to) {
                add_plain(&left, piece);
                piece.depth = 0;
            }
            piece.f[piece.depth++] = s->f[k];
        }
        piece.cost = s->cost;
        add_plain(&left, piece);
    }
    return left;
}

/* Holds random filters as the options of the command line give them. */
struct filter_choice {
    struct filter_options options;
    char text[N_FILTERS][2][64], broken[16];
    const char *texts[N_FILTERS + 1][2];
    bool marked[N_FILTERS][FUNCTIONS];
};

static inline uint32_t random_frame(const struct stacks *p)
{
    const struct stack *s = &p->of[random_below(p->n)];
    return s->f[random_below(s->depth)];
}

/* Adds a pattern such as "^f[357]$", which matches functions of the stacks. */
static inline void add_pattern(struct filter_choice *choice,
                               const struct stacks *p, enum filter filter)
{
    struct patterns *patterns = &choice->options.by[filter];
    char *text = choice->text[filter][patterns->n];
    uint32_t n = 1 + random_below(filter == SHOW ? 6 : 3);
    patterns->texts = choice->texts[filter];
    patterns->texts[patterns->n++] = text;
    text += sprintf(text, "^f[");
    for (uint32_t i = 0; i < n; i++) {
        uint32_t f = random_frame(p);
        choice->marked[filter][f] = true;
        text += sprintf(text, "%u", f);
    }
    sprintf(text, "]$");
}

static inline void choose_filters(struct filter_choice *choice,
                                  const struct stacks *p, uint32_t percent)
{
    for (int i = 0; i < N_FILTERS; i++) {
        if (i == BY_PATH || !chance(percent))
            continue;
        add_pattern(choice, p, (enum filter)i);
        if (chance(20))
            add_pattern(choice, p, (enum filter)i);
    }
}

/* Chooses a call that the filters have left, and breaks it in the plain
   stacks. */
static inline void choose_break(struct filter_choice *choice,
                                struct stacks *left)
{
    const struct stack *s = &left->of[random_below(left->n)];
    struct patterns *breaks = &choice->options.breaks;
    if (s->depth < 2)
        return;
    uint32_t i = 1 + random_below(s->depth - 1);
    uint32_t from = s->f[i - 1], to = s->f[i];
    sprintf(choice->broken, "f%u/f%u", from, to);
    breaks->texts = choice->texts[N_FILTERS];
    breaks->texts[breaks->n++] = choice->broken;
    *left = break_plainly(left, from, to);
}

#endif
