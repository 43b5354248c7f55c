/*
 * What prof2dot -T json writes; the manual page prof2dot(1) describes it:
 *
 *     {"version": 1, "generator": "prof2dot 0.1.0", "format": "perf",
 *      "kind": "stacks", "unit": "samples", "event": "cycles", "part": null,
 *      "whole": 50, "total": "callstacks",
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
#include <stdlib.h>

#include "input/json_reader.h"
#include "readers/head.h"
#include "readers/reader.h"
#include "readers/select/event.h"
#include "readers/stated.h"
#include "util/array.h"
#include "util/diag.h"

struct own {
    struct input *in;
    struct profile *profile;
    struct json_reader json;
    struct arena ids_arena;
    struct strings ids;  /* of functions */
    uint32_t *functions; /* by id: 1 + the function, or 0 */
    size_t functions_room;
    double *entries; /* by function, as the input has them */
    size_t entries_room;
    double whole;
    bool is_comparison;
    bool is_stacks; /* the costs were counted from stacks */
    size_t bad_functions, bad_calls, n_negative; /* that are left out */
};

/* ---- The file ---- */

static uint32_t take_id(struct own *own)
{
    uint32_t id =
        strings_add(&own->ids, &own->ids_arena, json_reader_text(&own->json));
    own->functions = array_reach(own->functions, id, &own->functions_room,
                                 sizeof *own->functions);
    return id;
}

/* Stores the current member if it is a number that is not below 0. */
static void take_number(struct own *own, double *number)
{
    double read;
    if (!json_reader_number(&own->json, &read))
        return;
    if (read >= 0)
        *number = read;
    else
        own->n_negative++;
}

/* Reads a function. Two that differ in nothing but the id stay two. */
static void read_function(struct own *own)
{
    struct json_reader *json = &own->json;
    struct arena scratch = { 0 };
    struct function read = { .self = 0, .count = UNKNOWN, .total = UNKNOWN };
    uint32_t id = NO_ID;
    size_t members = json_reader_open(json);
    while (json_reader_next(json, members)) {
        struct str text = arena_copy(&scratch, json_reader_text(json));
        if (json_reader_is(json, S("id")))
            id = take_id(own);
        else if (json_reader_is(json, S("name")))
            read.is.name = text;
        else if (json_reader_is(json, S("module")))
            read.is.module = text;
        else if (json_reader_is(json, S("file")))
            read.is.file = text;
        else if (json_reader_is(json, S("tag"))) {
            read.is.tag = text;
            read.is_tag = text.len > 0;
        } else if (json_reader_is(json, S("key")))
            read.is.tag = text;
        else if (json_reader_is(json, S("nameless")))
            read.nameless = json->type == JSON_TRUE;
        else if (json_reader_is(json, S("line")))
            json_reader_id(json, &read.line);
        else if (json_reader_is(json, S("self")))
            take_number(own, &read.self);
        else if (json_reader_is(json, S("total")))
            take_number(own, &read.total);
        else if (json_reader_is(json, S("count")))
            take_number(own, &read.count);
        else if (json_reader_is(json, S("entry")))
            take_number(own, &read.entry);
        else if (json_reader_is(json, S("exact")))
            read.is_estimated = json->type == JSON_FALSE;
    }
    if (id == NO_ID || own->functions[id]) {
        own->bad_functions += !json->failed;
    } else if (!json->failed) {
        if (profile_find_function(own->profile, &read.is) != NO_ID)
            read.is.tag = own->ids.texts[id];
        uint32_t f = profile_function(own->profile, read.is);
        struct function *function = &own->profile->functions[f];
        function->is_tag = read.is_tag;
        function->nameless = read.nameless;
        function->is_estimated = read.is_estimated;
        function->line = read.line;
        function->self = read.self;
        function->total = read.total;
        function->count = read.count;
        own->functions[id] = f + 1;
        own->entries = array_reach(own->entries, f, &own->entries_room,
                                   sizeof *own->entries);
        own->entries[f] = read.entry;
    }
    arena_free(&scratch);
}

static void read_call(struct own *own)
{
    struct json_reader *json = &own->json;
    uint32_t caller = NO_ID, callee = NO_ID;
    double cost = UNKNOWN, count = UNKNOWN;
    bool is_estimated = false;
    size_t members = json_reader_open(json);
    while (json_reader_next(json, members)) {
        if (json_reader_is(json, S("caller")))
            caller = take_id(own);
        else if (json_reader_is(json, S("callee")))
            callee = take_id(own);
        else if (json_reader_is(json, S("cost")))
            take_number(own, &cost);
        else if (json_reader_is(json, S("count")))
            take_number(own, &count);
        else if (json_reader_is(json, S("exact")))
            is_estimated = json->type == JSON_FALSE;
    }
    if (caller == NO_ID || callee == NO_ID || !own->functions[caller] ||
        !own->functions[callee]) {
        own->bad_calls += !json->failed;
        return;
    }
    uint32_t id = profile_call(own->profile, own->functions[caller] - 1,
                               own->functions[callee] - 1);
    struct call *call = &own->profile->calls[id];
    call->cost = cost;
    call->count = count;
    call->is_estimated = is_estimated;
    call->weight = known_or(call->cost, 0);
}

