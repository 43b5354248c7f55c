/*
 * The target of arithmetic: the bytes choose a random profile and options, the
 * whole program runs on the profile as text, and its numbers are held against
 * brute force by the definitions (tests/unit). One input is one of these:
 *
 *     stacks with filters, a broken call and thresholds
 *     the calls of a graph, cycles split or walked
 *     the calls of a Markov chain, with filters: they have the same information
 *     as the stacks of the chain, and must give the same results
 */
#include <stdlib.h>
#include <string.h>

#include "../unit/dag.h"
#include "../unit/plain_filters.h"
#include "../unit/views.h"
#include "../unit/walk.h"
#include "draw.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { MOST_WORDS = 40 };

/* A command line and the text that the program reads. */
struct command {
    size_t n;
    const char *words[MOST_WORDS];
    char texts[MOST_WORDS][80];
    struct buf text;
};

__attribute__((format(printf, 2, 3))) static void
add_word(struct command *command, const char *format, ...)
{
    va_list args;
    char *word = command->texts[command->n];
    va_start(args, format);
    vsnprintf(word, sizeof command->texts[0], format, args);
    va_end(args);
    command->words[command->n++] = word;
}

static void add_filters(struct command *command,
                        const struct filter_choice *choice)
{
    for (int k = 0; k < N_FILTERS; k++)
        for (size_t i = 0; i < choice->options.by[k].n; i++)
            add_word(command, "%s=%s", filter_option_name((enum filter)k),
                     choice->options.by[k].texts[i]);
    if (choice->options.breaks.n)
        add_word(command, "--break=%s", choice->broken);
}

static void run_command(struct command *command, struct drawing *drawing)
{
    const struct buf *text = &command->text;
    command->words[command->n++] = draw_file(0, text->data, text->len);
    command->words[command->n] = NULL;
    draw(drawing, command->words);
}

static uint32_t id_of(const struct profile *profile, uint32_t f)
{
    for (uint32_t id = 0; id < profile->n_functions; id++)
        if (number_of(profile, id) == f)
            return id;
    return NO_ID;
}

/* ---- Stacks ---- */

static void write_stack(struct buf *text, const struct stack *s)
{
    for (uint32_t i = 0; i < s->depth; i++)
        buf_printf(text, "%sf%u", i ? ";" : "", s->f[i]);
    buf_printf(text, " %.17g\n", s->cost);
}

static bool same_frames(const struct stack *a, const struct stack *b)
{
    return a->depth == b->depth &&
           memcmp(a->f, b->f, a->depth * sizeof *a->f) == 0;
}

static double cost_of_stack(const struct stacks *p, const struct stack *s)
{
    double sum = 0;
    for (uint32_t i = 0; i < p->n; i++)
        sum += same_frames(&p->of[i], s) ? p->of[i].cost : 0;
    return sum;
}

/* Reads what -T folded has printed of functions such as f7. */
static struct stacks read_folded(struct str text)
{
    struct stacks p = { 0 };
    struct str line;
    while (p.n < PIECES && str_cut(text, S("\n"), &line, &text)) {
        struct stack *s = &p.of[p.n++];
        const char *at = line.s;
        while (*at == 'f' && s->depth < DEPTH) {
            char *end;
            s->f[s->depth++] = (uint32_t)strtoul(at + 1, &end, 10);
            at = end + (*end == ';');
        }
        s->cost = strtod(at, NULL);
    }
    return p;
}

static void compare_folded(const struct stacks *left, struct str text)
{
    struct stacks printed = read_folded(text);
    expect(plain_whole(&printed) == plain_whole(left), "%g printed, not %g",
           plain_whole(&printed), plain_whole(left));
    for (uint32_t i = 0; i < left->n; i++)
        expect(cost_of_stack(&printed, &left->of[i]) ==
                   cost_of_stack(left, &left->of[i]),
               "stack %u: %g printed", i,
               cost_of_stack(&printed, &left->of[i]));
}

/* Compares exact costs, and the view, whose limits refer to `whole`. */
static void compare_report(const struct stacks *left,
                           const struct report *report, double whole,
                           double node, double edge)
{
    const struct profile *profile = report->profile;
    bool kept[FUNCTIONS] = { false };
    expect(report->whole == whole, "whole %g, not %g", report->whole, whole);
    for (uint32_t f = 0; f < FUNCTIONS; f++) {
        double total = plain_total(left, f);
        uint32_t id = id_of(profile, f);
        kept[f] = id != NO_ID && !(total < whole * node / 100);
        if (id == NO_ID) {
            expect(total == 0, "f%u is lost", f);
            continue;
        }
        expect(report->costs->total[id] == total, "total(f%u) %g, not %g", f,
               report->costs->total[id], total);
        expect(profile->functions[id].self == plain_self(left, f),
               "self(f%u) %g, not %g", f, profile->functions[id].self,
               plain_self(left, f));
    }
    struct view view = *report->view;
    view.dropped_cost -= whole - plain_whole(left); /* by the filters */
    compare_view(left, profile, &view, whole * edge / 100, kept);
}

