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
#include "readers/callgrind/body.h"
#include "readers/callgrind/names.h"
#include "readers/callgrind/part.h"
#include "readers/declared.h"
#include "readers/head.h"
#include "util/diag.h"

/* ---- Recursion ---- */

/*
 * The names that callgrind makes of functions with the options --separate-recs
 * and --separate-callers:
 *
 *     fib'2               the second level of the recursion of fib
 *     fib'work'main       fib, called by work, called by main
 *     fib'2'work'main     the second level, below these callers
 *     (5)'2'(3)'(1)       the same with --compress-mangled: numbers of names
 *
 * By default there are two levels, and the last one stands for all later ones.
 * Names of C++ may have quotes, too: "f()::'lambda'(int)".
 *
 * Source: print_mangled_fn in callgrind/dump.c of Valgrind 3.19, and its files.
 */

#define QUOTE S("'")

/* The name of a function itself has fewer quotes. */
enum { MAX_QUOTES = 64 };

/* Returns the text that "(5)'2'(3)" stands for, "fib'2'work". */
static struct str expand(struct callgrind_names *names, struct str text)
{
    struct str whole = S(""), rest = text;
    while (rest.len) {
        struct str part = rest;
        const char *quote = whole.len ? "'" : "";
        if (!str_cut(rest, QUOTE, &part, &rest))
            rest = S("");
        uint32_t id = callgrind_names_text(names, CALLGRIND_FUNCTION, part);
        part = names->texts.texts[id];
        whole = arena_printf(&names->arena, "%s%s%.*s", whole.s, quote,
                             (int)part.len, part.s);
    }
    return whole;
}

/* Removes the level of the recursion, which is a number between quotes or at
   the end. Returns false if the text has none. */
static bool remove_level(struct callgrind_names *names, struct str *text)
{
    struct str before, rest = *text;
    while (str_cut(rest, QUOTE, &before, &rest)) {
        uint64_t level;
        struct str after = rest;
        if (!before.len || !str_take_digits(&after, &level) ||
            (after.len && !str_starts(after, QUOTE)))
            continue;
        *text = arena_printf(&names->arena, "%.*s%.*s",
                             (int)(rest.s - 1 - text->s), text->s,
                             (int)after.len, after.s);
        return true;
    }
    return false;
}

/* Returns how many bytes of the callee's name are that of the function, if the
   rest is its callers, or 0. */
static size_t length_of_function(struct str callee, struct str caller)
{
    struct str before, rest = callee;
    for (int i = 0; i < MAX_QUOTES && str_cut(rest, QUOTE, &before, &rest); i++)
        if (rest.len && str_starts(caller, rest) &&
            (caller.len == rest.len || caller.s[rest.len] == '\''))
            return (size_t)(rest.s - 1 - callee.s);
    return 0;
}

/* Replaces names by those without level. Returns whether any has a quote. */
static bool fold_levels(struct callgrind_names *names)
{
    bool has_quotes = false;
    for (uint32_t f = 0; f < names->functions.n; f++) {
        uint32_t name = names->functions.of[f].name;
        struct str text = name == NO_ID ? S("") : names->texts.texts[name];
        if (!str_has(text, QUOTE))
            continue;
        has_quotes = true;
        if (str_starts(text, S("(")))
            text = expand(names, text);
        names->functions.of[f].is_nested = remove_level(names, &text);
        names->has_levels |= names->functions.of[f].is_nested;
        names->functions.of[f].name =
            strings_add(&names->texts, &names->arena, text);
    }
    return has_quotes;
}

/* Gives all levels of a recursion, and a function in all its contexts, the name
   of the function, and sets is_nested and has_levels. Callers in a name count
   as such if the name of a function that calls it begins with them. */
static void callgrind_fold(struct callgrind_names *names)
{
    if (!fold_levels(names))
        return;
    size_t *lengths = NEW_N(&names->arena, size_t, names->texts.n);
    for (uint32_t c = 0; c < names->call_ends.n; c++) {
        uint32_t callee = names->functions.of[names->calls.of[c].callee].name;
        uint32_t caller = names->functions.of[names->calls.of[c].caller].name;
        if (callee != NO_ID && caller != NO_ID && !lengths[callee])
            lengths[callee] = length_of_function(names->texts.texts[callee],
                                                 names->texts.texts[caller]);
    }
    for (uint32_t f = 0; f < names->functions.n; f++) {
        uint32_t name = names->functions.of[f].name;
        if (name == NO_ID || !lengths[name])
            continue;
        struct str function = str_head(names->texts.texts[name], lengths[name]);
        names->functions.of[f].name =
            strings_add(&names->texts, &names->arena, function);
    }
}

/* ---- The file ---- */

