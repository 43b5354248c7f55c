/*
 * Profiles of XHProf and Tideways for PHP, in JSON:
 *
 *     {"main()": {"ct": 1, "wt": 900, "cpu": 800, "mu": 5000, "pmu": 0},
 *      "main()==>load": {"ct": 2, "wt": 700, "cpu": 650, "mu": 4096, "pmu": 0},
 *      "load==>load@1": {"ct": 1, "wt": 300, "cpu": 300, "mu": 64, "pmu": 0}}
 *
 * or as PHP serializes it, which XHProf's save_run does:
 *
 *     a:3:{s:6:"main()";a:2:{s:2:"ct";i:1;s:2:"wt";i:900;}...}
 *
 * A member is all calls of one function by another: their count, and what was
 * spent in them with everything that they call: wall-clock time and processor
 * time in microseconds, and by how many bytes the used memory and its peak
 * grew. These costs are the events. "load@1" is load, called while another load
 * runs, and "load@2" while two do; all levels are one function here, whose
 * total is that of its calls at the first level. A member without "==>" is a
 * function without a caller: main(), or one called from where profiling began.
 * The self cost of a function is what its calls spent beyond the calls that it
 * made.
 *
 * XHGui puts the profile into a member "profile" of its JSON.
 *
 * Source: xhprof_lib/utils/xhprof_lib.php in the repository phacility/xhprof,
 * and "PHP serialization format" of the documentation of PHP,
 * ext/standard/var.c.
 */

#include "input/json_reader.h"
#include "readers/choose/event.h"
#include "readers/head.h"
#include "util/array.h"
#include "util/text/str.h"

static const struct event_column columns[] = {
    { .event = STR("wt"), .unit = STR("microseconds") },
    { .event = STR("cpu"), .unit = STR("microseconds") },
    { .event = STR("mu"), .unit = STR("bytes") },
    { .event = STR("pmu"), .unit = STR("bytes") },
};

/* A member. Names are texts of the profile. */
struct arc {
    uint32_t caller; /* NO_ID: none, as in "main()" */
    uint32_t callee;
    bool is_first; /* the callee is at its first level */
    double count;
    double costs[ROWS(columns)]; /* UNKNOWN: not given */
};

struct xhprof {
    struct input *in;
    struct profile *profile;
    struct json_reader json;
    LIST(struct arc) arcs;
    size_t samples[ROWS(columns)]; /* arcs that have such a cost */
    size_t n_negative;             /* counts and times that are left out */
};

/* ---- The file ---- */

/* Cuts the level off "load@1". Returns whether it had none. */
static bool cut_level(struct str *name)
{
    struct str before, level;
    if (!str_cut_last(*name, S("@"), &before, &level) || !before.len ||
        !str_is_digits(level))
        return true;
    *name = before;
    return false;
}

/* Returns the arc of a member with this name, which has no costs yet. */
static struct arc start_arc(struct xhprof *xhprof, struct str name)
{
    struct str caller, callee = name;
    struct arc arc = { .caller = NO_ID, .count = UNKNOWN };
    if (str_cut(name, S("==>"), &caller, &callee)) {
        cut_level(&caller);
        arc.caller = profile_text_id(xhprof->profile, caller);
    }
    arc.is_first = cut_level(&callee);
    arc.callee = profile_text_id(xhprof->profile, callee);
    for (size_t i = 0; i < ROWS(columns); i++)
        arc.costs[i] = UNKNOWN;
    return arc;
}

/* Returns where the arc stores the number of this name, or NULL. */
static double *number_of(struct arc *arc, struct str name)
{
    if (str_eq(name, S("ct")))
        return &arc->count;
    for (size_t i = 0; i < ROWS(columns); i++)
        if (str_eq(name, columns[i].event))
            return &arc->costs[i];
    return NULL;
}

/* Forgets a count or a time that is below 0. */
static void drop_negative(struct xhprof *xhprof, double *number)
{
    if (*number < 0) {
        *number = UNKNOWN;
        xhprof->n_negative++;
    }
}

/* Adds an arc, unless it has no count and no cost. Costs in bytes are below 0
   if memory was freed. */
