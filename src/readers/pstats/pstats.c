/*
 * The statistics of Python's profilers, cProfile and profile: a dictionary in
 * Python's marshal format (marshal.h). This is all that cProfile wrote about
 * one function, inc in the file t.py, which <module> had called:
 *
 *     {('t.py', 1, 'inc'):
 *         (1, 4, 0.5, 2.0,
 *          {('t.py', 9, '<module>'): (1, 1, 0.25, 2.0),
 *           ('t.py', 1, 'inc'): (3, 2, 0.25, 1.5)})}
 *
 * Each key is a function: file, first line and name. Built-in functions have
 * the file '~' and the line 0; their names may have an address, which differs
 * in every run. Its value has the number of calls that were not recursive,
 * that of all calls, the seconds of the function itself, its seconds with all
 * that it calls, and its callers. The value of a caller has the number of all
 * calls from there, that of the calls that were not recursive (so these two
 * change places), and two times of the same meaning. The profiler counts a
 * time in which a function, or the same call, is active several times once.
 * profile writes a mere number of calls for each caller, and the code that it
 * ran as the name of one function, which then has the name of the code.
 * pstats.add of old Pythons appends the four numbers of each further file.
 * Sources: Lib/cProfile.py, Modules/_lsprof.c, Lib/profile.py and Lib/pstats.py
 * of CPython.
 *
 * The values are not kept as a tree. As soon as a tuple or dictionary is
 * complete, it is replaced by what it means, on a stack of values; so little
 * more is kept than the functions and calls.
 */

#include "readers/pstats/marshal.h"
#include "readers/reader.h"
#include "util/array.h"
#include "util/text/buf.h"

enum {
    /* Tuples, dictionaries and code within each other. A profile has 4, and
       more only in code. */
    DEPTH = 64,
    COSTS = 4, /* numbers of a function or a caller */
    DIGITS = 20, /* that a number of 64 bits may have */
    COMMON_LINES = 64 * 1024, /* lines less than this have their text kept */
    /* Callers that functions may share. Profilers write those of each function
       apart, and a damaged file must not repeat them for hours. */
    MOST_REPEATED = 1000 * 1000,
};

/* The places of the numbers of a function and of a caller. */
enum { ALL_CALLS = 1, ALL_CALLS_OF_CALLER = 0, SELF = 2, TOTAL = 3 };

enum kind {
    OTHER, /* what no profile has at its place */
    REF,   /* a value that came before; resolve replaces it */
    NUMBER,
    TEXT,
    FUNCTION, /* a tuple: file, line, name */
    COUNTED,  /* a tuple: four numbers, or several times four, added up */
    CALLERS,  /* a dictionary of callers */
    ENTRY,    /* a tuple: four numbers and callers */
};

struct caller {
    uint32_t function;
    bool is_count; /* only costs[ALL_CALLS_OF_CALLER] is known */
    double costs[COSTS];
};

struct value {
    enum kind kind;
    bool is_kept; /* later values may refer to it, or to a part of it */
    uint32_t id;  /* of a function, of a text of the profile, or of a ref */
    uint32_t callers, n_callers; /* first and number in pstats.callers */
    double costs[COSTS]; /* a number is costs[0] */
};

/* A value to which later ones may refer. There may be millions of them, and
   they are looked up in any order, so this is smaller than a value: only those
   that are seldom shared are stored as a whole. */
struct ref {
    enum kind kind;
    uint32_t id; /* as in a value; of COUNTED, CALLERS and ENTRY its number in
                    pstats.wholes */
    double number;
};

/* A tuple, dictionary or code that is not complete. */
struct container {
    bool is_dict, is_code, is_kept;
    size_t ref;    /* if is_kept: its number in pstats.refs */
    size_t values; /* those before its first one on the stack */
    uint32_t n;    /* values that a tuple has, and code as far as is known */
};

struct pstats {
    struct input *in;
    struct profile *profile;
    struct marshal marshal;
    struct container containers[DEPTH];
    size_t depth;
    LIST(struct value) values;  /* the stack */
    LIST(struct ref) refs;      /* by the number of MARSHAL_REF */
    LIST(struct value) wholes;  /* values that refs stand for */
    LIST(uint32_t) line_texts;  /* by line: 1 + the id of its text, or 0 */
    LIST(struct caller) callers; /* of the dictionaries that are in use */
    uint32_t none, builtin; /* ids of the texts "" and "~" */
    size_t n_repeated;  /* callers of values that were referred to */
    size_t n_functions; /* entries that were added to the profile */
    size_t n_clamped;   /* numbers that were less than 0 or too large */
    bool is_done;       /* the outermost dictionary is complete */
};

