/*
 * The report gprof-cc of Intel's VTune, which looks like the call graph of
 * gprof but has times in place of the counts of calls (amplxe-cl -report
 * gprof-cc):
 *
 *     Index  % CPU Time:Total  CPU Time:Self  CPU Time:Children  Name    Index
 *     -----  ----------------  -------------  -----------------  ------  -----
 *                              0.0            16.348              start  [1]
 *     [0]    100.0             0.0            16.348             main    [0]
 *                              0.0            15.771              draw   [4]
 *                                                               a <cycle 2> [9]
 *
 *     Index by function name
 *
 *     Index  Function
 *     [4]    draw
 *
 * An entry is about the function of the line with an index at the margin. The
 * lines above it are its callers and those below its callees, with the parts of
 * its time and of theirs that these calls had: the costs of calls are measured.
 * A blank line ends the entry. <spontaneous> stands for callers outside of the
 * profile; its entry tells what else has no function. Calls between functions
 * of a cycle have no times. Entries of "<cycle 2 as a whole>" add nothing.
 *
 * Source: the samples that VTune Amplifier XE 2013 and 2015 printed.
 */

#include "readers/choose/event.h"
#include "readers/reader.h"
#include "util/array.h"
#include "util/map.h"

/* Times have three decimals. */
#define ROUNDING 0.0005

/* A line of the report. Times that it does not have are UNKNOWN. */
struct axe_line {
    bool is_primary, in_cycle, is_spontaneous, is_whole_cycle;
    double self, children;
    struct str name;
    uint32_t index; /* NO_ID: it has none */
};

/* A caller above the primary line. */
struct caller {
    uint32_t function; /* NO_ID: <spontaneous> */
    double cost;
};

struct entry_facts {
    bool is_spontaneous, in_cycle, has_caller;
    double spontaneous; /* the cost of spontaneous calls, or UNKNOWN */
    double total;       /* self and children of its primary line, or UNKNOWN */
};

struct axe {
    struct input *in;
    struct profile *profile;
    struct pairs keys; /* name (a text of the profile) and index */
    LIST(uint32_t) functions; /* by key */
    LIST(struct entry_facts) facts; /* by function */
    LIST(struct caller) callers; /* of the current entry */
    size_t n_negative; /* times */
    bool has_primary, is_skipped; /* of the current entry */
    uint32_t function;            /* of its primary line */
    bool has_end;
};

/* ---- Lines ---- */

/* Cuts "<cycle 2>" or "[17]" off the end of a name. */
static bool cut_index(struct str *name, uint32_t *index)
{
    struct str before, number;
    uint64_t n;
    if (!str_ends(*name, S("]")) ||
        !str_cut_last(*name, S("["), &before, &number) ||
        !str_take_digits(&number, &n) || number.len != 1 || n >= NO_ID)
        return false;
    *name = str_trim_end(before);
    *index = (uint32_t)n;
    return true;
}

static bool cut_cycle(struct str *name)
{
    struct str before, number;
    uint64_t n;
    if (!str_ends(*name, S(">")) ||
        !str_cut_last(*name, S(" <cycle "), &before, &number) ||
        !str_take_digits(&number, &n) || number.len != 1)
        return false;
    *name = str_trim_end(before);
    return true;
}

/* Takes blanks and a number such as -0.008, which must have a decimal point to
   be no name. */
static bool take_time(struct str *s, double *time)
{
    struct str rest = *s, word;
    if (!str_take_word(&rest, &word) ||
        (!str_has(word, S(".")) && !str_has(word, S(","))) ||
        !str_number(word, time))
        return false;
    *s = rest;
    return true;
}

static bool take_line(struct str text, struct axe_line *line)
{
    uint64_t index;
    double percent;
    *line = (struct axe_line){ .self = UNKNOWN,
                               .children = UNKNOWN,
                               .index = NO_ID };
    if (str_take(&text, S("["))) {
        line->is_primary = true;
        if (!str_take_digits(&text, &index) || !str_take(&text, S("]")) ||
            !take_time(&text, &percent))
            return false;
    } else if (!str_starts(text, S(" ")) && !str_starts(text, S("\t"))) {
        return false;
    }
    if (take_time(&text, &line->self) && !take_time(&text, &line->children))
        return false;
    if (line->is_primary && !known(line->children))
        return false;
    line->name = str_trim(text);
    cut_index(&line->name, &line->index);
    line->in_cycle = cut_cycle(&line->name);
    line->is_spontaneous = str_eq(line->name, S("<spontaneous>"));
    line->is_whole_cycle = str_starts(line->name, S("<cycle ")) &&
                           str_ends(line->name, S(" as a whole>"));
    return line->name.len > 0;
}

/* ---- Entries ---- */

/* Returns the function of a line. The second function of a name has its index
   as tag. */
