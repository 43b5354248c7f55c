#include "readers/callgrind/part.h"

#include "readers/head.h"
#include "util/nearest.h"
#include "util/text/unit.h"

/* ---- Events ---- */

static uint32_t add_event(struct callgrind_events *events, struct str name)
{
    uint32_t n = events->names.n;
    uint32_t id = strings_add(&events->names, &events->arena, name);
    if (id == n)
        *PUSH_IN(&events->arena, &events->events) =
            (struct callgrind_event){ 0 };
    return id;
}

/* Takes what follows "event:". Returns false if it makes no sense. */
static bool describe_event(struct callgrind_events *events, struct str text)
{
    struct str name = text, long_name = S(""), formula = S("");
    str_cut(text, S(":"), &name, &long_name);
    str_cut(name, S("="), &name, &formula);
    name = str_trim(name);
    if (!name.len)
        return false;
    uint32_t id = add_event(events, name);
    events->events.of[id].formula =
        arena_copy(&events->arena, str_trim(formula));
    events->events.of[id].long_name =
        arena_copy(&events->arena, str_trim(long_name));
    return true;
}

/* Takes what follows "events:": the columns of this part. */
static void set_columns(struct callgrind_events *events, struct str text)
{
    struct str word;
    events->columns.n = events->factors.n = 0;
    while (str_take_word(&text, &word)) {
        uint32_t id = add_event(events, word);
        *PUSH_IN(&events->arena, &events->columns) = id;
        *PUSH_IN(&events->arena, &events->factors) = 0;
        events->events.of[id].has_column = true;
    }
    size_t first = events->passed_over < events->columns.n
                       ? events->passed_over
                       : 0;
    if (!events->first && events->columns.n)
        events->first = events->columns.of[first] + 1;
}

/* Returns how many zeros a line of numbers begins with, or SIZE_MAX if it has
   nothing else: numbers that are missing at its end count as 0. */
static size_t count_zeros(struct str numbers)
{
    struct str word;
    size_t n = 0;
    double number;
    while (str_take_word(&numbers, &word))
        if (str_number(word, &number) && number == 0)
            n++;
        else
            return n;
    return SIZE_MAX;
}

void callgrind_events_look(struct callgrind_events *events, struct head head)
{
    struct str line, position;
    size_t n_positions = 1, least = SIZE_MAX;
    bool is_known = head.complete;
    while (head_take_line(&head, &line)) {
        bool is_sum = str_take(&line, S("summary:"));
        if (str_take(&line, S("positions:")))
            for (n_positions = 0; str_take_word(&line, &position);)
                n_positions++;
        if (!is_sum && !(line.len && (ascii_is_digit(line.s[0]) ||
                                      strchr("+-*", line.s[0]))))
            continue;
        for (size_t i = 0; !is_sum && i < n_positions; i++)
            str_take_word(&line, &position);
        size_t zeros = count_zeros(line);
        if (zeros < least)
            least = zeros;
        is_known |= is_sum && zeros < SIZE_MAX;
    }
    events->passed_over = is_known && least < SIZE_MAX ? least : 0;
}

/* ---- Units ---- */

/* Xdebug counts time in units of 10 ns. */
#define TEN_NS S("10ns")

/* Events whose name does not tell their unit. */
static const struct {
    struct str creator; /* how the file's creator begins; "": any */
    struct str event;
    struct str unit;
} known_units[] = {
    { STR("xdebug"), STR("Time"), STR("us") }, /* before version 3 */
    { STR("xdebug"), STR("Memory"), STR("bytes") },
    { STR("yappi"), STR("Ticks"), STR("us") },
    { STR(""), STR("wall_time"), STR("us") }, /* ruby-prof, as the next ones */
    { STR(""), STR("process_time"), STR("us") },
    { STR(""), STR("memory"), STR("bytes") },
};

/* Takes the last parenthesis of a text apart: "Time_(10ns)" is "Time" and
   "10ns". Returns false if the text does not end in one. */
static bool cut_parenthesis(struct str text, struct str *before,
                            struct str *inside)
{
    if (!str_ends(text, S(")")) || !str_cut_last(text, S("("), before, inside))
        return false;
    inside->len--;
    while (str_ends(*before, S("_")) || str_ends(*before, S(" ")))
        before->len--;
    return before->len > 0;
}

static bool is_unit(struct str text)
{
    struct unit unit;
    return str_eq(text, TEN_NS) || str_eq(text, S("count")) ||
           unit_find(text, &unit);
}

/* Returns the name without its unit: "Time" for "Time_(10ns)", "cpu" for
   "cpu(nanoseconds)". */
static struct str label_of(struct str name)
{
    struct str label, unit;
    return cut_parenthesis(name, &label, &unit) && is_unit(unit) ? label
                                                                 : name;
}

