#include "readers/choose/all_events.h"

#include "util/text/unit.h"

/* ---- All events ---- */

void all_events_begin(struct profile *all_events)
{
    if (!all_events)
        return;
    all_events->samples.kept = KEEP_EVENTS | KEEP_TAGS | KEEP_TIME;
    all_events->samples.most_slices = ALL_EVENTS_SLICES;
}

void all_events_draw(struct profile *profile, const struct profile *all_events,
                  uint32_t event)
{
    LOCAL_ARENA(scratch);
    struct profile *drawn = profile_like(&scratch, all_events);
    struct stack_copy copy = stack_copy_of(&scratch, drawn, all_events);
    drawn->samples.kept = 0;
    for (uint32_t i = 0; i < all_events->samples.n_rows; i++) {
        const struct sample_row *row = &all_events->samples.rows[i];
        if (row->event == event || row->event == NO_ID)
            profile_sample(drawn, stack_copy_context(&copy, row->context),
                           row->cost);
    }
    profile_move(profile, drawn);
}

void all_events_sum(struct profile *profile, const struct profile *all_events,
                 uint32_t event)
{
    LOCAL_ARENA(scratch);
    struct profile *sum = profile_like(&scratch, all_events);
    sum->samples.kept = 0;
    for (uint32_t i = 0; i < all_events->samples.n_rows; i++) {
        const struct sample_row *row = &all_events->samples.rows[i];
        if (row->event == event || row->event == NO_ID)
            profile_sample(sum,
                           profile_context(sum, NO_ID,
                                           profile_named(sum, UNRESOLVED)),
                           row->cost);
    }
    profile_move(profile, sum);
}

/* ---- Units and events ---- */

void all_events_convert_units(struct profile *all_events, struct str other)
{
    struct samples *samples = &all_events->samples;
    LOCAL_ARENA(scratch);
    double *per_base = NEW_N(&scratch, double, samples->n_events + 1);
    struct unit of_others;
    per_base[samples->n_events] =
        unit_find(other, &of_others) ? of_others.per_base : 1;
    for (uint32_t e = 0; e < samples->n_events; e++) {
        struct unit unit;
        bool has_base = unit_find(samples->events[e].unit, &unit);
        per_base[e] = has_base ? unit.per_base : 1;
        if (has_base)
            samples->events[e].unit = unit.base;
    }
    for (uint32_t i = 0; i < samples->n_rows; i++) {
        uint32_t event = samples->rows[i].event;
        samples->rows[i].cost /=
            per_base[event == NO_ID ? samples->n_events : event];
    }
}

/* The factor that makes costs whole numbers, and the unit of these. */
struct whole_unit {
    struct str name;
    double factor;
    bool is_rounded;
};

static struct whole_unit whole_unit_of(struct str name)
{
    struct unit unit;
    if (!unit_find(name, &unit))
        return (struct whole_unit){ name, 1, false };
    if (str_eq(unit.base, S("bytes")))
        return (struct whole_unit){ unit.base, 1 / unit.per_base, true };
    return (struct whole_unit){ S("nanoseconds"), 1e9 / unit.per_base, true };
}

bool all_events_make_whole(struct profile *all_events)
{
    struct samples *samples = &all_events->samples;
    LOCAL_ARENA(scratch);
    struct whole_unit *units =
        NEW_N(&scratch, struct whole_unit, samples->n_events);
    bool good = true;
    for (uint32_t e = 0; e < samples->n_events; e++) {
        units[e] = whole_unit_of(samples->events[e].unit);
        samples->events[e].unit = units[e].name;
    }
    for (uint32_t i = 0; i < samples->n_rows; i++) {
        struct sample_row *row = &samples->rows[i];
        const struct whole_unit *unit = &units[row->event];
        double cost = round(row->cost * unit->factor);
        good = good && (unit->is_rounded || cost == row->cost);
        row->cost = cost;
    }
    return good;
}

void all_events_add(struct profile *all_events, const struct profile *profile,
                 struct str event)
{
    LOCAL_ARENA(scratch);
    struct stack_copy copy = stack_copy_of(&scratch, all_events, profile);
    uint32_t id = samples_event(&all_events->samples, event, profile->unit);
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        double self = profile->contexts[c].self;
        if (self <= 0)
            continue;
        uint32_t context = stack_copy_context(&copy, c);
        profile_sample(all_events, context, self);
        samples_add(&all_events->samples, context, id, NO_ID, UNKNOWN, self);
    }
}

/* ---- Copies of stacks ---- */

struct stack_copy stack_copy_of(struct arena *arena, struct profile *to,
                                const struct profile *from)
{
    return (struct stack_copy){
        .from = from,
        .to = to,
        .functions = index_no_ids(arena, from->n_functions),
        .contexts = index_no_ids(arena, from->n_contexts),
        .path = NEW_N(arena, uint32_t, from->n_contexts),
    };
}

uint32_t stack_copy_context(struct stack_copy *copy, uint32_t context)
{
    const struct context *from = copy->from->contexts;
    uint32_t depth = 0, id = NO_ID;
    for (; context != NO_ID && copy->contexts[context] == NO_ID;
         context = from[context].parent)
        copy->path[depth++] = context;
    if (context != NO_ID)
        id = copy->contexts[context];
    while (depth-- > 0) {
        uint32_t at = copy->path[depth];
        uint32_t *f = &copy->functions[from[at].function], call = NO_ID;
        if (*f == NO_ID)
            *f = profile_copy_function(
                copy->to, &copy->from->functions[from[at].function]);
        if (from[at].call != NO_ID) {
            uint32_t caller = from[from[at].parent].function;
            uint32_t whole =
                profile_find_call(copy->from, caller, from[at].function);
            call = profile_call(copy->to, copy->to->contexts[id].function, *f);
            copy->to->calls[call].count = copy->from->calls[whole].count;
        }
        id = profile_context_of_call(copy->to, id, *f, call);
        copy->contexts[at] = id;
    }
    return id;
}
