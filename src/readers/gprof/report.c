#include "readers/gprof/report.h"

#include "readers/gprof/fit.h"

/* The sources of a function's numbers, from the worst to the best. */
enum function_source {
    FROM_CALLEE_LINES, /* entries of its callers: it has no entry itself */
    FROM_MEMBER_LINE,  /* the entry of its cycle: it has no entry itself */
    FROM_PRIMARY_LINE,
};

struct gprof_function {
    uint32_t name;    /* in reports->names */
    uint32_t ordinal; /* 1 for the first function of this name, then 2, 3... */
    enum function_source source;
    uint32_t n_times; /* the number of printed times whose sum is self */
    double self, count;
    double calls; /* count without self-calls */
    bool spontaneous; /* gprof says that it is entered from outside */
};

/* The sources of a call's numbers, from the best to the worst. */
enum side { BELOW_CALLER, ABOVE_CALLEE, PRIMARY_LINE, MEMBER_LINE, NO_SIDE };

struct gprof_call {
    uint32_t caller, callee;
    enum side side;
    double count, time;
};

/* Facts about a function, from all reports. */
struct gprof_facts {
    bool called;    /* by another function */
    bool spontaneous;
    bool listed;    /* with its own numbers, and not only by its callers */
    bool uncounted; /* the count of some call to it is not known */
};

/* The function that a line with this index was about most recently in the
   current report. */
struct gprof_index {
    const char *name; /* in reports->names */
    uint32_t len;
    uint32_t function_plus_1; /* 0: no such line */
};

/* Larger indexes have no place in by_index. */
enum { MOST_INDEXES = 1 << 20 };

static uint32_t pair_id(struct gprof_reports *reports, struct pairs *pairs,
                        uint32_t a, uint32_t b)
{
    return pairs_add_in(pairs, &reports->now.arena, a, b);
}

bool gprof_reports_add_entry(struct gprof_reports *reports, uint32_t index)
{
    uint32_t n = reports->now.indexes.n;
    return pair_id(reports, &reports->now.indexes, index, 0) == n;
}

static uint32_t add_function(struct gprof_reports *reports, uint32_t name,
                             uint32_t index)
{
    uint32_t n = reports->now.keys.n;
    uint32_t id = pair_id(reports, &reports->now.keys, name, index);
    if (id < n)
        return id;
    uint32_t *n_named = REACH_IN(&reports->arena, &reports->n_named, name);
    *PUSH_IN(&reports->now.arena, &reports->now.functions) =
        (struct gprof_function){ .name = name,
                                 .ordinal = ++*n_named,
                                 .count = UNKNOWN,
                                 .calls = UNKNOWN };
    return id;
}

/* Returns the function that a line is about. */
static uint32_t function_of(struct gprof_reports *reports,
                            const struct gprof_line *line)
{
    struct gprof_index none = { 0 }, *at = &none;
    if (line->index < MOST_INDEXES)
        at = REACH_IN(&reports->now.arena, &reports->now.by_index, line->index);
    if (at->function_plus_1 &&
        str_eq((struct str){ at->name, at->len }, line->name))
        return at->function_plus_1 - 1;
    uint32_t name = strings_add(&reports->names, &reports->arena, line->name);
    uint32_t id = add_function(reports, name, line->index);
    *at = (struct gprof_index){ reports->names.texts[name].s,
                                (uint32_t)line->name.len, id + 1 };
    return id;
}

/* Adds numbers of a call. Those of a better side replace others, and those of
   a worse side only fill what is missing. */
static void add_call(struct gprof_reports *reports, uint32_t caller,
                     uint32_t callee, enum side side, double count, double time)
{
    uint32_t n = reports->now.ends.n;
    uint32_t id = pair_id(reports, &reports->now.ends, caller, callee);
    if (id == n)
        *PUSH_IN(&reports->now.arena, &reports->now.calls) =
            (struct gprof_call){ caller, callee, NO_SIDE, UNKNOWN, UNKNOWN };
    struct gprof_call *call = &reports->now.calls.of[id];
    if (side == call->side) {
        call->count = add_known(call->count, count);
        call->time = add_known(call->time, time);
    } else if (side < call->side) {
        call->side = side;
        call->count = known_or(count, call->count);
        call->time = known_or(time, call->time);
    } else {
        call->count = known_or(call->count, count);
        call->time = known_or(call->time, time);
    }
}