/* ---- What a tuple means ---- */

/* No program has such numbers, and text formats do not take them either. */
#define TOO_LARGE 1e100

static double clamp(struct pstats *p, double number)
{
    if (number >= 0 && number < TOO_LARGE)
        return number;
    p->n_clamped++;
    return 0;
}

static bool are_numbers(const struct value *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (values[i].kind != NUMBER)
            return false;
    return true;
}

/* Returns the id of the text of a line. A large profile has a million of them,
   and printf would take much longer. */
static uint32_t write_line(struct pstats *p, uint64_t line)
{
    char text[DIGITS];
    size_t at = DIGITS;
    do {
        text[--at] = (char)('0' + line % 10);
        line /= 10;
    } while (line);
    return profile_text_id(p->profile, (struct str){ text + at, DIGITS - at });
}

/* The same, with a look-up for the lines that most files have. */
static uint32_t line_text(struct pstats *p, uint64_t line)
{
    if (line >= COMMON_LINES)
        return write_line(p, line);
    uint32_t *text = REACH_IN(&p->in->arena, &p->line_texts, (size_t)line);
    if (!*text)
        *text = write_line(p, line) + 1;
    return *text - 1;
}

/* Returns the id of the name of a built-in function without the address of the
   type or object that it belongs to:

       <built-in method __new__ of type object at 0x7f5b07e5ea00>

   Functions that differ in it only are one function. */
static uint32_t without_address(struct pstats *p, uint32_t id)
{
    struct str before, rest;
    uint64_t address;
    if (!str_cut(profile_text(p->profile, id), S(" at 0x"), &before, &rest) ||
        !str_take_hex(&rest, &address) || !str_eq(rest, S(">")))
        return id;
    LOCAL_BUF(name);
    buf_add(&name, before);
    buf_add(&name, rest);
    id = profile_text_id(p->profile, buf_text(&name));
    return id;
}

/* The function is told apart as one that frame_text_function finds in a text
   such as "app/w.py:12(walk)". */
static uint32_t add_function(struct pstats *p, const struct value *key)
{
    bool is_builtin = key[0].id == p->builtin;
    double line = clamp(p, key[1].costs[0]);
    bool has_line = !is_builtin && line < 1e15, nameless = key[2].id == p->none;
    struct identity_ids is = {
        .name = nameless     ? profile_text_id(p->profile, UNRESOLVED)
                : is_builtin ? without_address(p, key[2].id)
                             : key[2].id,
        .module = p->none,
        .file = is_builtin ? p->none : key[0].id,
        .tag = has_line ? line_text(p, (uint64_t)line) : p->none,
    };
    uint32_t f = profile_function_of_ids(p->profile, is);
    p->profile->functions[f].nameless = nameless;
    if (has_line)
        p->profile->functions[f].line = (uint64_t)line;
    return f;
}

static struct value tuple_value(struct pstats *p, const struct value *values,
                                size_t n)
{
    struct value value = { .kind = OTHER };
    if (n == 3 && values[0].kind == TEXT && values[1].kind == NUMBER &&
        values[2].kind == TEXT) {
        value.kind = FUNCTION;
        value.id = add_function(p, values);
    } else if (n >= COSTS && n % COSTS == 0 && are_numbers(values, n)) {
        value.kind = COUNTED;
        for (size_t i = 0; i < n; i++)
            value.costs[i % COSTS] += clamp(p, values[i].costs[0]);
    } else if (n == COSTS + 1 && are_numbers(values, COSTS) &&
               values[COSTS].kind == CALLERS) {
        value = values[COSTS];
        value.kind = ENTRY;
        for (size_t i = 0; i < COSTS; i++)
            value.costs[i] = clamp(p, values[i].costs[0]);
    }
    return value;
}

/* ---- What a dictionary means ---- */

/* The weight of a caller that has a mere count is a share of the cost of the
   function. */