static void finish_arc(struct xhprof *xhprof, struct arc *arc)
{
    drop_negative(xhprof, &arc->count);
    for (size_t i = 0; i < ROWS(columns); i++)
        if (!str_eq(columns[i].unit, S("bytes")))
            drop_negative(xhprof, &arc->costs[i]);
    bool has_cost = known(arc->count);
    for (size_t i = 0; i < ROWS(columns); i++)
        has_cost |= known(arc->costs[i]);
    if (!has_cost)
        return;
    for (size_t i = 0; i < ROWS(columns); i++)
        xhprof->samples[i] += arc->costs[i] > 0;
    *PUSH_IN(&xhprof->in->arena, &xhprof->arcs) = *arc;
}

/* ---- JSON ---- */

static void read_arc(struct xhprof *xhprof)
{
    struct json_reader *json = &xhprof->json;
    struct arc arc = start_arc(xhprof, json->name);
    size_t members = json_reader_open(json);
    while (json_reader_next(json, members)) {
        double *number = number_of(&arc, json->name);
        if (number)
            json_reader_number(json, number);
    }
    if (!json->failed)
        finish_arc(xhprof, &arc);
}

static void read_json(struct xhprof *xhprof)
{
    struct json_reader *json = &xhprof->json;
    *json = json_reader_start(xhprof->in);
    size_t all = json_reader_open(json);
    while (json_reader_next(json, all)) {
        size_t wrapped = 0;
        if (json_reader_is(json, S("profile")))
            wrapped = json_reader_open(json);
        else if (json->type == JSON_OBJECT)
            read_arc(xhprof);
        while (json_reader_next(json, wrapped))
            if (json->type == JSON_OBJECT)
                read_arc(xhprof);
    }
    json_reader_end(json);
}

/* ---- What PHP serializes ---- */

/* Takes "a:3:{", the beginning of an array of 3 items. */
static bool take_array(struct str *s, uint64_t *n)
{
    return str_take(s, S("a:")) && str_take_digits(s, n) &&
           str_take(s, S(":{"));
}

/* Takes s:5:"a"bc"; whose length in bytes stands before it. */
static bool take_string(struct str *s, struct str *text)
{
    uint64_t len;
    if (!str_take(s, S("s:")) || !str_take_digits(s, &len) ||
        !str_take(s, S(":\"")) || len > s->len)
        return false;
    *text = str_head(*s, len);
    *s = str_skip(*s, len);
    return str_take(s, S("\";"));
}

/* Takes "i:900;", "d:0.5;", "b:1;" or "N;". NULL, INF and NAN are 0. */
static bool take_number(struct str *s, double *number)
{
    struct str word;
    *number = 0;
    if (str_take(s, S("N;")))
        return true;
    if ((!str_take(s, S("i:")) && !str_take(s, S("d:")) &&
         !str_take(s, S("b:"))) || !str_cut(*s, S(";"), &word, s))
        return false;
    str_number(word, number);
    return true;
}

/* Takes the array of an arc. Returns false if it is cut off or damaged. */
static bool take_arc(struct xhprof *xhprof, struct str *text, struct str name)
{
    struct arc arc = start_arc(xhprof, name);
    uint64_t n;
    bool good = take_array(text, &n);
    for (; good && n > 0; n--) {
        double number;
        good = take_string(text, &name) && take_number(text, &number);
        double *stored = good ? number_of(&arc, name) : NULL;
        if (stored)
            *stored = number;
    }
    if (!good || !str_take(text, S("}")))
        return false;
    finish_arc(xhprof, &arc);
    return true;
}

static void read_serialized(struct xhprof *xhprof)
{
    LOCAL_BUF(all);
    uint64_t n;
    while (input_next_piece(xhprof->in))
        buf_add(&all, xhprof->in->text);
    struct str text = str_trim(buf_text(&all)), name;
    bool good = take_array(&text, &n);
    for (; good && n > 0; n--)
        good = take_string(&text, &name) && take_arc(xhprof, &text, name);
    if (!good || !str_take(&text, S("}")))
        input_cut(xhprof->in,
                  "the input is cut off or damaged near byte %zu, expected a "
                  "value that PHP has serialized",
                  all.len - text.len);
}

/* ---- The profile ---- */

static uint32_t function_of(struct xhprof *xhprof, uint32_t name)
{
    return profile_named(xhprof->profile, profile_text(xhprof->profile, name));
}

