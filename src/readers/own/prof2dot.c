/*
 * Reads what prof2dot -T json writes, as the manual page prof2dot-json(5)
 * describes it:
 *
 *     {"version": 1, "generator": "prof2dot 0.2.0", "format": "perf",
 *      "kind": "stacks", "unit": "samples", "event": "cycles", "part": null,
 *      "whole": 50, "total": "callstacks",
 *      "counted_samples": {"n": 50, "cost": 50, "squares": 0},
 *      "functions": [
 *         {"id": "f1", "name": "main", "module": "prog", "file": null,
 *          "line": 3, "self": 1, "total": 49, "count": null, "exact": true},
 *         {"id": "f2", "name": "read", "module": null, "file": null,
 *          "line": null, "self": 48, "total": 48, "count": null}],
 *      "calls": [{"caller": "f1", "callee": "f2", "cost": 48, "count": null}]}
 *
 * It has the costs of functions and calls, but not the stacks that they are
 * from. So it is read as a profile of calls whose totals were measured, in
 * which recursion is counted once; that gives the same numbers and the same
 * picture. What the functions that were left out cost stays a part of the
 * whole. Calls that have only a count, as back calls do, keep it. A comparison,
 * which has the costs of two profiles, is not read.
 */

#include "readers/choose/event.h"
#include "readers/declared.h"
#include "readers/json_members.h"
#include "readers/reader.h"
#include "util/array.h"

struct own {
    struct input *in;
    struct profile *profile;
    LIST(uint32_t) functions; /* by text of an id: 1 + the function, or 0 */
    LIST(double) entries; /* by function, as the input has them */
    uint32_t kind, unit, event, part; /* texts of the profile */
    double whole;
    double samples, samples_cost, squares; /* of counted_samples */
    bool has_inlines, is_comparison;
    size_t bad_functions, bad_calls, n_negative; /* that are left out */
};

/* ---- The file ---- */

/* A function or a call. Texts are texts of the profile. */
struct row {
    uint32_t id, name, module, file, tag, key;
    uint32_t caller, callee; /* their ids */
    uint64_t line;
    double self, total, count, entry, cost;
    bool is_nameless, is_exact;
};

static const struct json_member row_members[] = {
    { STR("id"), JSON_FIELD(struct row, id) },
    { STR("name"), JSON_FIELD(struct row, name) },
    { STR("module"), JSON_FIELD(struct row, module) },
    { STR("file"), JSON_FIELD(struct row, file) },
    { STR("tag"), JSON_FIELD(struct row, tag) },
    { STR("key"), JSON_FIELD(struct row, key) },
    { STR("nameless"), JSON_FIELD(struct row, is_nameless) },
    { STR("line"), JSON_FIELD(struct row, line) },
    { STR("self"), JSON_FIELD(struct row, self) },
    { STR("total"), JSON_FIELD(struct row, total) },
    { STR("entry"), JSON_FIELD(struct row, entry) },
    { STR("caller"), JSON_FIELD(struct row, caller) },
    { STR("callee"), JSON_FIELD(struct row, callee) },
    { STR("cost"), JSON_FIELD(struct row, cost) },
    { STR("count"), JSON_FIELD(struct row, count) },
    { STR("exact"), JSON_FIELD(struct row, is_exact) },
};

static void drop_negative(struct own *own, double *number, double instead)
{
    if (*number < 0) {
        *number = instead;
        own->n_negative++;
    }
}

static struct row read_row(struct own *own, struct json_reader *json)
{
    struct row row = { .total = UNKNOWN,
                       .count = UNKNOWN,
                       .cost = UNKNOWN,
                       .is_exact = true };
    json_members(json, row_members, ROWS(row_members), &row);
    drop_negative(own, &row.self, 0);
    drop_negative(own, &row.total, UNKNOWN);
    drop_negative(own, &row.count, UNKNOWN);
    drop_negative(own, &row.entry, 0);
    drop_negative(own, &row.cost, UNKNOWN);
    return row;
}

/* Reads a function. Two that differ in nothing but the id stay two. */
static void read_function(struct json_reader *json, void *reader)
{
    struct own *own = reader;
    struct row row = read_row(own, json);
    const struct profile *profile = own->profile;
    if (json->failed)
        return;
    if (!row.id || *REACH_IN(&own->in->arena, &own->functions, row.id)) {
        own->bad_functions++;
        return;
    }
    bool is_tag = profile_text(profile, row.tag).len > 0;
    struct identity is = {
        .name = profile_text(profile, row.name),
        .module = profile_text(profile, row.module),
        .file = profile_text(profile, row.file),
        .tag = profile_text(profile, is_tag ? row.tag : row.key),
    };
    if (profile_find_function(profile, &is) != NO_ID)
        is.tag = profile_text(profile, row.id);
    uint32_t f = profile_function(own->profile, is);
    struct function *function = &profile->functions[f];
    function->is_tag = is_tag;
    function->nameless = row.is_nameless;
    function->is_estimated = !row.is_exact;
    function->line = row.line;
    function->self = row.self;
    function->total = row.total;
    function->count = row.count;
    *REACH_IN(&own->in->arena, &own->functions, row.id) = f + 1;
    *REACH_IN(&own->in->arena, &own->entries, f) = row.entry;
}