static double weight_of(const struct value *entry, const struct caller *caller,
                        double counts)
{
    if (!caller->is_count)
        return caller->costs[TOTAL];
    return counts > 0 ? entry->costs[TOTAL] *
                            (caller->costs[ALL_CALLS_OF_CALLER] / counts)
                      : 0;
}

static void add_entry(struct pstats *p, uint32_t f, const struct value *entry)
{
    const struct caller *callers =
        entry->n_callers ? &p->callers.of[entry->callers] : NULL;
    struct function *function = &p->profile->functions[f];
    double counts = 0;
    p->n_functions++;
    function->self += entry->costs[SELF];
    function->count = add_known(function->count, entry->costs[ALL_CALLS]);
    function->total = add_known(function->total, entry->costs[TOTAL]);
    for (uint32_t i = 0; i < entry->n_callers; i++) {
        profile_prefetch_call(p->profile, callers[i].function, f);
        if (callers[i].function != f)
            counts += callers[i].costs[ALL_CALLS_OF_CALLER];
    }
    for (uint32_t i = 0; i < entry->n_callers; i++) {
        const struct caller *caller = &callers[i];
        uint32_t c = profile_call(p->profile, caller->function, f);
        struct call *call = &p->profile->calls[c];
        call->count =
            add_known(call->count, caller->costs[ALL_CALLS_OF_CALLER]);
        call->weight += weight_of(entry, caller, counts);
        if (!caller->is_count)
            call->cost = add_known(call->cost, caller->costs[TOTAL]);
    }
}

/* Adds a pair of the outermost dictionary to the profile. */
static void function_pair(struct pstats *p, const struct value *pair)
{
    if (pair[0].kind != FUNCTION || pair[1].kind != ENTRY)
        input_warn(p->in, "byte %zu: expected a function and its numbers "
                          "before this place", p->marshal.at);
    else
        add_entry(p, pair[0].id, &pair[1]);
    if (!pair[1].is_kept)
        p->callers.n -= pair[1].n_callers;
}

/* Keeps a pair of another dictionary. */
static void caller_pair(struct pstats *p, const struct value *pair)
{
    struct caller caller = { .function = pair[0].id };
    if (pair[0].kind != FUNCTION ||
        (pair[1].kind != COUNTED && pair[1].kind != NUMBER)) {
        input_warn(p->in, "byte %zu: expected a caller and its numbers before "
                          "this place", p->marshal.at);
        return;
    }
    caller.is_count = pair[1].kind == NUMBER;
    for (size_t i = 0; i < COSTS; i++)
        caller.costs[i] = clamp(p, pair[1].costs[i]);
    *PUSH_IN(&p->in->arena, &p->callers) = caller;
}

/* ---- The stack ---- */

static bool damaged(struct pstats *p, const char *expected)
{
    p->marshal.expected = expected;
    return false;
}

static void push(struct pstats *p, struct value value)
{
    *PUSH_IN(&p->in->arena, &p->values) = value;
}

/* Returns the number of a value to which later ones may refer. The value itself
   may come later. */
static size_t new_ref(struct pstats *p)
{
    *PUSH_IN(&p->in->arena, &p->refs) = (struct ref){ .kind = OTHER };
    return p->refs.n - 1;
}

static void set_ref(struct pstats *p, size_t ref, const struct value *value)
{
    struct ref *to = &p->refs.of[ref];
    *to = (struct ref){ value->kind, value->id, value->costs[0] };
    if (value->kind < COUNTED)
        return;
    to->id = (uint32_t)p->wholes.n;
    *PUSH_IN(&p->in->arena, &p->wholes) = *value;
}

/* Replaces those of n values that are refs by what they stand for. */
static void resolve(struct pstats *p, struct value *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (values[i].kind != REF)
            continue;
        const struct ref *ref = &p->refs.of[values[i].id];
        values[i] = ref->kind < COUNTED
                        ? (struct value){ .kind = ref->kind,
                                          .id = ref->id,
                                          .costs = { ref->number } }
                        : p->wholes.of[ref->id];
        p->n_repeated += values[i].n_callers;
    }
}

