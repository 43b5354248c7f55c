#include "quality/warnings.h"

#include "util/text/buf.h"
#include "util/text/number.h"

/* Totals are called exact if less of the cost than this share is in stacks that
   are cut. */
static const double LEAST_INCOMPLETE = 0.01;

/* Holds a sentence made of parts with a separator between them. */
struct sentence {
    struct buf text;
    struct str separator;
};

static void add_part(struct sentence *sentence, struct str part)
{
    if (part.len == 0)
        return;
    if (sentence->text.len)
        buf_add(&sentence->text, sentence->separator);
    buf_add(&sentence->text, part);
}

static bool counts_samples(const struct input_quality *q)
{
    return str_eq(q->unit, S("samples"));
}

static double share(const struct input_quality *q, double cost)
{
    double whole = q->stacks.samples;
    return whole > 0 ? known_or(cost, 0) / whole : 0;
}

static bool is_reported(const struct input_quality *q, double cost)
{
    return share(q, cost) >= WARNINGS_LEAST_SHARE;
}

/* Returns "9.1% of the samples", or "9.1%" if it is not the first share of a
   line. */
static struct str share_text(struct arena *arena, const struct input_quality *q,
                             double cost, bool first)
{
    const char *of = counts_samples(q) ? " of the samples" : " of the cost";
    return arena_printf(arena, "%s%s", number_percent(arena, share(q, cost)).s,
                        first ? of : "");
}

static struct str broken_text(struct arena *arena,
                              const struct input_quality *q)
{
    double cost = stack_quality_incomplete(&q->stacks);
    if (!is_reported(q, cost))
        return S("");
    return arena_printf(arena, "%s %s no full stack",
                        share_text(arena, q, cost, true).s,
                        counts_samples(q) ? "have" : "has");
}

/* Adds one kind of broken stack with its number of samples, or with its share
   of the cost where the unit is not samples. */
static void add_kind(struct arena *arena, struct sentence *kinds,
                     const struct input_quality *q, double cost,
                     const char *what)
{
    if (!(cost > 0))
        return;
    struct str amount = counts_samples(q)
                            ? number_grouped(arena, cost)
                            : number_percent(arena, share(q, cost));
    add_part(kinds, arena_printf(arena, "%s %s", amount.s, what));
}

/* Returns "cut at 127 frames", or "cut" if the limit is not known. */
static const char *cut_text(struct arena *arena,
                            const struct stack_quality *stacks)
{
    if (!stacks->limit)
        return "cut";
    return arena_printf(arena, "cut at %u frames%s", stacks->limit,
                        stacks->deeper ? " or more" : "")
        .s;
}

/* "312 of depth 1, 14 cut at 127 frames" */
static struct str kinds_text(struct arena *arena, const struct input_quality *q)
{
    struct sentence kinds = { .separator = S(", ") };
    add_kind(arena, &kinds, q, q->stacks.shallow, "of depth 1");
    add_kind(arena, &kinds, q, q->stacks.cut, cut_text(arena, &q->stacks));
    add_kind(arena, &kinds, q, q->stacks.headless,
             "without their outer callers");
    return buf_move(&kinds.text, arena);
}

/* "4.2% end in an unresolved function, 7.8% pass through one" */
static struct str names_text(struct arena *arena, const struct input_quality *q,
                             bool first)
{
    double unresolved = q->stacks.unresolved, passing = q->stacks.passing;
    bool plural = counts_samples(q);
    struct sentence names = { .separator = S(", ") };
    if (is_reported(q, unresolved))
        add_part(&names,
                 arena_printf(arena, "%s %s in an unresolved function",
                              share_text(arena, q, unresolved, first).s,
                              plural ? "end" : "ends"));
    first &= names.text.len == 0;
    if (is_reported(q, passing))
        add_part(&names,
                 arena_printf(arena, "%s %s through %s",
                              share_text(arena, q, passing, first).s,
                              plural ? "pass" : "passes",
                              names.text.len ? "one"
                                             : "an unresolved function"));
    return buf_move(&names.text, arena);
}