/* Adds the numbers of a line that is about the function itself. */
static uint32_t add_numbers(struct gprof_reports *reports,
                            const struct gprof_line *line,
                            enum function_source source)
{
    uint32_t id = function_of(reports, line);
    struct gprof_function *function = &reports->now.functions.of[id];
    if (source < function->source)
        return id;
    function->source = source;
    function->self = known_or(line->self, 0);
    function->n_times = 1;
    function->calls = line->calls;
    function->count = known(line->calls)
                          ? line->calls + known_or(line->self_calls, 0)
                          : UNKNOWN;
    if (known(line->self_calls))
        add_call(reports, id, id,
                 source == FROM_PRIMARY_LINE ? PRIMARY_LINE : MEMBER_LINE,
                 line->self_calls, UNKNOWN);
    return id;
}

uint32_t gprof_reports_add_primary(struct gprof_reports *reports,
                                   const struct gprof_line *line,
                                   bool spontaneous)
{
    uint32_t id = add_numbers(reports, line, FROM_PRIMARY_LINE);
    reports->now.functions.of[id].spontaneous = spontaneous;
    return id;
}

void gprof_reports_add_members(struct gprof_reports *reports,
                               const struct gprof_line *lines, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_numbers(reports, &lines[i], FROM_MEMBER_LINE);
}

void gprof_reports_add_row(struct gprof_reports *reports,
                           const struct gprof_line_row *row)
{
    uint32_t name = strings_add(&reports->names, &reports->arena, row->name);
    struct gprof_flat_row flat = {
        .key = { name, row->self, row->calls },
        .percent = row->percent,
        /* BSD's gprof prints one decimal. */
        .precision = row->has_index ? 0.05 : 0.005,
        .cumulative = row->cumulative,
    };
    *PUSH_IN(&reports->now.arena, &reports->now.flat) = flat;
}

/* Fetches the names of the functions of n lines, and the places of the calls
   between these and a function: little of a large report is in the cache. */
static void prefetch_calls(const struct gprof_reports *reports,
                           const struct gprof_line *lines, size_t n,
                           uint32_t function, bool are_callers)
{
    for (size_t i = 0; i < n; i++) {
        if (lines[i].index >= reports->now.by_index.n)
            continue;
        const struct gprof_index *at =
            &reports->now.by_index.of[lines[i].index];
        uint32_t other = at->function_plus_1 - 1;
        __builtin_prefetch(at->name);
        pairs_prefetch(&reports->now.ends, are_callers ? other : function,
                       are_callers ? function : other);
    }
}

void gprof_reports_add_callers(struct gprof_reports *reports, uint32_t function,
                               const struct gprof_line *lines, size_t n)
{
    prefetch_calls(reports, lines, n, function, true);
    for (size_t i = 0; i < n; i++)
        add_call(reports, function_of(reports, &lines[i]), function,
                 ABOVE_CALLEE, lines[i].calls,
                 add_known(lines[i].self, lines[i].children));
}

void gprof_reports_add_callees(struct gprof_reports *reports, uint32_t function,
                               const struct gprof_line *lines, size_t n)
{
    prefetch_calls(reports, lines, n, function, false);
    for (size_t i = 0; i < n; i++) {
        const struct gprof_line *line = &lines[i];
        uint32_t id = function_of(reports, line);
        struct gprof_function *callee = &reports->now.functions.of[id];
        if (callee->source == FROM_CALLEE_LINES) {
            callee->self += known_or(line->self, 0);
            callee->n_times++;
            if (!line->in_cycle)
                callee->count = known_or(line->total, callee->count);
        }
        add_call(reports, function, id, BELOW_CALLER, line->calls,
                 add_known(line->self, line->children));
    }
}

/* Makes the self times of the current report more precise than they were
   printed. */
static void fit_self_times(struct gprof_reports *reports)
{
    LOCAL_ARENA(scratch);
    uint32_t n = reports->now.keys.n;
    double whole = reports->now.whole > 0 ? reports->now.whole
                                      : gprof_flat_whole(&reports->now.flat);
    if (whole <= 0)
        return;
    struct gprof_time *times = NEW_N(&scratch, struct gprof_time, n);
    struct gprof_flat_key *keys = NEW_N(&scratch, struct gprof_flat_key, n);
    double *guides = NEW_N(&scratch, double, n);
    for (uint32_t f = 0; f < n; f++) {
        const struct gprof_function *function = &reports->now.functions.of[f];
        keys[f] = (struct gprof_flat_key){ function->name, function->self,
                                           function->calls };
        times[f] = gprof_fit_time(function->self, function->n_times);
    }
    gprof_flat_find(&reports->now.flat, keys, n, guides);
    for (uint32_t f = 0; f < n; f++)
        times[f].guide = guides[f];
    double sum = gprof_fit(times, n, whole);
    for (uint32_t f = 0; f < n; f++)
        reports->now.functions.of[f].self = times[f].fitted;
    reports->excess += fmax(sum - whole, 0);
    reports->unlisted += fmax(whole - sum, 0);
}

