/*
 * The profiles of callgrind, which many other profilers write too: Xdebug,
 * ruby-prof, yappi, pprof; and those of cachegrind, which have no calls.
 *
 *     # callgrind format
 *     creator: callgrind-3.19.0
 *     cmd: ./prog 12
 *     positions: instr line
 *     events: Ir Dr
 *
 *     ob=(2) /home/user/prog
 *     fl=(1) prog.c
 *     fn=(7) main
 *     0x1040 16 400 20
 *     fi=(3) inlined.h
 *     +3 7 20
 *     fe=(1)
 *     cob=(4) /lib/libc.so.6
 *     cfi=(5) malloc.c
 *     cfn=(9) malloc
 *     calls=50 0x5120 80
 *     +5 18 4000 900
 *     jcnd=20/49 -8 16
 *     * *
 *
 *     totals: 4420 920
 *
 * The lines "key: value" are the header of a part. The first of them after a
 * body begins the next part, and parts add up. A line of numbers has the
 * position in the code, one number for each word of "positions:", and then the
 * costs, one for each word of "events:", of which the last may be missing. The
 * numbers of a position may be relative to the line of numbers before: "+3",
 * "-8", "*".
 *
 * Costs belong to the function of the last "fn=", which is in the file of the
 * last "fl=" and the object of the last "ob=". The lines "fi=" and "fe=" say
 * that the code comes from another file, because it is inlined; the function
 * stays.
 * "cob=", "cfi=" (or "cfl=") and "cfn=" name the function of the next call; a
 * callee without object or file has those that are current. "calls=" has the
 * number of calls and a position in the callee; the line of numbers that
 * follows it has the position of the call and its inclusive cost. The line of
 * numbers that follows "jump=" or "jcnd=" has no costs.
 *
 * Source: "Callgrind Format Specification" in the manual of Valgrind, and files
 * written by callgrind 3.3 to 3.19 and Xdebug 3.2.
 */
#include "readers/callgrind/events.h"
#include "readers/callgrind/fold.h"
#include "readers/callgrind/names.h"
#include "readers/head.h"
#include "readers/reader.h"
#include "util/diag.h"

/* The meaning of the next line of numbers. */
enum meaning {
    SELF_COST,
    CALL_COST,
    NO_COST, /* it is passed over, except for its position */
};

struct callgrind {
    struct input *in;
    struct profile *profile;
    const struct reader_options *options;
    struct callgrind_names names;
    struct callgrind_events events;
    struct sample_filter filters[N_THREAD_KEYS];

    /* the current part: */
    struct arena texts; /* the bytes of the next four */
    struct str creator, command, pid, thread;
    size_t n_positions;
    size_t line_column; /* of the positions; SIZE_MAX: there is none */
    size_t address_column; /* the same */
    bool in_body;       /* a line of numbers was met */
    bool is_accepted;   /* by the filters */
    bool has_totals;

    bool has_lines, has_addresses; /* in some part */

    /* the current place: */
    uint64_t line, address;
    uint32_t object, file; /* ids of texts: of the last ob= and fl= */
    uint32_t code_file;    /* of the last fl=, fi= or fe= */
    uint32_t function;     /* NO_ID: none yet */
    uint32_t callee_object, callee_file; /* NO_ID: as that of the caller */
    uint32_t callee;       /* NO_ID: no cfn= since the last call */
    double count;          /* of calls=, for CALL_COST */
    enum meaning meaning;
};

/* ---- Lines of numbers ---- */

/* Takes a decimal or hexadecimal number. */
static inline bool take_integer(struct str *s, uint64_t *number)
{
    enum { SAFE = 18 }; /* this many digits never overflow */
    size_t len = 0, most = s->len < SAFE ? s->len : SAFE;
    uint64_t n = 0;
    while (len < most && ascii_is_digit(s->s[len]))
        n = n * 10 + (uint64_t)(s->s[len++] - '0');
    if (len == SAFE)
        return str_take_digits(s, number);
    if (len == 1 && n == 0 && s->len > 2 && s->s[1] == 'x') {
        struct str digits = str_skip(*s, 2);
        if (!str_take_hex(&digits, number))
            return false;
        *s = digits;
        return true;
    }
    s->s += len;
    s->len -= len;
    *number = n;
    return len > 0;
}

static inline void take_blanks(struct str *s)
{
    while (s->len && ascii_is_blank(s->s[0])) {
        s->s++;
        s->len--;
    }
}

/* Takes the rest of a word, such as the end of a range, "12-14". */
static inline void take_rest(struct str *s)
{
    while (s->len && !ascii_is_blank(s->s[0])) {
        s->s++;
        s->len--;
    }
}