/* Adds an arc. Self costs may be below 0 until all arcs are added. */
static void add_arc(struct xhprof *xhprof, const struct arc *arc, double cost)
{
    struct profile *profile = xhprof->profile;
    uint32_t callee = function_of(xhprof, arc->callee);
    struct function *function = &profile->functions[callee];
    function->count = add_known(function->count, arc->count);
    function->self += cost;
    if (arc->is_first)
        function->total = known_or(function->total, 0) + cost;
    if (arc->caller == NO_ID)
        return;
    uint32_t caller = function_of(xhprof, arc->caller);
    profile->functions[caller].self -= cost;
    uint32_t id = profile_call(profile, caller, callee);
    struct call *call = &profile->calls[id];
    call->count = add_known(call->count, arc->count);
    call->cost = known_or(call->cost, 0) + cost;
}

static bool make_profile(struct xhprof *xhprof,
                         const struct reader_options *options)
{
    struct profile *profile = xhprof->profile;
    struct event_columns events = { .of = columns,
                                    .n = ROWS(columns),
                                    .samples = xhprof->samples };
    uint32_t event = event_choice(xhprof->in->name, profile, &events, options);
    if (event == NO_ID)
        return false;
    profile->kind = FROM_CALLS;
    profile->call_costs = CALLS_MEASURED;
    for (size_t i = 0; i < xhprof->arcs.n; i++) {
        double cost = xhprof->arcs.of[i].costs[event];
        add_arc(xhprof, &xhprof->arcs.of[i], cost > 0 ? cost : 0);
    }
    /* A function may have spent less than its calls, because they are rounded
       and because memory is freed. */
    for (uint32_t f = 0; f < profile->n_functions; f++)
        profile->functions[f].self = fmax(profile->functions[f].self, 0);
    profile_convert_unit(profile);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        profile->calls[c].weight = profile->calls[c].cost;
    profile_entries_by_weight(profile);
    input_count(xhprof->in, "counts and times below 0, left out",
                xhprof->n_negative);
    return profile->n_functions ||
           input_error(xhprof->in, "expected calls of XHProf, found none");
}

static bool is_serialized(struct str head)
{
    uint64_t n;
    head = str_trim(head);
    return take_array(&head, &n);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct xhprof xhprof = { .in = in, .profile = profile };
    if (is_serialized(input_head(in).text))
        read_serialized(&xhprof);
    else
        read_json(&xhprof);
    return make_profile(&xhprof, options);
}

/* Is the current member an arc? */
static bool is_arc(struct json_reader *json)
{
    if (!str_has(json->name, S("==>")) && !str_eq(json->name, S("main()")))
        return false;
    size_t members = json_reader_open(json);
    while (json_reader_next(json, members))
        if (json_reader_is(json, S("ct")) || json_reader_is(json, S("wt")))
            return true;
    return false;
}

/* Is the current member an arc, or the profile that has some? */
static bool has_arc(struct json_reader *json)
{
    if (!json_reader_is(json, S("profile")))
        return is_arc(json);
    size_t arcs = json_reader_open(json);
    while (json_reader_next(json, arcs))
        if (is_arc(json))
            return true;
    return false;
}

static enum match detect(struct head head)
{
    if (is_serialized(head.text))
        return match_if((str_has(head.text, S("==>")) ||
                         str_has(head.text, S("\"main()\""))) &&
                        (str_has(head.text, S("s:2:\"ct\";i:")) ||
                         str_has(head.text, S("s:2:\"wt\";i:"))));
    return match_if(head_has_member(head.text, has_arc));
}

const struct reader reader_xhprof = {
    .name = "xhprof",
    .aliases = "tideways",
    .description = "XHProf and Tideways for PHP, in JSON or serialized",
    .programs = "XHProf, Tideways, XHGui",
    .tested = "Tideways 5.0",
    .file = "*.xhprof, *.json",
    .recipes =
        "XHProf, Tideways (PHP): `echo "
        "json_encode(tideways_xhprof_disable());` in the program, or a file of "
        "XHProf's `save_run`; `prof2dot out.json -o out.svg`",
    .totals = TOTALS_MEASURED,
    .exact_by = "a sampling profiler such as Excimer",
    .supports = ASK_EVENT | ASK_LIST_EVENTS,
    .detect = detect,
    .read = read,
};
