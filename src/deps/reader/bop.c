/*
 * The trace of a program that bop-cc built: its functions, their calls, and the
 * reads that met a write. bop-trace(5) describes the format. bop, for
 * behaviour-oriented parallelisation, is the research system whose tracing it
 * follows.
 *
 *     bop-trace 1
 *     h pid=4711 sem=call mode=agg ...
 *     m 0 55c8bc0b5000 55c8bc0b90c8 ee54a1666ea4 /home/me/steps
 *     f 1 0:11e7 main - D 1 2 7
 *     f 2 0:1159 f steps.c S 1 3 3
 *     c 1 0:1210 2 1 3
 *     D R 0:118c 0:1210 0:11bb 0:1215 1 2 2
 *     end 6
 *
 * A trace may have events, in order of time, and after them the records that
 * sum them up. If it was cut off before its end, the events are summed up
 * here.
 */
#include "deps/reader/blind.h"
#include "deps/reader/events.h"
#include "deps/reader/facts.h"
#include "deps/reader/line.h"
#include "deps/reader/profile.h"
#include "readers/declared.h"
#include "readers/reader.h"

enum { VERSION_KNOWN = 1, MOST_QUOTED = 20 };

struct bop {
    struct input *in;
    struct bop_trace trace;
    struct bop_sums records; /* the sums that the trace itself has */
    struct bop_events events;
    struct bop_blind blind;
    size_t first_line; /* the number of the line "bop-trace 1" */
    bool ended;        /* the record "end" was read */
    struct dependences *all; /* of the profile */
};

static bool module_record(struct bop *bop, struct str s)
{
    struct bop_trace *t = &bop->trace;
    struct bop_module module;
    struct str low, high;
    uint32_t number;
    if (!bop_line_id(&s, &number) || !bop_line_text(t, &s, &low) ||
        !bop_line_text(t, &s, &high) ||
        !bop_line_text(t, &s, &module.build_id) ||
        !bop_line_text(t, &s, &module.path) || s.len)
        return false;
    uint32_t id = pairs_add_in(&t->module_ids, &t->texts, 0, number);
    *REACH_IN(&t->texts, &t->modules, id) = module;
    return true;
}

static bool literal_record(struct bop *bop, struct str s)
{
    struct bop_trace *t = &bop->trace;
    struct bop_literal literal;
    uint32_t number;
    if (!bop_line_literal(&s, &number) ||
        !bop_line_text(t, &s, &literal.file) ||
        !bop_line_number(&s, &literal.line) || s.len)
        return false;
    uint32_t id = pairs_add_in(&t->literal_ids, &t->texts, 0, number);
    *REACH_IN(&t->texts, &t->literals, id) = literal;
    return true;
}

static bool take_mode(struct str *s, bool *is_under_study)
{
    *is_under_study = str_take(s, S(" D"));
    return *is_under_study || str_take(s, S(" S"));
}

static bool function_record(struct bop *bop, struct str s)
{
    struct bop_trace *t = &bop->trace;
    struct bop_function function;
    struct bop_cost cost;
    double inclusive; /* by the records of calls */
    uint32_t number;
    if (!bop_line_id(&s, &number) || number == 0 ||
        !bop_line_site(t, &s, &function.site) ||
        !bop_line_text(t, &s, &function.name) ||
        !bop_line_text(t, &s, &function.file) ||
        !take_mode(&s, &function.is_under_study) ||
        !bop_line_count(&s, &cost.count) || !bop_line_count(&s, &cost.self) ||
        !bop_line_count(&s, &inclusive) || s.len)
        return false;
    uint32_t id = pairs_add_in(&t->function_ids, &t->texts, 0, number);
    *REACH_IN(&t->texts, &t->functions, id) = function;
    *bop_sums_function(&bop->records, id) = cost;
    return true;
}

/* Takes the caller of a call; NO_ID for number 0, which calls main. */
static bool take_caller(struct bop_trace *trace, struct str *s, uint32_t *id)
{
    struct str rest = *s;
    uint64_t number;
    *id = NO_ID;
    if (bop_line_number(&rest, &number) && number == 0) {
        *s = rest;
        return true;
    }
    return bop_line_defined(s, &trace->function_ids, id);
}

