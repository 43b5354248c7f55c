/* Tests which event is drawn by default. In a perf text with samples of several
   events, the result is that of a text with the samples of one of them only. */
#include "check.h"
#include "readers/choose/event.h"
#include "text.h"
#include "util/diag.h"

static const struct {
    const char *name;
    enum event_rank rank;
} events[] = {
    { "cycles", EVENT_CYCLES },
    { "cycles:u", EVENT_CYCLES },
    { "cycles:P", EVENT_CYCLES },
    { "cpu-cycles", EVENT_CYCLES },
    { "cpu-cycles:ppp", EVENT_CYCLES },
    { "cpu_core/cycles/", EVENT_CYCLES },
    { "cpu_atom/cycles/u", EVENT_CYCLES },
    { "cpu/cpu-cycles,period=7/", EVENT_CYCLES },
    { "cycles/freq=99/u", EVENT_CYCLES },
    { "armv8_pmuv3_0/cpu_cycles/", EVENT_CYCLES },
    { "CPU_CLK_UNHALTED", EVENT_CYCLES },
    { "cpu_clk_unhalted.thread", EVENT_CYCLES },
    { "CYCLES", EVENT_CYCLES },
    { "cpu-clock", EVENT_CPU_CLOCK },
    { "cpu-clock:pppH", EVENT_CPU_CLOCK },
    { "task-clock", EVENT_TASK_CLOCK },
    { "task-clock:u", EVENT_TASK_CLOCK },
    { "page-faults", EVENT_OTHER },
    { "bus-cycles", EVENT_OTHER },
    { "ref-cycles", EVENT_OTHER },
    { "stalled-cycles-frontend", EVENT_OTHER },
    { "sched:cycles", EVENT_OTHER },
    { "cpu/event=0x3c/", EVENT_OTHER },
    { "cycle", EVENT_OTHER },
    { "cyclest", EVENT_OTHER },
    { "", EVENT_OTHER },
};

static void ranks(void)
{
    test("ranks of events");
    for (size_t i = 0; i < ROWS(events); i++) {
        enum event_rank rank = event_rank(str_of(events[i].name));
        expect(rank == events[i].rank, "%s: rank %d", events[i].name, rank);
    }
}

/* Returns the default of these events, each with its number of samples, or
   "" if there is none. */
static const char *default_of(const char *const *names, const size_t *samples,
                              size_t n)
{
    LOCAL_ARENA(arena);
    struct tally tally = { .arena = &arena };
    for (size_t i = 0; i < n; i++) {
        uint32_t id = tally_id(&tally, str_of(names[i]));
        tally.samples.of[id] = samples[i];
    }
    uint32_t id = event_default(&tally);
    return id == NO_ID ? "" : names[id];
}

static void defaults(void)
{
    static const char *const names[] = { "",  "a", "task-clock", "b", "c",
                                         "cycles:u", "cycles:k" };
    static const struct {
        size_t samples[ROWS(names)];
        const char *chosen;
    } cases[] = {
        { { 9, 0, 0, 0, 0, 0, 0 }, "" },
        { { 9, 1, 0, 0, 0, 0, 0 }, "a" },
        { { 9, 1, 0, 3, 3, 0, 0 }, "b" },
        { { 9, 1, 0, 3, 4, 0, 0 }, "c" },
        { { 9, 7, 1, 3, 4, 0, 0 }, "task-clock" },
        { { 0, 7, 5, 3, 4, 1, 0 }, "cycles:u" },
        { { 0, 7, 5, 3, 4, 1, 1 }, "cycles:u" },
        { { 0, 7, 5, 3, 4, 1, 2 }, "cycles:k" },
    };
    test("the default among events");
    for (size_t i = 0; i < ROWS(cases); i++) {
        const char *chosen =
            default_of(names, cases[i].samples, ROWS(names));
        expect(str_eq(str_of(chosen), str_of(cases[i].chosen)),
               "case %zu: '%s'", i, chosen);
    }
}

/* Adds a sample in the format of perf script. */
static void add_sample(struct buf *text, const char *event, uint32_t path)
{
    buf_printf(text, "%c 1 1.0000%u: 1 %s%s\n", path % 3 ? 'a' : 'b',
               10 + path % 90, event, *event ? ":" : "");
    for (; path; path /= 4)
        buf_printf(text, "\t %x f%u (/m)\n", path, path % 4);
    buf_add(text, S("\n"));
}

/* Returns the name of a row's event, or "". */
static struct str row_event(const struct samples *samples, uint32_t row)
{
    uint32_t event = samples->rows[row].event;
    return event == NO_ID ? S("") : samples->events[event].name;
}