/* Does any function cost as much as the limit? */
static bool anything_above(const struct stacks *p, double limit)
{
    for (uint32_t f = 0; p->n && f < FUNCTIONS; f++)
        if (plain_total(p, f) > 0 && plain_total(p, f) >= limit)
            return true;
    return false;
}

static void filtered_stacks(struct command *command)
{
    static const double percents[] = { 0, 0.5, 5, 12.5, 25, 50 };
    struct filter_choice choice = { 0 };
    struct stacks p = random_stacks();
    for (uint32_t i = 0; i < p.n; i++) {
        p.of[i].cost += 0.25; /* stacks without cost are not recorded */
        write_stack(&command->text, &p.of[i]);
    }
    struct stacks left = p;
    choose_filters(&choice, &p, random_below(4) * 20);
    for (int k = 0; k < N_FILTERS; k++)
        if (choice.options.by[k].n)
            left = filter_plainly(&left, (enum filter)k, choice.marked[k]);
    if (left.n && chance(30))
        choose_break(&choice, &left);
    double node = percents[random_below(6)], edge = percents[random_below(6)];
    bool folded = chance(30), relative = chance(50);
    add_word(command, "-q");
    add_word(command, "-ffolded");
    add_word(command, folded ? "-Tfolded" : "-Ttext");
    add_word(command, "-n%g", folded ? 0 : node);
    add_word(command, "-e%g", folded ? 0 : edge);
    if (relative)
        add_word(command, "--relative");
    add_filters(command, &choice);
    struct drawing drawing;
    run_command(command, &drawing);
    double whole = plain_whole(relative ? &left : &p);
    if (drawing.status != EXIT_OK)
        expect(!anything_above(&left, folded ? 0 : whole * node / 100),
               "exit %d", drawing.status);
    else if (folded)
        compare_folded(&left, buf_text(&drawing.out));
    else
        compare_report(&left, &drawing.run.report, whole, node, edge);
    draw_free(&drawing);
}

/* ---- The calls of a graph ---- */

static void write_dense(struct buf *text, const struct dense *d)
{
    for (uint32_t i = 0; i < d->n; i++)
        buf_printf(text, "f%u %.17g entry=%.17g\n", d->order[i],
                   d->self[d->order[i]], d->entry[d->order[i]]);
    for (uint32_t f = 0; f < d->n; f++)
        for (uint32_t g = 0; g < d->n; g++)
            if (d->calls[f][g])
                buf_printf(text, "f%u -> f%u w=%.17g\n", f, g, d->weight[f][g]);
}

static void compare_split(const struct dense *d, const struct report *report)
{
    static struct solution s;
    const struct profile *profile = report->profile;
    solve(d, &s);
    for (uint32_t id = 0; id < profile->n_functions; id++) {
        uint32_t f = number_of(profile, id);
        expect(close_to(report->costs->total[id], s.total[f]),
               "split: total(f%u) %.15g, not %.15g", f,
               report->costs->total[id], s.total[f]);
    }
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        uint32_t f = number_of(profile, profile->calls[c].caller);
        uint32_t g = number_of(profile, profile->calls[c].callee);
        expect(close_to(report->costs->call_cost[c], s.cost[f][g]),
               "split: f%u -> f%u %.15g, not %.15g", f, g,
               report->costs->call_cost[c], s.cost[f][g]);
        expect(report->costs->back[c] == s.back[f][g], "f%u -> f%u: back is %d",
               f, g, report->costs->back[c]);
    }
}

static void graph_of_calls(struct command *command)
{
    struct dense d = chance(25) ? random_acyclic(NODES)
                                : random_cyclic(chance(75) ? 12 : NODES);
    bool walk = chance(50);
    write_dense(&command->text, &d);
    add_word(command, "-q");
    add_word(command, "-fedges");
    add_word(command, "-n0");
    add_word(command, "-Ttext");
    add_word(command, walk ? "--cycles=walk" : "--cycles=split");
    struct drawing drawing;
    run_command(command, &drawing);
    const struct report *report = &drawing.run.report;
    if (dense_whole(&d) == 0 || drawing.status != EXIT_OK) {
        expect(dense_whole(&d) == 0, "exit %d", drawing.status);
    } else if (walk) {
        expect(report->profile->n_functions == d.n, "%u functions",
               report->profile->n_functions);
        compare_walks(report->profile, report->costs);
    } else {
        compare_split(&d, report);
    }
    draw_free(&drawing);
}

