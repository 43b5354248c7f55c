/*
 * What a program built by bop-cc leaves: its functions, their calls, and which
 * reads have met which writes. See bop-trace(5).
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
 * Where the stream of events was cut off before the records that sum it up,
 * they are made from it.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "readers/bop/trace.h"
#include "readers/reader.h"
#include "util/array.h"

enum { VERSION_KNOWN = 1 };

struct bop {
    struct input *in;
    struct bop_trace trace;
    struct bop_events events;
    size_t begun; /* the line of the magic */
    bool ended;
};

static bool module_record(struct bop *bop, struct str s)
{
    struct bop_trace *t = &bop->trace;
    struct bop_module module;
    struct str low, high;
    uint32_t number;
    if (!bop_take_id(&s, &number) || !bop_take_text(t, &s, &low) ||
        !bop_take_text(t, &s, &high) ||
        !bop_take_text(t, &s, &module.build_id) ||
        !bop_take_text(t, &s, &module.path))
        return false;
    uint32_t id = pairs_add(&t->modules, 0, number);
    t->module =
        array_reach(t->module, id, &t->module_room, sizeof *t->module);
    t->module[id] = module;
    return true;
}

static bool literal_record(struct bop *bop, struct str s)
{
    struct bop_trace *t = &bop->trace;
    struct bop_literal literal;
    uint32_t number;
    if (!bop_take_literal(&s, &number) ||
        !bop_take_text(t, &s, &literal.file) ||
        !bop_take_number(&s, &literal.line))
        return false;
    uint32_t id = pairs_add(&t->literals, 0, number);
    t->literal =
        array_reach(t->literal, id, &t->literal_room, sizeof *t->literal);
    t->literal[id] = literal;
    return true;
}

static bool take_mode(struct str *s, bool *detail)
{
    *detail = str_take(s, S(" D"));
    return *detail || str_take(s, S(" S"));
}

static bool function_record(struct bop *bop, struct str s)
{
    struct bop_trace *t = &bop->trace;
    struct bop_function function;
    struct bop_cost cost;
    uint32_t number;
    if (!bop_take_id(&s, &number) || number == 0 ||
        !bop_take_site(t, &s, &function.site) ||
        !bop_take_text(t, &s, &function.name) ||
        !bop_take_text(t, &s, &function.file) ||
        !take_mode(&s, &function.detail) || !bop_take_count(&s, &cost.count) ||
        !bop_take_count(&s, &cost.self) || !bop_take_count(&s, &cost.total))
        return false;
    uint32_t id = pairs_add(&t->functions, 0, number);
    t->function =
        array_reach(t->function, id, &t->function_room, sizeof *t->function);
    t->function[id] = function;
    *bop_function_cost(&t->records, id) = cost;
    return true;
}

/* 0 is whoever calls main. */
static bool take_caller(struct bop_trace *trace, struct str *s, uint32_t *id)
{
    struct str rest = *s;
    uint64_t number;
    *id = NO_ID;
    if (bop_take_number(&rest, &number) && number == 0) {
        *s = rest;
        return true;
    }
    return bop_take_known(s, &trace->functions, id);
}

static bool call_record(struct bop *bop, struct str s)
{
    struct bop_trace *t = &bop->trace;
    uint32_t caller, site, callee;
    double count, cost;
    if (!take_caller(t, &s, &caller) || !bop_take_site(t, &s, &site) ||
        !bop_take_known(&s, &t->functions, &callee) ||
        !bop_take_count(&s, &count) || !bop_take_count(&s, &cost))
        return false;
    uint32_t id = bop_call(&t->records, caller, site, callee);
    t->records.calls[id].count += count;
    t->records.calls[id].cost += cost;
    return true;
}

static bool dependence_record(struct bop *bop, struct str s)
{
    struct bop_trace *t = &bop->trace;
    struct bop_dependence new;
    if (!bop_take_kind(&s, &new.kind) || !bop_take_site(t, &s, &new.wrote) ||
        !bop_take_site(t, &s, &new.wtop) || !bop_take_site(t, &s, &new.read) ||
        !bop_take_site(t, &s, &new.rtop) || !bop_take_count(&s, &new.count) ||
        !bop_take_count(&s, &new.least) || !bop_take_count(&s, &new.most) ||
        new.least > new.most)
        return false;
    struct bop_dependence *d = bop_dependence(&t->records, &new);
    d->count += new.count;
    d->least = fmin(d->least, new.least);
    d->most = fmax(d->most, new.most);
    return true;
}

static bool enter_event(struct bop *bop, struct str s)
{
    return bop_enter(&bop->events, s);
}

static bool leave_event(struct bop *bop, struct str s)
{
    return bop_leave(&bop->events, s);
}

static bool dependence_event(struct bop *bop, struct str s)
{
    return bop_depend(&bop->events, s);
}

static bool unknown_name(struct bop *bop, struct str s)
{
    struct str name;
    if (!bop_take_text(&bop->trace, &s, &name))
        return false;
    input_remark(bop->in, "functions.in names '%s', and no function is called "
                          "so", name.s);
    return true;
}