/* Takes a line or an address, which may be relative to what *position is. */
static inline bool take_position(struct str *s, uint64_t *position)
{
    uint64_t number = 0;
    char sign = s->s[0];
    if (sign == '+' || sign == '-' || sign == '*') {
        s->s++;
        s->len--;
        if (sign != '*' && !take_integer(s, &number))
            return false;
        *position += sign == '-' ? 0 - number : number;
    } else {
        if (!take_integer(s, &number))
            return false;
        *position = number;
    }
    take_rest(s);
    return true;
}

/* Takes the positions at the front of a line. */
static inline bool take_positions(struct callgrind *cg, struct str *s)
{
    for (size_t i = 0; i < cg->n_positions; i++) {
        take_blanks(s);
        if (!s->len)
            return false;
        if (i == cg->line_column) {
            if (!take_position(s, &cg->line))
                return false;
        } else if (i == cg->address_column) {
            if (!take_position(s, &cg->address))
                return false;
        } else
            take_rest(s);
    }
    return true;
}

/* Takes a cost. Most are whole numbers; memory that is released may be
   negative, and old versions of cachegrind write "." for 0. */
static inline bool take_cost(struct str *s, double *cost)
{
    uint64_t number;
    struct str rest = *s;
    if (take_integer(&rest, &number) &&
        (!rest.len || ascii_is_blank(rest.s[0]))) {
        *cost = (double)number;
        *s = rest;
        return true;
    }
    *cost = 0;
    return (str_take_number(s, cost) || str_take(s, S("."))) &&
           (!s->len || ascii_is_blank(s->s[0]));
}

/* Takes the costs of a line. Returns false if they make no sense; *cost is that
   of the event that is counted. */
static inline bool take_costs(struct callgrind *cg, struct str *s,
                              double *cost)
{
    struct callgrind_events *events = &cg->events;
    bool is_self = cg->meaning == SELF_COST && cg->is_accepted;
    *cost = 0;
    for (size_t i = 0; i < events->n_columns; i++) {
        double number;
        take_blanks(s);
        if (!s->len)
            return true;
        if (!take_cost(s, &number))
            return false;
        *cost += events->factors[i] * number;
        if (is_self)
            events->events[events->columns[i]].sum += number;
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
        sample_filter_count(&cg->filters[key]);
    }
    struct listed_thread thread = { .pid = values[THREAD_PID],
                                    .tid = values[THREAD_TID],
                                    .comm = values[THREAD_COMM] };
    if (accepted && cg->options->asked & ASK_LIST_THREADS)
        inventory_add_thread(&cg->profile->inventory, &thread, UNKNOWN);
    return accepted;
}

static void begin_body(struct callgrind *cg)
{
    cg->in_body = true;
    cg->has_lines |= cg->line_column != SIZE_MAX;
    cg->has_addresses |= cg->address_column != SIZE_MAX;
    cg->is_accepted = accepts_part(cg);
    callgrind_events_choose(&cg->events, cg->options->event);
}

/* The function is where its own lines are. */
static void place_function(struct callgrind *cg,
                           struct callgrind_function *function)
{
    function->file = cg->file;
    function->object = cg->object;
    function->placed = true;
}

/* Returns the function, line or address that the current costs belong to. */
static uint32_t cost_owner(struct callgrind *cg)
{
    enum granularity granularity = cg->options->granularity;
    if (granularity == GRANULARITY_LINE && cg->line)
        return callgrind_names_line(&cg->names, cg->function, cg->code_file,
                                    cg->line);
    if (granularity == GRANULARITY_ADDRESS && cg->has_addresses)
        return callgrind_names_address(&cg->names, cg->function, cg->address,
                                       cg->code_file == cg->file ? cg->line
                                                                 : 0);
    return cg->function;
}

static void add_cost(struct callgrind *cg, double cost)
{
    struct callgrind_function *function =
        &cg->names.functions[cg->function];
    if (!function->placed)
        place_function(cg, function);
    if (cg->line && cg->code_file == function->file &&
        (!function->line || cg->line < function->line))
        function->line = cg->line;
    uint32_t id = cost_owner(cg);
    if (cg->meaning == SELF_COST) {
        cg->names.functions[id].self += cost;
        return;
    }
    struct callgrind_call *call =
        callgrind_names_call(&cg->names, id, cg->callee);
    call->count += cg->count;
    call->cost += cost;
}

