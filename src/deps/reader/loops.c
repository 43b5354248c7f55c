#include "deps/reader/builder.h"

/* Returns the place of a loop, with its column if another loop is on its
   line. */
static struct str loop_place(const struct bop_builder *b, uint32_t site)
{
    const struct bop_place *place = &b->places[site];
    for (uint32_t i = 1; i < b->sums->nests.n; i++) {
        uint32_t other = b->sums->nests.of[i].site;
        if (other != site && str_eq(b->places[other].text, place->text) &&
            b->places[other].at_column != place->at_column)
            return arena_printf(&b->trace->texts, "%s:%llu", place->text.s,
                                (unsigned long long)place->at_column);
    }
    return place->text;
}

/* Returns the facts of the source about the head of a loop. */
static struct loop_head head_of(struct bop_builder *b, uint32_t site)
{
    const struct bop_place *place = &b->places[site];
    struct loop_head head;
    if (!bop_facts_find_loop(b->trace, site, &head))
        source_facts_loop(&b->facts, place->file, place->line,
                          place->at_column, &head);
    if (b->lists_places)
        bop_facts_list_loop(b->profile, b->trace, site, &head);
    return head;
}

struct bop_loops bop_loops_add(struct bop_builder *b, struct arena *scratch)
{
    struct bop_loops loops = {
        NEW_N(scratch, uint32_t, b->sums->nests.n + 1),
        NEW_N(scratch, struct loop_head, b->sums->nests.n + 1),
    };
    for (uint32_t i = 1; i < b->sums->nests.n; i++) {
        const struct bop_nest *nest = &b->sums->nests.of[i];
        struct loop loop = { .function = bop_builder_function(b, nest->site),
                             .place = loop_place(b, nest->site),
                             .count = nest->count,
                             .iterations = nest->iterations,
                             .cost = nest->cost,
                             .early = nest->early,
                             .has_early_exit = nest->has_early_exit,
                             .outputs = nest->outputs,
                             .inputs = nest->inputs,
                             .unknown = bop_builder_unknown(b, i, NO_ID) };
        loops.heads[i] = head_of(b, nest->site);
        loop.is_for = loops.heads[i].is_canonical;
        loops.ids[i] =
            dependences_add_loop(dependences_open(b->profile), &loop);
    }
    return loops;
}

/* Returns the way in which the source names a variable at a site. */
static enum bop_naming naming_at(struct bop_builder *b, uint32_t site,
                                 struct str variable, bool writes,
                                 bool is_local)
{
    enum bop_naming naming;
    if (!bop_facts_find_naming(b->trace, site, variable, &naming))
        naming = bop_naming(&b->facts, &b->places[site], variable, is_local,
                            writes);
    if (b->lists_places)
        bop_facts_list_naming(b->profile, b->trace, site, variable, naming);
    return naming;
}

/* The data of a dependence, for clauses of OpenMP. */
struct data {
    bool is_wide; /* it has several addresses, or the source does not use the
                     variable as a scalar */
    bool is_alias[2]; /* by end: the source uses another name there */
};

static struct data data_of(struct bop_builder *b,
                           const struct bop_dependence *d,
                           struct str variable, bool is_update)
{
    if (!variable.len)
        return (struct data){ .is_wide = true };
    enum dependence_kind base = dependence_base(d->kind);
    bool is_local = d->frame != NO_ID;
    enum bop_naming wrote = naming_at(b, d->wrote, variable,
                                      base != DEPENDS_ANTI, is_local);
    enum bop_naming read = naming_at(b, d->read, variable,
                                     base != DEPENDS, is_local);
    return (struct data){
        .is_wide = d->low != d->high || d->least_below != d->most_below ||
                   wrote == BOP_AS_ARRAY || wrote == BOP_AS_PART,
        .is_alias = { wrote == BOP_OTHERWISE ||
                          (wrote == BOP_AS_PART && is_update),
                      read == BOP_OTHERWISE },
    };
}

static struct str read_site_of(const struct bop_builder *b,
                               const struct bop_dependence *d)
{
    bool is_anti = dependence_base(d->kind) == DEPENDS_ANTI;
    return b->trace->site_texts.texts[is_anti ? d->wrote : d->read];
}

/* Returns the place of the function whose frames have the data. */
static struct str owner_of(const struct bop_builder *b,
                           const struct bop_dependence *d)
{
    return d->frame == NO_ID
               ? S("")
               : b->trace->site_texts
                     .texts[b->trace->functions.of[d->frame].site];
}

/* Is a nest a loop around the later end of a dependence? The tracer knows only
   the time of the last read before a write, so its common loops may not contain
   all reads. */
static bool is_around_reader(const struct bop_sums *sums,
                             const struct bop_dependence *d, uint32_t nest)
{
    uint32_t i = d->loops.nests[1];
    while (i && i != nest)
        i = sums->nests.of[i].parent;
    return i;
}

/* Returns the place of an access. If that is in a header of the system, returns
   the place of the statement that uses the header. */
static struct str place_to_show(const struct access *access)
{
    return bop_builder_in_system(access->at) && access->top.len ? access->top
                                                                : access->at;
}

/* Is a counter made by the compiler for a range, so that the source cannot name
   it? */
static bool is_hidden_counter(struct str variable)
{
    return str_starts(variable, S("__"));
}

/* Adds the facts of the source about the variable. The head of a loop changes a
   counter by its name, but an iterator, which is a class, by a function. */