static struct str counted(struct arena *arena, double n, const char *one,
                          const char *many)
{
    if (!(n > 0))
        return S("");
    return arena_printf(arena, "%s %s", number_grouped(arena, n).s,
                        n == 1 ? one : many);
}

static struct str lost(struct arena *arena, const struct input_quality *q)
{
    if (q->stats.lost_events > 0)
        return counted(arena, q->stats.lost_events, "event was lost",
                       "events were lost");
    return counted(arena, q->stats.lost_chunks, "chunk of events was lost",
                   "chunks of events were lost");
}

static struct str skipped(struct arena *arena, const struct input_quality *q)
{
    return counted(arena, q->stats.skipped_lines, "line skipped",
                   "lines skipped");
}

#define BUILD "compile with -fno-omit-frame-pointer"
#define DWARF "perf record --call-graph dwarf"
#define COPIES "perf record --call-graph dwarf,65528"
#define SYMBOLS "for names: install debug symbols, or do not strip"
#define NONE_LOST "to lose none: perf record -F 99, or -m 16M"

/* The advice for each defect, what follows "for full stacks: " for the first
   two; "" if users can do nothing about it. */
struct cures {
    const char *format; /* name of the reader; NULL: all others */
    struct str broken;  /* most broken stacks are not cut */
    struct str in_libc; /* most of them end in libc */
    struct str names;
    struct str lost;
};

/* The advice on stacks that are cut is in their limit. Symbols do not help with
   code of a virtual machine that the profiler does not know. Folded stacks can
   come from any profiler and language. */
static const struct cures cures[] = {
    { .format = "perf",
      .broken = STR(DWARF ", or " BUILD),
      .in_libc = STR(DWARF),
      .names = STR(SYMBOLS),
      .lost = STR(NONE_LOST) },
    { .format = "perfdata",
      .broken = STR(DWARF ", or " BUILD),
      .in_libc = STR(DWARF),
      .names = STR(SYMBOLS),
      .lost = STR(NONE_LOST) },
    { .format = "perf-report",
      .broken = STR(DWARF ", or " BUILD),
      .in_libc = STR(DWARF),
      .names = STR(SYMBOLS) },
    { .format = "jfr",
      .lost = STR("to lose none: -XX:StartFlightRecording:"
                  "jdk.CPUTimeSample#throttle=20ms") },
    { .format = "chrome" },
    { .format = "cpuprofile" },
    { .format = "prof-process" },
    { .format = "speedscope", .names = STR(SYMBOLS) },
    { .format = "stackprof" },
    { .format = "v8log" },
    { .format = "folded", .names = STR(SYMBOLS) },
    { .broken = STR(BUILD),
      .in_libc = STR(BUILD),
      .names = STR(SYMBOLS) },
};

static const struct cures *find_cures(const char *format)
{
    const struct cures *row = cures;
    while (row->format && !str_eq(str_of(row->format), str_of(format)))
        row++;
    return row;
}

static struct str cure_of_stacks(struct arena *arena, const struct cures *row,
                                 const struct input_quality *q)
{
    const struct stack_quality *stacks = &q->stacks;
    double broken =
        known_or(stacks->shallow, 0) + known_or(stacks->headless, 0);
    struct str cure = stacks->cut > broken           ? str_of(stacks->cure)
                      : q->stats.has_copies          ? S(COPIES)
                      : 2 * stacks->in_libc > broken ? row->in_libc
                                                     : row->broken;
    return cure.len ? arena_printf(arena, "for full stacks: %s", cure.s) : cure;
}

static void add_cures(struct arena *arena, struct sentence *line,
                      const struct input_quality *q)
{
    const struct cures *row = find_cures(q->format);
    if (is_reported(q, stack_quality_incomplete(&q->stacks)))
        add_part(line, cure_of_stacks(arena, row, q));
    if (!q->stats.has_other_builds && (is_reported(q, q->stacks.unresolved) ||
                                       is_reported(q, q->stacks.passing)))
        add_part(line, row->names);
    if (q->stats.lost_events > 0 || q->stats.lost_chunks > 0)
        add_part(line, row->lost);
}