static bool open_container(struct pstats *p, const struct marshal_token *token)
{
    bool is_dict = token->kind == MARSHAL_DICT;
    if (p->depth == 0 && !is_dict)
        return damaged(p, "a dictionary of functions");
    if (p->depth == DEPTH)
        return damaged(p, "a value that is not nested as deeply");
    struct container *container = &p->containers[p->depth++];
    *container = (struct container){
        .is_dict = is_dict,
        .is_code = token->kind == MARSHAL_CODE,
        .is_kept = token->is_kept,
        .ref = token->is_kept ? new_ref(p) : 0,
        .values = p->values.n,
        .n = token->kind == MARSHAL_CODE ? MARSHAL_CODE_VALUES : token->n,
    };
    /* Until the end, this is what the callers of a dictionary are. */
    if (is_dict)
        push(p, (struct value){ .kind = CALLERS,
                                .callers = (uint32_t)p->callers.n });
    return true;
}

/* Learns how many values code has: the fifth value is a text since Python 3.11,
   when the last value was added. */
static void reach_line_of_code(struct pstats *p, struct container *code)
{
    struct value *values = p->values.of + code->values;
    resolve(p, values, code->n);
    code->n += values[4].kind == TEXT ? 2 : 1;
    marshal_skip_line(&p->marshal);
}

/* Replaces the innermost container by its value. */
static void close_container(struct pstats *p)
{
    const struct container *container = &p->containers[--p->depth];
    struct value *values = p->values.of + container->values;
    struct value value;
    resolve(p, values, p->values.n - container->values);
    if (container->is_dict) {
        value = values[0];
        value.n_callers = (uint32_t)p->callers.n - value.callers;
    } else if (container->is_code) {
        /* Code means its name, which is before the qualified name that Python
           3.11 added. */
        value = values[container->n == MARSHAL_CODE_VALUES + 2 ? 6 : 7];
    } else {
        value = tuple_value(p, values, container->n);
    }
    value.is_kept |= container->is_kept;
    if (container->is_kept)
        set_ref(p, container->ref, &value);
    p->values.n = container->values;
    push(p, value);
}

/* After each value: closes the tuples that are complete, and takes pairs of
   dictionaries off the stack. */
static void reduce(struct pstats *p)
{
    while (p->depth) {
        struct container *container = &p->containers[p->depth - 1];
        size_t n = p->values.n - container->values;
        if (container->is_dict) {
            if (n < 3)
                return;
            p->values.n -= 2;
            resolve(p, &p->values.of[p->values.n], 2);
            if (p->depth == 1)
                function_pair(p, &p->values.of[p->values.n]);
            else
                caller_pair(p, &p->values.of[p->values.n]);
            return;
        }
        if (container->is_code && n == MARSHAL_CODE_VALUES)
            reach_line_of_code(p, container);
        if (n < container->n)
            return;
        close_container(p);
    }
}

static bool end_dict(struct pstats *p)
{
    const struct container *container =
        p->depth ? &p->containers[p->depth - 1] : NULL;
    if (!container || !container->is_dict ||
        p->values.n - container->values != 1)
        return damaged(p, "a value, found the end of a dictionary");
    close_container(p);
    p->is_done = p->depth == 0;
    return true;
}

static bool add_value(struct pstats *p, const struct marshal_token *token)
{
    struct value value = { .is_kept = token->is_kept };
    if (p->depth == 0)
        return damaged(p, "a dictionary of functions");
    if (token->kind == MARSHAL_REF) {
        if (token->n >= p->refs.n)
            return damaged(p, "the number of a value before it");
        value.kind = REF;
        value.id = token->n;
    } else if (token->kind == MARSHAL_NUMBER) {
        value.kind = NUMBER;
        value.costs[0] = token->number;
    } else if (token->kind == MARSHAL_TEXT) {
        value.kind = TEXT;
        value.id = profile_text_id(p->profile, token->text);
    }
    if (token->is_kept)
        set_ref(p, new_ref(p), &value);
    push(p, value);
    return true;
}

/* Takes one token. Returns false if the input cannot be read on. */
static bool step(struct pstats *p)
{
    struct marshal_token token;
    bool good;
    if (!marshal_next(&p->marshal, &token))
        return false;
    if (token.kind == MARSHAL_DICT || token.kind == MARSHAL_TUPLE ||
        token.kind == MARSHAL_CODE)
        good = open_container(p, &token);
    else if (token.kind == MARSHAL_DICT_END)
        good = end_dict(p);
    else
        good = add_value(p, &token);
    if (good)
        reduce(p);
    if (p->n_repeated > MOST_REPEATED)
        good = damaged(p, "callers that are not repeated as often");
    if (!good)
        p->marshal.at = token.at;
    return good;
}