static uint32_t function_of(struct axe *axe, const struct axe_line *line)
{
    struct profile *profile = axe->profile;
    LOCAL_ARENA(scratch);
    uint32_t n = axe->keys.n;
    uint32_t name = profile_text_id(profile, line->name);
    uint32_t key = pairs_add_in(&axe->keys, &axe->in->arena, name, line->index);
    if (key == n) {
        struct identity is = { .name = line->name };
        if (line->index != NO_ID &&
            profile_find_function(profile, &is) != NO_ID)
            is.tag = arena_printf(&scratch, "%u", line->index);
        uint32_t id = profile_function(profile, is);
        *PUSH_IN(&axe->in->arena, &axe->functions) = id;
        struct entry_facts *facts = REACH_IN(&axe->in->arena, &axe->facts, id);
        facts->spontaneous = facts->total = UNKNOWN;
    }
    axe->facts.of[axe->functions.of[key]].in_cycle |= line->in_cycle;
    return axe->functions.of[key];
}

/* Adds a call. Its cost stands in the entry of the caller and again in that of
   the callee. */
static void add_call(struct axe *axe, uint32_t caller, uint32_t callee,
                     double cost)
{
    uint32_t id = profile_call(axe->profile, caller, callee);
    struct call *call = &axe->profile->calls[id];
    if (!known(call->cost))
        call->cost = cost;
    axe->facts.of[callee].has_caller = true;
}

/* Returns a time, which may be UNKNOWN, or 0 if it is below that. */
static double not_negative(struct axe *axe, double time)
{
    axe->n_negative += time < 0;
    return time < 0 ? 0 : time;
}

static void take_primary(struct axe *axe, const struct axe_line *line)
{
    axe->has_primary = true;
    axe->is_skipped = line->is_spontaneous || line->is_whole_cycle;
    if (line->is_spontaneous)
        axe->profile->unlisted += not_negative(axe, line->self);
    if (axe->is_skipped)
        return;
    uint32_t f = axe->function = function_of(axe, line);
    struct function *function = &axe->profile->functions[f];
    struct entry_facts *facts = &axe->facts.of[f];
    function->self += not_negative(axe, line->self);
    facts->total = not_negative(axe, line->self + line->children);
    for (size_t i = 0; i < axe->callers.n; i++) {
        const struct caller *caller = &axe->callers.of[i];
        if (caller->function != NO_ID) {
            add_call(axe, caller->function, f, caller->cost);
            continue;
        }
        facts->is_spontaneous = true;
        facts->spontaneous = caller->cost;
    }
}

static void take_relative(struct axe *axe, const struct axe_line *line)
{
    uint32_t function = NO_ID;
    if ((axe->has_primary && axe->is_skipped) || line->is_whole_cycle)
        return;
    double cost = not_negative(axe, line->self + line->children);
    if (!line->is_spontaneous)
        function = function_of(axe, line);
    if (!axe->has_primary) {
        *PUSH_IN(&axe->in->arena, &axe->callers) =
            (struct caller){ function, cost };
    } else if (function != NO_ID) {
        add_call(axe, axe->function, function, cost);
    }
}

static void end_entry(struct axe *axe)
{
    if (axe->callers.n && !axe->has_primary)
        input_warn(axe->in, "expected the line of the function itself, "
                            "'[1] ...', before the end of its entry");
    axe->callers.n = 0;
    axe->has_primary = axe->is_skipped = false;
}

static void read_line(struct axe *axe, struct str text)
{
    struct axe_line line;
    if (str_trim(text).len == 0)
        end_entry(axe);
    else if (!take_line(text, &line) || (line.is_primary && axe->has_primary))
        input_warn(axe->in, "expected a function with its times");
    else if (line.is_primary)
        take_primary(axe, &line);
    else
        take_relative(axe, &line);
}

/* ---- Weights ---- */

/* Sets the weights of calls to their costs. What the calls from outside of a
   cycle do not bring to a member of it must come from its callers in the cycle,
   whose calls have no cost: it is shared among them evenly. */
static void set_weights(struct axe *axe)
{
    struct profile *profile = axe->profile;
    struct arena *arena = &axe->in->arena;
    double *missing = NEW_N(arena, double, profile->n_functions);
    double *unknown = NEW_N(arena, double, profile->n_functions);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        struct call *call = &profile->calls[c];
        call->weight = known_or(call->cost, 0);
        missing[call->caller] += call->weight;
        missing[call->callee] -= call->weight;
        unknown[call->callee] += !known(call->cost);
    }
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        struct call *call = &profile->calls[c];
        uint32_t f = call->callee;
        double rest = profile->functions[f].self + missing[f] -
                      known_or(axe->facts.of[f].spontaneous, 0);
        if (!known(call->cost))
            call->weight = fmax(rest, 0) / unknown[f];
    }
}