static void add_head(struct loop_use *use, const struct loop_head *head,
                     bool is_changed_by_name)
{
    struct str variable = use->data.variable;
    bool is_member;
    use->is_head = loop_head_has(head->counters, variable, &is_member) &&
                   (is_member || is_changed_by_name ||
                    is_hidden_counter(variable));
    use->is_large = loop_head_has(head->large, variable, &is_member);
    use->is_static = loop_head_has(head->statics, variable, &is_member);
}

/* A dependence of the trace, and the facts about it that uses of loops have. */
struct loop_dependence {
    const struct bop_dependence *from;
    const struct dependence *to; /* in the profile */
    const struct bop_update *update;
    struct data data;
};

/* Finds the role of a loop, at a depth of its nest, around the earlier access
   of a dependence or, with is_reader, around the later one. Returns false if it
   has none or if the other end gives it one. */
static bool find_role(const struct bop_dependence *d, bool is_reader,
                      uint32_t depth, enum loop_role *role)
{
    enum dependence_kind base = dependence_base(d->kind);
    bool is_common = depth <= d->loops.common;
    if (d->loops.is_carried && depth == d->loops.common + 1) {
        *role = d->frees ? LOOP_FREES : LOOP_CARRIES;
        return !is_reader;
    }
    if (is_common) {
        *role = LOOP_WITHIN;
        return !is_reader && base != DEPENDS_OUTPUT;
    }
    *role = is_reader ? LOOP_IN : LOOP_OUT;
    return base == DEPENDS;
}

/* Does a loop carry a dependence of a variable that its own body declares? Then
   the iterations share only the memory. */
static bool is_own_local(const struct loop_head *head, enum loop_role role,
                         const struct loop_dependence *d)
{
    bool is_member;
    return (role == LOOP_CARRIES || role == LOOP_FREES) &&
           d->from->frame != NO_ID &&
           loop_head_has(head->locals, d->to->data.variable, &is_member);
}

/* Adds the role of the loop of a nest in a dependence. */
static void add_loop_use(struct bop_builder *b, const struct bop_loops *loops,
                         const struct loop_dependence *of, uint32_t nest,
                         enum loop_role role)
{
    const struct bop_dependence *from = of->from;
    const struct dependence *d = of->to;
    const bool *is_alias = of->data.is_alias;
    struct dependences *all = dependences_open(b->profile);
    const struct loop *loop = &all->loops.of[loops->ids[nest]];
    uint32_t depth = b->sums->nests.of[nest].depth;
    struct loop_use use = {
        .loop = loops->ids[nest],
        .role = role,
        .kind = d->kind,
        .writer = place_to_show(&d->writer),
        .reader = place_to_show(&d->reader),
        .data = d->data,
        .owner = owner_of(b, from),
        .read_site = read_site_of(b, from),
        .least = from->loops.least,
        .most = from->loops.most,
        .is_late = depth <= 64 && from->loops.late >> (depth - 1) & 1,
        .is_wide = of->data.is_wide,
    };
    use.data.update = of->update->text;
    use.data.reduction = of->update->reduction;
    /* An end outside of the loop does not matter. */
    bool writes = role != LOOP_IN, reads = role != LOOP_OUT;
    bool writes_here = writes && d->writer.function == loop->function;
    bool reads_here = reads && d->reader.function == loop->function;
    use.is_below = writes > writes_here || reads > reads_here;
    add_head(&use, &loops->heads[nest],
             dependence_base(d->kind) == DEPENDS_ANTI
                 ? reads_here && !is_alias[1]
                 : writes_here && !is_alias[0]);
    use.is_alias =
        !(use.is_head && is_hidden_counter(d->data.variable)) &&
        ((writes_here && is_alias[0]) || (reads_here && is_alias[1]) ||
         (from->frame != NO_ID && b->ids[from->frame] != loop->function));
    dependences_add_loop_use(all, &use);
}

/* Adds the roles of the loops around the earlier access of a dependence or,
   with is_reader, around the later one. */
static void add_loop_uses(struct bop_builder *b, const struct bop_loops *loops,
                          bool is_reader, const struct loop_dependence *of)
{
    const struct bop_dependence *from = of->from;
    struct dependences *all = dependences_open(b->profile);
    bool is_anti = dependence_base(from->kind) == DEPENDS_ANTI;
    for (uint32_t i = from->loops.nests[is_reader]; i;
         i = b->sums->nests.of[i].parent) {
        enum loop_role role;
        if (dependence_is_across(from->kind))
            all->loops.of[loops->ids[i]].has_threads = true;
        else if (find_role(from, is_reader, b->sums->nests.of[i].depth,
                           &role) &&
                 !(is_anti && !is_around_reader(b->sums, from, i)) &&
                 !is_own_local(&loops->heads[i], role, of))
            add_loop_use(b, loops, of, i, role);
    }
}

void bop_loops_use(struct bop_builder *b, const struct bop_loops *loops,
                   const struct bop_dependence *from,
                   const struct dependence *to,
                   const struct bop_update *update)
{
    if (!from->loops.nests[0] && !from->loops.nests[1])
        return;
    struct loop_dependence of = {
        from, to, update, data_of(b, from, to->data.variable, update->text.len)
    };
    for (int end = 0; end < 2; end++)
        add_loop_uses(b, loops, end, &of);
}