struct str warnings_text(struct arena *arena, const struct input_quality *q)
{
    struct sentence line = { .separator = S("; ") };
    struct str text = broken_text(arena, q);
    if (text.len)
        add_part(&line, arena_printf(arena, "%s (%s)", text.s,
                                     kinds_text(arena, q).s));
    add_part(&line, names_text(arena, q, text.len == 0));
    add_part(&line, lost(arena, q));
    if (line.text.len)
        add_part(&line, skipped(arena, q));
    add_cures(arena, &line, q);
    return buf_move(&line.text, arena);
}

struct str warnings_of_totals(struct arena *arena,
                              const struct input_quality *q, bool has_kernel)
{
    if (q->stats.no_chains)
        return S("totals are without callees: no call chains; record with -g");
    double too_low = share(q, stack_quality_incomplete(&q->stacks));
    if (too_low < LEAST_INCOMPLETE)
        return S("");
    return arena_printf(arena, "totals%s are too low: %s of the %s",
                        has_kernel ? " of user code" : "",
                        number_percent(arena, too_low).s,
                        counts_samples(q) ? "stacks are cut"
                                          : "cost is in cut stacks");
}

struct str warnings_cure_of_stacks(struct arena *arena,
                                   const struct input_quality *q)
{
    if (q->stats.no_chains)
        return S("");
    return cure_of_stacks(arena, find_cures(q->format), q);
}

/* Adds "39.6% of the samples in the kernel (read the file where it was
   recorded)", with a cure that may be "". */
static void add_nameless(struct arena *arena, struct sentence *parts,
                         const struct input_quality *q, double cost,
                         bool first, const char *where, struct str cure)
{
    struct str text = share_text(arena, q, cost,
                                 first && parts->text.len == 0);
    if (is_reported(q, cost))
        add_part(parts, arena_printf(arena, "%s in %s%s%s%s", text.s, where,
                                     cure.len ? " (" : "", cure.s,
                                     cure.len ? ")" : ""));
}

/* Says where symbols are missing, and what to do. */
static struct str nameless_text(struct arena *arena,
                                const struct input_quality *q, bool first)
{
    const struct stack_quality *stacks = &q->stacks;
    struct str kernel = str_of(q->stats.why_no_kernel), cause, cure = S("");
    struct sentence parts = { .separator = S(", ") };
    str_cut(kernel, S("; "), &cause, &cure);
    add_nameless(arena, &parts, q, stacks->in_kernel, first, "the kernel",
                 cure);
    add_nameless(arena, &parts, q, stacks->at_run_time, first,
                 "code compiled at run time", S(""));
    add_nameless(arena, &parts, q, stacks->in_files, first, "files",
                 q->stats.has_other_builds       ? S("--symfs=DIR")
                 : !find_cures(q->format)->names.len ? S("")
                 : q->stats.lacks_files
                     ? S("install debug symbols, or --symfs=DIR")
                     : S("install debug symbols"));
    add_nameless(arena, &parts, q,
                 stacks->unresolved - stacks->in_kernel -
                     stacks->at_run_time - stacks->in_files,
                 first, "code of unknown files", S(""));
    if (parts.text.len == 0)
        return S("");
    return arena_printf(arena, "without symbols: %s",
                        buf_move(&parts.text, arena).s);
}

struct str warnings_of_samples(struct arena *arena,
                               const struct input_quality *q, bool with_stacks)
{
    struct sentence line = { .separator = S("; ") };
    if (with_stacks)
        add_part(&line, broken_text(arena, q));
    add_part(&line, nameless_text(arena, q, line.text.len == 0));
    return buf_move(&line.text, arena);
}

struct str warnings_of_input(struct arena *arena, const struct input_quality *q)
{
    struct sentence line = { .separator = S("; ") };
    add_part(&line, lost(arena, q));
    add_part(&line, skipped(arena, q));
    if (q->stats.cut_inputs > 0)
        add_part(&line, S("the input is cut off"));
    return buf_move(&line.text, arena);
}
