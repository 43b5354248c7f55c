#include "deps/reader/profile.h"

#include "deps/reader/builder.h"

uint32_t bop_builder_function(struct bop_builder *b, uint32_t site)
{
    const struct bop_place *place = &b->places[site];
    if (place->function != NO_ID)
        return b->ids[place->function];
    struct identity is = { place->name, S(""), place->file, S("") };
    if (!is.name.len)
        is.name = S("?");
    uint32_t id = profile_function(b->profile, is);
    b->profile->functions[id].nameless = true;
    return id;
}

struct str bop_builder_unknown(const struct bop_builder *b, uint32_t nest,
                               uint32_t site)
{
    struct buf out = { 0 };
    for (size_t i = 0; i < b->sums->unknown.n; i++) {
        const struct bop_unknown *unknown = &b->sums->unknown.of[i];
        if (unknown->nest == nest && (nest || unknown->site == site))
            dependences_add_name(&out, unknown->name);
    }
    return buf_move(&out, &b->trace->texts);
}

/* Returns, by dependence, the place of its data on the stack. */
static struct bop_local *locals_of(const struct bop_sums *sums,
                                   struct arena *arena)
{
    uint32_t n = (uint32_t)sums->dependences.n;
    struct bop_local *locals = NEW_N(arena, struct bop_local, n);
    for (uint32_t i = 0; i < n; i++) {
        const struct bop_dependence *d = &sums->dependences.of[i];
        locals[i] = (struct bop_local){ d->frame, d->least_below,
                                        d->most_below, S("") };
    }
    return locals;
}

/* Does a function under study call one that is not, so that the call is a
   statement? */
static bool is_statement(const struct bop_trace *trace,
                         const struct bop_call *call)
{
    const struct bop_function *of = trace->functions.of;
    return call->caller != NO_ID && of[call->caller].is_under_study &&
           !of[call->callee].is_under_study;
}

/* Returns the places of statements, by site. Several calls on one line are
   told apart by their columns, "FILE:LINE:COLUMN"; all else on the line is one
   statement, "FILE:LINE". */
static struct str *name_tops(struct bop_trace *trace,
                             const struct bop_sums *sums,
                             const struct bop_place *places,
                             struct arena *scratch)
{
    uint32_t n = trace->site_texts.n;
    struct str *tops = NEW_N(scratch, struct str, n);
    uint64_t *columns = NEW_N(scratch, uint64_t, n); /* of calls, by line */
    bool *is_several = NEW_N(scratch, bool, n);
    struct strings lines = { 0 };
    for (uint32_t i = 0; i < n; i++)
        tops[i] = places[i].statement;
    for (uint32_t i = 0; i < sums->call_ids.n; i++) {
        const struct bop_place *at = &places[sums->calls.of[i].site];
        if (!at->column || !is_statement(trace, &sums->calls.of[i]))
            continue;
        uint32_t line = strings_add(&lines, scratch, at->statement);
        is_several[line] |= columns[line] && columns[line] != at->column;
        columns[line] = at->column;
    }
    for (uint32_t i = 0; i < sums->call_ids.n; i++) {
        uint32_t site = sums->calls.of[i].site;
        const struct bop_place *at = &places[site];
        if (at->column && is_statement(trace, &sums->calls.of[i]) &&
            is_several[strings_find(&lines, at->statement)])
            tops[site] = arena_printf(&trace->texts, "%s:%llu", at->statement.s,
                                      (unsigned long long)at->column);
    }
    return tops;
}

/* Returns the identity of a function. If another function has the same one, the
   site where this one begins becomes a part of it. */
static struct identity identity_of(const struct bop_builder *b, uint32_t f,
                                   struct arena *arena)
{
    const struct bop_trace *trace = b->trace;
    const struct bop_function *function = &trace->functions.of[f];
    const struct bop_site *site = &trace->sites.of[function->site];
    const struct bop_place *place = &b->places[function->site];
    struct identity is = {
        .name = function->name.len ? function->name : place->name,
        .module = site->where == BOP_MODULE ? trace->modules.of[site->of].path
                  : trace->module_ids.n     ? trace->modules.of[0].path
                                            : S(""),
        .file = place->file.len ? place->file : function->file,
        .tag = S(""),
    };
    if (!is.name.len)
        is.name = S("?");
    if (profile_find_function(b->profile, &is) != NO_ID)
        is.tag = arena_printf(arena, "%s",
                              trace->site_texts.texts[function->site].s);
    return is;
}