/* Returns the unit of an event, or its name if its numbers are counts. */
static struct str unit_of(const struct callgrind_events *events, uint32_t id,
                          struct str creator)
{
    struct str name = events->names.texts[id], label, unit;
    struct unit found;
    if (cut_parenthesis(name, &label, &unit) && is_unit(unit))
        return str_eq(unit, S("count")) ? label : unit;
    if (unit_find(name, &found))
        return name;
    if (cut_parenthesis(events->events.of[id].long_name, &label, &unit) &&
        str_take_last_word(&unit, &label) && unit_find(label, &found))
        return label;
    for (size_t i = 0; i < ROWS(known_units); i++)
        if (str_starts(creator, known_units[i].creator) &&
            str_eq(name, known_units[i].event))
            return known_units[i].unit;
    return name;
}

/* ---- Choice ---- */

/* Returns the id of the event that a user or another input calls so: by its
   name, with or without its unit, or by its long name; NO_ID: none. */
static uint32_t find_event(const struct callgrind_events *events,
                           struct str wanted)
{
    uint32_t named = strings_find(&events->names, wanted);
    uint32_t labelled = NO_ID, described = NO_ID;
    for (uint32_t id = events->names.n; id-- > 0;) {
        if (str_eq(label_of(events->names.texts[id]), wanted))
            labelled = id;
        if (str_eq(events->events.of[id].long_name, wanted))
            described = id;
    }
    return named != NO_ID ? named : labelled != NO_ID ? labelled : described;
}

/* Adds the terms of a formula, "Ir + 16 Dr - 2*Dw", times a factor to the
   factors of its events. */
static void add_terms(const struct callgrind_events *events, struct str formula,
                      double factor, double *factors)
{
    while (formula.len) {
        struct str name;
        double sign = 1, number = 1;
        size_t len = 0;
        for (str_take_blanks(&formula);; str_take_blanks(&formula)) {
            if (str_take(&formula, S("-")))
                sign = -sign;
            else if (!str_take(&formula, S("+")))
                break;
        }
        str_take_number(&formula, &number);
        str_take_blanks(&formula);
        str_take(&formula, S("*"));
        str_take_blanks(&formula);
        while (len < formula.len && !str_has(S(" \t+-*"), (struct str){
                                                 &formula.s[len], 1 }))
            len++;
        name = str_head(formula, len);
        formula = str_skip(formula, len ? len : 1);
        uint32_t id = strings_find(&events->names, name);
        if (id != NO_ID)
            factors[id] += factor * sign * number;
    }
}

/* Writes to factors, by id, how often each event with a column counts for one
   of `id`. An event may be derived from derived ones; one that is derived from
   itself counts nothing. */
static void resolve(const struct callgrind_events *events, uint32_t id,
                    double *factors)
{
    for (uint32_t e = 0; e < events->names.n; e++)
        factors[e] = e == id;
    for (uint32_t round = 0; round < events->names.n; round++)
        for (uint32_t e = 0; e < events->names.n; e++) {
            double factor = factors[e];
            if (events->events.of[e].has_column || factor == 0)
                continue;
            factors[e] = 0;
            add_terms(events, events->events.of[e].formula, factor, factors);
        }
}

/* Sets the factors of this part. `wanted` is the name of the event to count, or
   "" for the default event. Call it before the first costs of a part. */
static void choose_event(struct callgrind_events *events, struct str wanted)
{
    LOCAL_ARENA(scratch);
    uint32_t id = wanted.len ? find_event(events, wanted)
                             : events->first - 1;
    if (id != NO_ID) {
        double *factors = NEW_N(&scratch, double, events->names.n);
        resolve(events, id, factors);
        for (size_t i = 0; i < events->columns.n; i++)
            events->factors.of[i] = factors[events->columns.of[i]];
        events->chosen = id + 1;
    }
}

/* ---- The end of the input ---- */

/* Returns the sum of all self costs of an event. */
static double sum_of(const struct callgrind_events *events, uint32_t id,
                     double *scratch)
{
    double sum = 0;
    resolve(events, id, scratch);
    for (uint32_t e = 0; e < events->names.n; e++)
        if (scratch[e] != 0)
            sum += scratch[e] * events->events.of[e].sum;
    return sum;
}

void callgrind_events_finish(struct callgrind_events *events,
                             struct profile *profile, struct str creator)
{
    LOCAL_ARENA(scratch);
    double *factors = NEW_N(&scratch, double, events->names.n);
    for (uint32_t id = 0; id < events->names.n; id++) {
        const struct callgrind_event *event = &events->events.of[id];
        struct str name = label_of(events->names.texts[id]);
        struct str unit = unit_of(events, id, creator);
        struct unit base = { S(""), 1 };
        if (str_eq(unit, TEN_NS))
            base = (struct unit){ S("seconds"), 1e8 };
        else
            unit_find(unit, &base);
        if (event->has_column || event->formula.len)
            inventory_add_event(
                &profile->inventory, name, UNKNOWN,
                (struct event_sum){ sum_of(events, id, factors) / base.per_base,
                                    base.base.len ? base.base : unit, false });
        if (id + 1 != events->chosen)
            continue;
        profile_set_event(profile, name);
        profile_set_unit(profile, base.base.len ? base.base : unit);
        profile_divide(profile, base.per_base);
    }
}