static bool call_record(struct bop *bop, struct str s)
{
    struct bop_trace *t = &bop->trace;
    uint32_t caller, site, callee;
    double count, cost;
    if (!take_caller(t, &s, &caller) || !bop_line_site(t, &s, &site) ||
        !bop_line_defined(&s, &t->function_ids, &callee) ||
        !bop_line_count(&s, &count) || !bop_line_count(&s, &cost) || s.len)
        return false;
    uint32_t id = bop_sums_call(&bop->records, caller, site, callee);
    bop->records.calls.of[id].count += count;
    bop->records.calls.of[id].cost += cost;
    return true;
}

static bool take_runs(struct str *s, struct bop_dependence *new)
{
    return bop_line_count(s, &new->least_runs) &&
           bop_line_count(s, &new->most_runs);
}

static bool take_data(struct bop_trace *t, struct str *s,
                      struct bop_dependence *new)
{
    return bop_line_site(t, s, &new->low) && bop_line_site(t, s, &new->high);
}

/* Takes the fields on the place of data in the frames of a function. Function 0
   means none. */
static bool take_frame(struct bop_trace *t, struct str *s,
                       struct bop_dependence *new)
{
    return take_caller(t, s, &new->frame) &&
           bop_line_number(s, &new->least_below) &&
           bop_line_number(s, &new->most_below);
}

static bool take_loops(const struct bop_sums *sums, struct str *s,
                       struct bop_loop_relation *loops)
{
    uint64_t common, is_carried;
    if (!bop_line_id(s, &loops->nests[0]) ||
        !bop_line_id(s, &loops->nests[1]) || !bop_line_number(s, &common) ||
        !bop_line_number(s, &is_carried) || !bop_line_count(s, &loops->least) ||
        !bop_line_count(s, &loops->most) || !bop_line_number(s, &loops->late))
        return false;
    loops->common = (uint32_t)common;
    loops->is_carried = is_carried;
    if (loops->least > loops->most || loops->most > MOST_ITERATIONS)
        return false;
    /* A child may know memory that a loop of its parent has written, of which
       it writes no record. */
    for (int i = 0; i < 2; i++)
        if (loops->nests[i] && loops->nests[i] >= sums->nests.n)
            *loops = (struct bop_loop_relation){ .common = 0 };
    return true;
}

/* Takes the optional fields of a dependence, which end the record. Those of a
   group are all there or all left out. */
static bool take_optional(struct bop_trace *t, const struct bop_sums *sums,
                          struct str *s, struct bop_dependence *new)
{
    new->least_runs = new->most_runs = UNKNOWN;
    new->low = new->high = new->frame = new->allocated = NO_ID;
    new->loops = (struct bop_loop_relation){ .common = 0 };
    return (!s->len || take_runs(s, new)) &&
           (!s->len || take_data(t, s, new)) &&
           (!s->len || take_frame(t, s, new)) &&
           (!s->len || take_loops(sums, s, &new->loops)) &&
           (!s->len || bop_line_site(t, s, &new->allocated)) && !s->len;
}

static bool dependence_record(struct bop *bop, struct str s)
{
    struct bop_trace *t = &bop->trace;
    struct bop_dependence new;
    if (!bop_line_kind(&s, &new.kind, &new.frees) ||
        !bop_line_site(t, &s, &new.wrote) ||
        !bop_line_site(t, &s, &new.wtop) || !bop_line_site(t, &s, &new.read) ||
        !bop_line_site(t, &s, &new.rtop) || !bop_line_count(&s, &new.count) ||
        !bop_line_count(&s, &new.least) || !bop_line_count(&s, &new.most) ||
        new.least > new.most || !take_optional(t, &bop->records, &s, &new))
        return false;
    *PUSH_IN(&bop->records.arena, &bop->records.dependences) = new;
    return true;
}

static bool statement_record(struct bop *bop, struct str s)
{
    struct bop_statement new = { .outputs = 0 };
    if (!bop_line_site(&bop->trace, &s, &new.site) ||
        !bop_line_count(&s, &new.count) || !bop_line_count(&s, &new.cost) ||
        !bop_line_count(&s, &new.most) ||
        (s.len && !bop_line_number(&s, &new.outputs)) ||
        (s.len && !bop_line_number(&s, &new.inputs)) || s.len)
        return false;
    *PUSH_IN(&bop->records.arena, &bop->records.statements) = new;
    return true;
}