static void add_functions(struct bop_builder *b, struct arena *scratch)
{
    const struct bop_trace *trace = b->trace;
    for (uint32_t f = 0; f < trace->function_ids.n; f++) {
        uint32_t id =
            profile_function(b->profile, identity_of(b, f, scratch));
        struct function *function = &b->profile->functions[id];
        b->ids[f] = id;
        function->nameless = trace->functions.of[f].name.len == 0;
        function->is_under_study |= trace->functions.of[f].is_under_study;
        function->line = b->places[trace->functions.of[f].site].line;
        function->count = known_or(function->count, 0);
        if (f >= b->sums->functions.n)
            continue;
        function->count += b->sums->functions.of[f].count;
        function->self += b->sums->functions.of[f].self;
    }
}

static void add_calls(struct bop_builder *b)
{
    for (uint32_t i = 0; i < b->sums->call_ids.n; i++) {
        const struct bop_call *from = &b->sums->calls.of[i];
        if (from->caller == NO_ID)
            continue;
        uint32_t id = profile_call(b->profile, b->ids[from->caller],
                                   b->ids[from->callee]);
        struct call *call = &b->profile->calls[id];
        call->count = add_known(call->count, from->count);
        call->cost = add_known(call->cost, from->cost);
        call->weight += from->count;
    }
}

/* Sets entries: a function is entered from outside as often as it ran without a
   call. */
static void set_entries(struct profile *profile)
{
    struct function *functions = profile->functions;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        functions[f].entry = functions[f].count;
    for (uint32_t c = 0; c < profile->n_calls; c++)
        functions[profile->calls[c].callee].entry -= profile->calls[c].count;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        functions[f].entry = fmax(functions[f].entry, 0);
}

static struct access access_at(struct bop_builder *b, uint32_t at, uint32_t top)
{
    const struct bop_place *place = &b->places[at];
    bool in_system = bop_builder_in_system(place->text);
    struct access access = { .function = bop_builder_function(b, at),
                             .statement = NO_ID,
                             .at = in_system ? place->statement : place->text,
                             .top = b->tops[top] };
    if (access.top.len)
        access.statement = bop_builder_function(b, top);
    return access;
}

/* Returns the variable that contains all of the data, or "". */
static struct str variable_of(const struct bop_builder *b, uint32_t i)
{
    const struct bop_dependence *d = &b->sums->dependences.of[i];
    if (d->frame != NO_ID)
        return b->locals[i].name;
    if (d->low == NO_ID || d->high == NO_ID)
        return S("");
    struct str name = b->places[d->low].variable;
    return str_eq(name, b->places[d->high].variable) ? name : S("");
}

/* Does a statement of several toplev locations at one place depend on an
   earlier execution of itself? Then the writing location comes after the
   reading one, and the distance in the trace is 0, because it counts executions
   of the writing location, none of which has begun since. */
static bool is_behind(const struct bop_builder *b,
                      const struct bop_dependence *d)
{
    const struct bop_site *w = &b->trace->sites.of[d->wtop];
    const struct bop_site *r = &b->trace->sites.of[d->rtop];
    return w->where == r->where && w->of == r->of && w->address > r->address &&
           str_eq(b->tops[d->wtop], b->tops[d->rtop]);
}

/* Returns the update of a write and a read. */
static struct bop_update update_of(const struct bop_builder *b, uint32_t wrote,
                                   uint32_t read, struct str variable,
                                   bool is_output)
{
    struct bop_update update = bop_update_none();
    if (!bop_facts_find_update(b->trace, wrote, read, variable, &update) &&
        b->trace->fact_keys.n == 0)
        update = bop_update(&b->facts, &b->places[wrote], &b->places[read],
                            variable, is_output);
    return update;
}

/* May both ends of a flow dependence lie in one execution of a statement, in
   different iterations of a loop in it? */
static bool is_within(const struct bop_builder *b,
                      const struct bop_dependence *d)
{
    return d->kind == DEPENDS && known_or(d->least_runs, 1) < 1 &&
           str_eq(b->tops[d->wtop], b->tops[d->rtop]) && !is_behind(b, d);
}

/* A read that has met a write of the same execution of a statement. */
struct use {
    uint32_t wrote, read; /* sites */
    uint32_t wtop;        /* the statement, if the write was in another
                             iteration of a loop; else NO_ID */
    uint32_t next;        /* index + 1 in the list */
};

/* Lists of these reads by the site that wrote, and by each of its groups of
   updates. */
struct uses {
    struct strings keys;
    LIST(uint32_t) first; /* by key: index + 1 */
    LIST(struct use);
};

static void add_use(struct uses *uses, struct arena *arena, struct str key,
                    struct use use)
{
    uint32_t id = strings_add(&uses->keys, arena, key);
    uint32_t *first = REACH_IN(arena, &uses->first, id);
    use.next = *first;
    *PUSH_IN(arena, uses) = use;
    *first = (uint32_t)uses->n;
}