static bool numbers_line(struct callgrind *cg, struct str s)
{
    double cost;
    if (!cg->in_body)
        begin_body(cg);
    bool good = take_positions(cg, &s) && take_costs(cg, &s, &cost);
    if (good && cg->meaning != NO_COST) {
        if (cg->function == NO_ID)
            input_warn(cg->in, "expected a function (fn=) before its costs");
        else if (cg->is_accepted)
            add_cost(cg, cost);
    }
    if (cg->meaning == CALL_COST)
        cg->callee = cg->callee_file = cg->callee_object = NO_ID;
    cg->meaning = SELF_COST;
    return good;
}

/* ---- Lines that name something ---- */

static void set_file(struct callgrind *cg, struct str value)
{
    cg->file = cg->code_file =
        callgrind_names_text(&cg->names, CALLGRIND_FILE, value);
}

static void set_function(struct callgrind *cg, struct str value)
{
    cg->code_file = cg->file;
    cg->function = callgrind_names_function(&cg->names, value, cg->file,
                                            cg->object);
}

static void set_code_file(struct callgrind *cg, struct str value)
{
    cg->code_file = callgrind_names_text(&cg->names, CALLGRIND_FILE, value);
}

static void set_object(struct callgrind *cg, struct str value)
{
    cg->object = callgrind_names_text(&cg->names, CALLGRIND_OBJECT, value);
}

static void set_callee_file(struct callgrind *cg, struct str value)
{
    cg->callee_file = callgrind_names_text(&cg->names, CALLGRIND_FILE, value);
}

static void set_callee_object(struct callgrind *cg, struct str value)
{
    cg->callee_object =
        callgrind_names_text(&cg->names, CALLGRIND_OBJECT, value);
}

static void set_callee(struct callgrind *cg, struct str value)
{
    cg->callee = callgrind_names_function(
        &cg->names, value,
        cg->callee_file == NO_ID ? cg->code_file : cg->callee_file,
        cg->callee_object == NO_ID ? cg->object : cg->callee_object);
}

/* Takes "50 0x5120 80": the number of calls and a position in the callee, which
   is not needed. */
static void set_calls(struct callgrind *cg, struct str value)
{
    uint64_t count = 0;
    bool good = take_integer(&value, &count);
    cg->count = (double)count;
    cg->meaning = CALL_COST;
    if (good && cg->function != NO_ID && cg->callee != NO_ID)
        return;
    cg->meaning = NO_COST;
    input_warn(cg->in, good ? "expected a callee (cfn=) before its calls"
                            : "expected a number of calls");
}

static void set_jump(struct callgrind *cg, struct str value)
{
    (void)value;
    cg->meaning = NO_COST;
}

static void define_jump_file(struct callgrind *cg, struct str value)
{
    callgrind_names_define(&cg->names, CALLGRIND_FILE, value);
}

static void define_jump_function(struct callgrind *cg, struct str value)
{
    callgrind_names_define(&cg->names, CALLGRIND_FUNCTION, value);
}

/* The level of a recursion, in files of early versions. */
static void pass_over(struct callgrind *cg, struct str value)
{
    (void)cg;
    (void)value;
}

/* The keys before "=", the most frequent ones first. */
static const struct {
    struct str key;
    void (*set)(struct callgrind *cg, struct str value);
} keys[] = {
    { STR("cfn="), set_callee },
    { STR("calls="), set_calls },
    { STR("cfi="), set_callee_file },
    { STR("cfl="), set_callee_file },
    { STR("cob="), set_callee_object },
    { STR("fn="), set_function },
    { STR("fi="), set_code_file },
    { STR("fe="), set_code_file },
    { STR("fl="), set_file },
    { STR("ob="), set_object },
    { STR("jcnd="), set_jump },
    { STR("jump="), set_jump },
    { STR("jfi="), define_jump_file },
    { STR("jfn="), define_jump_function },
    { STR("rcalls="), set_calls },
    { STR("rec="), pass_over },
};

static bool name_line(struct callgrind *cg, struct str line)
{
    for (size_t i = 0; i < ROWS(keys); i++) {
        if (!str_take(&line, keys[i].key))
            continue;
        if (cg->meaning == CALL_COST)
            input_warn(cg->in, "expected the cost of the calls");
        cg->meaning = SELF_COST;
        keys[i].set(cg, line);
        return true;
    }
    return false;
}

/* ---- Headers ---- */

static void set_positions(struct callgrind *cg, struct str value)
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