/* Nests have ascending numbers from 1, and a nest comes after the one around
   it. */
static bool nest_record(struct bop *bop, struct str s)
{
    struct bop_sums *sums = &bop->records;
    struct bop_nest nest = { .has_early_exit = 0 };
    uint32_t number;
    if (!bop_line_id(&s, &number) || !bop_line_id(&s, &nest.parent) ||
        !bop_line_site(&bop->trace, &s, &nest.site) ||
        !bop_line_count(&s, &nest.count) ||
        !bop_line_count(&s, &nest.iterations) ||
        !bop_line_count(&s, &nest.cost) || !bop_line_count(&s, &nest.early) ||
        !bop_line_number(&s, &nest.outputs) ||
        !bop_line_number(&s, &nest.inputs) ||
        (s.len && !bop_line_number(&s, &nest.has_early_exit)) ||
        nest.has_early_exit > 1 || s.len)
        return false;
    if (!sums->nests.n)
        *PUSH_IN(&sums->arena, &sums->nests) = (struct bop_nest){ .depth = 0 };
    if (number != sums->nests.n || nest.parent >= number)
        return false;
    nest.depth = sums->nests.of[nest.parent].depth + 1;
    *PUSH_IN(&sums->arena, &sums->nests) = nest;
    return true;
}

static bool unknown_record(struct bop *bop, struct str s)
{
    struct bop_unknown unknown;
    if (!bop_line_id(&s, &unknown.nest) ||
        !bop_line_site(&bop->trace, &s, &unknown.site) ||
        !bop_line_text(&bop->trace, &s, &unknown.name) ||
        (unknown.nest && unknown.nest >= bop->records.nests.n) || s.len)
        return false;
    *PUSH_IN(&bop->records.arena, &bop->records.unknown) = unknown;
    return true;
}

static bool within_record(struct bop *bop, struct str s)
{
    struct bop_within within;
    if (!bop_line_site(&bop->trace, &s, &within.wrote) ||
        !bop_line_site(&bop->trace, &s, &within.read) || s.len)
        return false;
    *PUSH_IN(&bop->records.arena, &bop->records.within) = within;
    return true;
}

static bool enter_event(struct bop *bop, struct str s)
{
    return bop_events_enter(&bop->events, s);
}

static bool leave_event(struct bop *bop, struct str s)
{
    return bop_events_leave(&bop->events, s);
}

static bool dependence_event(struct bop *bop, struct str s)
{
    return bop_events_depend(&bop->events, s);
}

static bool unknown_name(struct bop *bop, struct str s)
{
    struct str name;
    if (!bop_line_text(&bop->trace, &s, &name) || s.len)
        return false;
    bop_blind_name(&bop->blind, name);
    input_remark(bop->in, "functions.in names '%s', but no traced function "
                          "has that name; correct it, and run again", name.s);
    return true;
}

/* Takes a message of the tracer: "TEXT" or "TEXT: NAME". */
static bool take_message(struct bop *bop, struct str s, struct str *message)
{
    struct arena *texts = &bop->trace.texts;
    struct str name = S("");
    if (!bop_line_text(&bop->trace, &s, message) ||
        (s.len && !bop_line_text(&bop->trace, &s, &name)) || s.len)
        return false;
    if (name.len)
        *message = arena_printf(texts, "%s: %s", message->s, name.s);
    return true;
}

static bool warning(struct bop *bop, struct str s)
{
    struct str message;
    if (!take_message(bop, s, &message))
        return false;
    input_remark(bop->in, "the tracer warned: %s", message.s);
    return true;
}

static bool failure(struct bop *bop, struct str s)
{
    struct str message;
    if (!take_message(bop, s, &message))
        return false;
    input_error(bop->in, "nothing was traced: %s", message.s);
    return true;
}

static bool ending_signal(struct bop *bop, struct str s)
{
    uint64_t number;
    if (!bop_line_number(&s, &number) || number > INT32_MAX || s.len)
        return false;
    input_remark(bop->in, "the program was ended by signal %d", (int)number);
    return true;
}