struct str callgrind_events_list(const struct callgrind_events *events,
                                 struct arena *arena)
{
    struct str list = S("");
    for (uint32_t id = 0; id < events->names.n; id++)
        list = arena_printf(arena, "%s%s%s", list.s, id ? ", " : "",
                            events->names.texts[id].s);
    return list;
}

struct str callgrind_events_nearest(const struct callgrind_events *events,
                                    struct arena *arena, struct str name)
{
    struct nearest near = { .text = name };
    for (uint32_t id = 0; id < events->names.n; id++)
        nearest_add(&near, events->names.texts[id]);
    return nearest_text(&near, arena);
}

/* ---- Parts ---- */

void callgrind_part_set_positions(struct callgrind *cg, struct str value)
{
    struct str word;
    cg->n_positions = 0;
    cg->line_column = cg->address_column = SIZE_MAX;
    while (str_take_word(&value, &word)) {
        if (str_eq(word, S("line")))
            cg->line_column = cg->n_positions;
        if (str_eq(word, S("instr")))
            cg->address_column = cg->n_positions;
        cg->n_positions++;
    }
}

void callgrind_part_begin(struct callgrind *cg)
{
    cg->in_body = false;
    cg->line = cg->address = 0;
    cg->object = cg->file = cg->code_file = 0;
    cg->function = NO_ID;
    cg->callee = cg->callee_file = cg->callee_object = NO_ID;
    cg->thread = S("");
    cg->is_uncounted = false;
    cg->meaning = SELF_COST;
}

static bool begins_part(struct str key)
{
    static const struct str first[] = { STR("version"), STR("creator"),
                                        STR("pid"),     STR("part"),
                                        STR("thread"),  STR("positions"),
                                        STR("events") };
    for (size_t i = 0; i < ROWS(first); i++)
        if (str_eq(key, first[i]))
            return true;
    return false;
}

/* Takes the sums of the self costs of a part. */
static void set_totals(struct callgrind *cg, struct str value)
{
    struct callgrind_events *events = &cg->events;
    cg->has_totals = true;
    cg->n_totals++;
    for (size_t i = 0; i < events->columns.n; i++) {
        double number;
        numbers_take_blanks(&value);
        if (!cg->is_accepted || !numbers_take_cost(&value, &number))
            return;
        events->events.of[events->columns.of[i]].total += number;
    }
}

bool callgrind_part_header(struct callgrind *cg, struct str line)
{
    struct str key, value;
    if (!str_cut(line, S(":"), &key, &value) || !key.len ||
        !ascii_is_letter(key.s[0]))
        return false;
    value = str_trim(value);
    if (cg->in_body && begins_part(key))
        callgrind_part_begin(cg);
    if (str_eq(key, S("positions")))
        callgrind_part_set_positions(cg, value);
    else if (str_eq(key, S("event")))
        return describe_event(&cg->events, value);
    else if (str_eq(key, S("creator")))
        cg->creator = arena_copy(&cg->texts, value);
    else if (str_eq(key, S("cmd")))
        cg->command = arena_copy(&cg->texts, value);
    else if (str_eq(key, S("pid")))
        cg->pid = arena_copy(&cg->texts, value);
    else if (str_eq(key, S("thread")))
        cg->thread = arena_copy(&cg->texts, value);
    else if (str_eq(key, S("totals")) ||
             (str_eq(key, S("summary")) && cg->is_cachegrind && cg->in_body))
        set_totals(cg, value);
    else if (str_eq(key, S("desc")))
        cg->is_uncounted |= str_eq(value, S("Calls: not counted"));
    else if (str_eq(key, S("summary")))
        cg->has_summary = true;
    else if (str_eq(key, S("events"))) {
        set_columns(&cg->events, value);
        cg->has_totals = false;
        cg->is_cachegrind = !cg->creator.len && cg->command.len &&
                            str_starts(value, S("Ir"));
    }
    return true;
}

/* Is the part of a process and thread that the user wants? */
static bool accepts_part(struct callgrind *cg)
{
    struct str word = S(""), command = cg->command;
    bool accepted = true;
    str_take_word(&command, &word);
    struct str values[N_THREAD_KEYS] = {
        [THREAD_COMM] = str_basename(word),
        [THREAD_PID] = cg->pid,
        [THREAD_TID] = cg->thread,
    };
    for (int key = 0; key < N_THREAD_KEYS; key++) {
        accepted &= sample_filter_accepts(&cg->filters[key], values[key]);
        sample_filter_count(&cg->filters[key], 1);
    }
    struct listed_thread thread = { .pid = values[THREAD_PID],
                                    .tid = values[THREAD_TID],
                                    .comm = values[THREAD_COMM] };
    if (accepted && cg->options->asked & ASK_LIST_THREADS)
        inventory_add_thread(&cg->profile->inventory, &thread, UNKNOWN);
    return accepted;
}

void callgrind_part_begin_body(struct callgrind *cg)
{
    cg->in_body = true;
    cg->n_parts++;
    cg->has_lines |= cg->line_column != SIZE_MAX;
    cg->has_addresses |= cg->address_column != SIZE_MAX;
    cg->is_accepted = accepts_part(cg);
    choose_event(&cg->events, cg->options->event);
}
