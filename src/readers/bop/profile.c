/* What a trace says, as a profile. */
#include "readers/bop/trace.h"

struct making {
    struct profile *profile;
    struct bop_trace *trace;
    const struct bop_sums *sums;
    const struct bop_place *places; /* by site */
    uint32_t *ids;                  /* by function of the trace */
};

/* Places of functions and of dependences; nobody asks where calls are. */
static bool *wanted_sites(const struct bop_trace *trace,
                          const struct bop_sums *sums, struct arena *arena)
{
    bool *wanted = NEW_N(arena, bool, trace->sites.n);
    for (uint32_t f = 0; f < trace->functions.n; f++)
        wanted[trace->function[f].site] = true;
    for (uint32_t i = 0; i < sums->dependence_ids.n; i++) {
        const struct bop_dependence *d = &sums->dependences[i];
        wanted[d->wrote] = wanted[d->wtop] = true;
        wanted[d->read] = wanted[d->rtop] = true;
    }
    return wanted;
}

/* Two functions may have all in common but where they begin. */
static struct identity identity_of(const struct making *m, uint32_t f,
                                   struct arena *arena)
{
    const struct bop_trace *trace = m->trace;
    const struct bop_function *function = &trace->function[f];
    const struct bop_site *site = &trace->site[function->site];
    const struct bop_place *place = &m->places[function->site];
    struct identity is = {
        .name = function->name.len ? function->name : place->name,
        .module = site->where == BOP_MODULE ? trace->module[site->of].path
                  : trace->modules.n        ? trace->module[0].path
                                            : S(""),
        .file = place->file.len ? place->file : function->file,
        .tag = S(""),
    };
    if (!is.name.len)
        is.name = S("?");
    if (profile_find_function(m->profile, &is) != NO_ID)
        is.tag = arena_printf(arena, "%s",
                              trace->sites.texts[function->site].s);
    return is;
}

static void add_functions(struct making *m, struct arena *scratch)
{
    const struct bop_trace *trace = m->trace;
    for (uint32_t f = 0; f < trace->functions.n; f++) {
        uint32_t id =
            profile_function(m->profile, identity_of(m, f, scratch));
        struct function *function = &m->profile->functions[id];
        m->ids[f] = id;
        function->nameless = trace->function[f].name.len == 0;
        function->detail |= trace->function[f].detail;
        function->line = m->places[trace->function[f].site].line;
        function->count = known_or(function->count, 0);
        if (f >= m->sums->functions_room)
            continue;
        function->count += m->sums->functions[f].count;
        function->self += m->sums->functions[f].self;
    }
}

static void add_calls(struct making *m)
{
    for (uint32_t i = 0; i < m->sums->call_ids.n; i++) {
        const struct bop_call *from = &m->sums->calls[i];
        if (from->caller == NO_ID)
            continue;
        uint32_t id = profile_call(m->profile, m->ids[from->caller],
                                   m->ids[from->callee]);
        struct call *call = &m->profile->calls[id];
        call->count = add_known(call->count, from->count);
        call->cost = add_known(call->cost, from->cost);
        call->weight += from->count;
    }
}

/* What calls do not account for has come from outside. */
static void add_entries(struct making *m)
{
    struct profile *profile = m->profile;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        profile->functions[f].entry = profile->functions[f].count;
    for (uint32_t c = 0; c < profile->n_calls; c++)
        profile->functions[profile->calls[c].callee].entry -=
            profile->calls[c].count;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        profile->functions[f].entry = fmax(profile->functions[f].entry, 0);
}

/* A place of no function that the trace knows makes one up, by what its symbol
   or else the place is called. */
static uint32_t function_at(struct making *m, uint32_t site)
{
    const struct bop_place *place = &m->places[site];
    if (place->function != NO_ID)
        return m->ids[place->function];
    struct identity is = { place->name, S(""), place->file, S("") };
    if (!is.name.len)
        is.name = S("?");
    uint32_t id = profile_function(m->profile, is);
    m->profile->functions[id].nameless = true;
    return id;
}

static struct access access_at(struct making *m, uint32_t at, uint32_t top)
{
    struct access access = { .function = function_at(m, at),
                             .statement = NO_ID,
                             .at = m->places[at].text,
                             .top = m->places[top].text };
    if (access.top.len)
        access.statement = function_at(m, top);
    return access;
}

static void add_dependences(struct making *m)
{
    for (uint32_t i = 0; i < m->sums->dependence_ids.n; i++) {
        const struct bop_dependence *d = &m->sums->dependences[i];
        struct dependence dependence = {
            .kind = d->kind,
            .writer = access_at(m, d->wrote, d->wtop),
            .reader = access_at(m, d->read, d->rtop),
            .count = d->count,
            .least = d->least,
            .most = d->most,
        };
        dependences_add(m->profile, &dependence);
    }
}

void bop_profile(struct profile *profile, struct bop_trace *trace,
                 struct bop_sums *sums, const char *input)
{
    struct arena scratch = { 0 };
    bop_sums_sort(sums, trace);
    const bool *wanted = wanted_sites(trace, sums, &scratch);
    struct making m = {
        .profile = profile,
        .trace = trace,
        .sums = sums,
        .places = bop_places(trace, wanted, input),
        .ids = NEW_N(&scratch, uint32_t, trace->functions.n),
    };
    profile->kind = FROM_CALLS;
    profile->dependences.recorded = true;
    add_functions(&m, &scratch);
    add_calls(&m);
    add_entries(&m);
    add_dependences(&m);
    arena_free(&scratch);
}