static bool totals(struct bop *bop, struct str s)
{
    double references, ticks, dropped, stale;
    if (!bop_line_count(&s, &references) || !bop_line_count(&s, &ticks) ||
        !bop_line_count(&s, &dropped) || !bop_line_count(&s, &stale) || s.len)
        return false;
    if (dropped > 0) {
        *PUSH_IN(&bop->trace.texts, &bop->blind) = (struct blind_spot){
            S("dependences beyond BOP_MAXEDGES"), S(""), dropped
        };
        bop->all->incomplete = true;
        input_remark(bop->in, "%.0f dependences are missing: there were more "
                              "than BOP_MAXEDGES; run again with a larger one",
                     dropped);
    }
    return true;
}

static bool last_record(struct bop *bop, struct str s)
{
    uint64_t n, lines = bop->in->line - bop->first_line - 1;
    if (!bop_line_number(&s, &n) || s.len)
        return false;
    declared_check(bop->in, (struct declared){ .where = "the record 'end'",
                                               .unit = S("records"),
                                               .says = (double)n,
                                               .found = (double)lines });
    return bop->ended = true;
}

static bool fact_record(struct bop *bop, struct str s)
{
    return bop_facts_keep(&bop->trace, bop->in->text.s[0], s);
}

/* Warns of a record that the tracer of this version does not write. */
static void warn_foreign(struct bop *bop, struct str found)
{
    input_warn(bop->in, "expected a record of bop-trace(5), found '%.*s'; "
                        "another bop-cc has made the program: build it again, "
                        "and run it",
               (int)str_head(found, MOST_QUOTED).len, found.s);
    bop->all->incomplete = true;
}

static bool blind_spot(struct bop *bop, struct str s)
{
    bool is_known;
    if (!bop_blind_record(&bop->blind, &bop->trace, s, &is_known))
        return false;
    if (!is_known)
        warn_foreign(bop, bop->in->text);
    return true;
}

static bool header(struct bop *bop, struct str s)
{
    struct str word;
    for (struct str rest = s; str_take(&rest, S(" ")) &&
                              str_take_word(&rest, &word);) {
        if (str_take(&word, S("untraced=")))
            bop_blind_files(&bop->blind, &bop->trace, word);
        if (str_take(&word, S("missing=")))
            bop_blind_missing(&bop->blind, &bop->trace, word);
        bop->all->anti |= str_starts(word, S("kinds=raw,war"));
        bop->all->output |= str_ends(word, S("waw")) &&
                            str_starts(word, S("kinds="));
    }
    return str_starts(s, S(" "));
}

/* The records by name. `read` gets the text after the name; `form` is the form
   of the record in messages. */
static const struct {
    struct str name;
    bool (*read)(struct bop *bop, struct str fields);
    const char *form;
} records[] = {
    { STR("h"), header, "h KEY=VALUE ..." },
    { STR("m"), module_record, "m MODULE LOW HIGH BUILD-ID PATH" },
    { STR("l"), literal_record, "l LITERAL FILE LINE" },
    { STR("f"), function_record,
      "f FUNCTION SITE NAME FILE D|S CALLS SELF INCLUSIVE" },
    { STR("c"), call_record, "c CALLER SITE CALLEE CALLS INCLUSIVE" },
    { STR("t"), statement_record, "t SITE COUNT COST MOST" },
    { STR("D"), dependence_record,
      "D R|X|[F]A|[F]AX|[F]O|[F]OX WRITE WTOP READ RTOP COUNT LEAST MOST" },
    { STR("L"), nest_record,
      "L NEST PARENT SITE COUNT ITERATIONS COST EARLY OUTPUTS INPUTS" },
    { STR("W"), within_record, "W WRITE READ" },
    { STR("U"), unknown_record, "U NEST SITE NAME" },
    { STR("e"), enter_event, "e FUNCTION SITE REFERENCES THREAD" },
    { STR("x"), leave_event, "x FUNCTION REFERENCES THREAD, of the function "
                             "entered last" },
    { STR("d"), dependence_event,
      "d WRITE WTOP WTIME READ RTOP TIME R|X THREAD ADDRESS" },
    { STR("u"), unknown_name, "u NAME" },
    { STR("w"), warning, "w TEXT NAME" },
    { STR("!"), failure, "! TEXT NAME" },
    { STR("s"), ending_signal, "s SIGNAL" },
    { STR("b"), blind_spot, "b NUMBER|- KEY WHAT" },
    { STR("p"), fact_record,
      "p SITE FILE LINE COLUMN STATEMENT COLUMN NAME VARIABLE" },
    { STR("v"), fact_record, "v SITE LEAST MOST VARIABLE" },
    { STR("o"), fact_record, "o WRITE READ VARIABLE UPDATE" },
    { STR("k"), fact_record, "k SITE 0|1 COUNTERS STATICS LOCALS LARGE" },
    { STR("a"), fact_record, "a SITE VARIABLE 0|1|2|3" },
    { STR("n"), totals, "n REFERENCES TICKS DROPPED STALE" },
    { STR("end"), last_record, "end RECORDS" },
};