static struct str row_comm(const struct samples *samples, uint32_t row)
{
    return samples->tag_sets[samples->rows[row].tags].tags[0].value;
}

static void same_rows(const struct profile *a, const struct profile *b,
                      unsigned keep)
{
    const struct samples *s = &a->samples, *t = &b->samples;
    double *self;
    struct arena arena = { 0 };
    expect(s->kept == keep && t->kept == keep, "kept %u", s->kept);
    expect(s->n_rows == t->n_rows, "%u rows, not %u", s->n_rows, t->n_rows);
    self = NEW_N(&arena, double, a->n_contexts);
    for (uint32_t r = 0; r < s->n_rows && r < t->n_rows; r++) {
        self[s->rows[r].context] += s->rows[r].cost;
        expect(s->rows[r].context == t->rows[r].context &&
                   s->rows[r].cost == t->rows[r].cost &&
                   s->rows[r].slice == t->rows[r].slice &&
                   str_eq(row_event(s, r), row_event(t, r)) &&
                   (!(keep & KEEP_TAGS) ||
                    str_eq(row_comm(s, r), row_comm(t, r))),
               "row %u differs", r);
    }
    for (uint32_t c = 0; keep && c < a->n_contexts; c++)
        expect(self[c] == a->contexts[c].self, "rows of context %u: %g, not %g",
               c, self[c], a->contexts[c].self);
    arena_free(&arena);
}

/* Samples of random events with random stacks. Which event is to be chosen is
   determined here from the numbers alone. */
static void compare_random(struct arena *arena)
{
    static const char *const names[] = { "",         "faults",   "branches",
                                         "misses:u", "misses:k", "cpu-clock",
                                         "cycles:u", "cycles:k" };
    static const int order[] = { 9, 3, 3, 3, 3, 1, 0, 0 };
    struct buf all = { 0 }, one = { 0 };
    uint32_t kinds[200], paths[200], first = random_below(ROWS(names));
    uint32_t n = 1 + random_below(200), counts[ROWS(names)] = { 0 };
    uint32_t last = first + random_below((uint32_t)ROWS(names) - first);
    uint32_t best = 0, seen[ROWS(names)];
    for (uint32_t i = 0; i < n; i++) {
        kinds[i] = chance(5) ? 0 : first + random_below(last - first + 1);
        paths[i] = 1 + random_below(1u << (2 * (1 + random_below(6))));
        if (counts[kinds[i]]++ == 0)
            seen[kinds[i]] = i;
        add_sample(&all, names[kinds[i]], paths[i]);
    }
    for (uint32_t e = 1; e < ROWS(names); e++)
        if (counts[e] &&
            (best == 0 || order[e] < order[best] ||
             (order[e] == order[best] &&
              (counts[e] > counts[best] ||
               (counts[e] == counts[best] && seen[e] < seen[best])))))
            best = e;
    struct reader_options options = { .event = S(""), .tags = "comm" };
    options.keep = (chance(50) ? KEEP_TAGS : 0) | (chance(50) ? KEEP_TIME : 0);
    /* If no event is named and they are kept, all are added up. */
    if (best && chance(30)) {
        options.keep |= KEEP_EVENTS;
        options.event = str_of(names[best]);
        options.asked = ASK_EVENT;
    }
    for (uint32_t i = 0; i < n; i++)
        if (kinds[i] == best || (kinds[i] == 0 && !options.asked))
            add_sample(&one, names[kinds[i]], paths[i]);
    struct profile *a =
        read_text_with(arena, "perf", buf_text(&all), &options, 0);
    struct profile *b =
        read_text_with(arena, "perf", buf_text(&one), &options, 0);
    same_rows(a, b, options.keep);
    struct buf of_all = edges_of(a), of_one = edges_of(b);
    expect(same_text(&of_all, &of_one), "not the samples of %s", names[best]);
    const struct counted_texts *all_events = &a->inventory.events;
    for (uint32_t e = 0; e < all_events->texts.n; e++)
        for (uint32_t i = 0; i < ROWS(names); i++)
            expect(!str_eq(all_events->texts.texts[e], str_of(names[i])) ||
                       all_events->samples.of[e] == counts[i],
                   "%s: %g samples", names[i], all_events->samples.of[e]);
    buf_free(&of_all);
    buf_free(&of_one);
    buf_free(&all);
    buf_free(&one);
    profile_free(a);
    profile_free(b);
}

static void random_samples(void)
{
    test("samples of several events");
    diag_quiet(true);
    for (unsigned long i = 1; i <= 600; i++) {
        struct arena arena = { 0 };
        start_input(i);
        compare_random(&arena);
        arena_free(&arena);
    }
}

UNIT(event)
{
    ranks();
    defaults();
    random_samples();
    return finish_tests();
}