/* Sets the totals that are measured: those of functions in no cycle, and of
   members of cycles if they have more than self cost and the calls that leave
   the cycle. VTune 2015 prints just that for members, older ones the whole. */
static void set_totals(struct axe *axe)
{
    struct profile *profile = axe->profile;
    double *least = NEW_N(&axe->in->arena, double, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        least[f] = profile->functions[f].self + ROUNDING;
    for (uint32_t c = 0; c < profile->n_calls; c++)
        least[profile->calls[c].caller] +=
            known_or(profile->calls[c].cost, 0) + ROUNDING;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (!axe->facts.of[f].in_cycle || axe->facts.of[f].total > least[f])
            profile->functions[f].total = axe->facts.of[f].total;
}

/* Warns if functions or calls take longer than all self times together, to
   which cost/from_calls.c limits their costs. Each printed time is rounded on
   its own, so the sum of self times may be too small by ROUNDING for each. */
static void check_times(const struct axe *axe)
{
    const struct profile *profile = axe->profile;
    double most =
        profile_whole(profile) + ROUNDING * (profile->n_functions + 2.0);
    size_t n_above = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        n_above += axe->facts.of[f].total > most;
    for (uint32_t c = 0; c < profile->n_calls; c++)
        n_above += profile->calls[c].cost > most;
    if (axe->n_negative)
        input_remark(axe->in, "%zu times are below 0 and count as 0",
                     axe->n_negative);
    if (n_above)
        input_remark(axe->in,
                     "%zu times of functions and calls are larger than the sum "
                     "of all self times, %g, and count as that sum",
                     n_above, profile_whole(profile));
}

/* A function is entered as often as the lines of <spontaneous> say. Without
   their times, the balance of its costs tells. */
static void set_entries(struct axe *axe)
{
    struct profile *profile = axe->profile;
    profile_entries_by_weight(profile);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        const struct entry_facts *facts = &axe->facts.of[f];
        struct function *function = &profile->functions[f];
        if (known(facts->spontaneous))
            function->entry = facts->spontaneous;
        else if (facts->has_caller && !facts->is_spontaneous &&
                 !facts->in_cycle)
            function->entry = 0;
    }
}

/* ---- The report ---- */

/* "Index  % CPU Time:Total  CPU Time:Self  CPU Time:Children  Name  Index" */
static bool is_header(struct str line, struct str *metric)
{
    struct str rest;
    if (!str_take(&line, S("Index ")))
        return false;
    str_take_blanks(&line);
    return str_take(&line, S("% ")) &&
           str_cut(line, S(":Total "), metric, &rest) &&
           str_has(rest, S(":Self ")) && str_has(rest, S(":Children "));
}

static bool read_header(struct axe *axe, const struct reader_options *options)
{
    struct event_column column;
    const size_t samples = 1;
    struct event_columns events = { &column, 1, &samples, true, 0 };
    struct str metric;
    bool found = false;
    while (!found && input_next_line(axe->in))
        found = is_header(axe->in->text, &metric);
    if (!found)
        return input_error(axe->in, "expected the titles of VTune's report "
                                    "gprof-cc, 'Index  %% CPU Time:Total'");
    column = (struct event_column){
        .event = metric,
        .unit = str_ends(metric, S("Time")) ? S("seconds") : metric,
    };
    return event_choice(axe->in->name, axe->profile, &events, options) != NO_ID;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct axe axe = { .in = in, .profile = profile };
    profile->kind = FROM_CALLS;
    profile->call_costs = CALLS_MEASURED;
    if (!read_header(&axe, options))
        return false;
    while (!axe.has_end && input_next_line(in)) {
        axe.has_end = str_starts(in->text, S("Index"));
        if (!axe.has_end && !str_starts(in->text, S("--")))
            read_line(&axe, in->text);
    }
    end_entry(&axe);
    if (profile->n_functions && !axe.has_end)
        input_cut(in, "expected the index of functions after the last entry");
    if (profile->n_functions) {
        set_weights(&axe);
        set_totals(&axe);
        set_entries(&axe);
        if (axe.has_end)
            check_times(&axe);
    }
    if (!profile->n_functions)
        return input_error(in, "expected functions and their calls, found "
                               "none");
    return true;
}

static bool is_sure(struct str line)
{
    struct str metric;
    return is_header(line, &metric);
}

const struct reader reader_axe = {
    .name = "axe",
    .aliases = "gprof-cc",
    .description = "VTune's report gprof-cc, a call graph with times",
    .programs = "vtune -report gprof-cc, amplxe-cl",
    .tested = "VTune Amplifier 2013",
    .file = "*.axe",
    .recipes =
        "VTune: `vtune -report gprof-cc -r RESULT | prof2dot -o out.svg`",
    .totals = TOTALS_MEASURED,
    .supports = ASK_EVENT | ASK_LIST_EVENTS,
    .is_line = is_sure,
    .read = read,
};