static struct str group_key(struct arena *arena, const struct bop_place *place,
                            struct str group)
{
    return arena_printf(arena, "%s %.*s", place->file.s, (int)group.len,
                        group.s);
}

static void add_uses(const struct bop_builder *b, struct uses *uses,
                     struct arena *arena, struct use use)
{
    const struct bop_place *place = &b->places[use.wrote];
    uint32_t at = 0;
    struct str group;
    add_use(uses, arena, b->trace->site_texts.texts[use.wrote], use);
    while (bop_next_group(&b->facts, place, &at, &group))
        add_use(uses, arena, group_key(arena, place, group), use);
}

static struct uses uses_of(const struct bop_builder *b, struct arena *arena)
{
    struct uses uses = { .n = 0 };
    for (uint32_t i = 0; i < b->sums->dependences.n; i++) {
        const struct bop_dependence *d = &b->sums->dependences.of[i];
        if (is_within(b, d))
            add_uses(b, &uses, arena,
                     (struct use){ d->wrote, d->read, d->wtop, 0 });
    }
    for (uint32_t i = 0; i < b->sums->within.n; i++) {
        struct bop_within within = b->sums->within.of[i];
        add_uses(b, &uses, arena,
                 (struct use){ within.wrote, within.read, NO_ID, 0 });
    }
    return uses;
}

/* Finds whether something other than the updates reads their data in the same
   execution of a statement. */
static void check_update(const struct bop_builder *b, const struct uses *uses,
                         const struct bop_dependence *d, struct str variable,
                         struct bop_update *update, struct arena *scratch)
{
    struct str key = b->trace->site_texts.texts[d->wrote];
    if (update->group.len)
        key = group_key(scratch, &b->places[d->wrote], update->group);
    uint32_t id = strings_find(&uses->keys, key);
    update->is_checked = update->is_alone = true;
    for (uint32_t i = id == NO_ID ? 0 : uses->first.of[id]; i;
         i = uses->of[i - 1].next) {
        const struct use *use = &uses->of[i - 1];
        if ((use->wrote == d->wrote && use->read == d->read) ||
            (use->wtop != NO_ID &&
             !str_eq(b->tops[use->wtop], b->tops[d->wtop])) ||
            update_of(b, use->wrote, use->read, variable, false).text.len)
            continue;
        update->is_alone = false;
        update->is_checked &= use->wtop != NO_ID;
    }
}

/* Returns where memory without a variable was allocated. */
static struct str allocated_at(const struct bop_builder *b, uint32_t site,
                               struct str variable)
{
    return variable.len || site == NO_ID ? S("") : b->places[site].allocation;
}

/* Sets the expressions of dependences whose data has no name. */
static void find_expressions(struct bop_builder *b)
{
    for (uint32_t i = 0; i < b->sums->dependences.n; i++) {
        const struct bop_dependence *d = &b->sums->dependences.of[i];
        const uint32_t sites[] = { d->wrote, d->read, d->wtop, d->rtop };
        bool is_anti = dependence_base(d->kind) == DEPENDS_ANTI;
        for (int k = 0; k < 4 && !variable_of(b, i).len; k++) {
            struct bop_place *place = &b->places[sites[k]];
            if (!place->expression.len && b->trace->fact_keys.n == 0)
                place->expression = bop_expression(&b->facts, place,
                                                   k % 2 == is_anti);
        }
    }
}

/* Returns the source's expression at a site. If that is in a header of the
   system, returns the expression of the statement that uses the header. */
static struct str accessed_at(const struct bop_builder *b, uint32_t at,
                              uint32_t top)
{
    struct str statement = b->places[top].expression;
    return bop_builder_in_system(b->places[at].text) && statement.len
               ? statement
               : b->places[at].expression;
}

/* Returns the source's expression for data without a variable: where it is read
   (unless it is freed there), else where it is written. */
static struct str expression_of(const struct bop_builder *b,
                                const struct bop_dependence *d,
                                struct str variable)
{
    if (variable.len)
        return S("");
    struct str read = accessed_at(b, d->read, d->rtop);
    return read.len && !d->frees ? read : accessed_at(b, d->wrote, d->wtop);
}