static bool warning(struct bop *bop, struct str s)
{
    struct str text, name;
    if (!bop_take_text(&bop->trace, &s, &text))
        return false;
    if (!bop_take_text(&bop->trace, &s, &name))
        name = S("");
    input_remark(bop->in, "the traced program has warned: %s%s%s", text.s,
                 name.len ? ": " : "", name.s);
    return true;
}

static bool failure(struct bop *bop, struct str s)
{
    struct str text, name;
    if (!bop_take_text(&bop->trace, &s, &text))
        return false;
    if (!bop_take_text(&bop->trace, &s, &name))
        name = S("");
    input_error(bop->in, "nothing was traced: %s%s%s", text.s,
                name.len ? ": " : "", name.s);
    return true;
}

static bool ending_signal(struct bop *bop, struct str s)
{
    uint64_t number;
    if (!bop_take_number(&s, &number) || number > INT32_MAX)
        return false;
    input_remark(bop->in, "the program was ended by signal %d",
                 (int)number);
    return true;
}

static bool totals(struct bop *bop, struct str s)
{
    double references, ticks, dropped;
    if (!bop_take_count(&s, &references) || !bop_take_count(&s, &ticks) ||
        !bop_take_count(&s, &dropped))
        return false;
    if (dropped > 0)
        input_remark(bop->in, "%.0f dependences are missing: there were more "
                              "than BOP_MAXEDGES", dropped);
    return true;
}

static bool last_record(struct bop *bop, struct str s)
{
    uint64_t n, lines = bop->in->line - bop->begun - 1;
    if (!bop_take_number(&s, &n))
        return false;
    if (n != lines)
        input_remark(bop->in, "expected %llu records, found %llu",
                     (unsigned long long)n, (unsigned long long)lines);
    return bop->ended = true;
}

static bool header(struct bop *bop, struct str s)
{
    (void)bop;
    return str_starts(s, S(" "));
}

static const struct record {
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
    { STR("D"), dependence_record,
      "D R|X WRITE WTOP READ RTOP COUNT LEAST MOST" },
    { STR("e"), enter_event, "e FUNCTION SITE REFERENCES THREAD" },
    { STR("x"), leave_event, "x FUNCTION REFERENCES THREAD, of the function "
                             "entered last" },
    { STR("d"), dependence_event,
      "d WRITE WTOP WTIME READ RTOP TIME R|X THREAD" },
    { STR("u"), unknown_name, "u NAME" },
    { STR("w"), warning, "w TEXT NAME" },
    { STR("!"), failure, "! TEXT NAME" },
    { STR("s"), ending_signal, "s SIGNAL" },
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
        if (!records[i].read(bop, fields))
            input_warn(bop->in, "expected '%s', of what is known and in range",
                       records[i].form);
        return;
    }
    input_warn(bop->in, "expected a record of bop-trace(5), found '%.*s'",
               (int)str_head(name, 20).len, name.s);
}

static bool read_magic(struct bop *bop)
{
    uint64_t version;
    struct str s = input_next_line(bop->in) ? bop->in->text : S("");
    bop->begun = bop->in->line;
    if (bop->in->failed)
        return false;
    if (!str_take(&s, S("bop-trace ")) || !str_take_digits(&s, &version))
        return input_error(bop->in, "expected 'bop-trace 1'");
    if (version != VERSION_KNOWN)
        return input_error(bop->in, "a trace of version %llu; this program "
                                    "knows version %d",
                           (unsigned long long)version, VERSION_KNOWN);
    return true;
}

static bool read_records(struct bop *bop)
{
    while (!bop->in->failed && input_next_line(bop->in)) {
        if (bop->ended) {
            input_remark(bop->in, "expected nothing after the record 'end'");
            break;
        }
        read_record(bop);
    }
    if (bop->in->failed)
        return false;
    if (!bop->ended)
        input_remark(bop->in, "the trace was cut off: there is no record "
                              "'end'; what came before is drawn");
    return bop->trace.functions.n > 0 ||
           input_error(bop->in, "expected functions, found none");
}

static void trace_free(struct bop_trace *trace)
{
    strings_free(&trace->sites);
    pairs_free(&trace->modules);
    pairs_free(&trace->literals);
    pairs_free(&trace->functions);
    free(trace->site);
    free(trace->module);
    free(trace->literal);
    free(trace->function);
    bop_sums_free(&trace->records);
    bop_sums_free(&trace->events);
    arena_free(&trace->texts);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct bop bop = { .in = in };
    struct bop_trace *trace = &bop.trace;
    (void)options;
    bop.events.trace = trace;
    bool good = read_magic(&bop) && read_records(&bop);
    bop_events_end(&bop.events);
    if (good) {
        bool cut = bop.events.any && !bop.ended;
        profile_unit(profile, S("references"));
        bop_profile(profile, trace, cut ? &trace->events : &trace->records,
                    in->name);
    }
    trace_free(trace);
    return good;
}

static enum match detect(struct str head, bool complete)
{
    (void)complete;
    return str_starts(head, S("bop-trace ")) ? MATCH_YES : MATCH_NO;
}

const struct reader reader_bop = {
    .name = "bop",
    .description = "traces of programs built by bop-cc: memory dependences",
    .detect = detect,
    .read = read,
};