/* Numbers of names keep their meaning in the next part. */
static void begin_part(struct callgrind *cg)
{
    cg->in_body = false;
    cg->line = cg->address = 0;
    cg->object = cg->file = cg->code_file = 0;
    cg->function = NO_ID;
    cg->callee = cg->callee_file = cg->callee_object = NO_ID;
    cg->thread = S("");
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

/* The line "totals:" has the sums of the self costs of its part. */
static void set_totals(struct callgrind *cg, struct str value)
{
    struct callgrind_events *events = &cg->events;
    cg->has_totals = true;
    for (size_t i = 0; i < events->n_columns; i++) {
        double number;
        take_blanks(&value);
        if (!cg->is_accepted || !take_cost(&value, &number))
            return;
        events->events[events->columns[i]].total += number;
    }
}

/* Takes "key: value". Keys that are not known mean nothing here. */
static bool header_line(struct callgrind *cg, struct str line)
{
    struct str key, value;
    if (!str_cut(line, S(":"), &key, &value) || !key.len ||
        !ascii_is_letter(key.s[0]))
        return false;
    value = str_trim(value);
    if (cg->in_body && begins_part(key))
        begin_part(cg);
    if (str_eq(key, S("positions")))
        set_positions(cg, value);
    else if (str_eq(key, S("event")))
        return callgrind_events_describe(&cg->events, value);
    else if (str_eq(key, S("creator")))
        cg->creator = arena_copy(&cg->texts, value);
    else if (str_eq(key, S("cmd")))
        cg->command = arena_copy(&cg->texts, value);
    else if (str_eq(key, S("pid")))
        cg->pid = arena_copy(&cg->texts, value);
    else if (str_eq(key, S("thread")))
        cg->thread = arena_copy(&cg->texts, value);
    else if (str_eq(key, S("totals")))
        set_totals(cg, value);
    else if (str_eq(key, S("events"))) {
        callgrind_events_set_columns(&cg->events, value);
        cg->has_totals = false;
    }
    return true;
}

/* ---- The input ---- */

static void read_line(struct callgrind *cg, struct str line)
{
    take_blanks(&line);
    if (!line.len || line.s[0] == '#')
        return;
    char c = line.s[0];
    if (ascii_is_digit(c) || c == '+' || c == '-' || c == '*') {
        if (!cg->events.n_columns)
            input_warn(cg->in, "expected 'events:' before the costs");
        else if (!numbers_line(cg, line))
            input_warn(cg->in, "expected a position and costs (16 400)");
        return;
    }
    if (!name_line(cg, line) && !header_line(cg, line))
        input_warn(cg->in, "expected costs, a name (fn=main) or a header "
                           "(events: Ir)");
}

/* Does the input have what the options ask for? */
static bool check_options(struct callgrind *cg)
{
    static const char *const hints[N_THREAD_KEYS] = {
        [THREAD_COMM] = "it is in a line 'cmd:'",
        [THREAD_PID] = "it is in a line 'pid:'",
        [THREAD_TID] = "record with valgrind --separate-threads=yes",
    };
    struct str event = cg->options->event;
    enum granularity granularity = cg->options->granularity;
    struct arena scratch = { 0 };
    bool good = true;
    for (int key = 0; good && key < N_THREAD_KEYS; key++)
        good = sample_filter_report(&cg->filters[key], cg->in->name,
                                    hints[key]);
    if (good && granularity == GRANULARITY_LINE && !cg->has_lines)
        good = diag_error("%s: --granularity=line: the costs have no lines; "
                          "record with valgrind --dump-line=yes",
                          cg->in->name);
    if (good && granularity == GRANULARITY_ADDRESS && !cg->has_addresses)
        good = diag_error("%s: --granularity=address: the costs have no "
                          "addresses; record with valgrind --dump-instr=yes",
                          cg->in->name);
    if (good && !cg->events.chosen)
        good = diag_error(
            "%s: there is no event '%.*s'%s; the input has: %s", cg->in->name,
            (int)event.len, event.s,
            callgrind_events_nearest(&cg->events, &scratch, event).s,
            callgrind_events_list(&cg->events, &scratch).s);
    arena_free(&scratch);
    return good;
}

/* A cost below 0 is memory that a function releases and others allocated. */
static void remove_negative_costs(struct callgrind *cg)
{
    struct profile *profile = cg->profile;
    unsigned n = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        if (profile->functions[f].self >= 0)
            continue;
        profile->functions[f].self = 0;
        n++;
    }
    if (n)
        input_remark(cg->in, "functions whose cost is below 0, which counts as "
                             "0: %u", n);
}