/* ---- The reader ---- */

static bool report_damage(struct pstats *p)
{
    const struct marshal *m = &p->marshal;
    const char *state = m->is_short ? "cut off" : "damaged";
    if (p->n_functions == 0)
        return input_error(p->in, "byte %zu: expected %s: the file is %s "
                                  "before its first function; profile again",
                           m->at, m->expected, state);
    if (!p->in->cut)
        input_cut(p->in, "byte %zu: expected %s: the file is %s; what comes "
                         "before is drawn",
                  m->at, m->expected, state);
    return true;
}

/* A call takes no longer than all calls of its function together. Since Python
   3.12, cProfile sees all threads of a program as one stack, so that the times
   of some calls have those of others. These are cut. */
static size_t cut_calls(struct profile *profile)
{
    size_t n = 0;
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        struct call *call = &profile->calls[c];
        double total = profile->functions[call->callee].total;
        if (!known(call->cost) || !known(total) ||
            call->cost <= total * (1 + 1e-6) + 1e-9)
            continue;
        call->weight -= call->cost - total;
        call->cost = total;
        n++;
    }
    return n;
}

static bool finish(struct pstats *p)
{
    size_t rest = p->marshal.bytes.len - p->marshal.at;
    if (!p->is_done && !report_damage(p))
        return false;
    if (p->n_functions == 0)
        return input_error(p->in, "expected functions, found none; profile "
                                  "code that calls some");
    if (p->is_done && rest)
        input_remark(p->in, "byte %zu: %zu bytes after the end of the profile "
                            "were passed over; give each profile as a file of "
                            "its own",
                     p->marshal.at, rest);
    if (p->n_clamped)
        input_remark(p->in, "%zu numbers were negative or too large and are "
                            "taken for 0",
                     p->n_clamped);
    size_t n_cut = cut_calls(p->profile);
    if (n_cut)
        input_remark(p->in, "calls that take longer than all calls of their "
                            "function together, cut to that: %zu; since "
                            "Python 3.12, cProfile mixes up the threads of a "
                            "program, and its times then mean little: sample "
                            "the program, as by py-spy record",
                     n_cut);
    profile_entries_by_weight(p->profile);
    return true;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    (void)options;
    struct pstats p = { .in = in,
                        .profile = profile,
                        .none = profile_text_id(profile, S("")),
                        .builtin = profile_text_id(profile, S("~")) };
    p.marshal.bytes = input_all(in);
    profile->kind = FROM_CALLS;
    profile->call_costs = CALLS_MEASURED_ONCE;
    profile_set_unit(profile, S("seconds"));
    while (!p.is_done && step(&p))
        continue;
    bool good = finish(&p);
    LIST_FREE(&p.marshal.interned);
    return good;
}

/* A dictionary whose first key is a tuple of three values, the first of which
   is a text, or an empty one. */
static enum match detect(struct head head)
{
    static const struct str dicts[] = { STR("{"), STR("\xfb") };
    static const struct str keys[] = { STR(")\3"), STR("\xa9\3"),
                                       STR("(\3\0\0\0"), STR("\xa8\3\0\0\0") };
    size_t n = str_starts_any(head.text, dicts, ROWS(dicts));
    struct str rest = str_skip(head.text, n);
    if (!n)
        return MATCH_NO;
    if (head.complete && str_eq(rest, S("0")))
        return MATCH_YES;
    n = str_starts_any(rest, keys, ROWS(keys));
    rest = str_skip(rest, n);
    return match_if(n && rest.len && strchr("stuaAzZ", rest.s[0] & 0x7f));
}

const struct reader reader_pstats = {
    .name = "pstats",
    .aliases = "cprofile",
    .description = "Python's cProfile and profile (python -m cProfile -o FILE)",
    .programs = "cProfile, profile",
    .tested = "CPython 2.7 and 3.6 to 3.13",
    .file = "*.prof, *.pstats",
    .recipes =
        "cProfile (Python): `python3 -m cProfile -o out.prof prog.py; prof2dot "
        "out.prof -o out.svg`",
    .totals = TOTALS_MEASURED,
    .exact_by = "a sampling profiler such as py-spy",
    .is_binary = true,
    .detect = detect,
    .read = read,
};