/* ---- The calls of a Markov chain ---- */

enum { STATES = 7 };

/* Adds all stacks of a random chain whose steps lead to higher states. Each
   piece of the queue is a stack that is on its way; its cost is what arrives.
 */
static struct stacks random_chain_stacks(void)
{
    struct stacks p = { .n_functions = STATES };
    double stop[STATES], next[STATES][STATES] = { { 0 } };
    for (uint32_t f = 0; f < STATES; f++) {
        double sum = stop[f] = random_below(4);
        for (uint32_t g = f + 1; g < STATES; g++)
            sum += next[f][g] = chance(50) ? random_below(5) : 0;
        if (sum == 0)
            sum = stop[f] = 1;
        stop[f] /= sum;
        for (uint32_t g = 0; g < STATES; g++)
            next[f][g] /= sum;
        if (f == 0 || chance(20))
            p.of[p.n++] = (struct stack){ .depth = 1,
                                          .f = { f },
                                          .cost = 1 + random_below(50) };
    }
    for (uint32_t i = 0; i < p.n; i++) {
        struct stack *s = &p.of[i];
        uint32_t f = s->f[s->depth - 1];
        for (uint32_t g = f + 1; g < STATES; g++) {
            if (next[f][g] <= 0)
                continue;
            struct stack *longer = &p.of[p.n++];
            *longer = *s;
            longer->f[longer->depth++] = g;
            longer->cost *= next[f][g];
        }
        s->cost *= stop[f];
    }
    return p;
}

/* Writes the calls of acyclic stacks. */
static void write_calls(struct buf *text, const struct stacks *p)
{
    for (uint32_t f = 0; f < STATES; f++)
        if (plain_total(p, f) > 0)
            buf_printf(text, "f%u %.17g entry=%.17g\n", f, plain_self(p, f),
                       plain_entry(p, f));
    for (uint32_t f = 0; f < STATES; f++)
        for (uint32_t g = f + 1; g < STATES; g++)
            if (plain_call_cost(p, f, g) > 0)
                buf_printf(text, "f%u -> f%u w=%.17g\n", f, g,
                           plain_call_cost(p, f, g));
}

static void compare_chain(const struct stacks *left,
                          const struct report *report)
{
    const struct profile *profile = report->profile;
    for (uint32_t f = 0; f < STATES; f++) {
        uint32_t id = id_of(profile, f);
        double self = id == NO_ID ? 0 : profile->functions[id].self;
        double total = id == NO_ID ? 0 : report->costs->total[id];
        expect(close_to(self, plain_self(left, f)),
               "chain: self(f%u) %.15g, not %.15g", f, self,
               plain_self(left, f));
        expect(close_to(total, plain_total(left, f)),
               "chain: total(f%u) %.15g, not %.15g", f, total,
               plain_total(left, f));
    }
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        uint32_t f = number_of(profile, profile->calls[c].caller);
        uint32_t g = number_of(profile, profile->calls[c].callee);
        expect(
            close_to(report->costs->call_cost[c], plain_call_cost(left, f, g)),
            "chain: f%u -> f%u %.15g, not %.15g", f, g,
            report->costs->call_cost[c], plain_call_cost(left, f, g));
    }
}

/* --focus is left out, because calls keep what their stacks lose above a
   match. */
static void filtered_chain(struct command *command)
{
    static const enum filter filters[] = { IGNORE, SHOW_FROM, PRUNE_FROM, HIDE,
                                           SHOW };
    struct filter_choice choice = { 0 };
    struct stacks p = random_chain_stacks(), left = p;
    enum filter filter = filters[random_below(5)];
    write_calls(&command->text, &p);
    if (chance(80)) {
        add_pattern(&choice, &p, filter);
        left = filter_plainly(&left, filter, choice.marked[filter]);
    } else {
        choose_break(&choice, &left);
    }
    add_word(command, "-q");
    add_word(command, "-fedges");
    add_word(command, "-n0");
    add_word(command, "-Ttext");
    add_filters(command, &choice);
    struct drawing drawing;
    run_command(command, &drawing);
    if (drawing.status == EXIT_OK)
        compare_chain(&left, &drawing.run.report);
    else
        expect(!anything_above(&left, 0), "exit %d", drawing.status);
    draw_free(&drawing);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static void (*const checks[])(
        struct command *) = { filtered_stacks, graph_of_calls, filtered_chain };
    struct command command = { 0 };
    test("costs");
    start_bytes(data, n);
    checks[random_below(3)](&command);
    if (check.failures) {
        for (size_t i = 0; i + 1 < command.n; i++)
            printf("%s ", command.words[i]);
        printf("\n%.*s", (int)command.text.len, command.text.data);
        fflush(stdout);
        abort();
    }
    buf_free(&command.text);
    return 0;
}