static void read_record(struct bop *bop)
{
    struct str fields = bop->in->text, name;
    if (!str_take_word(&fields, &name))
        name = S("");
    for (size_t i = 0; i < ROWS(records); i++) {
        if (!str_eq(name, records[i].name))
            continue;
        if (!records[i].read(bop, fields)) {
            input_warn(bop->in, "expected '%s' with known ids and numbers "
                                "in range",
                       records[i].form);
            bop->all->incomplete = true;
        }
        return;
    }
    warn_foreign(bop, name);
}

static bool read_first_line(struct bop *bop)
{
    uint64_t version;
    struct str s = input_next_line(bop->in) ? bop->in->text : S("");
    bop->first_line = bop->in->line;
    if (bop->in->failed)
        return false;
    if (!str_take(&s, S("bop-trace ")) || !str_take_digits(&s, &version))
        return input_error(bop->in, "expected 'bop-trace 1' first, as a "
                                    "program built with bop-cc writes it");
    if (version != VERSION_KNOWN)
        return input_error(bop->in, "expected a trace of version %d, found "
                                    "version %llu; build with the bop-cc that "
                                    "belongs to this prof2dot, and run again",
                           VERSION_KNOWN, (unsigned long long)version);
    return true;
}

/* The program adds these records when the trace is complete, and another
   "end". */
static bool is_fact(struct str line)
{
    struct str name;
    if (!str_take_word(&line, &name))
        return false;
    return str_eq(name, S("end")) ||
           (name.len == 1 && str_has(S("pvoka"), name));
}

static bool read_records(struct bop *bop)
{
    while (!bop->in->failed && input_next_line(bop->in)) {
        if (bop->ended && !is_fact(bop->in->text)) {
            input_remark(bop->in, "expected nothing after the record 'end'");
            break;
        }
        read_record(bop);
    }
    if (bop->in->failed)
        return false;
    if (!bop->ended) {
        bop->all->incomplete = true;
        input_cut(bop->in, "the trace was cut off: there is no record 'end'");
    }
    return bop->trace.function_ids.n > 0 ||
           input_error(bop->in, "expected functions, found none; run the "
                                "program again");
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct bop bop = { .in = in, .all = dependences_open(profile) };
    bop.events.trace = &bop.trace;
    bool good = read_first_line(&bop) && read_records(&bop);
    if (good) {
        bool cut = bop.events.any && !bop.ended;
        bop_events_finish(&bop.events);
        profile_set_unit(profile, S("references"));
        bop_profile(profile, &bop.trace,
                    cut ? &bop.events.sums : &bop.records,
                    options, in->name);
        if (profile->inventory.places.texts.n)
            bop_facts_list_end(profile, in->line - bop.first_line);
        bop_blind_tell(&bop.blind, profile, &bop.trace);
    }
    arena_free(&bop.events.arena);
    arena_free(&bop.events.sums.arena);
    arena_free(&bop.records.arena);
    buf_free(&bop.blind.names);
    arena_free(&bop.trace.texts);
    return good;
}

static enum match detect(struct head head)
{
    return str_starts(head.text, S("bop-trace ")) ? MATCH_YES : MATCH_NO;
}

const struct reader reader_bop = {
    .name = "bop",
    .description = "traces of programs built by bop-cc: memory dependences",
    .programs = "bop-cc",
    .tested = "bop-cc of this version",
    .file = "bop.*.trace",
    .recipes =
        "bop-cc, dependences: `echo main >functions.in; bop-cc -o prog prog.c; "
        "./prog; prof2dot --deps=toplev -o out.svg bop.*.trace`",
    .totals = TOTALS_ESTIMATED,
    .exact_by = "perf record -g",
    .supports = ASK_INLINES | ASK_LIST_PLACES,
    .detect = detect,
    .read = read,
};
