#include "readers/select/choices.h"

#include <stdlib.h>

#include "util/unit.h"

void choices_begin(struct profile *choices)
{
    if (choices)
        choices->samples.kept = KEEP_EVENTS | KEEP_TAGS;
}

/* ---- The profile of one event ---- */

struct drawing {
    const struct profile *from;
    struct profile *to;
    uint32_t *functions; /* by function of `from`, or NO_ID */
    uint32_t *contexts;  /* by context of `from`, or NO_ID */
    uint32_t *path;      /* contexts of `from`, innermost first */
};

static uint32_t *new_ids(struct arena *arena, uint32_t n)
{
    uint32_t *ids = NEW_N(arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        ids[i] = NO_ID;
    return ids;
}

static uint32_t function_of(struct drawing *d, uint32_t f)
{
    if (d->functions[f] == NO_ID)
        d->functions[f] =
            profile_copy_function(d->to, &d->from->functions[f]);
    return d->functions[f];
}

/* Returns the context that a context of `from` has become. */
static uint32_t context_of(struct drawing *d, uint32_t old)
{
    uint32_t depth = 0, copy = NO_ID;
    for (; old != NO_ID && d->contexts[old] == NO_ID;
         old = d->from->contexts[old].parent)
        d->path[depth++] = old;
    if (old != NO_ID)
        copy = d->contexts[old];
    while (depth-- > 0) {
        const struct context *context = &d->from->contexts[d->path[depth]];
        copy = profile_context(d->to, copy,
                               function_of(d, context->function));
        d->contexts[d->path[depth]] = copy;
    }
    return copy;
}

void choices_draw(struct profile *profile, const struct profile *choices,
                  uint32_t event)
{
    struct arena scratch = { 0 };
    struct drawing d = {
        .from = choices,
        .to = profile_like(&scratch, choices),
        .functions = new_ids(&scratch, choices->n_functions),
        .contexts = new_ids(&scratch, choices->n_contexts),
        .path = NEW_N(&scratch, uint32_t, choices->n_contexts),
    };
    d.to->samples.kept = 0;
    for (uint32_t i = 0; i < choices->samples.n_rows; i++) {
        const struct sample_row *row = &choices->samples.rows[i];
        if (row->event == event || row->event == NO_ID)
            profile_sample(d.to, context_of(&d, row->context), row->cost);
    }
    profile_move(profile, d.to);
    arena_free(&scratch);
}

/* ---- Units and events ---- */

void choices_convert_units(struct profile *choices)
{
    struct samples *samples = &choices->samples;
    struct arena scratch = { 0 };
    double *per_base = NEW_N(&scratch, double, samples->n_events);
    for (uint32_t e = 0; e < samples->n_events; e++) {
        struct unit unit;
        bool has_base = unit_find(samples->events[e].unit, &unit);
        per_base[e] = has_base ? unit.per_base : 1;
        if (has_base)
            samples->events[e].unit = unit.base;
    }
    for (uint32_t i = 0; i < samples->n_rows; i++)
        if (samples->rows[i].event != NO_ID)
            samples->rows[i].cost /= per_base[samples->rows[i].event];
    arena_free(&scratch);
}

void choices_add(struct profile *choices, const struct profile *profile,
                 struct str event)
{
    struct arena scratch = { 0 };
    struct drawing d = {
        .from = profile,
        .to = choices,
        .functions = new_ids(&scratch, profile->n_functions),
        .contexts = new_ids(&scratch, profile->n_contexts),
        .path = NEW_N(&scratch, uint32_t, profile->n_contexts),
    };
    uint32_t id = samples_event(&choices->samples, event, profile->unit);
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        double self = profile->contexts[c].self;
        if (self <= 0)
            continue;
        uint32_t context = context_of(&d, c);
        profile_sample(choices, context, self);
        samples_add(&choices->samples, context, id, NO_ID, UNKNOWN, self);
    }
    arena_free(&scratch);
}