static void check_totals(struct callgrind *cg)
{
    uint32_t id = callgrind_events_incomplete(&cg->events);
    if (id == NO_ID)
        return;
    struct str name = cg->events.names.texts[id];
    const struct callgrind_event *event = &cg->events.events[id];
    input_cut(cg->in, "the file is damaged: the costs of the event %.*s add up "
                      "to %.15g, those of the lines 'totals:' to %.15g",
              (int)name.len, name.s, event->sum, event->total);
}

static void check_end(struct callgrind *cg, uint32_t n_without_name)
{
    if (cg->meaning == CALL_COST)
        input_cut(cg->in, "the file was cut off: the cost of the last calls is "
                          "missing");
    else if (str_starts(cg->creator, S("callgrind-")) && !cg->has_totals)
        input_cut(cg->in, "the file was cut off: the line 'totals:' is "
                          "missing");
    else if (n_without_name)
        input_cut(cg->in, "the file is damaged: functions that have a number "
                          "but no name: %u", (unsigned)n_without_name);
    else if (str_starts(cg->creator, S("callgrind-")))
        check_totals(cg);
}

static bool finish(struct callgrind *cg)
{
    struct profile *profile = cg->profile;
    struct arena scratch = { 0 };
    if (!cg->events.first)
        return input_error(cg->in, "expected the line 'events:'");
    if (!cg->names.n_functions)
        return input_error(cg->in, "expected functions (fn=) with costs, found "
                                   "none");
    if (!check_options(cg))
        return false;
    callgrind_fold(&cg->names);
    check_end(cg, callgrind_names_finish(&cg->names, profile));
    profile->kind = FROM_CALLS;
    profile->call_costs = CALLS_MEASURED;
    remove_negative_costs(cg);
    callgrind_events_finish(&cg->events, profile, cg->creator);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        profile->calls[c].weight = profile->calls[c].cost;
    profile_entries_by_weight(profile);
    profile_selected_threads(
        profile,
        thread_patterns_text(&scratch, cg->options->thread_patterns));
    arena_free(&scratch);
    return true;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct callgrind cg = { .in = in, .profile = profile,
                            .options = options };
    cg.creator = cg.command = cg.pid = S("");
    set_positions(&cg, S("line"));
    begin_part(&cg);
    callgrind_names_init(&cg.names);
    for (int key = 0; key < N_THREAD_KEYS; key++)
        sample_filter_init(&cg.filters[key], (enum thread_key)key,
                           &options->thread_patterns[key]);
    while (input_next_line(in))
        read_line(&cg, in->text);
    bool good = finish(&cg);
    for (int key = 0; key < N_THREAD_KEYS; key++)
        sample_filter_free(&cg.filters[key]);
    callgrind_names_free(&cg.names);
    callgrind_events_free(&cg.events);
    arena_free(&cg.texts);
    return good;
}

static bool is_name_line(struct str line)
{
    for (size_t i = 0; i < ROWS(keys); i++)
        if (str_starts(line, keys[i].key))
            return true;
    return false;
}

/* Only headers come before the first name. One of them is "events:". A file
   without any cost, which callgrind writes too, has only headers. */
static enum match detect(struct str head, bool complete)
{
    struct str line, key, value;
    bool has_events = false, has_other = false;
    while (head_take_line(&head, complete, &line)) {
        str_take_blanks(&line);
        if (str_starts(line, S("# callgrind format")))
            return MATCH_YES;
        if (!line.len || line.s[0] == '#')
            continue;
        if (is_name_line(line))
            return has_events ? MATCH_YES : MATCH_NO;
        if (!ascii_is_letter(line.s[0]) ||
            !str_cut(line, S(":"), &key, &value))
            return MATCH_NO;
        has_events |= str_eq(key, S("events"));
        has_other |= str_eq(key, S("positions")) ||
                     str_eq(key, S("summary")) ||
                     (str_eq(key, S("creator")) &&
                      str_has(value, S("callgrind")));
    }
    return has_events && has_other ? MATCH_YES : MATCH_NO;
}

const struct reader reader_callgrind = {
    .name = "callgrind",
    .aliases = "cachegrind xdebug",
    .description = "profiles of callgrind, Xdebug and ruby-prof",
    .programs = "callgrind, cachegrind, Xdebug, ruby-prof, yappi, "
                "pprof -callgrind",
    .file = "callgrind.out.*, cachegrind.out.*",
    .totals = TOTALS_MEASURED,
    .supports = ASK_EVENT | ASK_COMM | ASK_PID | ASK_TID | ASK_LINES |
                ASK_ADDRESSES | ASK_LIST_EVENTS | ASK_LIST_THREADS,
    .detect = detect,
    .read = read,
};