static void add_dependences(struct bop_builder *b, struct arena *scratch)
{
    struct uses uses = uses_of(b, scratch);
    struct bop_loops loops = bop_loops_add(b, scratch);
    for (uint32_t i = 0; i < b->sums->dependences.n; i++) {
        const struct bop_dependence *d = &b->sums->dependences.of[i];
        int behind = is_behind(b, d);
        struct str variable = variable_of(b, i);
        struct dependence dependence = {
            .kind = d->kind,
            .writer = access_at(b, d->wrote, d->wtop),
            .reader = access_at(b, d->read, d->rtop),
            .count = d->count,
            .least = d->least,
            .most = d->most,
            .least_runs = d->least_runs + behind,
            .most_runs = d->most_runs + behind,
            .data = {
                .variable = variable,
                .expression = expression_of(b, d, variable),
                .allocated = allocated_at(b, d->allocated, variable),
                .update = S(""),
            },
        };
        struct bop_update update =
            update_of(b, d->wrote, d->read, variable,
                      dependence_base(d->kind) == DEPENDS_OUTPUT);
        if (update.text.len && !update.is_checked)
            check_update(b, &uses, d, variable, &update, scratch);
        if (!update.is_checked)
            update = bop_update_none();
        if (b->lists_places)
            bop_facts_list_update(b->profile, b->trace, d->wrote,
                                  d->read, variable, &update);
        if (update.is_alone) {
            dependence.data.update = update.text;
            dependence.data.reduction = update.reduction;
        }
        /* A dependence within one execution only matters for its loops. With
           several locations it may not be within one: two branches of ?: may
           run in turn. */
        if (d->wtop != d->rtop || !is_within(b, d) ||
            known_or(d->most_runs, 1) >= 1)
            dependences_add(dependences_open(b->profile), &dependence);
        bop_loops_use(b, &loops, d, &dependence, &update);
    }
}

/* Returns, by site, the function that code under study calls most often there,
   or NO_ID. */
static uint32_t *callees_of(const struct bop_builder *b, struct arena *scratch)
{
    uint32_t n = b->trace->site_texts.n;
    uint32_t *callees = NEW_N(scratch, uint32_t, n);
    double *most = NEW_N(scratch, double, n);
    for (uint32_t i = 0; i < n; i++)
        callees[i] = NO_ID;
    for (uint32_t i = 0; i < b->sums->call_ids.n; i++) {
        const struct bop_call *call = &b->sums->calls.of[i];
        if (call->caller == NO_ID || call->count <= most[call->site] ||
            !b->trace->functions.of[call->caller].is_under_study)
            continue;
        most[call->site] = call->count;
        callees[call->site] = b->ids[call->callee];
    }
    return callees;
}

static void add_statements(struct bop_builder *b, struct arena *scratch)
{
    const uint32_t *callees = callees_of(b, scratch);
    for (uint32_t i = 0; i < b->sums->statements.n; i++) {
        const struct bop_statement *from = &b->sums->statements.of[i];
        struct statement statement = {
            .place = b->tops[from->site],
            .count = from->count,
            .cost = from->cost,
            .most = from->most,
            .outputs = from->outputs,
            .inputs = from->inputs,
            .unknown = bop_builder_unknown(b, 0, from->site),
            .callee = callees[from->site],
        };
        if (!statement.place.len)
            continue;
        statement.function = bop_builder_function(b, from->site);
        dependences_add_statement(dependences_open(b->profile), &statement);
    }
}

static void list_places(const struct bop_builder *b)
{
    for (uint32_t i = 0; i < b->trace->site_texts.n; i++)
        bop_facts_list_place(b->profile, b->trace, i, &b->places[i]);
    for (uint32_t i = 0; i < b->sums->dependences.n; i++)
        bop_facts_list_local(b->profile, b->trace, &b->locals[i]);
}

void bop_profile(struct profile *profile, struct bop_trace *trace,
                 struct bop_sums *sums, const struct reader_options *options,
                 const char *input)
{
    LOCAL_ARENA(scratch);
    bop_sums_sort(sums, trace);
    struct bop_local *locals = locals_of(sums, &scratch);
    struct bop_builder b = {
        .profile = profile,
        .trace = trace,
        .sums = sums,
        .locals = locals,
        .ids = NEW_N(&scratch, uint32_t, trace->function_ids.n),
    };
    b.places = bop_places(trace, sums, !options->no_inline, input, locals,
                          &b.facts);
    b.lists_places = options->asked & ASK_LIST_PLACES;
    find_expressions(&b);
    if (b.lists_places)
        list_places(&b);
    b.tops = name_tops(trace, sums, b.places, &scratch);
    profile->kind = FROM_CALLS;
    dependences_open(profile)->recorded = true;
    add_functions(&b, &scratch);
    add_calls(&b);
    set_entries(profile);
    add_dependences(&b, &scratch);
    add_statements(&b, &scratch);
    arena_free(&b.facts.arena);
}