static struct gprof_facts *facts_of(struct gprof_reports *reports,
                                    uint32_t function)
{
    return REACH_IN(&reports->arena, &reports->facts, function);
}

/* Adds a function to the profile. Functions of the same name are distinguished
   by their order, because index numbers change from run to run. */
static uint32_t put_function(struct gprof_reports *reports,
                             const struct gprof_function *from,
                             struct arena *scratch)
{
    struct identity is = { .name = reports->names.texts[from->name] };
    if (from->ordinal > 1)
        is.tag = arena_printf(scratch, "%u", from->ordinal);
    uint32_t id = profile_function(reports->profile, is);
    struct function *function = &reports->profile->functions[id];
    function->self += from->self;
    function->count = add_known(function->count, from->count);
    if (from->source != FROM_CALLEE_LINES)
        facts_of(reports, id)->listed = true;
    facts_of(reports, id)->spontaneous |= from->spontaneous;
    return id;
}

/* Adds a call to the profile; ids holds the profile's functions by those of
   the report. */
static void put_call(struct gprof_reports *reports,
                     const struct gprof_call *from, const uint32_t *ids)
{
    uint32_t callee = ids[from->callee];
    uint32_t id = profile_call(reports->profile, ids[from->caller], callee);
    struct call *call = &reports->profile->calls[id];
    call->count = add_known(call->count, from->count);
    *REACH_IN(&reports->arena, &reports->times, id) += known_or(from->time, 0);
    if (from->caller == from->callee)
        return;
    facts_of(reports, callee)->called = true;
    if (!known(from->count))
        facts_of(reports, callee)->uncounted = true;
}

void gprof_reports_end_report(struct gprof_reports *reports)
{
    enum { AHEAD = 16 }; /* calls whose memory is fetched early */
    LOCAL_ARENA(scratch);
    if (reports->now.indexes.n == 0)
        return;
    fit_self_times(reports);
    uint32_t *ids = NEW_N(&scratch, uint32_t, reports->now.keys.n);
    for (uint32_t f = 0; f < reports->now.keys.n; f++) {
        ids[f] = put_function(reports, &reports->now.functions.of[f], &scratch);
        reports->n_named.of[reports->now.functions.of[f].name] = 0;
    }
    const struct gprof_call *calls = reports->now.calls.of;
    for (uint32_t c = 0, n = reports->now.ends.n; c < n; c++) {
        const struct gprof_call *later = &calls[c + AHEAD < n ? c + AHEAD : c];
        profile_prefetch_call(reports->profile, ids[later->caller],
                              ids[later->callee]);
        put_call(reports, &calls[c], ids);
    }
    arena_free(&reports->now.arena);
    reports->now = (struct gprof_report){ .whole = 0 };
}

/* A function below "<spontaneous>" is entered at least once, even if its other
   callers explain its count. Two kinds of functions get no entry from outside
   the profile: those whose callers are weighted by times, which cannot be
   compared with a count, and those without numbers of their own, for which only
   the callers' shares are known. */
static void set_entries(struct gprof_reports *reports)
{
    profile_entries_by_count(reports->profile);
    for (uint32_t f = 0; f < reports->profile->n_functions; f++) {
        const struct gprof_facts *facts = facts_of(reports, f);
        double *entry = &reports->profile->functions[f].entry;
        if (facts->called && (facts->uncounted || !facts->listed))
            *entry = 0;
        else if (facts->spontaneous)
            *entry = fmax(*entry, 1);
    }
}

void gprof_reports_finish(struct gprof_reports *reports)
{
    /* The weights of the calls of a function are their counts. If the count of
       one of these is missing, the weights are the times that gprof printed. */
    for (uint32_t c = 0; c < reports->profile->n_calls; c++) {
        struct call *call = &reports->profile->calls[c];
        call->weight = facts_of(reports, call->callee)->uncounted
                           ? reports->times.of[c]
                           : known_or(call->count, 0);
    }
    set_entries(reports);
    reports->profile->unlisted = reports->unlisted;
    arena_free(&reports->now.arena);
    arena_free(&reports->arena);
}