static void read_call(struct json_reader *json, void *reader)
{
    struct own *own = reader;
    struct row row = read_row(own, json);
    uint32_t caller = *REACH_IN(&own->in->arena, &own->functions, row.caller);
    uint32_t callee = *REACH_IN(&own->in->arena, &own->functions, row.callee);
    if (!caller || !callee) {
        own->bad_calls += !json->failed;
        return;
    }
    uint32_t id = profile_call(own->profile, caller - 1, callee - 1);
    struct call *call = &own->profile->calls[id];
    call->cost = row.cost;
    call->count = row.count;
    call->is_estimated = !row.is_exact;
    call->weight = known_or(call->cost, 0);
}

static void read_comparison(struct json_reader *json, void *is_comparison)
{
    (void)json;
    *(bool *)is_comparison = true;
}

static const struct json_member sample_members[] = {
    { STR("n"), JSON_FIELD(struct own, samples) },
    { STR("cost"), JSON_FIELD(struct own, samples_cost) },
    { STR("squares"), JSON_FIELD(struct own, squares) },
};

static const struct json_member all_members[] = {
    { STR("kind"), JSON_FIELD(struct own, kind) },
    { STR("unit"), JSON_FIELD(struct own, unit) },
    { STR("event"), JSON_FIELD(struct own, event) },
    { STR("part"), JSON_FIELD(struct own, part) },
    { STR("whole"), JSON_FIELD(struct own, whole) },
    { STR("counted_samples"), JSON_INSIDE(sample_members) },
    { STR("inlines"), JSON_FIELD(struct own, has_inlines) },
    { STR("comparison"), .read = read_comparison,
      .at = offsetof(struct own, is_comparison) },
    { STR("functions"), .each = read_function },
    { STR("calls"), .each = read_call },
};

/* ---- The profile ---- */

static bool make_profile(struct own *own, const struct reader_options *options)
{
    struct profile *profile = own->profile;
    struct str unit = profile_text(profile, own->unit);
    if (unit.len)
        profile_set_unit(profile, unit);
    profile_set_event(profile, profile_text(profile, own->event));
    profile_set_selected_threads(profile, profile_text(profile, own->part));
    profile->kind = FROM_CALLS;
    profile->call_costs = CALLS_MEASURED_ONCE;
    profile->has_inlines = own->has_inlines;
    if (own->samples > 0 && own->samples_cost > 0 && own->squares >= 0) {
        profile->is_sampled = true;
        profile->counted_samples.n = own->samples;
        profile->counted_samples.cost = own->samples_cost;
        profile->counted_samples.squares = own->squares;
    }
    if (own->is_comparison)
        return input_error(own->in, "expected one profile, found the "
                                    "comparison of two; name the compared "
                                    "profiles themselves, one by --base");
    if (!profile->n_functions)
        return input_error(own->in, "expected functions, found none");
    if (!event_choice_accepts(own->in->name, own->profile->event, options))
        return false;
    double listed = profile_whole(profile);
    if (own->whole > listed)
        profile->unlisted = own->whole - listed;
    else
        declared_check(own->in, (struct declared){ .where = "\"whole\"",
                                                   .unit = profile->unit,
                                                   .says = own->whole,
                                                   .found = listed });
    /* Entries are costs in a profile that was made from stacks, as the weights
       of calls are here. In other profiles they may be counts, and tell only
       which functions have one. */
    bool is_stacks = str_eq(profile_text(profile, own->kind), S("stacks"));
    profile_entries_by_weight(profile);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (is_stacks || own->entries.of[f] <= 0)
            profile->functions[f].entry = own->entries.of[f];
    profile_list_event(profile);
    input_count(own->in, "functions without an id of their own, left out",
                own->bad_functions);
    input_count(own->in, "numbers below 0, left out", own->n_negative);
    input_count(own->in, "calls of functions that are not listed, left out",
                own->bad_calls);
    return true;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct own own = { .in = in, .profile = profile, .whole = UNKNOWN };
    json_members_all(in, profile, all_members, ROWS(all_members), &own);
    return make_profile(&own, options);
}

const struct reader reader_prof2dot = {
    .name = "prof2dot",
    .description = "what prof2dot -T json writes",
    .programs = "prof2dot -T json",
    .tested = "prof2dot of this version",
    .file = "*.json",
    .totals = TOTALS_MEASURED,
    .supports = ASK_EVENT | ASK_LIST_EVENTS,
    .json = "generator=prof2dot",
    .read = read,
};