static void read_member(struct own *own)
{
    struct json_reader *json = &own->json;
    struct profile *profile = own->profile;
    struct str text = json_reader_text(json);
    size_t functions = 0, calls = 0;
    if (json_reader_is(json, S("functions")))
        functions = json_reader_open(json);
    else if (json_reader_is(json, S("calls")))
        calls = json_reader_open(json);
    else if (json_reader_is(json, S("unit")) && text.len)
        profile_unit(profile, text);
    else if (json_reader_is(json, S("event")))
        profile_event(profile, text);
    else if (json_reader_is(json, S("part")))
        profile_selected_threads(profile, text);
    else if (json_reader_is(json, S("comparison")))
        own->is_comparison = true;
    else if (json_reader_is(json, S("kind")))
        own->is_stacks = str_eq(text, S("stacks"));
    else if (json_reader_is(json, S("whole")))
        json_reader_number(json, &own->whole);
    while (json_reader_next(json, functions))
        read_function(own);
    while (json_reader_next(json, calls))
        read_call(own);
}

/* ---- The profile ---- */

static bool check_event(const struct own *own,
                        const struct reader_options *options)
{
    struct str event = own->profile->event, asked = options->event;
    return !(options->asked & ASK_EVENT) ||
           event_fit(event, asked) != FIT_NO ||
           diag_error("%s: there is no event '%.*s'; the input has: %s",
                      own->in->name, (int)asked.len, asked.s,
                      event.len ? event.s : "none");
}

/* Sets the entries of functions. In a profile made from stacks they are costs,
   as the weights of calls are here. Otherwise they may be counts, and tell only
   which functions have one. */
static void set_entries(struct own *own)
{
    struct profile *profile = own->profile;
    profile_entries_by_weight(profile);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (own->is_stacks || own->entries[f] <= 0)
            profile->functions[f].entry = own->entries[f];
}

static bool make_profile(struct own *own, const struct reader_options *options)
{
    struct profile *profile = own->profile;
    profile->kind = FROM_CALLS;
    profile->call_costs = CALLS_MEASURED_ONCE;
    if (own->is_comparison)
        return input_error(own->in, "expected one profile, found the "
                                    "comparison of two; name the compared "
                                    "profiles themselves, one by --base");
    if (!profile->n_functions)
        return input_error(own->in, "expected functions, found none");
    if (!check_event(own, options))
        return false;
    double listed = profile_whole(profile);
    if (own->whole > listed)
        profile->unlisted = own->whole - listed;
    else
        stated_check(own->in, (struct stated){ .where = "\"whole\"",
                                               .unit = profile->unit,
                                               .says = own->whole,
                                               .found = listed });
    set_entries(own);
    if (profile->event.len)
        inventory_add_event(&profile->inventory, profile->event,
                            profile_whole(profile));
    if (own->bad_functions)
        input_remark(own->in, "functions without an id of their own, left "
                              "out: %zu",
                     own->bad_functions);
    if (own->n_negative)
        input_remark(own->in, "numbers below 0, left out: %zu",
                     own->n_negative);
    if (own->bad_calls)
        input_remark(own->in, "calls of functions that are not listed, left "
                              "out: %zu",
                     own->bad_calls);
    return true;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct own own = { .in = in,
                       .profile = profile,
                       .json = json_reader_start(in),
                       .whole = UNKNOWN };
    size_t all = json_reader_open(&own.json);
    while (json_reader_next(&own.json, all))
        read_member(&own);
    json_reader_end(&own.json);
    bool good = make_profile(&own, options);
    strings_free(&own.ids);
    arena_free(&own.ids_arena);
    free(own.functions);
    free(own.entries);
    return good;
}

static bool is_generator(struct json_reader *json)
{
    return json_reader_is(json, S("generator")) &&
           str_starts(json_reader_text(json), S("prof2dot "));
}

static enum match detect(struct str head, bool complete)
{
    (void)complete;
    return head_has_member(head, is_generator) ? MATCH_YES : MATCH_NO;
}

const struct reader reader_prof2dot = {
    .name = "prof2dot",
    .description = "what prof2dot -T json writes",
    .programs = "prof2dot -T json",
    .tested = "prof2dot of this version",
    .file = "*.json",
    .totals = TOTALS_MEASURED,
    .supports = ASK_EVENT | ASK_LIST_EVENTS,
    .detect = detect,
    .read = read,
};