static void read_line(struct callgrind *cg, struct str line)
{
    str_take_blanks(&line);
    if (!line.len || line.s[0] == '#')
        return;
    char c = line.s[0];
    if (ascii_is_digit(c) || c == '+' || c == '-' || c == '*') {
        if (!cg->events.columns.n)
            input_warn(cg->in, "expected 'events:' before the costs");
        else if (!callgrind_body_numbers(cg, line))
            input_warn(cg->in, "expected a position and costs (16 400)");
        return;
    }
    if (!callgrind_body_name(cg, line) && !callgrind_part_header(cg, line))
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
    LOCAL_ARENA(scratch);
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

static void check_totals(struct callgrind *cg, const char *where)
{
    for (uint32_t id = 0; id < cg->events.names.n; id++) {
        const struct callgrind_event *event = &cg->events.events.of[id];
        if (!declared_check(
                cg->in, (struct declared){ .where = where,
                                           .unit = cg->events.names.texts[id],
                                           .says = event->total,
                                           .found = event->sum }))
            return;
    }
}

/* Returns the key of the line that ends the last part but is missing, or NULL.
   A file that has calls is none of cachegrind, and one whose calls have targets
   none of Xdebug. Xdebug's sums have the time of the profiler itself and the
   most memory, so only the line itself tells something. */
static const char *missing_end(const struct callgrind *cg)
{
    if (str_starts(cg->creator, S("callgrind-")))
        return cg->has_totals ? NULL : "totals:";
    if (cg->is_cachegrind && !cg->names.call_ends.n)
        return cg->has_totals ? NULL : "summary:";
    if (str_starts(cg->creator, S("xdebug")) && !cg->has_targets)
        return cg->has_summary ? NULL : "summary:";
    return NULL;
}

static void check_end(struct callgrind *cg, uint32_t n_without_name)
{
    const char *missing = missing_end(cg);
    if (cg->meaning == CALL_COST)
        input_cut(cg->in, "the file was cut off: the cost of the last calls is "
                          "missing");
    else if (missing)
        input_cut(cg->in, "the file was cut off: the line '%s' is missing",
                  missing);
    else if (n_without_name)
        input_cut(cg->in, "the file is damaged: functions that have a number "
                          "but no name: %u", (unsigned)n_without_name);
    else if (cg->n_totals >= cg->n_parts ||
             str_starts(cg->creator, S("callgrind-")))
        check_totals(cg, cg->is_cachegrind ? "summary:" : "totals:");
}

static bool finish(struct callgrind *cg)
{
    struct profile *profile = cg->profile;
    LOCAL_ARENA(scratch);
    if (!cg->events.first)
        return input_error(cg->in, "expected the line 'events:'");
    if (!cg->names.functions.n)
        return input_error(cg->in, "expected functions (fn=) with costs, found "
                                   "none");
    if (!check_options(cg))
        return false;
    callgrind_fold(&cg->names);
    profile->kind = FROM_CALLS;
    profile->call_costs = CALLS_MEASURED;
    if (str_starts(cg->creator, S("callgrind-")))
        profile->stats.exact_by = "callgrind's --separate-recs=N";
    check_end(cg, callgrind_names_finish(&cg->names, profile));
    remove_negative_costs(cg);
    callgrind_events_finish(&cg->events, profile, cg->creator);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        profile->calls[c].weight = profile->calls[c].cost;
    profile_entries_by_weight(profile);
    profile_set_selected_threads(
        profile, thread_patterns_text(&scratch, cg->options->thread_patterns));
    return true;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct callgrind cg = { .in = in, .profile = profile,
                            .options = options };
    cg.creator = cg.command = cg.pid = S("");
    callgrind_part_set_positions(&cg, S("line"));
    callgrind_part_begin(&cg);
    callgrind_names_init(&cg.names);
    for (int key = 0; key < N_THREAD_KEYS; key++)
        sample_filter_init(&cg.filters[key], &in->arena, (enum thread_key)key,
                           &options->thread_patterns[key]);
    callgrind_events_look(&cg.events, input_head(in));
    while (input_next_line(in))
        read_line(&cg, in->text);
    bool good = finish(&cg);
    arena_free(&cg.names.arena);
    arena_free(&cg.events.arena);
    arena_free(&cg.texts);
    return good;
}

/* Only headers come before the first name. One of them is "events:". A file
   without any cost, which callgrind writes too, has only headers. */
static enum match detect(struct head head)
{
    struct str line, key, value;
    bool has_events = false, has_other = false;
    while (head_take_line(&head, &line)) {
        str_take_blanks(&line);
        if (str_starts(line, S("# callgrind format")))
            return MATCH_YES;
        if (!line.len || line.s[0] == '#')
            continue;
        if (callgrind_body_is_name(line))
            return match_if(has_events);
        if (!ascii_is_letter(line.s[0]) || !str_cut(line, S(":"), &key, &value))
            return MATCH_NO;
        has_events |= str_eq(key, S("events"));
        has_other |= str_eq(key, S("positions")) ||
                     str_eq(key, S("summary")) ||
                     (str_eq(key, S("creator")) &&
                      str_has(value, S("callgrind")));
    }
    return match_if(has_events && has_other);
}

const struct reader reader_callgrind = {
    .name = "callgrind",
    .aliases = "cachegrind xdebug",
    .description = "profiles of callgrind, Xdebug and ruby-prof",
    .programs = "callgrind, cachegrind, Xdebug, ruby-prof, yappi, "
                "pprof -callgrind",
    .tested = "Valgrind 3.19, Xdebug 3.2, ruby-prof",
    .file = "callgrind.out.*, cachegrind.out.*",
    .recipes =
        "callgrind: `valgrind --tool=callgrind --callgrind-out-file=out.cg "
        "./prog; prof2dot out.cg -o out.svg`\n"
        "Xdebug (PHP): `php -d xdebug.mode=profile -d xdebug.output_dir=. "
        "prog.php; prof2dot cachegrind.out.* -o out.svg`\n"
        "NYTProf (Perl): `perl -d:NYTProf prog.pl; nytprofcg; prof2dot "
        "nytprof.callgrind -o out.svg`",
    .totals = TOTALS_MEASURED,
    .supports = ASK_EVENT | ASK_COMM | ASK_PID | ASK_TID | ASK_LINES |
                ASK_ADDRESSES | ASK_LIST_EVENTS | ASK_LIST_THREADS,
    .detect = detect,
    .read = read,
};
